// A log of candles for one browser alone, signed by the log's own key: its owner may write any candle into it that nobody else ever reads.

import { formatFixed, parseDecimal } from '@fairtick/kernel/decimal';
import { encodeCandleEntry } from '@fairtick/kernel/log/candle-entry';
import { leafHash } from '@fairtick/kernel/log/merkle';
import { sha256 } from '@fairtick/server/platform/transparency/index';
import type { Given } from './good-orders.ts';
import { inclusionAt, signedOver } from './logs.ts';

const ORIGIN = 'fairtick.log/candles';

type Page = NonNullable<Given['path']>[string];
type Candle = Extract<Page['pieces'][number], { candle: unknown }>['candle'];

/** The path as it is, and every candle of it proven in the other log. None where the path has no candle. */
export function candlesAnew(given: Given): readonly { readonly name: string; readonly given: Given }[] {
  const pages = Object.entries(given.path ?? {});
  const candles = pages.flatMap(([, page]) => candlesOf(page));
  const size = Number(pages[0]?.[1].candlesCheckpoint?.split('\n')[1] ?? 0);
  if (candles.length === 0) return [];
  const places = Number(given.proof.terms.PricePrecision);
  const own = new Map(candles.map((candle) => [candle.index, leafHash(sha256, entryOf(candle, places))]));
  const filler = leafHash(sha256, new TextEncoder().encode('another entry'));
  const leaves = Array.from({ length: size }, (_, index) => own.get(index) ?? filler);
  const checkpoint = signedOver({ origin: ORIGIN, leaves });
  const path = pages.map(([from, page]) => [from, provenIn(page, leaves, checkpoint)] as const);
  return [
    {
      name: 'the log of candles written anew and signed by its key',
      given: { ...given, path: Object.fromEntries(path) },
    },
  ];
}

const candlesOf = ({ pieces }: Page): readonly Candle[] =>
  pieces.flatMap((piece) => ('candle' in piece ? [piece.candle] : []));

const provenIn = (page: Page, leaves: readonly Uint8Array[], checkpoint: string): Page => ({
  ...page,
  candlesCheckpoint: page.candlesCheckpoint === null ? null : checkpoint,
  pieces: page.pieces.map((piece) =>
    'candle' in piece
      ? { candle: { ...piece.candle, inclusion: [...inclusionAt(leaves, piece.candle.index, leaves.length)] } }
      : piece,
  ),
});

function entryOf(candle: Candle, places: number): Uint8Array {
  const fixed = (text: string): string => {
    const parsed = parseDecimal(text);
    return formatFixed(parsed.ok ? parsed.value : 0n, places);
  };
  const { bidLow, bidHigh, askLow, askHigh } = candle;
  const prices = { bidLow: fixed(bidLow), bidHigh: fixed(bidHigh), askLow: fixed(askLow), askHigh: fixed(askHigh) };
  return encodeCandleEntry({ ...candle, ...prices });
}
