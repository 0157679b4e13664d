// What the staff do with verifications: look, take, decide. A decision changes what the user may do, so it goes through the pipeline, and all that
// follows from it is written with it.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { AnswerOf, ParsedOf } from '@fairtick/contract/http/index';
import { PAGE_SIZE } from '@fairtick/contract/page-size';
import type { StaffTable } from '@fairtick/contract/staff/index';
import { type Id, parseId } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { insertActs } from '../../platform/acts/table.ts';
import type { Command, Outcome } from '../../platform/commands/command.ts';
import { keyOf } from '../../platform/commands/key.ts';
import { staffCommand } from '../../platform/commands/request.ts';
import type { Pool, PoolClient } from '../../platform/database/pools.ts';
import { runAll } from '../../platform/database/statement.ts';
import { memberOf, type StaffContext } from '../../platform/endpoints.ts';
import type { Files } from '../../platform/files/files.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import type { Records } from '../../platform/records/records.ts';
import { readStanding, STANDING_LOOKS_AT, uidOf } from '../accounts/index.ts';
import { cardMacs, openPerson } from './persons.ts';
import { mayLook } from './reviewing.ts';
import {
  CLAIM_MS,
  decideVerification,
  decisionOf,
  maskedCard,
  maskedName,
  type VerificationChange,
  type VerificationState,
} from './rules.ts';
import {
  claim,
  countWaiting,
  findVerification,
  listVerifications,
  nextWaiting,
  othersWithCard,
  type VerificationRow,
} from './table.ts';
import { queuedView } from './views.ts';

/** What verification must know of the staff, who are above it. */
export interface Reviewers {
  /** Of anybody who is or was of the staff. */
  name(staffId: Id): Promise<string>;
  /** The user accounts that are declared to be the member's own or their family's. */
  linkedUsers(staffId: Id): Promise<readonly Id[]>;
  /**
   * First in a transaction: why the member may not take an item of these users now; undefined where they may. They are held until it ends, so that
   * no right is taken away in between.
   */
  refusedNow(
    tx: PoolClient,
    writer: { readonly staffId: Id; readonly endpoint: 'verification_claim'; readonly users: readonly Id[] },
  ): Promise<Refusal | undefined>;
}

export interface ReviewOptions {
  readonly submit: (command: Command<VerificationState, VerificationChange>) => Promise<Outcome>;
  readonly db: Pool;
  readonly records: Records;
  readonly keys: Keys;
  readonly files: Files;
  readonly reviewers: Reviewers;
}

type Input<N extends keyof StaffTable['endpoints']> = ParsedOf<N, StaffTable>;
type Answer<N extends keyof StaffTable['endpoints']> = AnswerOf<N, StaffTable>;
type Answered<N extends keyof StaffTable['endpoints']> = Promise<Result<Answer<N>, Refusal>>;

export class Reviews {
  readonly #options: ReviewOptions;

  constructor(options: ReviewOptions) {
    this.#options = options;
  }

