// What a user does in the chat: write, read, judge. Each is one record write: sent again under its key, it is done once.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { AnswerOf, ParsedOf } from '@fairtick/contract/http/index';
import { toHex } from '@fairtick/kernel/bytes';
import { type Id, parseId } from '@fairtick/kernel/ids';
import { assert, err, ok, type Result } from '@fairtick/kernel/result';
import { keyOf } from '../../../platform/commands/key.ts';
import type { PoolClient, Queries } from '../../../platform/database/pools.ts';
import { type RequestContext, userOf } from '../../../platform/endpoints.ts';
import type { Files } from '../../../platform/files/files.ts';
import { attachUploads, lockUsable, usedUploads } from '../../../platform/files/table.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import type { Records } from '../../../platform/records/records.ts';
import { holdPresent } from '../../accounts/index.ts';
import { MESSAGES_A_MINUTE, waitSeconds } from './rules.ts';
import { type SafeText, safeText } from './safety.ts';
import type { ChatSettings } from './settings.ts';
import {
  addMessage,
  BEHIND_ALL,
  findThread,
  holdLine,
  markRead,
  messagesAfter,
  messagesBefore,
  readChat,
  sentTimes,
  setScore,
  waitingThread,
} from './table.ts';
import { messageView } from './views.ts';

export interface ChatOptions {
  readonly reads: () => Queries;
  readonly records: Records;
  readonly keys: Keys;
  readonly files: Files;
  readonly chatSettings: () => ChatSettings;
}

type Done = Promise<Result<Record<string, never>, Refusal>>;
const MINUTE_MS = 60_000;

export class Chat {
  readonly #options: ChatOptions;

  constructor(options: ChatOptions) {
    this.#options = options;
  }

  async read({ after, before, limit }: ParsedOf<'chat'>, context: RequestContext): Promise<AnswerOf<'chat'>> {
    const { userId } = userOf(context);
    const db = this.#options.reads();
    const forward = after !== undefined;
    const rows = forward
      ? await messagesAfter(db, userId, after, limit + 1)
      : (await messagesBefore(db, userId, before ?? BEHIND_ALL, limit + 1)).toReversed();
    // Read behind the messages: whatever is newer than them is asked for by its number.
    const chat = await readChat(db, userId);
    const more = rows.length > limit;
    const page = forward ? rows.slice(0, limit) : rows.slice(-limit);
    return {
      data: page.map((row) => messageView(row, this.#linksOf(userId))),
      more,
      last: chat.last_seq,
      unread: chat.unread,
      thread: chat.thread ? { ...chat.thread, id: String(chat.thread.id) } : null,
    };
  }

  async send(typed: ParsedOf<'chat_send'>, context: RequestContext): Promise<Result<AnswerOf<'chat_send'>, Refusal>> {
    const { userId } = userOf(context);
    const read = this.#read(typed, context);
    if (!read.ok) return read;
    const { text, masked, image } = read.value;
    const stored = toHex(this.#options.keys.mac('chat', text));
    const done = await this.#options.records.write({
      // Of what is stored alone, and by a MAC: the hash is kept for ever, also where the words have gone, and would tell whoever guesses them.
      key: keyOf(userId, context.key, 'chat_send', { stored, ...(image !== null && { image }) }),
      act: async (tx) => {
        if (!(await holdPresent(tx, userId))) return err(refuse('SESSION_EXPIRED'));
        const line = await holdLine(tx, userId);
        const { times, nowMs } = await sentTimes(tx, userId, MESSAGES_A_MINUTE);
        const seconds = waitSeconds(times, nowMs);
        if (seconds > 0) return err(refuse('CHAT_TOO_FAST', { seconds: String(seconds) }));
        const dueInMs = this.#options.chatSettings().answerMinutes * MINUTE_MS;
        const threadId = await waitingThread(tx, { userId, lang: context.lang, dueInMs });
        if (image !== null && !(await lockUsable(tx, [image], userId)).has(image))
          return err(await imageRefusal(tx, image, userId));
        const { seq, time } = await addMessage(tx, line, {
          ...{ userId, threadId, text, masked, image },
          ...{ author: 'user', staffId: undefined },
        });
        if (image !== null) await attach(tx, image, userId, threadId);
        return ok({ seq, time });
      },
    });
    if (!done.ok) return done;
    const { seq, time } = done.value;
    const facts = { seq: Number(seq), time: BigInt(Number(time)), author: 'user', name: null } as const;
    return ok({ message: messageView({ ...facts, text, masked, image }, this.#linksOf(userId)) });
  }

  /** As it is kept: words, a picture, or both. */
  #read(typed: ParsedOf<'chat_send'>, context: RequestContext): Result<SafeText & { image: string | null }, Refusal> {
    const { realm } = userOf(context);
    if (typed.image === '') {
      const safe = safeText(typed.text);
      return safe.ok ? ok({ ...safe.value, image: null }) : safe;
    }
    const safe = typed.text.trim() === '' ? ok({ text: '', masked: [] }) : safeText(typed.text);
    if (!safe.ok) return safe;
    // Only real users can have sent one.
    if (realm !== 'live') return err(refuse('REAL_ONLY'));
    const image = this.#options.files.idIn(typed.image);
    return image === undefined ? err(refuse('UPLOAD_UNKNOWN')) : ok({ ...safe.value, image });
  }

  #linksOf(userId: Id): (file: string) => string {
    return (file) => this.#options.files.links.link(file, { kind: 'user', id: userId });
  }

  async markRead(input: ParsedOf<'chat_read'>, context: RequestContext): Done {
    const { userId } = userOf(context);
    const done = await this.#options.records.write({
      key: keyOf(userId, context.key, 'chat_read', input),
      act: async (tx) => {
        await markRead(tx, userId, input.seq);
        return ok({});
      },
    });
    return done.ok ? ok({}) : done;
  }

  async rate(input: ParsedOf<'chat_rate'>, context: RequestContext): Done {
    const { userId } = userOf(context);
    const id = parseId(input.thread) ?? 0n;
    const done = await this.#options.records.write({
      key: keyOf(userId, context.key, 'chat_rate', input),
      act: async (tx) => {
        const thread = await findThread(tx, id);
        if (thread?.user_id !== userId) return err(refuse('CHAT_UNKNOWN'));
        if (thread.state !== 'closed') return err(refuse('CHAT_NOT_CLOSED'));
        return (await setScore(tx, id, input.score)) ? ok({}) : err(refuse('CHAT_RATED'));
      },
    });
    return done.ok ? ok({}) : done;
  }
}

async function attach(tx: PoolClient, image: string, ownerId: Id, threadId: Id): Promise<void> {
  const attached = await attachUploads(tx, { ids: [image], ownerId, attachedTo: `chat:${threadId}` });
  assert(attached, 'a picture that is locked can be used');
}

/** Nobody learns of another's upload that it is there. */
async function imageRefusal(tx: PoolClient, image: string, userId: Id): Promise<Refusal> {
  return refuse((await usedUploads(tx, [image], userId)).size > 0 ? 'UPLOAD_USED' : 'UPLOAD_UNKNOWN');
}
