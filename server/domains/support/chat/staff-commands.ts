// What the staff do in the chat: look, take, answer, hand over, close. Nobody reads without a row that says so, and nobody answers what another holds.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { AnswerOf, ParsedOf } from '@fairtick/contract/http/index';
import type { StaffTable } from '@fairtick/contract/staff/index';
import { mayDo, STAFF_ROLES } from '@fairtick/contract/staff/matrix';
import { toHex } from '@fairtick/kernel/bytes';
import { type Id, parseId } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { insertActOnce, insertActs, type NewAct } from '../../../platform/acts/table.ts';
import type { Answer } from '../../../platform/commands/command.ts';
import { keyOf } from '../../../platform/commands/key.ts';
import type { Addresses } from '../../../platform/config/addresses.ts';
import type { Pool, PoolClient } from '../../../platform/database/pools.ts';
import { runAll } from '../../../platform/database/statement.ts';
import { memberOf, type StaffContext } from '../../../platform/endpoints.ts';
import type { Files } from '../../../platform/files/files.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { actorOfPrincipal } from '../../../platform/principals.ts';
import type { Records } from '../../../platform/records/records.ts';
import { CLAIM_MS, leadsToUsAlone } from './rules.ts';
import { safeText } from './safety.ts';
import type { ChatSettings } from './settings.ts';
import { claim, countWaiting, findQueued, giveTo, listThreads, membersOf, setState } from './staff-table.ts';
import {
  addMessage,
  BEHIND_ALL,
  findThread,
  holdLine,
  type LineRow,
  messagesBefore,
  readChat,
  type ThreadRow,
} from './table.ts';
import { staffMessageView, threadView } from './views.ts';

type Endpoint = 'chat_claim' | 'chat_answer' | 'chat_hand_over' | 'chat_close';
type Input<N extends keyof StaffTable['endpoints']> = ParsedOf<N, StaffTable>;
type Answered<N extends keyof StaffTable['endpoints']> = Promise<Result<AnswerOf<N, StaffTable>, Refusal>>;

export interface ChatDeskOptions {
  readonly db: Pool;
  readonly records: Records;
  readonly keys: Keys;
  readonly files: Files;
  readonly addresses: () => Addresses;
  readonly chatSettings: () => ChatSettings;
  /** The user accounts that are declared to be a member's own or their family's. */
  readonly linkedUsers: (staffId: Id) => Promise<readonly Id[]>;
  /** First in a transaction: why the member may not make the write now; they are held until it ends. */
  readonly refusedNow: (
    tx: PoolClient,
    writer: { readonly staffId: Id; readonly endpoint: Endpoint; readonly users: readonly Id[] },
  ) => Promise<Refusal | undefined>;
}

const THREADS_SHOWN = 50;
const MESSAGES_SHOWN = 200;
const ANSWERING = STAFF_ROLES.filter((role) => mayDo([role], { act: 'chat', grants: ['do'] }));

/** A thread that is the member's until the transaction ends, and the line that it is part of. */
interface Held {
  readonly thread: ThreadRow;
  readonly line: LineRow;
  readonly until: number;
}

export class ChatDesk {
  readonly #options: ChatDeskOptions;

  constructor(options: ChatDeskOptions) {
    this.#options = options;
  }

  async list({ state, before }: Input<'chat_threads'>, context: StaffContext): Answered<'chat_threads'> {
    const { db } = this.#options;
    const { staffId } = memberOf(context);
    const last = before === undefined ? undefined : (parseId(before) ?? 0n);
    const [rows, waiting] = await Promise.all([
      listThreads(db, { state, last, limit: THREADS_SHOWN + 1 }),
      countWaiting(db),
    ]);
    const data = rows.slice(0, THREADS_SHOWN).map((row) => threadView(row, staffId));
    return ok({ data, waiting, more: rows.length > THREADS_SHOWN });
  }

