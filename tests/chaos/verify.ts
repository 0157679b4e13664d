// Holds the database, as its owner sees it, to what clients were told and to the promises: nothing acknowledged is lost, nothing is done
// twice, no trigger is missed. Each broken thing is one sentence.

import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from '@fairtick/server/platform/database/pools';
import { brokenInvariants } from '../harness/invariants.ts';
import { call } from './api.ts';
import { type Entry, fieldOf, type Trader, textOf } from './trader.ts';

const SETTLE_LIMIT_MS = 20_000;
/** An option is settled within this time of its expiry: the log's 2 s of grace, and a busy machine. */
const LATE_OPTION_MS = 6_000;

export interface VerifyOptions {
  /** False with two servers: each decides the triggers of its own orders by its own ticks only. */
  readonly triggers?: boolean;
}

export async function findings(
  url: string,
  owner: Pool,
  traders: readonly Trader[],
  options: VerifyOptions = {},
): Promise<string[]> {
  const unsettled = await settled(url, owner);
  const found = [
    ...unsettled,
    ...(await brokenInvariants(owner)),
    ...(await ordersAsAnswered(owner, traders)),
    ...(await effectsAsAnswered(owner, traders)),
    ...(await keysAsAnswered(owner, traders)),
    ...(await stopsAsAnswered(owner, traders)),
    ...(await optionsByTheLog(owner)),
  ];
  return options.triggers === false ? found : [...found, ...(await missedTriggers(owner))];
}

/** Waits until every tick of this moment is evaluated and decided. */
async function settled(url: string, owner: Pool): Promise<string[]> {
  const { rows } = await owner.query('SELECT size FROM log_state');
  const newest = Number(rows[0]?.size ?? 0) - 1;
  const until = performance.now() + SETTLE_LIMIT_MS;
  let last: unknown;
  while (performance.now() < until) {
    const health = await (await fetch(`${url}/healthz`)).json();
    const trading = fieldOf(fieldOf(health, 'data'), 'trading');
    last = trading;
    if (
      fieldOf(trading, 'state') === 'running' &&
      fieldOf(trading, 'inFlight') === 0 &&
      Number(fieldOf(trading, 'evaluated')) >= newest
    )
      return [];
    await delay(20);
  }
  return [`trading does not settle at ${newest}: ${JSON.stringify(last)}`];
}

const answeredOk = (trader: Trader, name: Entry['name']): Entry[] =>
  trader.journal.filter((entry) => entry.name === name && entry.settled?.code === 1);

/** Each user's orders are exactly those whose acceptance was answered: none lost, none doubled, none that nobody sent. */
async function ordersAsAnswered(owner: Pool, traders: readonly Trader[]): Promise<string[]> {
  const found: string[] = [];
  const { rows } = await owner.query(
    `SELECT 'forex_submit' AS name, user_id, id FROM forex_orders UNION ALL SELECT 'micro_submit', user_id, id FROM micro_orders`,
  );
  for (const name of ['forex_submit', 'micro_submit'] as const) {
    for (const trader of traders) {
      const stored = rows
        .filter((row) => row.name === name && String(row.user_id) === trader.userId)
        .map((row) => String(row.id));
      const told = answeredOk(trader, name).map((entry) => textOf(entry.settled?.data, 'Id'));
      const lost = told.filter((id) => !stored.includes(id));
      const extra = stored.filter((id) => !told.includes(id));
      if (new Set(told).size !== told.length)
        found.push(`two keys of user ${trader.userId} were answered with one ${name}`);
      if (lost.length > 0) found.push(`acknowledged and lost, ${name}: ${lost.join(' ')}`);
      if (extra.length > 0 && trader.unanswered().length === 0)
        found.push(`nobody was told of, ${name}: ${extra.join(' ')}`);
    }
  }
  return found;
}

/** Journals a key's command has by its answer, by their reasons. */
function journalsOf({ name, settled }: Entry): ReadonlyMap<number, number> | undefined {
  const data = settled?.data;
  switch (name) {
    case 'forex_submit':
      return new Map([[fieldOf(data, 'Status') === 0 ? 11 : 10, 1]]);
    case 'cancel_trade':
      return new Map([[13, 1]]);
    case 'micro_submit':
      return new Map([[20, 1]]);
    case 'set_stop_price':
      return new Map();
    default:
      return undefined;
  }
}

