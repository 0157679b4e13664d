// The text of a candle in the public log, its published vector, and that nothing else is read as one.

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toHex, utf8 } from '../bytes.ts';
import { CANDLE_MS, CANDLE_PERIODS, type CandleEntry, encodeCandleEntry, parseCandleEntry } from './candle-entry.ts';
import { leafHash } from './merkle.ts';

const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(bytes).digest());

/** Also in docs/candles-log.md: whoever writes a verifier of their own begins with it. */
const VECTOR = {
  text: 'fairtick/candle/v1\nEURUSD\nhour\n1795348800000\n120\n3961\n1.08123\n1.08190\n1.08129\n1.08197\n',
  leaf: 'e537089c9557a3cd4eb241fbafea9024c67123304a3f186887d36339719c0499',
};
const CANDLE: CandleEntry = {
  ...{ pair: 'EURUSD', period: 'hour', start: 1_795_348_800_000, firstSeq: 120, lastSeq: 3_961 },
  ...{ bidLow: '1.08123', bidHigh: '1.08190', askLow: '1.08129', askHigh: '1.08197' },
};

test('a candle is these ten lines, each closed by a line feed', () => {
  expect(encodeCandleEntry(CANDLE)).toEqual(utf8(VECTOR.text));
  expect(parseCandleEntry(utf8(VECTOR.text))).toEqual(CANDLE);
  expect(toHex(leafHash(sha256, utf8(VECTOR.text)))).toBe(VECTOR.leaf);
});

test('what is written is read back', () => {
  const price = fc.nat(10_000_000).map((units) => (units / 100).toFixed(2));
  const candle = fc
    .record({
      pair: fc.stringMatching(/^[A-Z]{6}$/),
      period: fc.constantFrom(...CANDLE_PERIODS),
      window: fc.nat(20_000),
      seqs: fc.tuple(fc.nat(2 ** 31), fc.nat(2 ** 31)),
      prices: fc.tuple(price, price, price, price),
    })
    .map(({ pair, period, window, seqs: [a, b], prices: [bidLow, bidHigh, askLow, askHigh] }) => ({
      ...{ pair, period, start: window * CANDLE_MS[period], firstSeq: Math.min(a, b), lastSeq: Math.max(a, b) },
      ...{ bidLow, bidHigh, askLow, askHigh },
    }));
  fc.assert(
    fc.property(candle, (one) => {
      expect(parseCandleEntry(encodeCandleEntry(one))).toEqual(one);
    }),
  );
});

test.each([
  ['a window that begins between two', VECTOR.text.replace('1795348800000', '1795348860000')],
  ['a last number before the first', VECTOR.text.replace('\n3961\n', '\n119\n')],
  ['an unknown period', VECTOR.text.replace('hour', 'week')],
  ['a number with a leading zero', VECTOR.text.replace('\n120\n', '\n0120\n')],
  ['a price below zero', VECTOR.text.replace('1.08123', '-1.08123')],
  ['a line more', `${VECTOR.text}x\n`],
  ['no line feed at the end', VECTOR.text.slice(0, -1)],
  ['a tick', 'fairtick/tick/v1\nEURUSD\n0\n1.08123\n1.08129\n1\n1\nsimulated\n'],
])('%s is no candle', (_, text) => {
  expect(parseCandleEntry(utf8(text))).toBeUndefined();
});
