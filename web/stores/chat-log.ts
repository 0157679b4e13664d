// What a chat looks like to its user: what the server has, once each and in its order, and behind it what is still on its way. Pure.

import type { AnswerOf } from '@fairtick/contract/http/index';

export type ChatMessage = AnswerOf<'chat'>['data'][number];

/** What the user has written and the server has not confirmed. */
export interface Outgoing {
  /** Sent again under this, it is taken once. */
  readonly key: string;
  readonly text: string;
  /** The link of a picture that has been sent; '' for none. */
  readonly image: string;
  /** waiting: its turn has not come, or the line is away. */
  readonly state: 'waiting' | 'sending' | 'failed';
  /** Why the server refused it; '' where no server answered. */
  readonly why: string;
}

/** Both, by their numbers, each once. */
export function merged(known: readonly ChatMessage[], more: readonly ChatMessage[]): readonly ChatMessage[] {
  const all = new Map([...known, ...more].map((message) => [message.seq, message]));
  return [...all.values()].sort((a, b) => a.seq - b.seq);
}

/**
 * Up to where nothing is missing: what is asked for next comes after it. A message that was sent from here may be known before one of another tab that
 * lies below it.
 */
export function wholeUpTo(messages: readonly ChatMessage[]): number {
  let at = messages[0]?.seq ?? 0;
  for (const { seq } of messages.slice(1)) {
    if (seq !== at + 1) break;
    at = seq;
  }
  return at;
}

/** The first that is to be sent: they go one after the other, so that they arrive as they were written. None while one is under way or waits to be sent again. */
export const nextToSend = (outgoing: readonly Outgoing[]): Outgoing | undefined =>
  outgoing[0]?.state === 'waiting' ? outgoing[0] : undefined;
