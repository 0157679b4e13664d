// What users send: mostly what a screen lets them, the rest anything that can be typed (strange.ts makes more of that). And how a request reaches its
// handler.

import type { Refusal } from '@fairtick/contract/errors';
import type { ForexOrder, Pair, Tick } from '@fairtick/engine/types';
import { formatUnits, readUnits } from '@fairtick/kernel/decimal';
import type { Random } from '@fairtick/kernel/random';
import type { Result } from '@fairtick/kernel/result';
import type { Settings } from '@fairtick/server/domains/parts';
import type { RequestContext } from '@fairtick/server/platform/endpoints';
import { chance, pick } from './events.ts';
import type { ServerProcess } from './process.ts';
import type { KnownUser } from './scene.ts';
import { stepOf } from './scene.ts';

export type Input =
  | {
      readonly call: 'forex_submit';
      readonly input: {
        readonly type: 1 | 2;
        readonly cont: string;
        readonly forex_id: number;
        readonly status: 0 | 1;
        readonly target_price: string;
        readonly stop_loss_price: string;
        readonly target_profit_price: string;
        readonly multiple: string;
        readonly expected_price?: string;
        readonly max_deviation?: string;
      };
    }
  | { readonly call: 'forex_close' | 'cancel_trade'; readonly input: { readonly id: string } }
  | {
      readonly call: 'set_stop_price';
      readonly input: { readonly id: string; readonly stop_loss_price: string; readonly target_profit_price: string };
    }
  | {
      readonly call: 'forex_close_all' | 'resetForexDemoAccount' | 'createAccountDemoForU';
      readonly input: Readonly<Record<string, never>>;
    }
  | {
      readonly call: 'transfer';
      readonly input: {
        readonly balance: string;
        readonly currency_id: string;
        readonly from: string;
        readonly to: string;
      };
    }
  | { readonly call: 'limits_set'; readonly input: { readonly daily_loss: string } }
  | { readonly call: 'cool_off'; readonly input: { readonly hours: '24' | '168' | '720' | 'forever' } }
  | {
      readonly call: 'micro_submit';
      readonly input: {
        readonly forex_id: number;
        readonly type: 1 | 2;
        readonly number: string;
        readonly seconds: string;
      };
    };

export type Request = Input & {
  readonly user: KnownUser | undefined;
  readonly key: string;
};

/** What was answered, as text; undefined when nobody knows: the server died, or could not say. */
export type Answered = Result<unknown, Refusal>;

export async function send(server: ServerProcess, request: Request): Promise<Answered> {
  const { endpoints } = server;
  const context: RequestContext = {
    principal: request.user && {
      kind: 'user',
      userId: request.user.id,
      realm: request.user.realm,
      tokenHash: new Uint8Array(32),
    },
    lang: 'en',
    key: request.key,
    address: '192.0.2.1',
    agent: 'simulation',
    deviceHash: null,
    requestId: 'simulation',
  };
  return server.sending(request.input, (): Promise<Answered> => {
    switch (request.call) {
      case 'forex_submit':
        return endpoints.forex_submit(request.input, context);
      case 'forex_close':
        return endpoints.forex_close(request.input, context);
      case 'cancel_trade':
        return endpoints.cancel_trade(request.input, context);
      case 'set_stop_price':
        return endpoints.set_stop_price(request.input, context);
      case 'forex_close_all':
        return endpoints.forex_close_all(request.input, context);
      case 'resetForexDemoAccount':
        return endpoints.resetForexDemoAccount(request.input, context);
      case 'createAccountDemoForU':
        return endpoints.createAccountDemoForU(request.input, context);
      case 'limits_set':
        return endpoints.limits_set(request.input, context);
      case 'cool_off':
        return endpoints.cool_off(request.input, context);
      case 'transfer':
        return endpoints.transfer(request.input, context);
      case 'micro_submit':
        return endpoints.micro_submit(request.input, context);
    }
  });
}

/** What a request may name: what the world knows. */
export interface Sight {
  readonly users: readonly KnownUser[];
  readonly pairs: readonly Pair[];
  readonly live: readonly ForexOrder[];
  /** The pair's mid now, in 1e-8 units. */
  level(pair: Pair): bigint;
  /** The pair's newest logged tick. */
  quote(pair: Pair): Tick | undefined;
  readonly durations: Settings['micro']['durations'];
  /** Lots that this part of what the user has would carry, about. */
  affordable(user: KnownUser, pair: Pair, multiple: number, part: number): bigint;
  newKey(): string;
}

