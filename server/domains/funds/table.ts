// The SQL of fund products beside a batch: what users and the staff read of them, and what is due.

import type { Realm } from '@fairtick/engine/types';
import { type Amount, amount, readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { int8 } from '../../platform/database/columns.ts';
import type { Queries } from '../../platform/database/pools.ts';
import type { RowOf } from '../../platform/database/tables/mapping.ts';
import { find } from '../../platform/database/tables/select.ts';
import { FUND_INCOME, FUND_SUBSCRIPTIONS, type Income, type Subscription } from './columns.ts';

const { names } = FUND_SUBSCRIPTIONS;
const toSubscription = FUND_SUBSCRIPTIONS.flat(names);
type Row = RowOf<typeof FUND_SUBSCRIPTIONS.columns>;

const FIND = find(FUND_SUBSCRIPTIONS, 'funds_find', names);

export async function findSubscription(db: Queries, id: Id): Promise<Subscription | undefined> {
  const [row] = await FIND(db, [{ id }]);
  return row && toSubscription(row);
}

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

// One statement, so that page and count are of one moment. A page beyond the last has one row, without a subscription.
const LIST = `SELECT page.*, whole.total
  FROM (SELECT count(*) AS total FROM fund_subscriptions WHERE user_id = $1) whole
  LEFT JOIN LATERAL (SELECT ${FUND_SUBSCRIPTIONS.list(names)} FROM fund_subscriptions WHERE user_id = $1
    ORDER BY id DESC LIMIT $2 OFFSET $3) page ON true
  ORDER BY page.id DESC`;

/** One page of a user's, the newest first. */
export async function listSubscriptions(
  db: Queries,
  userId: Id,
  { limit, offset }: Page,
): Promise<{ readonly subscriptions: Subscription[]; readonly total: number }> {
  const { rows } = await db.query<(Row | { id: null }) & { total: bigint }>({
    name: 'funds_list',
    text: LIST,
    values: [userId, limit, offset],
  });
  return {
    subscriptions: rows.flatMap((row) => (row.id === null ? [] : [toSubscription(row)])),
    total: Number(rows[0]?.total ?? 0n),
  };
}

const INCOME_COLUMNS = FUND_INCOME.names;
const toIncome = FUND_INCOME.flat(INCOME_COLUMNS);

/** What a subscription has paid, the newest first. Days follow each other from 1, so that their number is known without counting. */
export async function listIncome(db: Queries, subId: Id, { limit, offset }: Page): Promise<Income[]> {
  const { rows } = await db.query<RowOf<typeof FUND_INCOME.columns>>({
    name: 'funds_income',
    text: `SELECT ${FUND_INCOME.list(INCOME_COLUMNS)} FROM fund_income WHERE sub_id = $1 ORDER BY day DESC LIMIT $2 OFFSET $3`,
    values: [subId, limit, offset],
  });
  return rows.map(toIncome);
}

export interface Coverage {
  /** USD of the house's that nothing is promised from. */
  readonly free: Amount;
  /** USD that it has set aside for interest, of all products. */
  readonly setAside: Amount;
  /** By product: interest promised and not paid, principal that runs, and how many. */
  readonly products: ReadonlyMap<
    number,
    { readonly promised: Amount; readonly running: Amount; readonly count: number }
  >;
}

/** Of one moment. */
export async function readCoverage(db: Queries, realm: Realm): Promise<Coverage> {
  const { rows } = await db.query<{
    free: string;
    set_aside: string;
    product_id: number | null;
    promised: string;
    running: string;
    count: number;
  }>({
    name: 'funds_coverage',
    text: `SELECT a.available AS free, a.locked AS set_aside, s.product_id, coalesce(s.promised, 0) AS promised, coalesce(s.running, 0) AS running,
             coalesce(s.count, 0) AS count
           FROM ledger_accounts a LEFT JOIN (
             SELECT product_id, sum(day_profit * (days - paid_days)) AS promised, sum(amount) AS running, count(*)::int AS count
             FROM fund_subscriptions WHERE realm = $1 AND status IN ('running', 'refunding') GROUP BY product_id
           ) s ON true
           WHERE a.owner_id = 0 AND a.realm = $1 AND a.kind = 'fund'`,
    values: [realm],
  });
  const units = (text: string): Amount => amount(readUnits(text));
  return {
    free: units(rows[0]?.free ?? '0'),
    setAside: units(rows[0]?.set_aside ?? '0'),
    products: new Map(
      rows.flatMap(({ product_id, promised, running, count }) =>
        product_id === null
          ? []
          : [[product_id, { promised: units(promised), running: units(running), count }] as const],
      ),
    ),
  };
}

/** What somebody must be asked about: whose subscription, in which realm. */
export interface DueFund {
  readonly id: Id;
  readonly user_id: Id;
  readonly realm: Realm;
}

/** Whose next day is due by now, the oldest first, but those in `without`. */
export async function dueFunds(db: Queries, without: readonly Id[], limit: number): Promise<DueFund[]> {
  const { rows } = await db.query<DueFund>({
    name: 'funds_due',
    text: `SELECT id, user_id, realm FROM fund_subscriptions WHERE next_due <= database_ms() AND id <> ALL ($1::bigint[]) ORDER BY next_due LIMIT $2`,
    values: [int8(without), limit],
  });
  return rows;
}

/** Redemptions that have waited long enough, but those in `without`. */
export async function waitedFunds(db: Queries, without: readonly Id[], limit: number): Promise<DueFund[]> {
  const { rows } = await db.query<DueFund>({
    name: 'funds_waited',
    text: `SELECT id, user_id, realm FROM fund_subscriptions WHERE confirm_time <= database_ms() AND id <> ALL ($1::bigint[]) ORDER BY confirm_time LIMIT $2`,
    values: [int8(without), limit],
  });
  return rows;
}

/** Redemptions of real users that wait, the first to be confirmed by itself first. */
export async function waitingRedemptions(db: Queries, limit: number): Promise<(Subscription & { uid: string })[]> {
  const { rows } = await db.query<Row & { uid: string }>({
    name: 'funds_redemptions',
    text: `SELECT s.*, u.uid FROM (SELECT ${FUND_SUBSCRIPTIONS.list(names)} FROM fund_subscriptions
             WHERE confirm_time IS NOT NULL AND realm = 'live' ORDER BY confirm_time LIMIT $1) s
           JOIN users u ON u.id = s.user_id ORDER BY s.confirm_time`,
    values: [limit],
  });
  return rows.map((row) => ({ ...toSubscription(row), uid: row.uid }));
}
