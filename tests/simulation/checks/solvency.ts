// What the house promises to be able to pay, summed over every single position by hand: the rule under which a position is taken, and what the rule is
// for: after any one gap within the shocks everybody is closed and paid.

import type { ForexOrder, Pair, Realm, Tick } from '@fairtick/engine/types';
import { formatUnits, readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import type { BatchState } from '@fairtick/server/domains/parts';
import { units } from '../memory/constraints.ts';
import type { Row } from '../memory/rows.ts';
import type { Moment } from './moment.ts';
import { exitPrice, halfEven, plainMid } from './plain.ts';
import type { Batch, Tag, Watch } from './watch.ts';

const E8 = 100_000_000n;
const E12 = 1_000_000_000_000n;
/** The server rounds each position and each pair: a hundredth of a cent a position is far more than that. */
const ROUNDING = 10_000n;

type Open = Pick<ForexOrder, 'id' | 'userId' | 'pairId' | 'side' | 'margin' | 'open'> & {
  readonly size: bigint;
  readonly markup: bigint;
};

const ofOrder = ({ id, userId, pairId, side, margin, open, quantity, terms }: ForexOrder): Open => ({
  ...{ id, userId, pairId, side, margin, open },
  size: quantity * terms.contNum,
  markup: terms.markup,
});

/** All open positions of the realm: what is stored, with what this batch has decided since. */
function openOf({ database }: Pick<Watch, 'database'>, batch: Batch, realm: Realm): Open[] {
  const found = new Map<Id, Open>();
  for (const [id, row] of database.table('forex_orders'))
    if (row.status === 'open' && row.realm === realm && typeof id === 'bigint') found.set(id, ofRow(id, row));
  for (const { after } of batch.forex)
    if (after.realm === realm && after.status === 'open') found.set(after.id, ofOrder(after));
    else found.delete(after.id);
  return [...found.values()];
}

function ofRow(id: Id, row: Row): Open {
  const open = {
    price: units(row.open_price) as NonNullable<ForexOrder['open']>['price'],
    rate: readUnits(String(row.open_rate), 12) as NonNullable<ForexOrder['open']>['rate'],
    ...{ tickIndex: 0, rateTickIndex: undefined, time: 0 },
  };
  return {
    ...{ id, open, userId: row.user_id as Id, pairId: Number(row.pair_id), side: row.side === 'buy' ? 'buy' : 'sell' },
    margin: units(row.margin) as ForexOrder['margin'],
    size: units(row.quantity) * units(row.cont_num),
    markup: units(row.markup),
  };
}

export const fundsOf = (state: BatchState, realm: Realm): bigint =>
  (['trading', 'capital', 'protection'] as const).reduce(
    (sum, kind) => sum + (state.ledger.find(realm, 0n, kind)?.available ?? 0n),
    0n,
  );

/** Before a position is accepted: the rule's sum with it, and the limits of its user and its pair. */
export function checkTaken(
  { watch, state, atIndex, batch, tag }: Moment,
  order: ForexOrder,
  fail: (rule: string, what?: string) => void,
) {
  const { risk } = watch.settings.forex;
  const opened = order.open ?? { price: order.target?.price ?? 0n, rate: order.placed.rate };
  const taken = { ...ofOrder(order), open: { ...opened, tickIndex: 0, rateTickIndex: undefined, time: 0 } } as Open;
  const open = [...openOf(watch, batch, order.realm).filter(({ id }) => id !== order.id), taken];
  let sum = 0n;
  for (const [pairId, own] of Map.groupBy(open, (one) => one.pairId)) sum += plainStress(watch, pairId, own, atIndex);
  const bound = fundsOf(state, order.realm);
  if (sum - ROUNDING * BigInt(open.length) > bound)
    fail('what the house may have to pay lies within what it has', formatUnits(sum - bound));
  const pair = watch.pair(order.pairId);
  const tick = watch.log.newest(order.pairId, atIndex);
  const rate = pair && watch.log.rate(pair, atIndex);
  if (!pair || !tick || !rate) return;
  const worthOf = (sizes: readonly bigint[]): bigint =>
    (sizes.reduce((all, size) => all + size, 0n) * plainMid(tick, pair.pricePrecision) * rate.rate) / (E8 * E8 * E12);
  const limits = risk[pair.hours];
  const ofPair = open.filter(({ pairId }) => pairId === order.pairId).map(({ size }) => size);
  if (order.realm === 'live' && worthOf(ofPair) > limits.pairLimit + E8)
    fail("a pair's limit", formatUnits(worthOf(ofPair)));
  // A pending order was counted when it was placed.
  if (tag.name === 'fill_pending') return;
  const others = state.forex
    .active(order.userId)
    .filter(({ pairId, id }) => pairId === order.pairId && id !== order.id);
  const own = worthOf([...others.map((one) => one.quantity * one.terms.contNum), taken.size]);
  if (own > limits.userLimit + E8) fail("a user's limit on a pair", formatUnits(own));
}

/** What a user's positions and orders of a pair would be worth with so much more of it, and how much they may be. */
export function worthOnPair(
  { watch, state, atIndex }: Moment,
  { userId, pairId }: Pick<ForexOrder, 'userId' | 'pairId'>,
  size: bigint,
): { readonly worth: bigint; readonly limit: bigint } {
  const pair = watch.pair(pairId);
  const tick = watch.log.newest(pairId, atIndex);
  const rate = pair && watch.log.rate(pair, atIndex);
  if (!pair || !tick || !rate) return { worth: 0n, limit: 0n };
  const own = state.forex.active(userId).filter((one) => one.pairId === pairId);
  const sizes = own.reduce((sum, one) => sum + one.quantity * one.terms.contNum, size);
  const worth = (sizes * plainMid(tick, pair.pricePrecision) * rate.rate) / (E8 * E8 * E12);
  return { worth, limit: watch.settings.forex.risk[pair.hours].userLimit };
}

/** Of one pair: what the longs and what the shorts have gained so far, and the larger side's gain by the shock. */
function plainStress(watch: Watch, pairId: number, open: readonly Open[], atIndex: number): bigint {
  const { risk } = watch.settings.forex;
  const pair = watch.pair(pairId);
  const tick = watch.log.newest(pairId, atIndex);
  const rate = pair && watch.log.rate(pair, atIndex);
  if (!pair || !tick || !rate) return 0n;
  const by = pair.ratePairId === undefined ? undefined : watch.pair(pair.ratePairId);
  const shift = by ? risk[by.hours].shock : 0n;
  const gained = { buy: 0n, sell: 0n };
  const size = { buy: 0n, sell: 0n };
  for (const one of open) {
    if (!one.open) continue;
    size[one.side] += one.size;
    const move = one.side === 'buy' ? tick.bid - one.open.price : one.open.price - tick.ask;
    gained[one.side] += one.size * move;
  }
  const larger = size.buy > size.sell ? size.buy : size.sell;
  const quote =
    (gained.buy > 0n ? gained.buy : 0n) +
    (gained.sell > 0n ? gained.sell : 0n) +
    (larger * tick.ask * risk[pair.hours].shock) / 100n;
  return pair.rateInverse
    ? (quote * rate.rate * 100n) / (E8 * E8 * E12 * (100n - shift))
    : (quote * rate.rate * (100n + shift)) / (E8 * E8 * E12 * 100n);
}

/** By how many percent each pair's price has moved; a pair may give others their rate. */
type Gap = (pairId: number) => bigint;

function tickIn(watch: Watch, pairId: number, atIndex: number, gap: Gap): Tick | undefined {
  const tick = watch.log.newest(pairId, atIndex);
  const percent = gap(pairId);
  if (!tick || percent === 0n) return tick;
  const moved = (price: bigint): bigint => (price * (100n + percent)) / 100n;
  return { ...tick, bid: moved(tick.bid) as Tick['bid'], ask: moved(tick.ask) as Tick['ask'] };
}

function rateIn(watch: Watch, pair: Pair, atIndex: number, gap: Gap): bigint | undefined {
  if (pair.ratePairId === undefined) return E12;
  const tick = tickIn(watch, pair.ratePairId, atIndex, gap);
  if (!tick) return undefined;
  const mid = plainMid(tick, watch.pair(pair.ratePairId)?.pricePrecision ?? 8);
  return pair.rateInverse ? halfEven(E12 * E8, mid) : mid * 10_000n;
}

/** After a position was taken: no gap within the shocks, of one pair or of all at once, up or down, leaves anybody unpaid, if all close at it. */
export function checkSolvent({ watch, state, batch, atIndex }: Moment, realm: Realm): void {
  const { database } = watch;
  const open = openOf(watch, batch, realm);
  const cashOf = (userId: Id): bigint => {
    const loaded = state.ledger.find(realm, userId, 'forex');
    if (loaded) return loaded.available + loaded.locked;
    for (const account of database.accountsOf(userId))
      if (account.kind === 'forex') return units(account.available) + units(account.locked);
    return 0n;
  };
  const users = Map.groupBy(open, ({ userId }) => userId);
  const cash = new Map([...users.keys()].map((userId) => [userId, cashOf(userId)]));
  const resultIn =
    (gap: Gap) =>
    (sum: bigint, one: Open): bigint => {
      const pair = watch.pair(one.pairId);
      const tick = tickIn(watch, one.pairId, atIndex, gap);
      const rate = pair && rateIn(watch, pair, atIndex, gap);
      if (!tick || rate === undefined || !one.open) return sum;
      const exit = exitPrice(one.side, tick, one.markup);
      const move = one.side === 'buy' ? exit - one.open.price : one.open.price - exit;
      return sum + halfEven(move * one.size * rate, E8 * E8 * E12 * 100n) * 100n;
    };
  const now = resultIn(() => 0n);
  // Who is to be stopped out already has less than what is counted on; the next tick ends it.
  for (const [userId, own] of users) {
    const used = own.reduce((sum, { margin }) => sum + margin, 0n);
    if (((cash.get(userId) ?? 0n) + own.reduce(now, 0n)) * 2n <= used) return;
  }
  const funds = fundsOf(state, realm);
  const shockOf: Gap = (pairId) => watch.settings.forex.risk[watch.pair(pairId)?.hours ?? 'fx'].shock;
  const pairIds = [...new Set(open.map((one) => one.pairId))];
  const alone = pairIds.map(
    (pairId) => [`pair ${pairId}`, (id: number) => (id === pairId ? shockOf(id) : 0n)] as const,
  );
  for (const [what, shock] of [...alone, ['all pairs', shockOf] as const])
    for (const sign of [1n, -1n]) {
      const at = resultIn((pairId) => sign * shock(pairId));
      let owed = 0n;
      for (const [userId, own] of users) {
        const result = own.reduce(at, 0n);
        const has = cash.get(userId) ?? 0n;
        owed += result < -has ? -has : result;
      }
      if (owed - ROUNDING * BigInt(open.length) > funds)
        watch.fail(
          'after any gap within its shock everybody is paid',
          `${what} ${sign > 0n ? 'up' : 'down'}: ${formatUnits(owed - funds)} short`,
        );
    }
}

/** A decision that was refused for want of the house's money: never that of a loss, which brings the house something. */
export function checkRefused(watch: Watch, state: BatchState, { name, input, proposal }: Tag, error: string): void {
  if (error !== 'HOUSE_CAPITAL') return;
  const ticked = proposal && 'orderId' in proposal ? proposal : undefined;
  const named = ticked?.orderId ?? (name === 'forex_close' ? BigInt(String(input?.id)) : undefined);
  const order = named === undefined ? undefined : state.forex.byId(named);
  const result = order && watch.log.floating(order, ticked?.tick?.logIndex ?? state.market.view.logIndex);
  // Nights that pay its user may be more than the loss.
  if (order && result !== undefined && result < 0n && order.terms.financingRate >= 0n)
    watch.fail('a losing position can always be closed', `order ${order.id} by ${name}: ${formatUnits(result)}`);
}