  async list({ status, before }: Input<'verifications'>, context: StaffContext): Answered<'verifications'> {
    const { db } = this.#options;
    const wanted = { status: STATUSES[status], before: idOf(before), limit: PAGE_SIZE + 1 };
    const [rows, waiting] = await Promise.all([listVerifications(db, wanted), countWaiting(db)]);
    const page = rows.slice(0, PAGE_SIZE);
    const [same, names] = await Promise.all([this.#sameCard(page), this.#claimants(page)]);
    const data = page.map((row, at) =>
      queuedView({
        row,
        staffId: memberOf(context).staffId,
        takenBy: row.claimed_by === null ? '' : (names.get(row.claimed_by) ?? ''),
        flagged: (same[at] ?? []).length > 0,
      }),
    );
    return ok({ data, waiting, more: rows.length > PAGE_SIZE });
  }

  /**
   * Images, the whole name and the whole number are shown while they are reviewed: of one that waits, to whoever has claimed it, which is an act.
   * Nobody browses identities without one.
   */
  async read({ id }: Input<'verification'>, context: StaffContext): Answered<'verification'> {
    const { db, keys, files } = this.#options;
    const { staffId, roles } = memberOf(context);
    const found = await this.#reviewable(id, staffId);
    if (!found.ok) return found;
    const row = found.value;
    const person = openPerson(keys, row);
    const [[same = []], names, decidedBy, standing] = await Promise.all([
      othersWithCard(db, [{ userId: row.user_id, macs: cardMacs(keys, person) }]),
      this.#claimants([row]),
      row.decided_by === null ? '' : this.#options.reviewers.name(row.decided_by),
      readStanding(db, row.user_id),
    ]);
    const takenBy = row.claimed_by === null ? '' : (names.get(row.claimed_by) ?? '');
    const reviewed = row.status === 1 && row.claimed_by === staffId;
    const link = (file: string): string =>
      reviewed && mayLook(roles) ? files.links.link(file, { kind: 'staff', id: staffId }) : '';
    return ok({
      ...queuedView({ row, staffId, takenBy, flagged: same.length > 0 }),
      userId: String(row.user_id),
      residence: standing?.country ?? '',
      name: reviewed ? person.name : maskedName(person.name),
      cardId: reviewed ? person.card : maskedCard(person.card),
      front: link(row.front),
      reverse: link(row.back),
      reasonCode: row.reason_code ?? '',
      reason: row.reason ?? '',
      decidedBy,
      decidedTime: row.decided_time === null ? null : Number(row.decided_time),
      sameCard: same.map(uidOf),
    });
  }

  async claim(input: Input<'verification_claim'>, context: StaffContext): Answered<'verification_claim'> {
    const { staffId } = memberOf(context);
    const found = await this.#reviewable(input.id, staffId);
    if (!found.ok) return found;
    const { id, user_id: userId } = found.value;
    const done = await this.#options.records.write({
      key: keyOf(staffId, context.key, 'verification_claim', input),
      act: async (tx) => {
        const { reviewers } = this.#options;
        const refused = await reviewers.refusedNow(tx, { staffId, endpoint: 'verification_claim', users: [userId] });
        if (refused) return err(refused);
        const until = await claim(tx, id, staffId, CLAIM_MS);
        if (until === undefined) return err(await this.#notClaimed(id));
        const subject = { kind: 'user', id: String(userId) } as const;
        const contents = { verification: String(id) };
        const acts = [
          { kind: 'verification_claimed', actor: { kind: 'staff', id: staffId }, subject, contents } as const,
        ];
        await runAll(tx, insertActs(acts));
        return ok({ until });
      },
    });
    return done.ok ? ok({ until: Number(done.value.until) }) : done;
  }

  async decide(input: Input<'verification_decide'>, context: StaffContext): Answered<'verification_decide'> {
    const { db, submit, reviewers } = this.#options;
    const { staffId } = memberOf(context);
    const decision = decisionOf(input);
    if (!decision.ok) return decision;
    const found = await this.#reviewable(input.id, staffId);
    if (!found.ok) return found;
    const { id, user_id: userId, status, claimed_by: claimant } = found.value;
    // A courtesy, looked at before the lock: whoever decides first has decided, claimed or not.
    if (status === 1 && claimant !== null && claimant !== staffId) return err(await this.#taken(claimant));
    const outcome = await submit({
      ...staffCommand({ endpoint: 'verification_decide', input, context }, { realm: 'live', owners: [userId] }),
      looksAt: STANDING_LOOKS_AT,
      names: { verification: [id] },
      decide: (state) => {
        const decided = decideVerification(state, { id, staffId, decision: decision.value });
        return decided.ok ? ok({ change: decided.value, answer: {} }) : decided;
      },
    });
    if (!outcome.ok) return outcome;
    const next = await nextWaiting(db, staffId, await reviewers.linkedUsers(staffId));
    return ok({ next: next === undefined ? null : String(next) });
  }

  /** The item, unless it is of somebody whom the member is linked to: nobody looks at or decides their own. */
  async #reviewable(idText: string, staffId: Id): Promise<Result<VerificationRow, Refusal>> {
    const { db, reviewers } = this.#options;
    const id = idOf(idText);
    const row = id === undefined ? undefined : await findVerification(db, id);
    if (!row) return err(refuse('ITEM_UNKNOWN'));
    return (await reviewers.linkedUsers(staffId)).includes(row.user_id) ? err(refuse('BENEFICIARY')) : ok(row);
  }

  async #notClaimed(id: Id): Promise<Refusal> {
    const row = await findVerification(this.#options.db, id);
    return row?.status === 1 && row.claimed_by !== null ? this.#taken(row.claimed_by) : refuse('ALREADY_DECIDED');
  }

  async #taken(by: Id): Promise<Refusal> {
    return refuse('TAKEN_BY_OTHER', { name: await this.#options.reviewers.name(by) });
  }

  async #claimants(rows: readonly VerificationRow[]): Promise<ReadonlyMap<Id, string>> {
    const ids = [...new Set(rows.flatMap((row) => row.claimed_by ?? []))];
    const names = await Promise.all(ids.map((id) => this.#options.reviewers.name(id)));
    return new Map(ids.map((id, at) => [id, names[at] ?? '']));
  }

  #sameCard(rows: readonly VerificationRow[]): Promise<Id[][]> {
    const { db, keys } = this.#options;
    if (rows.length === 0) return Promise.resolve([]);
    return othersWithCard(
      db,
      rows.map((row) => ({ userId: row.user_id, macs: cardMacs(keys, openPerson(keys, row)) })),
    );
  }
}

const STATUSES = { '1': 1, '2': 2, '3': 3 } as const;
const idOf = (text: string | undefined): Id | undefined => (text === undefined ? undefined : parseId(text));