export const NONSENSE = [
  '',
  '0',
  '-0',
  '-1',
  '1e5',
  'NaN',
  'Infinity',
  ' 1',
  '1,5',
  '٣',
  '0x10',
  '00.1',
  '.5',
  '1.',
  '+2',
  '\u0000',
];

function wildNumber(random: Random): string {
  if (chance(random, 3)) return pick(random, NONSENSE) ?? '';
  const digits = 1 + random.below(18);
  let text = chance(random, 12) ? '-' : '';
  const point = random.below(digits + 1);
  for (let at = 0; at < digits; at += 1) {
    if (at === point) text += at === 0 ? '0.' : '.';
    text += String(random.below(10));
  }
  return text;
}

/** Now and then what nobody would type. */
const orWild = (random: Random, sensible: string, oneIn: number): string =>
  chance(random, oneIn) ? wildNumber(random) : sensible;

/** A price some steps from the market, on one side of it or either: few steps mostly, so that it is met. */
function priceNear(random: Random, pair: Pair, level: bigint, side: -1 | 0 | 1): string {
  const scale = pick(random, [1, 4, 20, 100, 1_000]) ?? 1;
  const reach = Math.max(3, Math.floor((Number(level / stepOf(pair)) * scale) / 10_000));
  const steps = side === 0 ? random.below(2 * reach + 1) - reach : side * (1 + random.below(reach));
  const at = level - (level % stepOf(pair)) + BigInt(steps) * stepOf(pair);
  return formatUnits(at < 0n ? 0n : at);
}

/** Stop-loss and take-profit of a buy (1) or a sell (-1), mostly on their right sides. */
function stopsNear(random: Random, pair: Pair, level: bigint, way: 1 | -1): { loss: string; profit: string } {
  const side = (right: 1 | -1): -1 | 0 | 1 => (chance(random, 6) ? 0 : right);
  const one = (right: 1 | -1): string =>
    chance(random, 3) ? (chance(random, 2) ? '' : '0') : priceNear(random, pair, level, side(right));
  return { loss: one(way === 1 ? -1 : 1), profit: one(way) };
}

/** The first ones more often: so that they come to have many orders, and their prices move often. */
const some = <T>(random: Random, items: readonly T[]): T | undefined =>
  items[random.below(1 + random.below(items.length))];

/** Of most market orders: the price seen, a little off or not, and none or a few pips. By the key, so that it costs no draw. */
function boundOf(key: string, pair: Pair, way: 1 | -1, seen: Tick | undefined) {
  const of = [...key].reduce((sum, sign) => sum + sign.charCodeAt(0), 0) % 12;
  if (!seen || of < 4) return {};
  const entry = way === 1 ? seen.ask + pair.markup : seen.bid - pair.markup;
  const expected = entry - BigInt(way * (of % 3)) * stepOf(pair);
  if (expected <= 0n) return {};
  return { expected_price: formatUnits(expected), max_deviation: ['0', '0.1', '0.5', '20'][of % 4] };
}

export function submitForex(random: Random, sight: Sight): Request | undefined {
  const user = some(random, sight.users);
  const pair = some(random, sight.pairs);
  if (!user || !pair) return undefined;
  const wild = chance(random, 4) ? 2 : 12;
  const level = sight.level(pair);
  const multiple = pick(random, pair.multiples) ?? 1;
  const part = pick(random, [1, 10, 40, 110]) ?? 1;
  const lots = formatUnits(sight.affordable(user, pair, multiple, random.below(part + 1)));
  const pending = chance(random, 3);
  const target = priceNear(random, pair, level, 0);
  const way = chance(random, 2) ? 1 : -1;
  const stops = stopsNear(random, pair, pending ? readUnits(target) : level, way);
  const key = sight.newKey();
  return {
    call: 'forex_submit',
    user,
    key,
    input: {
      type: way === 1 ? 1 : 2,
      cont: orWild(random, lots, wild),
      forex_id: chance(random, 40) ? random.below(1_000) : pair.id,
      status: pending ? 0 : 1,
      target_price: pending || chance(random, 10) ? orWild(random, target, wild) : '',
      stop_loss_price: orWild(random, stops.loss, wild * 2),
      target_profit_price: orWild(random, stops.profit, wild * 2),
      multiple: orWild(random, String(multiple), wild * 3),
      ...(pending ? {} : boundOf(key, pair, way, sight.quote(pair))),
    },
  };
}