async function effectsAsAnswered(owner: Pool, traders: readonly Trader[]): Promise<string[]> {
  const entries = traders.flatMap((trader) => trader.journal);
  const { rows } = await owner.query(
    'SELECT idempotency_key AS key, reason, count(*)::int AS n FROM journals WHERE idempotency_key = ANY ($1::text[]) GROUP BY 1, 2',
    [entries.map((entry) => entry.key)],
  );
  const byKey = new Map<string, Map<number, number>>();
  for (const { key, reason, n } of rows) byKey.set(key, (byKey.get(key) ?? new Map()).set(reason, n));
  return entries.flatMap((entry) => {
    if (!entry.settled) return [];
    const effects = byKey.get(entry.key) ?? new Map<number, number>();
    const said = `${entry.name} ${entry.key} (sent ${entry.sends} times, answered ${entry.settled.code})`;
    if (entry.settled.code !== 1) return effects.size === 0 ? [] : [`refused and yet done: ${said}`];
    const wanted = journalsOf(entry);
    if (!wanted) return [];
    const same = wanted.size === effects.size && [...wanted].every(([reason, n]) => effects.get(reason) === n);
    return same ? [] : [`not done once: ${said}, journals ${JSON.stringify([...effects])}`];
  });
}

/** What was acknowledged is in the database under its key, and closed orders are closed. */
async function keysAsAnswered(owner: Pool, traders: readonly Trader[]): Promise<string[]> {
  const done = traders.flatMap((trader) =>
    trader.journal.filter((entry) => entry.settled?.code === 1 && entry.name !== 'createAccountDemoForU'),
  );
  const { rows } = await owner.query(
    `SELECT key, answer::jsonb ? 'ok' AS ok FROM command_keys WHERE key = ANY ($1::text[])`,
    [done.map((entry) => entry.key)],
  );
  const stored = new Map(rows.map((row) => [row.key, row.ok]));
  const lost = done
    .filter((entry) => stored.get(entry.key) !== true)
    .map((entry) => `acknowledged and not kept: ${entry.name} ${entry.key}`);
  const closed = done.flatMap((entry) =>
    entry.name === 'forex_close' || entry.name === 'cancel_trade' ? [String(entry.input.id)] : [],
  );
  const live = await owner.query(
    `SELECT id FROM forex_orders WHERE id = ANY ($1::bigint[]) AND status IN ('pending', 'open')`,
    [closed],
  );
  return [...lost, ...live.rows.map((row) => `acknowledged as ended and live: ${row.id}`)];
}

/** A position keeps the stops that its owner was told of last. */
async function stopsAsAnswered(owner: Pool, traders: readonly Trader[]): Promise<string[]> {
  const told = new Map<string, unknown>();
  for (const trader of traders)
    for (const { name, settled } of trader.journal)
      if (settled?.code === 1 && (name === 'forex_submit' || name === 'set_stop_price'))
        told.set(textOf(settled.data, 'Id'), settled.data);
  const { rows } = await owner.query(
    `SELECT id, trim_scale(stop_loss)::text AS loss, trim_scale(take_profit)::text AS profit FROM forex_orders WHERE status IN ('pending', 'open')`,
  );
  const plain = (value: unknown, name: string): number => Number(textOf(value, name) || '0');
  return rows.flatMap((row) => {
    const data = told.get(String(row.id));
    if (data === undefined) return [];
    const same =
      plain(data, 'TargetLossPrice') === Number(row.loss) && plain(data, 'TargetProfitPrice') === Number(row.profit);
    return same ? [] : [`order ${row.id} has other stops than was acknowledged`];
  });
}

/** By the log alone: every option is settled by the last tick up to its expiry, and in time: after an outage, of the server's return. */
async function optionsByTheLog(owner: Pool): Promise<string[]> {
  const until = performance.now() + LATE_OPTION_MS;
  for (;;) {
    const found = await oddOptions(owner);
    if (found.length === 0 || performance.now() > until) return found;
    await delay(50);
  }
}

