// Rule 5: the text of a tick in the log, and that nothing else is read as one.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concat, utf8 } from '../bytes.ts';
import { encodeTickEntry, parseTickEntry, type TickEntry } from './tick-entry.ts';

const TICK: TickEntry = {
  pair: 'EURUSD',
  seq: 41,
  bid: '1.38120',
  ask: '1.38131',
  sourceTime: 1_399_033_800_014,
  receivedTime: 1_399_033_800_100,
  source: 'replay',
};
const TEXT = 'fairtick/tick/v1\nEURUSD\n41\n1.38120\n1.38131\n1399033800014\n1399033800100\nreplay\n';

test('rule 5: a tick is these eight lines, each closed by a line feed', () => {
  expect(encodeTickEntry(TICK)).toEqual(utf8(TEXT));
  expect(parseTickEntry(utf8(TEXT))).toEqual(TICK);
});

test('what is written is read back', () => {
  const count = fc.nat(2 ** 31);
  const digits = fc.stringMatching(/^(0|[1-9]\d{0,8})(\.\d{1,8})?$/);
  const name = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._:/-]{0,31}$/);
  const tick = fc.record({
    pair: name,
    seq: count,
    bid: digits,
    ask: digits,
    sourceTime: count,
    receivedTime: count,
    source: name,
  });
  fc.assert(
    fc.property(tick, (entry) => {
      expect(parseTickEntry(encodeTickEntry(entry))).toEqual(entry);
    }),
  );
});

describe('refused', () => {
  const bad: readonly Uint8Array[] = [
    TEXT.slice(0, -1),
    `${TEXT}\n`,
    TEXT.replace('v1', 'v2'),
    TEXT.replace('\n41\n', '\n041\n'),
    TEXT.replace('\n41\n', '\n-1\n'),
    TEXT.replace('\n41\n', '\n4.1\n'),
    TEXT.replace('1.38120', '1.'),
    TEXT.replace('1.38120', '01.38120'),
    TEXT.replace('1.38120', '1e5'),
    TEXT.replace('1.38120', 'NaN'),
    TEXT.replace('replay', ''),
    TEXT.replace('EURUSD', 'EUR USD'),
    TEXT.replace(/\n/g, '\r\n'),
  ].map(utf8);

  test('text of any other form', () => {
    for (const bytes of bad) expect(parseTickEntry(bytes)).toBeUndefined();
  });

  test('bytes that decode to the text but are not its bytes', () => {
    expect(parseTickEntry(concat(Uint8Array.of(0xef, 0xbb, 0xbf), utf8(TEXT)))).toBeUndefined();
    expect(parseTickEntry(Uint8Array.of(0xff, 0xfe))).toBeUndefined();
  });

  test('a tick that could not be read back is not written', () => {
    expect(() => encodeTickEntry({ ...TICK, source: 'a\nb' })).toThrow('log');
    expect(() => encodeTickEntry({ ...TICK, seq: 2 ** 60 })).toThrow('log');
  });
});
