// Lies of somebody who knows the rules: ticks that really stand in the log but were not the ones, with every number that follows from them worked out anew;
// commands left out; and logs written anew by the owner of their keys.

import { marginOf, profitOf } from '@fairtick/engine/formulas';
import { closingPrice, midPrice, openingPrice } from '@fairtick/engine/quotes';
import { settleMicro } from '@fairtick/engine/settlement';
import { toBase64 } from '@fairtick/kernel/bytes';
import { canonicalJson } from '@fairtick/kernel/canonical-json';
import { amount, formatFixed, formatUnits, parseDecimal, price, quantity, rate } from '@fairtick/kernel/decimal';
import { encodeAcceptanceEntry } from '@fairtick/kernel/log/acceptance-entry';
import { leafHash } from '@fairtick/kernel/log/merkle';
import { saltedHash } from '@fairtick/kernel/log/salted-hash';
import { slowConsistency } from '@fairtick/kernel/log/slow-tree.fixture';
import { sha256 } from '@fairtick/server/platform/transparency/index';
import { candlesAnew } from './candle-lies.ts';
import type { Given, GoodOrder } from './good-orders.ts';
import { inclusionAt, type LoggedTick, type Logs, signedOver } from './logs.ts';

export interface Lie {
  readonly name: string;
  readonly given: Given;
}

type Proof = Given['proof'];
type Tick = Proof['ticks'][number];

const units = (text: unknown): bigint => {
  const parsed = parseDecimal(String(text));
  return parsed.ok ? parsed.value : 0n;
};
const decimal = (value: bigint): string => formatUnits(value);

export function liesAbout(order: GoodOrder, others: readonly GoodOrder[], logs: Logs): readonly Lie[] {
  const { given, family } = order;
  const own = family === 'forex' ? forexLies(given, logs) : microLies(given, logs);
  return [...own, ...exchanged(order, others), ...leftOut(given), ...forked(given, logs), ...candlesAnew(given)];
}

export const isAt = ({ role, at }: Tick, wanted: string): boolean => `${role} ${at}` === wanted;

/** A tick of the log in the place of another, with its own true proof. */
export function proven(logs: Logs, size: number, role: Tick['role'], at: Tick['at'], tick: LoggedTick): Tick {
  return { ...tick, role, at, inclusion: [...inclusionAt(logs.ticks.leaves, tick.index, size)] };
}

const sizeOf = ({ checkpoint }: Proof): number => Number(checkpoint.split('\n')[1]);
export const byPair = ({ entries }: Logs, pair: unknown): readonly LoggedTick[] =>
  entries.filter((one) => one.pair === pair);
export const bidAsk = ({ bid, ask }: { bid: string; ask: string }) => ({
  bid: price(units(bid)),
  ask: price(units(ask)),
});

export const MOVES = [-40, -1, 1, 40];
export const moved = (by: number): string =>
  `${Math.abs(by)} ${Math.abs(by) === 1 ? 'tick' : 'ticks'} ${by < 0 ? 'earlier' : 'later'}`;

/** Filled or closed at another tick of its pair, with price, margin and result by that tick. */
function forexLies(given: Given, logs: Logs): readonly Lie[] {
  const { proof } = given;
  const { terms } = proof;
  const line = byPair(logs, terms.pair);
  const lies: Lie[] = [];
  for (const at of ['open', 'close'] as const) {
    const tick = proof.ticks.find((one) => isAt(one, `${at} ${at}`));
    if (!tick || terms.closeReason === 'reset') continue;
    const how =
      at === 'close' ? `closed (${String(terms.closeReason)})` : `filled (${String(terms.targetKind ?? 'market')})`;
    for (const by of MOVES) {
      const other = line[tick.seq + by];
      // Of equal prices nothing would follow otherwise.
      if (!other || (other.bid === tick.bid && other.ask === tick.ask)) continue;
      const put = proven(logs, sizeOf(proof), at, at, other);
      const ticks = proof.ticks.map((one) => (one === tick ? put : one));
      lies.push({
        name: `${how} at a true tick, ${moved(by)}`,
        given: { ...given, proof: recomputed({ ...proof, ticks }) },
      });
    }
  }
  return lies;
}

