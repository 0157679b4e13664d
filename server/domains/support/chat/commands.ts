// What a user does in the chat: write, read, judge. Each is one record write: sent again under its key, it is done once.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { AnswerOf, ParsedOf } from '@fairtick/contract/http/index';
import { toHex } from '@fairtick/kernel/bytes';
import { parseId } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { keyOf } from '../../../platform/commands/key.ts';
import type { Queries } from '../../../platform/database/pools.ts';
import { type RequestContext, userOf } from '../../../platform/endpoints.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import type { Records } from '../../../platform/records/records.ts';
import { holdPresent } from '../../accounts/index.ts';
import { MESSAGES_A_MINUTE, waitSeconds } from './rules.ts';
import { safeText } from './safety.ts';
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
      data: page.map(messageView),
      more,
      last: chat.last_seq,
      unread: chat.unread,
      thread: chat.thread ? { ...chat.thread, id: String(chat.thread.id) } : null,
    };
  }

  async send(
    { text: typed }: ParsedOf<'chat_send'>,
    context: RequestContext,
  ): Promise<Result<AnswerOf<'chat_send'>, Refusal>> {
    const { userId } = userOf(context);
    const safe = safeText(typed);
    if (!safe.ok) return safe;
    const { text, masked } = safe.value;
    const done = await this.#options.records.write({
      // Of what is stored alone, and by a MAC: the hash is kept for ever, also where the words have gone, and would tell whoever guesses them.
      key: keyOf(userId, context.key, 'chat_send', { stored: toHex(this.#options.keys.mac('chat', text)) }),
      act: async (tx) => {
        if (!(await holdPresent(tx, userId))) return err(refuse('SESSION_EXPIRED'));
        const line = await holdLine(tx, userId);
        const { times, nowMs } = await sentTimes(tx, userId, MESSAGES_A_MINUTE);
        const seconds = waitSeconds(times, nowMs);
        if (seconds > 0) return err(refuse('CHAT_TOO_FAST', { seconds: String(seconds) }));
        const dueInMs = this.#options.chatSettings().answerMinutes * MINUTE_MS;
        const threadId = await waitingThread(tx, { userId, lang: context.lang, dueInMs });
        const { seq, time } = await addMessage(tx, line, {
          ...{ userId, threadId, text, masked },
          ...{ author: 'user', staffId: undefined },
        });
        return ok({ seq, time });
      },
    });
    if (!done.ok) return done;
    const { seq, time } = done.value;
    const row = { seq: Number(seq), time: BigInt(Number(time)), author: 'user', name: null, text, masked } as const;
    return ok({ message: messageView(row) });
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
