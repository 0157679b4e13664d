// The chat of whoever is signed in: asked for when it opens, and from then on by what is newer than what is known, whenever the socket tells of
// something or the line comes back. What the user writes goes out one after the other, each under a key of its own.

import { ApiError } from '@fairtick/contract/client/failures';
import { isRecord } from '@fairtick/contract/client/is-record';
import type { AnswerOf } from '@fairtick/contract/http/index';
import { createStore } from 'zustand/vanilla';
import { call, intentKey } from './api.ts';
import { type ChatMessage, merged, nextToSend, type Outgoing, wholeUpTo } from './chat-log.ts';
import { keepOutgoing, keptOutgoing } from './chat-outgoing.ts';
import { onReconnect, socket, startConnection } from './connection.ts';
import { currentSession, onSession } from './session.ts';

export interface Chat {
  readonly state: 'pending' | 'failed' | 'ready';
  readonly messages: readonly ChatMessage[];
  readonly outgoing: readonly Outgoing[];
  readonly unread: number;
  readonly thread: AnswerOf<'chat'>['thread'];
  /** There is more above. */
  readonly older: boolean;
}

const NOTHING: Chat = { state: 'pending', messages: [], outgoing: [], unread: 0, thread: null, older: false };
export const chatStore = createStore<Chat>(() => NOTHING);

let started = false;
/** Begins to listen; harmless when already listening. */
export function startChat(): void {
  if (!started) {
    started = true;
    chatStore.setState({ outgoing: keptOutgoing() });
    chatStore.subscribe(({ outgoing }, before) => {
      if (outgoing !== before.outgoing) keepOutgoing(outgoing);
    });
    startConnection();
    socket.subscribe('CHAT', (data) => {
      if (isRecord(data)) void catchUp();
    });
    onReconnect(() => {
      void catchUp();
      resume();
    });
    onSession(() => {
      chatStore.setState(NOTHING, true);
      void catchUp();
    });
  }
  void catchUp();
  void sendNext();
}

let catching: Promise<void> | undefined;
let askedAgain = false;
/** What is newer than what is known; whatever is told meanwhile is asked for once more behind it. */
export function catchUp(): Promise<void> {
  askedAgain = catching !== undefined;
  catching ??= ask().finally(() => {
    catching = undefined;
    if (askedAgain) void catchUp();
  });
  return catching;
}

async function ask(): Promise<void> {
  const asker = currentSession()?.token;
  if (asker === undefined) return;
  for (let more = true; more; ) {
    askedAgain = false;
    const { messages, state } = chatStore.getState();
    // What was sent from here before the first read came is no history.
    const isFirst = state !== 'ready' || messages.length === 0;
    try {
      const answer = await call('chat', isFirst ? {} : { after: wholeUpTo(messages) }, { quiet: true });
      if (currentSession()?.token !== asker) return;
      take(answer, isFirst ? answer.more : chatStore.getState().older);
      more = !isFirst && answer.more;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (state !== 'ready') chatStore.setState({ state: 'failed' });
      return;
    }
  }
}

function take({ data, unread, thread }: AnswerOf<'chat'>, older: boolean): void {
  const messages = merged(chatStore.getState().messages, data);
  chatStore.setState({ state: 'ready', messages, unread, thread, older });
}

export async function readOlder(): Promise<void> {
  const [first] = chatStore.getState().messages;
  if (!first) return;
  const { data, more } = await call('chat', { before: first.seq }, { quiet: true });
  // Somebody else has signed in, or it was asked for twice.
  if (chatStore.getState().messages[0]?.seq !== first.seq) return;
  chatStore.setState({ messages: merged(data, chatStore.getState().messages), older: more });
}

/** One message anew: the link to its picture has ended. */
export async function readAgain(seq: number): Promise<void> {
  const { data } = await call('chat', { after: seq - 1, limit: 1 }, { quiet: true });
  const known = chatStore.getState().messages;
  if (known.some((one) => one.seq === seq)) chatStore.setState({ messages: merged(known, data) });
}

const change = (key: string, to: Partial<Outgoing>): void =>
  chatStore.setState(({ outgoing }) => ({
    outgoing: outgoing.map((one) => (one.key === key ? { ...one, ...to } : one)),
  }));

/** `image`: the link of a picture of theirs, '' for none. */
export function sendChat(text: string, image: string): void {
  const one: Outgoing = { key: intentKey(), text, image, state: 'waiting', why: '' };
  chatStore.setState(({ outgoing }) => ({ outgoing: [...outgoing, one] }));
  void sendNext();
}

/** What no server answered is sent under its key, what one refused under another: nothing was done under the first. */
export function retryChat({ key, why }: Outgoing): void {
  change(key, { state: 'waiting', why: '', ...(why === '' ? {} : { key: intentKey() }) });
  void sendNext();
}

export function discardChat({ key }: Outgoing): void {
  chatStore.setState(({ outgoing }) => ({ outgoing: outgoing.filter((one) => one.key !== key) }));
  void sendNext();
}

/** The line is back: what nobody answered goes out again. */
function resume(): void {
  for (const one of chatStore.getState().outgoing) if (one.state === 'failed' && one.why === '') retryChat(one);
}

async function sendNext(): Promise<void> {
  const next = nextToSend(chatStore.getState().outgoing);
  if (!next) return;
  const { key, text, image } = next;
  change(key, { state: 'sending' });
  try {
    const { message } = await call('chat_send', { text, ...(image !== '' && { image }) }, { key, quiet: true });
    if (!chatStore.getState().outgoing.some((one) => one.key === key)) return;
    chatStore.setState(({ outgoing, messages }) => ({
      outgoing: outgoing.filter((one) => one.key !== key),
      messages: merged(messages, [message]),
    }));
    void catchUp();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    change(key, { state: 'failed', why: error.failure === 'refused' ? error.message : '' });
    return;
  }
  void sendNext();
}

/** Up to the newest that is known; what fails is marked with the next. */
export async function markChatRead(): Promise<void> {
  const { messages, unread } = chatStore.getState();
  const seq = messages.at(-1)?.seq;
  if (unread === 0 || seq === undefined) return;
  await call('chat_read', { seq }, { quiet: true }).then(catchUp, () => undefined);
}

export async function rateChat(thread: string, score: number): Promise<void> {
  await call('chat_rate', { thread, score });
  await catchUp();
}
