// Lies that are told all round: an order that was decided by hand at an older price of its pair with a path to suit it, conversions by another true rate, and
// receipts that say otherwise than the log of acceptances.

import { midPrice, rateFromMid } from '@fairtick/engine/quotes';
import { formatUnits, RATE_PLACES } from '@fairtick/kernel/decimal';
import type { Given, GoodOrder } from './good-orders.ts';
import { inclusionAt, type LoggedTick, type Logs } from './logs.ts';
import { bidAsk, byPair, isAt, type Lie, MOVES, moved, proven, recomputed } from './whole-lies.ts';

type Page = NonNullable<Given['path']>[string];
type Bound = Page['bounds'][number];

export function toldOtherwise({ family, given }: GoodOrder, logs: Logs): readonly Lie[] {
  return family === 'forex' ? [...olderPrices(given, logs), ...otherRates(given, logs)] : [];
}

/** The place that a command saw. */
const placeOf = ({ proof }: Given, kind: string): number | undefined =>
  proof.acceptances.findLast((one) => one.kind === kind)?.tick;

/** Filled or closed by hand at an older price, which the path calls the newest: with the tick behind it, and with none. */
function olderPrices(given: Given, logs: Logs): readonly Lie[] {
  const { proof } = given;
  const line = byPair(logs, proof.terms.pair);
  const closes = proof.terms.closeReason === 'user' ? (['close'] as const) : [];
  const opens = proof.terms.targetKind === null ? (['open'] as const) : [];
  return [...opens, ...closes].flatMap((at) => {
    const tick = proof.ticks.find((one) => isAt(one, `${at} ${at}`));
    const place = placeOf(given, at === 'open' ? 'placed' : 'close');
    if (!tick || place === undefined) return [];
    return MOVES.filter((by) => by < 0).flatMap((by) => {
      const other = line[tick.seq + by];
      if (!other) return [];
      const put = proven(logs, sizeOf(proof.checkpoint), at, at, other);
      const lie = {
        ...given,
        proof: recomputed({ ...proof, ticks: proof.ticks.map((one) => (one === tick ? put : one)) }),
      };
      return suited(lie, logs, 'bounds', place, other, line).map(({ name, given: told }) => ({
        name: `${at === 'open' ? 'filled' : 'closed'} by hand at an older price, ${moved(by)}, ${name}`,
        given: told,
      }));
    });
  });
}

/** Converted by another true tick of the rate pair, at the opening, the close and each night, with what follows from it. */
function otherRates(given: Given, logs: Logs): readonly Lie[] {
  const { proof } = given;
  const { terms } = proof;
  if (typeof terms.ratePair !== 'string') return [];
  const line = byPair(logs, terms.ratePair);
  return (['open', 'close'] as const).flatMap((at) => {
    const tick = proof.ticks.find((one) => isAt(one, `rate ${at}`));
    const place = at === 'open' ? placeOf(given, 'placed') : (placeOf(given, 'close') ?? closingPlace(given));
    if (!tick || place === undefined) return [];
    return MOVES.flatMap((by) => {
      const other = line[tick.seq + by];
      if (!other) return [];
      const put = proven(logs, sizeOf(proof.checkpoint), 'rate', at, other);
      const rate = formatUnits(
        rateFromMid(midPrice(bidAsk(other), Number(terms.ratePrecision)), terms.rateInverse === true),
        ...([0, RATE_PLACES] as const),
      );
      const changed = { ...terms, [at === 'open' ? 'openRate' : 'closeRate']: rate };
      const ticks = proof.ticks.map((one) => (one === tick ? put : one));
      const lie = { ...given, proof: recomputed({ ...proof, ticks, terms: changed }) };
      const name = `${at === 'open' ? 'opened' : `closed (${String(terms.closeReason)})`} by another true rate, ${moved(by)}`;
      const suits = suited(lie, logs, 'rates', place, other, line);
      return [{ name, given: lie }, ...suits.map((one) => ({ name: `${name}, ${one.name}`, given: one.given }))];
    });
  });
}

const closingPlace = ({ proof }: Given): number | undefined =>
  proof.ticks.find((one) => isAt(one, 'close close'))?.index;

const sizeOf = (checkpoint: string): number => Number(checkpoint.split('\n')[1]);

/** The path says of a place that another tick was the newest: with its true neighbour, and with none, and shows nothing behind it. */
function suited(
  given: Given,
  logs: Logs,
  list: 'bounds' | 'rates',
  place: number,
  tick: LoggedTick,
  line: readonly LoggedTick[],
): readonly Lie[] {
  const first = given.path?.first;
  if (!first || first.checkpoint === null) return [];
  const size = sizeOf(first.checkpoint);
  const shown = (one: LoggedTick) => ({ ...one, inclusion: [...inclusionAt(logs.ticks.leaves, one.index, size)] });
  const behind = line[tick.seq + 1];
  const told = (name: string, next: Bound['next']): Lie => {
    const bounds = first[list].map((one) => (one.place === place ? { ...one, before: shown(tick), next } : one));
    const isKept = (piece: Page['pieces'][number]): boolean =>
      list === 'rates' || ('tick' in piece ? piece.tick.seq : piece.candle.lastSeq) <= tick.seq;
    const page = { ...first, [list]: bounds, pieces: first.pieces.filter(isKept) };
    return { name, given: { ...given, path: { ...given.path, first: page } } };
  };
  return [
    ...(behind && behind.index < size ? [told('with a path that has its neighbour', shown(behind))] : []),
    told('with a path that has no neighbour', null),
  ];
}

/** Each receipt says otherwise than what was logged, or is another order's. */
export function receiptLies({ given }: GoodOrder, others: readonly GoodOrder[]): readonly Lie[] {
  const { receipts } = given;
  return receipts.flatMap((receipt, at) => {
    const put = (name: string, change: Partial<typeof receipt>): Lie => ({
      name: `a receipt with ${name}`,
      given: { ...given, receipts: receipts.with(at, { ...receipt, ...change }) },
    });
    const [other] = others.flatMap((one) => one.given.receipts).filter(({ hash }) => hash !== receipt.hash);
    return [
      put('another time', { time: receipt.time + 1 }),
      put('another place', { tick: receipt.tick - 1 }),
      put('another kind', { kind: receipt.kind === 'placed' ? 'stops' : 'placed' }),
      put('another hash', {
        hash: receipt.hash.startsWith('A') ? `B${receipt.hash.slice(1)}` : `A${receipt.hash.slice(1)}`,
      }),
      ...(other ? [put("another order's contents", { hash: other.hash })] : []),
    ];
  });
}
