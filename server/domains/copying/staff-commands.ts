// What the staff do with applications and traders: look at the record behind one, approve, reject, suspend. Each is an act in the transaction of its effect.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { AnswerOf, ParsedOf } from '@fairtick/contract/http/index';
import { PAGE_SIZE } from '@fairtick/contract/page-size';
import type { ActKind } from '@fairtick/contract/staff/acts';
import type { StaffTable } from '@fairtick/contract/staff/index';
import { toHex } from '@fairtick/kernel/bytes';
import type { Clock } from '@fairtick/kernel/clock';
import { formatUnits, min } from '@fairtick/kernel/decimal';
import { type Id, parseId } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { insertActs } from '../../platform/acts/table.ts';
import type { Outcome } from '../../platform/commands/command.ts';
import { keyOf } from '../../platform/commands/key.ts';
import type { Pool, PoolClient } from '../../platform/database/pools.ts';
import { runAll } from '../../platform/database/statement.ts';
import { memberOf, type StaffContext } from '../../platform/endpoints.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { writeNotices } from '../../platform/notices/stored.ts';
import type { Records } from '../../platform/records/records.ts';
import { readStanding, uidOf } from '../accounts/index.ts';
import { closedSince } from '../forex/index.ts';
import { lockOwners } from '../ledger/index.ts';
import type { MarketAt } from '../market/index.ts';
import { samePerson } from '../verification/index.ts';
import { closedOrder, openPositions } from './board.ts';
import { equityAfter } from './equity-table.ts';
import { followsAnybody } from './following/list-table.ts';
import { decided, readReason, stateOf, statusOf } from './rules/application.ts';
import { curveFigures } from './rules/curve.ts';
import { isInWindow, mainPairOf, multipleOf, sumsOf } from './rules/figures.ts';
import {
  type ApplicationRow,
  accountsOfPeople,
  countApplications,
  findApplication,
  findTrader,
  listApplications,
  lockApplication,
  writeDecision,
} from './table.ts';
import { averagesOf, nicknameOf, windowView } from './views.ts';

export interface TraderStaffOptions {
  readonly db: Pool;
  readonly records: Records;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly market: () => MarketAt;
  readonly newId: () => Id;
  readonly staff: {
    name(staffId: Id): Promise<string>;
    /** The user accounts that are declared to be the member's own or their family's. */
    linkedUsers(staffId: Id): Promise<readonly Id[]>;
    /** First in a transaction: why the member may not decide about these users now; they are held until it ends. */
    refusedNow(
      tx: PoolClient,
      writer: { readonly staffId: Id; readonly endpoint: 'trader_decide'; readonly users: readonly Id[] },
    ): Promise<Refusal | undefined>;
  };
}

type Input<N extends keyof StaffTable['endpoints']> = ParsedOf<N, StaffTable>;
type Answered<N extends keyof StaffTable['endpoints']> = Promise<Result<AnswerOf<N, StaffTable>, Refusal>>;

const DECIDED = {
  2: 'trader_approved',
  3: 'trader_rejected',
  4: 'trader_suspended',
} as const satisfies Record<2 | 3 | 4, ActKind>;

export class TraderReviews {
  readonly #options: TraderStaffOptions;

  constructor(options: TraderStaffOptions) {
    this.#options = options;
  }

  async list({ state, page }: Input<'traders_queue'>): Answered<'traders_queue'> {
    const { db } = this.#options;
    const status = statusOf(state);
    const [rows, total, waiting] = await Promise.all([
      listApplications(db, { status, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
      countApplications(db, status),
      countApplications(db, statusOf('waiting')),
    ]);
    return ok({ data: rows.map(queuedView), total, waiting });
  }

  async read({ id }: Input<'trader_item'>, context: StaffContext): Answered<'trader_item'> {
    const { db, keys, staff } = this.#options;
    const found = await this.#reviewable(id, memberOf(context).staffId);
    if (!found.ok) return found;
    const row = found.value;
    const [standing, person, record, decidedBy] = await Promise.all([
      readStanding(db, row.user_id),
      samePerson(db, keys, row.user_id),
      this.#recordOf(row.user_id),
      row.decided_by === null ? '' : staff.name(row.decided_by),
    ]);
    return ok({
      ...queuedView(row),
      verified: standing?.verifiedTime !== undefined,
      country: standing?.country ?? '',
      reason: row.reason ?? '',
      decidedBy,
      agreement: { version: row.agreement_version, lang: row.agreement_lang, hash: toHex(row.agreement_hash) },
      record,
      samePerson: (person?.others ?? []).map(uidOf),
    });
  }

  async decide(input: Input<'trader_decide'>, context: StaffContext): Answered<'trader_decide'> {
    const { staffId } = memberOf(context);
    const reason = readReason(input.decision, input.reason);
    if (!reason.ok) return reason;
    const found = await this.#reviewable(input.id, staffId);
    if (!found.ok) return found;
    const done = await this.#options.records.write({
      key: keyOf(staffId, context.key, 'trader_decide', input),
      act: (tx) => this.#decide(tx, found.value, { staffId, decision: input.decision, reason: reason.value }),
    });
    return done.ok ? ok({}) : done;
  }

