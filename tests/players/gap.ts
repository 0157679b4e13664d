// Somebody who plays several accounts against the house: they take as much as they are given, alternately long and short or by other plans, wait
// for a gap within the shocks, and close their winners before anybody else closes. They win where a winner is not paid.

import { formatUnits, readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { type Random, seededRandom } from '@fairtick/kernel/random';
import type { Settings } from '@fairtick/server/domains/parts';
import { moveByHand } from '../harness/money-by-hand.ts';
import { createWorld, type World } from '../harness/world.ts';

const PAIRS = { EURUSD: 1.1, USDJPY: 150, EURJPY: 165, XAUUSD: 2_300 } as const;
type Code = keyof typeof PAIRS;
const PLACES: Readonly<Record<Code, number>> = { EURUSD: 5, USDJPY: 3, EURJPY: 3, XAUUSD: 3 };
const SPREAD: Readonly<Record<Code, number>> = { EURUSD: 0.0001, USDJPY: 0.01, EURJPY: 0.02, XAUUSD: 0.5 };
const PLANS = ['alternating', 'one way', 'after a drift', 'two pairs', 'half closed'] as const;
const ACCOUNTS = 8;
const DRIFT_PERCENT = 6;

export interface Round {
  readonly plan: (typeof PLANS)[number];
  readonly shock: number;
  /** Percent that the price has moved since the house last took something on. */
  readonly gap: number;
  readonly taken: number;
  readonly refused: number;
  /** USD: what the house had behind positions before and after. */
  readonly before: string;
  readonly after: string;
  /** Positions in profit whose closing was refused. */
  readonly unpaid: number;
  readonly broken: readonly string[];
}

const BEHIND = ['trading', 'capital', 'protection'] as const;
const behind = async (world: World): Promise<bigint> =>
  (await Promise.all(BEHIND.map((kind) => world.house(kind)))).reduce(
    (sum, { available }) => sum + readUnits(available),
    0n,
  );

/** Takes all but so many dollars from the demo house, in parts by chance. */
async function impoverish(world: World, random: Random, dollars: number): Promise<void> {
  let rest = dollars;
  for (const [at, kind] of BEHIND.entries()) {
    const kept = at === BEHIND.length - 1 ? rest : random.below(rest + 1);
    rest -= kept;
    const taken = formatUnits(readUnits((await world.house(kind)).available) - readUnits(String(kept)));
    const id = BigInt(5_000 + at);
    await moveByHand(world.db, { realm: 'demo', ownerId: 0n, id, sums: { [kind]: `-(${taken})` } });
  }
}

interface Taken {
  readonly user: Id;
  readonly id: string;
  readonly pair: Code;
}

interface Player {
  readonly world: World;
  readonly random: Random;
  readonly open: Taken[];
  /** The newest bid. */
  readonly bids: Map<Code, number>;
  /** The bids when the house last took a position on: what it promised then is about gaps from there. */
  promised: ReadonlyMap<Code, number>;
  refused: number;
}

async function quote({ world, bids }: Pick<Player, 'world' | 'bids'>, code: Code, bid: number): Promise<void> {
  bids.set(code, bid);
  await world.settledTick(code, bid.toFixed(PLACES[code]), (bid + SPREAD[code]).toFixed(PLACES[code]));
}

/** As many lots as the house takes: half as many each time it refuses. */
async function takeAll(player: Player, user: Id, pair: Code, side: 'buy' | 'sell'): Promise<void> {
  const { world, random, open } = player;
  const multiple = random.below(3) === 0 ? '20' : '200';
  for (let lots = 20; lots >= 0.01; lots /= 2) {
    const made = await world.forexSubmit(user, {
      pair,
      side,
      lots: (Math.floor(lots * 100) / 100).toFixed(2),
      multiple,
    });
    if (made.ok) {
      open.push({ user, pair, id: made.value.Id });
      player.promised = new Map(player.bids);
    } else player.refused += 1;
  }
}

async function position(player: Player, users: readonly Id[], plan: Round['plan'], pair: Code): Promise<void> {
  const other: Code = pair === 'USDJPY' ? 'EURJPY' : 'USDJPY';
  for (const [at, user] of users.entries()) {
    const side = plan !== 'one way' && at % 2 === 1 ? 'sell' : 'buy';
    await takeAll(player, user, plan === 'two pairs' && at % 4 >= 2 ? other : pair, side);
    if (plan === 'after a drift' && at === users.length / 2 - 1)
      await quote(player, pair, PAIRS[pair] * (1 + DRIFT_PERCENT / 100));
    if (plan === 'half closed' && at === users.length / 2 - 1)
      for (const order of player.open.splice(0, Math.ceil(player.open.length / 2)))
        await player.world.forexClose(order.user, order.id);
  }
}

/** Closes all, those in profit before anybody else; how many of these were refused. */
async function closeAll({ world, open, bids }: Player): Promise<number> {
  const winners: Taken[] = [];
  const losers: Taken[] = [];
  for (const taken of open) {
    const order = await world.forexOrder(taken.user, taken.id);
    if (order.status !== 'open' || !order.open) continue;
    const bid = bids.get(taken.pair) ?? 0;
    const opened = Number(formatUnits(order.open.price));
    const wins = order.side === 'buy' ? bid > opened : bid + SPREAD[taken.pair] < opened;
    (wins ? winners : losers).push(taken);
  }
  let unpaid = 0;
  for (const { user, id } of winners) if (!(await world.forexClose(user, id)).ok) unpaid += 1;
  for (const { user, id } of losers) await world.forexClose(user, id);
  return unpaid;
}

/** One game on a database of its own, about a second. */
export async function playGap(seed: number): Promise<Round> {
  const random = seededRandom(seed);
  const plan = PLANS[random.below(PLANS.length)] ?? 'alternating';
  const shock = 5 + random.below(16);
  const withShock = (read: Settings): Settings => {
    const one = (risk: Settings['forex']['risk']['fx']) => ({ ...risk, shock: BigInt(shock) });
    const { fx, metal, index, always } = read.forex.risk;
    const risk = { fx: one(fx), metal: one(metal), index: one(index), always: one(always) };
    return { ...read, forex: { ...read.forex, risk } };
  };
  const world = await createWorld({ settings: withShock });
  try {
    const codes = Object.keys(PAIRS) as Code[];
    const player: Player = { world, random, open: [], bids: new Map(), promised: new Map(), refused: 0 };
    for (const code of codes) await quote(player, code, PAIRS[code]);
    await impoverish(world, random, 5_000 + random.below(1_000_000));
    const users: Id[] = [];
    for (let at = 0; at < ACCOUNTS; at += 1) users.push(await world.demoUser());
    const pair = codes[random.below(codes.length)] ?? 'EURUSD';
    await position(player, users, plan, pair);
    const before = await behind(world);
    const gap = (random.below(2) === 0 ? 1 : -1) * (shock - random.below(Math.ceil(shock / 3)));
    await quote(player, pair, (player.promised.get(pair) ?? 0) * (1 + gap / 100));
    const unpaid = await closeAll(player);
    const after = await behind(world);
    return {
      ...{ plan, shock, gap, taken: player.open.length, refused: player.refused, unpaid },
      ...{ before: formatUnits(before, 2), after: formatUnits(after, 2), broken: await world.invariants() },
    };
  } finally {
    await world.close();
  }
}
