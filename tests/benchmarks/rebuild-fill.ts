// A million active orders in the database by few statements: a thousand that the product's own store has written, and copies of them under other ids.

import { setTimeout as delay } from 'node:timers/promises';
import type { ForexOrder, QuoteView, RestingOrder } from '@fairtick/engine/types';
import { amount, formatUnits, ONE_RATE } from '@fairtick/kernel/decimal';
import { insertOrders } from '@fairtick/server/domains/forex/table';
import { ticksAt } from '@fairtick/server/domains/market/index';
import { connectOwner } from '@fairtick/server/platform/database/pools';
import { send } from '@fairtick/server/platform/database/statement';
import { ORDERS_PER_USER, PAIRS, userAt, userIdOf } from './engine-world.ts';

const TEMPLATE_USERS = 333;
const QUOTES_AGAIN_MS = 200;
/** No user of the server's own making has an id this high. */
const TEMPLATE_OWNER = userIdOf(0);
/** Ids of a copy lie this far from the template's: more than the templates take. */
const COPY_STEP = 2n ** 32n;

type Owner = Awaited<ReturnType<typeof connectOwner>>;

export async function fillOrders(ownerUrl: string, orders: number): Promise<void> {
  const owner = await connectOwner(ownerUrl);
  try {
    await owner.query('BEGIN');
    // Without journals behind them: what is measured is the reading.
    await owner.query('SET LOCAL session_replication_role = replica');
    const quotes = await newestQuotes(owner);
    if (!quotes) throw new Error('no quotes to open positions at');
    await writeTemplates(owner, quotes);
    const copies = Math.ceil(orders / (TEMPLATE_USERS * ORDERS_PER_USER)) - 1;
    await copy(owner, 'ledger_accounts', ['id', 'owner_id'], copies);
    await copy(owner, 'forex_orders', ['id', 'user_id'], copies);
    await owner.query('COMMIT');
    await owner.query('VACUUM ANALYZE forex_orders, ledger_accounts');
  } finally {
    await owner.end();
  }
}

/** Resolves once the young market has quoted every pair. */
export async function awaitQuotes(ownerUrl: string): Promise<void> {
  const owner = await connectOwner(ownerUrl);
  while (!(await newestQuotes(owner))) await delay(QUOTES_AGAIN_MS);
  await owner.end();
}

/** Copies the templates of a table, each copy with its own ids; in disorder, as life leaves them: what is one user's lies apart. */
async function copy(owner: Owner, table: string, ids: readonly string[], copies: number): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 AND is_generated = 'NEVER'`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  const values = names.map((name) => (ids.includes(name) ? `${name} + k * ${COPY_STEP}` : name));
  await owner.query(
    `INSERT INTO ${table} (${names.join()}) SELECT ${values.join()} FROM ${table}, generate_series(1, ${copies}) k
      WHERE id >= ${TEMPLATE_OWNER} ORDER BY hashint8(id + k)`,
  );
}

/** As the engine's benchmark has them, at the newest ticks of the log. */
async function writeTemplates(owner: Owner, view: QuoteView): Promise<void> {
  const users = Array.from({ length: TEMPLATE_USERS }, (_, number) => userAt(number, view));
  const orders = users.flatMap((user) => user.orders.map((order) => wholeOrder(order, view)));
  for (const write of insertOrders(orders)) await send(owner, write);
  await owner.query(
    `INSERT INTO ledger_accounts (id, realm, owner_id, kind, currency, available, locked)
     SELECT owner, 'demo', owner, 'forex', 'USD', available, locked FROM unnest($1::bigint[], $2::numeric[], $3::numeric[]) AS x (owner, available, locked)`,
    [
      users.map(({ figures }) => figures.userId),
      users.map(({ figures }) => formatUnits(figures.available)),
      users.map(({ figures }) => formatUnits(figures.locked)),
    ],
  );
}

/** undefined while a pair has none. */
async function newestQuotes(owner: Owner): Promise<QuoteView | undefined> {
  const pairIds = PAIRS.map(({ id }) => id);
  const ticks = await ticksAt(owner, pairIds, Number.MAX_SAFE_INTEGER);
  const quotes = new Map(ticks.map((tick) => [tick.pairId, tick]));
  const logIndex = Math.max(...ticks.map((tick) => tick.logIndex));
  return quotes.size < PAIRS.length ? undefined : { logIndex, quote: (pairId) => quotes.get(pairId) };
}

function wholeOrder(order: RestingOrder, view: QuoteView): ForexOrder {
  const pair = PAIRS.find(({ id }) => id === order.pairId);
  const tick = view.quote(order.pairId);
  if (!pair || !tick || !order.open) throw new Error('a template is open');
  const rateTickIndex = pair.ratePairId === undefined ? undefined : view.quote(pair.ratePairId)?.logIndex;
  const at = { rate: ONE_RATE, rateTickIndex };
  const { marginMode, feeRate, pricePrecision, financingNights } = pair;
  return {
    ...order,
    terms: {
      ...order.terms,
      multiple: 100,
      marginMode,
      feeType: 2,
      feeRate,
      pricePrecision,
      financingRate: amount(0n),
      financingNights,
    },
    fee: amount(0n),
    held: order.margin,
    createdTime: tick.receivedTime,
    placed: at,
    open: { ...order.open, ...at, time: tick.receivedTime },
    close: undefined,
    result: amount(0n),
    openMarketTime: tick.receivedTime,
    financedThrough: tick.receivedTime,
    cancelledTime: undefined,
  };
}