  async #decide(
    tx: PoolClient,
    { id, user_id: userId }: ApplicationRow,
    { staffId, decision, reason }: { staffId: Id; decision: Input<'trader_decide'>['decision']; reason: string },
  ): Promise<Outcome> {
    const { staff, newId } = this.#options;
    const refused = await staff.refusedNow(tx, { staffId, endpoint: 'trader_decide', users: [userId] });
    if (refused) return err(refused);
    // As a batch does, and before the trader: whoever begins to follow at the same moment comes before or after.
    await lockOwners(tx, [userId], []);
    const row = await lockApplication(tx, id);
    if (!row) return err(refuse('ITEM_UNKNOWN'));
    const status = decided(row.status, decision);
    if (!status.ok) return status;
    // Nobody leads whose verification does not stand any more.
    const verified = (await readStanding(tx, userId))?.verifiedTime !== undefined;
    if (status.value === 2 && !verified) return err(refuse('NOT_VERIFIED'));
    if (status.value === 2 && (await followsAnybody(tx, userId))) return err(refuse('FOLLOWS_FIRST'));
    await writeDecision(tx, { id, userId, status: status.value, staffId, reason });
    const kind = DECIDED[status.value];
    const told: Readonly<Record<string, string>> = reason === '' ? {} : { reason };
    const notice = { userId, realm: 'live', kind, orderId: undefined, params: told } as const;
    await runAll(tx, writeNotices([notice], newId));
    const subject = { kind: 'user', id: String(userId) } as const;
    const contents = { application: String(id), ...told };
    await runAll(tx, insertActs([{ kind, actor: { kind: 'staff', id: staffId }, subject, contents }]));
    return ok({});
  }

  /** Over all accounts of the person, counted anew from their orders: whoever decides sees what is there, not what was kept. */
  async #recordOf(userId: Id): Promise<AnswerOf<'trader_item', StaffTable>['record']> {
    const { db, clock, market } = this.#options;
    const key = (await findTrader(db, userId))?.personKey ?? userId;
    const accounts = (await accountsOfPeople(db, [key])).get(key) ?? [userId];
    const [rows, open, hours] = await Promise.all([
      closedSince(db, accounts, 0),
      openPositions({ db, market }, accounts),
      equityAfter(db, accounts, 0),
    ]);
    const orders = rows.map(closedOrder);
    const nowMs = clock.now();
    const [window, life] = [sumsOf(orders.filter((one) => isInWindow(one, nowMs))), sumsOf(orders)];
    const byAccount = Map.groupBy(hours, (row) => row.userId);
    const points = accounts.map((id) =>
      (byAccount.get(id) ?? []).map(({ hour, ...rest }) => ({ ...rest, time: hour })),
    );
    const { drawdown } = curveFigures(points);
    const { gain, loss } = averagesOf(life);
    const sides = [...open.values()];
    const pairId = mainPairOf(life);
    return {
      threeWeeks: windowView(window),
      total: windowView(life),
      averageGain: gain,
      averageLoss: loss,
      worst: formatUnits(
        orders.reduce((worst, { net }) => min(worst, net), 0n),
        6,
      ),
      multiple: multipleOf(life),
      pair: pairId === undefined ? '' : (market().pair(pairId)?.showCode ?? ''),
      openResult: formatUnits(
        sides.reduce((sum, { net }) => sum + net, 0n),
        6,
      ),
      openMargin: formatUnits(
        sides.reduce((sum, { margin }) => sum + margin, 0n),
        6,
      ),
      equity: formatUnits(open.get(userId)?.equity ?? 0n, 2),
      drawdown: drawdown === undefined ? '' : formatUnits(drawdown, 2),
    };
  }

  /** The application, unless it is of somebody whom the member is linked to: nobody looks at or decides their own. */
  async #reviewable(idText: string, staffId: Id): Promise<Result<ApplicationRow, Refusal>> {
    const { db, staff } = this.#options;
    const id = parseId(idText);
    const row = id === undefined ? undefined : await findApplication(db, id);
    if (!row) return err(refuse('ITEM_UNKNOWN'));
    return (await staff.linkedUsers(staffId)).includes(row.user_id) ? err(refuse('BENEFICIARY')) : ok(row);
  }
}

const queuedView = (row: ApplicationRow) => ({
  id: String(row.id),
  uid: row.uid,
  userId: String(row.user_id),
  nickname: nicknameOf({ nickname: row.nickname ?? undefined, userId: row.user_id }),
  state: stateOf(row.status),
  applied: Number(row.applied_time),
  due: Number(row.due_time),
  decided: row.decided_time === null ? null : Number(row.decided_time),
});