async function oddOptions(owner: Pool): Promise<string[]> {
  const { rows } = await owner.query(
    `SELECT o.id, 'settled by another tick than the last before its expiry' AS what FROM micro_orders o
     WHERE o.end_tick IS NOT NULL AND o.end_tick <> (
       SELECT t.log_index FROM ticks t WHERE t.pair_id = o.pair_id AND t.received_time <= o.expiry_time ORDER BY t.log_index DESC LIMIT 1)
     UNION ALL
     SELECT o.id, 'opened by another tick than the first after its acceptance' FROM micro_orders o
     WHERE o.open_tick IS NOT NULL AND o.armed_index IS NOT NULL AND o.open_tick <> (
       SELECT t.log_index FROM ticks t WHERE t.pair_id = o.pair_id AND t.log_index > o.armed_index
         AND (o.open_delay = 0 OR t.received_time >= o.accepted_time + o.open_delay) ORDER BY t.log_index LIMIT 1)
     UNION ALL
     SELECT o.id, 'given back although a tick opens it' FROM micro_orders o WHERE o.outcome = 'no_tick' AND EXISTS (
       SELECT FROM ticks t WHERE t.pair_id = o.pair_id AND t.log_index > o.armed_index AND t.received_time <= least(o.accepted_time + o.open_delay + 2000, o.expiry_time)
         AND (o.open_delay = 0 OR t.received_time >= o.accepted_time + o.open_delay))
     UNION ALL
     SELECT o.id, 'not opened in time' FROM micro_orders o, log_state s WHERE o.status = 'waiting' AND o.accepted_time + o.open_delay + 2000 + $1 < s.last_received_time
     UNION ALL
     SELECT o.id, 'not settled in time' FROM micro_orders o, log_state s WHERE o.status = 'open' AND o.expiry_time + $1 < s.last_received_time`,
    [LATE_OPTION_MS],
  );
  return rows.map((row) => `option ${row.id} is ${row.what}`);
}

/**
 * By the log alone: an active order has met no tick that triggers it, and a triggered one was ended by the first such tick. Ticks that were
 * logged within the last moment are left out: they may still be under way.
 */
export async function missedTriggers(owner: Pool): Promise<string[]> {
  const reached = `(o.stop_loss > 0 AND CASE o.side WHEN 'buy' THEN t.bid - o.markup <= o.stop_loss ELSE t.ask + o.markup >= o.stop_loss END)
    OR (o.take_profit > 0 AND CASE o.side WHEN 'buy' THEN t.bid - o.markup >= o.take_profit ELSE t.ask + o.markup <= o.take_profit END)`;
  const target = `CASE WHEN (o.side = 'buy') = (o.target_kind = 'limit')
    THEN CASE o.side WHEN 'buy' THEN t.ask + o.markup ELSE t.bid - o.markup END <= o.target_price
    ELSE CASE o.side WHEN 'buy' THEN t.ask + o.markup ELSE t.bid - o.markup END >= o.target_price END`;
  const { rows } = await owner.query(
    `SELECT DISTINCT ON (o.id) o.id, o.status, o.close_tick, t.log_index FROM forex_orders o CROSS JOIN log_state s
     JOIN ticks t ON t.pair_id = o.pair_id AND t.log_index > greatest(o.armed_index, o.open_tick)
     WHERE ((o.status = 'open' AND (${reached}) AND t.log_index <= s.evaluated_through)
       OR (o.status = 'pending' AND ${target} AND t.log_index <= s.evaluated_through)
       OR (o.close_reason IN ('stop_loss', 'take_profit') AND t.log_index < o.close_tick AND (${reached})))
     ORDER BY o.id, t.log_index`,
  );
  return rows.map(
    (row) =>
      `order ${row.id} (${row.status}) was not triggered by tick ${row.log_index}${row.close_tick === null ? '' : `, but by ${row.close_tick}`}`,
  );
}

/** The newest price of each pair is live and an order can be placed: the server serves again. */
export async function serves(url: string, token: string): Promise<boolean> {
  const heard = await call(url, 'user_info', {}, { token });
  return heard?.code === 1;
}