  /** The row that says who looked is committed before anything is shown. */
  async look({ id }: Input<'chat_thread'>, context: StaffContext): Answered<'chat_thread'> {
    const { db, chatSettings, files } = this.#options;
    const { staffId } = memberOf(context);
    const row = await findQueued(db, parseId(id) ?? 0n);
    if (!row) return err(refuse('ITEM_UNKNOWN'));
    if (await this.#isOwn(row.user_id, staffId)) return err(refuse('BENEFICIARY'));
    await runAll(db, [insertActOnce(actOf('chat_read', row.user_id, context, { thread: id }))]);
    const [messages, { read_seq: readSeq }, members] = await Promise.all([
      messagesBefore(db, row.user_id, BEHIND_ALL, MESSAGES_SHOWN),
      readChat(db, row.user_id),
      membersOf(db, ANSWERING),
    ]);
    const linkOf = (file: string): string => files.links.link(file, { kind: 'staff', id: staffId });
    const prepared = chatSettings().prepared.flatMap(({ name, texts }) => {
      const lang = texts[row.lang] === undefined ? 'en' : row.lang;
      const text = texts[lang];
      return text === undefined ? [] : [{ name, text, lang }];
    });
    return ok({
      ...threadView(row, staffId),
      messages: messages.toReversed().map((one) => staffMessageView(one, linkOf)),
      ...{ readSeq, prepared },
      colleagues: members.filter((one) => one.id !== staffId).map((one) => ({ id: String(one.id), name: one.name })),
    });
  }

  async claim(input: Input<'chat_claim'>, context: StaffContext): Answered<'chat_claim'> {
    const done = await this.#onThread('chat_claim', input, input, context, async (tx, { thread, until }) => {
      await sendAct(tx, actOf('chat_claimed', thread.user_id, context, { thread: input.id }));
      return ok({ until });
    });
    return done.ok ? ok({ until: Number(done.value.until) }) : done;
  }

  async answer({ id, text: typed }: Input<'chat_answer'>, context: StaffContext): Answered<'chat_answer'> {
    const safe = safeText(typed);
    if (!safe.ok) return safe;
    const { text, masked } = safe.value;
    if (!leadsToUsAlone(text, this.#options.addresses().app)) return err(refuse('REASON_LEADS_AWAY'));
    const { staffId } = memberOf(context);
    const done = await this.#onThread(
      'chat_answer',
      { id },
      { id, stored: this.#mark(text) },
      context,
      async (tx, held) => {
        const { thread, line } = held;
        const message = {
          userId: thread.user_id,
          threadId: thread.id,
          author: 'staff',
          staffId,
          text,
          masked,
        } as const;
        const { seq } = await addMessage(tx, line, message);
        await setState(tx, thread.id, 'waiting_user');
        await sendAct(tx, actOf('chat_answered', thread.user_id, context, { thread: id, seq }));
        return ok({ seq });
      },
    );
    return done.ok ? ok({ seq: Number(done.value.seq) }) : done;
  }

  async handOver(input: Input<'chat_hand_over'>, context: StaffContext): Answered<'chat_hand_over'> {
    const to = input.to === undefined ? undefined : (parseId(input.to) ?? 0n);
    const done = await this.#onThread('chat_hand_over', input, input, context, async (tx, { thread }) => {
      if (to !== undefined && !(await membersOf(tx, ANSWERING)).some(({ id }) => id === to))
        return err(refuse('ITEM_UNKNOWN'));
      // Who may not answer it would hold it all the same.
      if (to !== undefined && (await this.#isOwn(thread.user_id, to))) return err(refuse('BENEFICIARY'));
      await giveTo(tx, thread.id, to, CLAIM_MS);
      const contents = { thread: input.id, ...(to === undefined ? {} : { to: String(to) }) };
      await sendAct(tx, actOf('chat_handed_over', thread.user_id, context, contents));
      return ok({});
    });
    return done.ok ? ok({}) : done;
  }

  async close(input: Input<'chat_close'>, context: StaffContext): Answered<'chat_close'> {
    const { staffId } = memberOf(context);
    const done = await this.#onThread('chat_close', input, input, context, async (tx, { thread, line }) => {
      const said = { author: 'system', text: 'closed', staffId, masked: [] } as const;
      await addMessage(tx, line, { ...said, userId: thread.user_id, threadId: thread.id });
      await setState(tx, thread.id, 'closed');
      await sendAct(tx, actOf('chat_closed', thread.user_id, context, { thread: input.id }));
      return ok({});
    });
    return done.ok ? ok({}) : done;
  }

  async #isOwn(userId: Id, staffId: Id): Promise<boolean> {
    return (await this.#options.linkedUsers(staffId)).includes(userId);
  }

  /** What stands for words in a key, which is kept for ever. */
  #mark(text: string): string {
    return toHex(this.#options.keys.mac('chat', text));
  }

  /** The line is held before the thread, as a user's message does: neither waits for the other in a ring. */
  #onThread(
    endpoint: Endpoint,
    { id }: { readonly id: string },
    bound: Readonly<Record<string, unknown>>,
    context: StaffContext,
    act: (tx: PoolClient, held: Held) => Promise<Result<Answer, Refusal>>,
  ): Promise<Result<Answer, Refusal>> {
    const { staffId } = memberOf(context);
    return this.#options.records.write({
      key: keyOf(staffId, context.key, endpoint, bound),
      act: async (tx) => {
        const thread = await findThread(tx, parseId(id) ?? 0n);
        const users = thread ? [thread.user_id] : [];
        const refused = await this.#options.refusedNow(tx, { staffId, endpoint, users });
        if (refused) return err(refused);
        if (!thread) return err(refuse('ITEM_UNKNOWN'));
        const line = await holdLine(tx, thread.user_id);
        const until = await claim(tx, thread.id, staffId, CLAIM_MS);
        if (until === undefined) return err(await notTaken(tx, thread.id));
        return act(tx, { thread, line, until });
      },
    });
  }
}

async function notTaken(tx: PoolClient, id: Id): Promise<Refusal> {
  const now = await findQueued(tx, id);
  return now?.holder_name ? refuse('TAKEN_BY_OTHER', { name: now.holder_name }) : refuse('ALREADY_DECIDED');
}

const sendAct = (tx: PoolClient, act: NewAct): Promise<void> => runAll(tx, insertActs([act]));

const actOf = (
  kind: NewAct['kind'],
  userId: Id,
  context: StaffContext,
  contents: Readonly<Record<string, unknown>>,
): NewAct => ({
  kind,
  actor: actorOfPrincipal(memberOf(context)),
  subject: { kind: 'user', id: String(userId) },
  contents,
});
