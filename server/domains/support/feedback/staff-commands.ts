// What the staff do with feedback: look, take, answer, close. Each is one record write and an act; no act holds what anybody wrote.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { AnswerOf, ParsedOf } from '@fairtick/contract/http/index';
import { PAGE_SIZE } from '@fairtick/contract/page-size';
import type { ActKind } from '@fairtick/contract/staff/acts';
import type { StaffTable } from '@fairtick/contract/staff/index';
import type { Clock } from '@fairtick/kernel/clock';
import { type Id, parseId } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { insertActs } from '../../../platform/acts/table.ts';
import type { Answer } from '../../../platform/commands/command.ts';
import { keyOf } from '../../../platform/commands/key.ts';
import type { Pool, PoolClient } from '../../../platform/database/pools.ts';
import { runAll } from '../../../platform/database/statement.ts';
import { memberOf, type StaffContext } from '../../../platform/endpoints.ts';
import type { Files } from '../../../platform/files/files.ts';
import { letterTo } from '../../../platform/mail/letter.ts';
import { writeNotices } from '../../../platform/notices/stored.ts';
import { insertOutbox } from '../../../platform/outbox/table.ts';
import type { Records } from '../../../platform/records/records.ts';
import { claimedOf } from './reviewing.ts';
import { CLAIM_MS, doingRefusal, mayRead, numberOf, readAnswer, type StaffDoing, type Status } from './rules.ts';
import {
  countQueue,
  type FeedbackRow,
  findFeedback,
  listQueue,
  lockFeedback,
  setAnswer,
  setClaim,
  setClosed,
} from './table.ts';
import { queuedView, timeOf } from './views.ts';

type Writing = 'feedback_claim' | 'feedback_answer' | 'feedback_close';
type Input<N extends keyof StaffTable['endpoints']> = ParsedOf<N, StaffTable>;
type Answered<N extends keyof StaffTable['endpoints']> = Promise<Result<AnswerOf<N, StaffTable>, Refusal>>;

/** What support must know of the staff, who are above it. */
export interface SupportStaff {
  /** Of anybody who is or was of the staff. */
  name(staffId: Id): Promise<string>;
  /** The user accounts that are declared to be the member's own or their family's. */
  linkedUsers(staffId: Id): Promise<readonly Id[]>;
  /** First in a transaction: why the member may not do that now with what these users wrote; they are held until it ends. */
  refusedNow(
    tx: PoolClient,
    writer: { readonly staffId: Id; readonly endpoint: Writing; readonly users: readonly Id[] },
  ): Promise<Refusal | undefined>;
}

export interface AnsweringOptions {
  readonly db: Pool;
  readonly clock: Clock;
  readonly records: Records;
  readonly files: Files;
  readonly newId: () => Id;
  readonly staff: SupportStaff;
}

const STATES = { open: [1, 2], answered: [3], closed: [4] } as const satisfies Record<string, readonly Status[]>;

export class Answering {
  readonly #options: AnsweringOptions;

  constructor(options: AnsweringOptions) {
    this.#options = options;
  }

