// What an attacker types, pastes and generates: values, texts, JSON and plain noise, all from one seed.

import type { Random } from '@fairtick/kernel/random';
import { pick } from './live-app.ts';

/** As text; each once broke a server somewhere. */
export const HOSTILE_VALUES: readonly string[] = [
  '',
  ' ',
  '0',
  '-0',
  '-1',
  '+1',
  '1.',
  '.5',
  '00',
  '0x10',
  '0b1',
  '1e309',
  '-1e309',
  '1e-400',
  '1E5',
  '1_000',
  '1,000',
  '٣',
  '１２３',
  '1\u00a0000',
  'NaN',
  'Infinity',
  '-Infinity',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '[object Object]',
  '2147483648',
  '4294967296',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775809',
  '18446744073709551616',
  '99999999999999999999999999999999999999',
  '0.00000000000000000000000000000000000001',
  '1.000000000000000000000000000000001',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '\0',
  '1\0',
  '\u202e1',
  '\u200b1',
  '\ufeff1',
  '\ud800',
  '1\udfff',
  '\r\nX-Evil: 1',
  '../../etc/passwd',
  '..%2f..%2f',
  "' OR 1=1 --",
  '"; DROP TABLE ticks; --',
  '$1',
  '{{7*7}}',
  '<script>alert(1)</script>',
  'EURUSD',
  'KLINE.EURUSD',
  'kraken',
  '1min',
  'x'.repeat(65),
  'x'.repeat(5_000),
  '9'.repeat(400),
  `1${'0'.repeat(200)}`,
  `0.${'0'.repeat(200)}1`,
  '😀'.repeat(40),
  'a\u0301'.repeat(64),
];

/** JSON texts of values that are no text and no number. */
const JSON_ODDITIES: readonly string[] = [
  'null',
  'true',
  'false',
  '[]',
  '{}',
  '[[]]',
  '[1]',
  '["1"]',
  '{"a":1}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"toString":1}',
  '{"length":1e9}',
  '-0',
  '0.0',
  '1e309',
  '-1e309',
  '1e-400',
  '9223372036854775808',
  '1E+2',
  '0.1e1',
  'NaN',
  'Infinity',
  '01',
  '1.',
  '"\\u0000"',
  '"\\ud800"',
  '"\\uD83D\\uDE00"',
  "'1'",
];

export const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

export const randomBytes = (random: Random, length: number): Buffer =>
  Buffer.from(times(length, () => random.below(256)));

/** Any UTF-16 units, halves of pairs included. */
export function randomText(random: Random, most: number): string {
  const kind = random.below(4);
  return times(random.below(most + 1), () => {
    if (kind === 0) return String.fromCharCode(random.below(128));
    if (kind === 1) return String.fromCharCode(random.below(0x10000));
    if (kind === 2) return pick(random, ['0', '1', '9', '.', '-', '+', 'e', 'E', 'x', ' ', ',', '_']);
    return pick(random, [
      '\0',
      '\n',
      '\r',
      '\t',
      '%',
      '&',
      '=',
      '"',
      '\\',
      '{',
      '}',
      '[',
      ']',
      '\u202e',
      '\ud83d',
      'a',
    ]);
  }).join('');
}

export function hostileValue(random: Random): string {
  return random.below(3) === 0 ? randomText(random, 40) : pick(random, HOSTILE_VALUES);
}

/** A JSON text, mostly well-formed, with anything in it. */
export function randomJson(random: Random, depth = 0): string {
  switch (random.below(depth > 4 ? 4 : 7)) {
    case 0:
      return JSON.stringify(hostileValue(random));
    case 1:
      return pick(random, JSON_ODDITIES);
    case 2:
      return String(random.uint32() - 2 ** 31);
    case 3:
      return `${random.below(2) === 0 ? '-' : ''}${random.uint32()}.${random.uint32()}e${random.below(800) - 400}`;
    case 4:
      return `[${times(random.below(5), () => randomJson(random, depth + 1)).join(',')}]`;
    default: {
      const members = times(
        random.below(6),
        () => `${JSON.stringify(randomName(random))}:${randomJson(random, depth + 1)}`,
      );
      return `{${members.join(',')}}`;
    }
  }
}

const randomName = (random: Random): string =>
  random.below(2) === 0
    ? randomText(random, 12)
    : pick(random, ['__proto__', 'constructor', 'id', 'type', 'cont', 't', '']);

export const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + close.repeat(depth);

/** Some of its bytes flipped, doubled, dropped, put in or cut off. */
export function damaged(random: Random, bytes: Buffer): Buffer {
  let out = bytes;
  for (let i = 0; i <= random.below(4); i += 1) {
    const at = random.below(out.length + 1);
    const to = Math.min(out.length, at + random.below(12));
    switch (random.below(5)) {
      case 0:
        out = Buffer.from(out);
        if (at < out.length) out[at] = random.below(256);
        break;
      case 1:
        out = Buffer.concat([out.subarray(0, at), randomBytes(random, 1 + random.below(8)), out.subarray(at)]);
        break;
      case 2:
        out = Buffer.concat([out.subarray(0, at), out.subarray(to)]);
        break;
      case 3:
        out = Buffer.concat([out.subarray(0, to), out.subarray(at, to), out.subarray(to)]);
        break;
      default:
        out = out.subarray(0, at);
    }
  }
  return out;
}