/** Prices, margin and result as its ticks give them, everywhere that they are shown. Rates stay. */
export function recomputed(proof: Proof): Proof {
  const { terms, ticks } = proof;
  const side = terms.OrderType === 1 ? ('buy' as const) : ('sell' as const);
  const [opened, closed] = ['open open', 'close close'].map((wanted) => ticks.find((one) => isAt(one, wanted)));
  const places = Number(terms.PricePrecision);
  const markup = price(units(terms.markup));
  const open = opened && openingPrice(side, bidAsk(opened), markup);
  const close = closed && closingPrice(side, bidAsk(closed), markup);
  const [lots, contNum] = [quantity(units(terms.Quantity)), quantity(units(terms.ForexContNum))];
  const rateOf = (text: unknown) => rate(units(text) * 10_000n);
  const marginTerms = {
    marginMode: terms.MarginMode === 1 ? 1 : 2,
    multiple: Number(terms.multiple),
    contNum,
  } as const;
  const margin =
    open !== undefined && terms.targetKind === null
      ? { CautionMoney: decimal(marginOf(lots, marginTerms, open, rateOf(terms.openRate))) }
      : {};
  const result =
    open !== undefined && close !== undefined
      ? { FactProfits: decimal(profitOf(side, open, close, lots, contNum, rateOf(terms.closeRate))) }
      : {};
  const prices = {
    ...(open === undefined ? {} : { openPrice: formatFixed(open, places) }),
    ...(close === undefined ? {} : { closePrice: formatFixed(close, places) }),
  };
  const shown = {
    ...(open === undefined ? {} : { Price: formatFixed(open, places) }),
    ...(close === undefined ? {} : { UpdatePrice: formatFixed(close, places) }),
  };
  return {
    ...proof,
    order: { ...proof.order, ...margin, ...result, ...shown },
    terms: { ...terms, ...prices, ...margin, ...result },
  };
}

/** Opened or ended by another tick of its pair, with true neighbours and the outcome by that tick. */
function microLies(given: Given, logs: Logs): readonly Lie[] {
  const { proof } = given;
  const line = byPair(logs, proof.terms.pair);
  return (['open', 'close'] as const).flatMap((at) => {
    const tick = proof.ticks.find((one) => isAt(one, `${at} ${at}`));
    if (!tick) return [];
    return MOVES.flatMap((by) => {
      const [before, other, after] = [line[tick.seq + by - 1], line[tick.seq + by], line[tick.seq + by + 1]];
      if (!other) return [];
      const size = sizeOf(proof);
      const put = (role: Tick['role'], one: LoggedTick | undefined) => (one ? [proven(logs, size, role, at, one)] : []);
      const ticks = [
        ...proof.ticks.filter((one) => one.at !== at),
        ...put(at, other),
        ...(proof.ticks.some((one) => isAt(one, `previous ${at}`)) ? put('previous', before) : []),
        ...(proof.ticks.some((one) => isAt(one, `next ${at}`)) ? put('next', after) : []),
      ];
      const how = at === 'open' ? 'opened' : 'ended';
      return [
        {
          name: `${how} by a true tick with its neighbours, ${moved(by)}`,
          given: { ...given, proof: settled({ ...proof, ticks }) },
        },
      ];
    });
  });
}

function settled(proof: Proof): Proof {
  const { terms, ticks, order } = proof;
  const places = Number(terms.PricePrecision);
  const [opened, closed] = ['open open', 'close close'].map((wanted) => ticks.find((one) => isAt(one, wanted)));
  if (!opened) return proof;
  const open = midPrice(bidAsk(opened), places);
  const about = {
    ...{ direction: terms.Type === 1 ? ('up' as const) : ('down' as const), pricePrecision: places, openPrice: open },
    ...{ stake: amount(units(terms.Number)), profitRatio: amount(units(terms.ProfitRatio)) },
    ...{ lossLevel: terms.micro_loss_level === 1 ? (1 as const) : (0 as const), expiryTime: Number(terms.expiryTime) },
  };
  // Whoever ends it by a later tick says that it came in time.
  const receivedTime = Math.min(closed?.receivedTime ?? 0, about.expiryTime);
  const end = settleMicro(about, closed && { ...bidAsk(closed), receivedTime });
  const endPrice = end.endPrice === undefined ? null : formatFixed(end.endPrice, places);
  const said = { openPrice: formatFixed(open, places), closePrice: endPrice, closeReason: end.outcome };
  return {
    ...proof,
    terms: { ...terms, ...said, FactProfits: decimal(end.result) },
    order: {
      ...order,
      ...{ OpenPrice: said.openPrice, EndPrice: endPrice ?? '', Outcome: end.outcome },
      FactProfits: formatFixed(end.result, 2),
    },
  };
}