  async list({ state, page }: Input<'feedback_queue'>, context: StaffContext): Answered<'feedback_queue'> {
    const { db } = this.#options;
    const status = STATES[state];
    const [rows, total, waiting] = await Promise.all([
      listQueue(db, { status, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
      countQueue(db, status),
      countQueue(db, STATES.open),
    ]);
    const { staffId } = memberOf(context);
    return ok({ data: await Promise.all(rows.map((row) => this.#queued(row, staffId))), total, waiting });
  }

  async read({ id }: Input<'feedback_item'>, context: StaffContext): Answered<'feedback_item'> {
    const { db, clock, files, staff } = this.#options;
    const { staffId } = memberOf(context);
    const row = await findFeedback(db, parseId(id) ?? 0n);
    if (!row) return err(refuse('ITEM_UNKNOWN'));
    if (row.user_id !== null && (await staff.linkedUsers(staffId)).includes(row.user_id))
      return err(refuse('BENEFICIARY'));
    const open = mayRead(claimedOf(row, clock.now()), row.claimed_by, staffId);
    const shown = (text: string | null): string => (open ? (text ?? '') : '');
    const [answeredBy, closedBy] = await Promise.all([this.#name(row.answered_by), this.#name(row.closed_by)]);
    const image = shown(row.erased_time === null ? row.image : null);
    return ok({
      ...(await this.#queued(row, staffId)),
      text: shown(row.words),
      email: shown(row.email),
      device: shown(row.device),
      image: image === '' ? '' : files.links.link(image, { kind: 'staff', id: staffId }),
      lang: row.lang,
      answer: shown(row.answer),
      ...{ answeredBy, closedBy },
      answered: timeOf(row.answered_time),
      closed: timeOf(row.closed_time),
      erased: row.erased_time !== null,
    });
  }

  async claim(input: Input<'feedback_claim'>, context: StaffContext): Answered<'feedback_claim'> {
    const { staffId } = memberOf(context);
    const done = await this.#do('claim', input.id, input, context, async (tx, { id }, nowMs) => {
      const until = nowMs + CLAIM_MS;
      await setClaim(tx, id, staffId, until);
      return { until };
    });
    return done.ok ? ok({ until: Number(done.value.until) }) : done;
  }

  async answer(input: Input<'feedback_answer'>, context: StaffContext): Answered<'feedback_answer'> {
    const { staffId } = memberOf(context);
    const text = readAnswer(input.text);
    if (!text.ok) return text;
    const answer = text.value;
    const done = await this.#do('answer', input.id, { ...input, text: answer }, context, async (tx, row, timeMs) => {
      await setAnswer(tx, { id: row.id, staffId, answer, timeMs });
      await this.#tell(tx, row, answer);
      return {};
    });
    return done.ok ? ok({}) : done;
  }

  async close(input: Input<'feedback_close'>, context: StaffContext): Answered<'feedback_close'> {
    const { staffId } = memberOf(context);
    const done = await this.#do('close', input.id, input, context, async (tx, { id }, nowMs) => {
      await setClosed(tx, id, staffId, nowMs);
      return {};
    });
    return done.ok ? ok({}) : done;
  }

  /** Under the lock of what it is about: who may, whether it may be done, the doing, and the act of it. */
  async #do(
    doing: StaffDoing,
    id: string,
    bound: Readonly<Record<string, unknown>>,
    context: StaffContext,
    act: (tx: PoolClient, row: FeedbackRow, nowMs: number) => Promise<Answer>,
  ): Promise<Result<Answer, Refusal>> {
    const { db, clock, records, staff } = this.#options;
    const { staffId } = memberOf(context);
    const found = await findFeedback(db, parseId(id) ?? 0n);
    if (!found) return err(refuse('ITEM_UNKNOWN'));
    const endpoint = `feedback_${doing}` as const;
    return records.write({
      key: keyOf(staffId, context.key, endpoint, bound),
      act: async (tx) => {
        const users = found.user_id === null ? [] : [found.user_id];
        const notNow = await staff.refusedNow(tx, { staffId, endpoint, users });
        if (notNow) return err(notNow);
        const row = await lockFeedback(tx, found.id);
        if (!row) return err(refuse('ITEM_UNKNOWN'));
        const nowMs = clock.now();
        const item = claimedOf(row, nowMs);
        const refused = doingRefusal(item, doing, staffId);
        if (refused?.error === 'TAKEN_BY_OTHER')
          return err(refuse('TAKEN_BY_OTHER', { name: await this.#name(item.holder ?? null) }));
        if (refused) return err(refused);
        const answer = await act(tx, row, nowMs);
        const contents = { kind: row.kind };
        const about = {
          actor: { kind: 'staff', id: staffId },
          subject: { kind: 'feedback', id: String(row.id) },
        } as const;
        await runAll(tx, insertActs([{ kind: ACTS[doing], ...about, contents }]));
        return ok(answer);
      },
    });
  }

  /** A user by a notice without the words; a visitor, who reads it nowhere else, by a letter with them. */
  async #tell(tx: PoolClient, { id, kind, user_id: userId, realm, email, lang }: FeedbackRow, answer: string) {
    const number = numberOf(kind, id);
    if (userId !== null && realm !== null) {
      const notice = { userId, realm, kind: 'feedback_answered', orderId: undefined, params: { number } } as const;
      return runAll(tx, writeNotices([notice], this.#options.newId));
    }
    if (email === null) return;
    const letter = letterTo({ address: email, template: 'feedback_reply', params: { number, answer }, lang });
    return runAll(tx, insertOutbox([letter]));
  }

  async #queued(row: FeedbackRow, staffId: Id) {
    const { holder } = claimedOf(row, this.#options.clock.now());
    const takenBy = row.status === 2 ? await this.#name(holder ?? null) : '';
    return queuedView(row, holder, takenBy, staffId);
  }

  async #name(staffId: Id | null): Promise<string> {
    return staffId === null ? '' : this.#options.staff.name(staffId);
  }
}

const ACTS: Readonly<Record<StaffDoing, ActKind>> = {
  claim: 'feedback_claimed',
  answer: 'feedback_answered',
  close: 'feedback_closed',
};