/** An order that lives, one of another user, or none at all. */
function someOrder(
  random: Random,
  sight: Sight,
): { user: KnownUser; id: string; order: ForexOrder | undefined } | undefined {
  const order = pick(random, sight.live);
  const own = sight.users.find(({ id }) => id === order?.userId);
  const user = own && !chance(random, 20) ? own : pick(random, sight.users);
  if (!user) return undefined;
  if (!order || chance(random, 25)) return { user, id: String(1 + random.uint32()), order: undefined };
  return { user, id: String(order.id), order };
}

export function changeStops(random: Random, sight: Sight): Request | undefined {
  const found = someOrder(random, sight);
  if (!found) return undefined;
  const pair = sight.pairs.find(({ id }) => id === found.order?.pairId) ?? sight.pairs[0];
  if (!pair) return undefined;
  const level = found.order?.status === 'pending' ? (found.order.target?.price ?? 0n) : sight.level(pair);
  const { loss, profit } = stopsNear(random, pair, level, found.order?.side === 'sell' ? -1 : 1);
  const input = {
    id: found.id,
    stop_loss_price: orWild(random, loss, 8),
    target_profit_price: orWild(random, profit, 8),
  };
  return { call: 'set_stop_price', user: found.user, key: sight.newKey(), input };
}

export function endOrder(random: Random, sight: Sight, call: 'forex_close' | 'cancel_trade'): Request | undefined {
  const status = call === 'forex_close' ? 'open' : 'pending';
  const live = chance(random, 6) ? sight.live : sight.live.filter((order) => order.status === status);
  const found = someOrder(random, { ...sight, live });
  return found && { call, user: found.user, key: sight.newKey(), input: { id: found.id } };
}

/** Of somebody whom others follow: mostly a new order, so that there is something to follow. */
export function ofTrader(random: Random, sight: Sight): Request | undefined {
  const what = random.below(8);
  if (what <= 3) return submitForex(random, sight);
  return what <= 5 ? changeStops(random, sight) : endOrder(random, sight, 'forex_close');
}

export function wholeAccount(
  random: Random,
  sight: Sight,
  call: 'forex_close_all' | 'resetForexDemoAccount',
): Request | undefined {
  const user = pick(random, sight.users);
  return user && { call, user, key: sight.newKey(), input: {} };
}

/** Of a live user: from a millionth to more than anybody has, and now and then between accounts that there are not. */
export function transfer(random: Random, sight: Sight): Request | undefined {
  const user = pick(
    random,
    sight.users.filter(({ realm }) => realm === 'live'),
  );
  const millionths = BigInt(random.below(pick(random, [2, 1_000, 1_000_000_000, 2 ** 31]) ?? 2) + 1);
  const many = pick(random, [1n, 1n, 10n, 1_000n]) ?? 1n;
  return (
    user && {
      call: 'transfer',
      user,
      key: sight.newKey(),
      input: {
        balance: orWild(random, formatUnits(millionths * many * 100n), 12),
        currency_id: '1',
        from: String(1 + random.below(3)),
        to: chance(random, 20) ? '4' : String(1 + random.below(3)),
      },
    }
  );
}

/** Of a live user: stricter, looser or none; a break seldom, since nothing is opened in it. */
export function ownLimits(random: Random, sight: Sight): Request | undefined {
  const user = pick(
    random,
    sight.users.filter(({ realm }) => realm === 'live'),
  );
  const asked = user && { user, key: sight.newKey() };
  if (asked && chance(random, 6))
    return {
      ...asked,
      call: 'cool_off',
      input: { hours: pick(random, ['24', '24', '168', '720', 'forever']) ?? '24' },
    };
  const dollars = chance(random, 4) ? '' : orWild(random, String(10 + random.below(30_000)), 12);
  return asked && { ...asked, call: 'limits_set', input: { daily_loss: dollars } };
}

export const createDemo = (sight: Sight): Request => ({
  call: 'createAccountDemoForU',
  user: undefined,
  key: `visitor-${sight.newKey()}`,
  input: {},
});

export function submitMicro(random: Random, sight: Sight): Request | undefined {
  const user = some(random, sight.users);
  const pair = some(random, sight.pairs);
  if (!user || !pair) return undefined;
  const cents = BigInt(1_000 + random.below(pick(random, [1_000, 100_000, 600_000]) ?? 1_000));
  return {
    call: 'micro_submit',
    user,
    key: sight.newKey(),
    input: {
      forex_id: chance(random, 40) ? random.below(1_000) : pair.id,
      type: chance(random, 2) ? 1 : 2,
      number: orWild(random, formatUnits(cents * 1_000_000n), 6),
      seconds: orWild(random, String(pick(random, [1, 5, 30, 60, 300])), 12),
    },
  };
}