function exchanged({ given, family, id }: GoodOrder, others: readonly GoodOrder[]): readonly Lie[] {
  const other = others.find((one) => one.family === family && one.id !== id)?.given.proof;
  if (!other) return [];
  const { proof } = given;
  const as = (name: string, change: Partial<Proof>): Lie => ({
    name,
    given: { ...given, proof: { ...proof, ...change } },
  });
  return [
    as("another order's proof", other),
    as("another order's proof under this order's number", { ...other, order: { ...other.order, Id: id } }),
    as("another order's terms, ticks and fields, with this order's acceptances", {
      ...{ terms: other.terms, ticks: other.ticks, order: { ...other.order, Id: id } },
    }),
    as("another order's acceptances", { acceptances: other.acceptances }),
  ];
}

function leftOut(given: Given): readonly Lie[] {
  const { proof } = given;
  const as = (name: string, change: Partial<Proof>): Lie => ({
    name,
    given: { ...given, proof: { ...proof, ...change } },
  });
  const lies = [as('no acceptance at all', { acceptances: [] })];
  const stops = proof.acceptances.findLastIndex(({ kind }) => kind === 'stops');
  if (stops < 0) return lies;
  const acceptances = proof.acceptances.filter((_, at) => at !== stops);
  const says: Record<string, unknown> = JSON.parse(
    acceptances.findLast(({ kind }) => kind === 'placed' || kind === 'stops')?.contents ?? '{}',
  );
  const before = { TargetLossPrice: says.TargetLossPrice, TargetProfitPrice: says.TargetProfitPrice };
  return [
    ...lies,
    as('a change of stops left out, and the stops before it shown', {
      ...{ acceptances, order: { ...proof.order, ...before }, terms: { ...proof.terms, ...before } },
    }),
  ];
}

/** By the owner of a log's key: an old entry exchanged, and everything proven anew in the other log. */
function forked(given: Given, logs: Logs): readonly Lie[] {
  const { proof, path } = given;
  const places = new Set(proof.ticks.map(({ index }) => index));
  const victim = logs.ticks.leaves.findIndex((_, index) => !places.has(index));
  const leaves = logs.ticks.leaves.map((leaf, index) => (index === victim ? otherLeaf : leaf)).slice(0, sizeOf(proof));
  const again = <T extends { readonly index: number }>(one: T) => ({
    ...one,
    inclusion: [...inclusionAt(leaves, one.index, leaves.length)],
  });
  const ticks: Given = {
    ...given,
    proof: { ...proof, checkpoint: signedOver({ ...logs.ticks, leaves }), ticks: proof.ticks.map(again) },
    consistency: {
      ...given.consistency,
      ticks: slowConsistency(sha256, Math.ceil(logs.ticks.leaves.length / 2), leaves).map(toBase64),
    },
  };
  const acceptances = acceptedOtherwise(proof, logs);
  return [
    ...(path !== undefined ? [] : [{ name: 'the log of ticks written anew and signed by its key', given: ticks }]),
    ...(acceptances
      ? [{ name: 'the log of acceptances written anew and signed by its key', given: { ...given, proof: acceptances } }]
      : []),
  ];
}

const otherLeaf = leafHash(sha256, new TextEncoder().encode('another entry'));

/** What the user asked for is said otherwise: half the stake, or a hundredfold fee rate that was never agreed to and is not taken yet. */
function acceptedOtherwise(proof: Proof, logs: Logs): Proof | undefined {
  const placed = proof.acceptances.find(({ kind }) => kind === 'placed');
  if (!placed) return undefined;
  const field = 'micro_loss_level' in proof.terms ? 'micro_loss_level' : 'financingRate';
  const value = field === 'financingRate' ? '9' : proof.terms.micro_loss_level === 0 ? 1 : 0;
  const contents = canonicalJson({ ...JSON.parse(placed.contents), [field]: value });
  const contentsHash = saltedHash(sha256, new Uint8Array(Buffer.from(placed.salt, 'base64')), contents);
  const entry = encodeAcceptanceEntry({ index: placed.index, time: placed.time, contentsHash });
  const size = Number(proof.acceptancesCheckpoint.split('\n')[1]);
  const leaves = logs.acceptances.leaves
    .slice(0, size)
    .map((leaf, index) => (index === placed.index ? leafHash(sha256, entry) : leaf));
  const acceptances = proof.acceptances.map((one) => ({
    ...(one === placed ? { ...one, contents } : one),
    inclusion: [...inclusionAt(leaves, one.index, leaves.length)],
  }));
  const acceptancesCheckpoint = signedOver({ ...logs.acceptances, leaves });
  return { ...proof, terms: { ...proof.terms, [field]: value }, acceptances, acceptancesCheckpoint };
}
