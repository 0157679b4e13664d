// What a client may send, and that hostile shapes never become values.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyFields, MAX_FIELDS, readBody, readJson, readQuery } from './input.ts';

const pairs = (text: string) => {
  const fields = emptyFields();
  const read = readQuery(text, fields);
  return read.ok ? { ...fields } : read.error;
};
const json = (text: string) => {
  const fields = emptyFields();
  const read = readJson(text, fields);
  return read.ok ? { ...fields } : read.error;
};
const MALFORMED = { malformed: true };

describe('queries and forms', () => {
  test('are read as URLs write them', () => {
    expect(pairs('a=1&b=x+y%20z&c=%E9%A6%99&d&e=')).toEqual({ a: '1', b: 'x y z', c: '香', d: '', e: '' });
  });
  test('a value may hold an equals sign', () => {
    expect(pairs('a=b=c')).toEqual({ a: 'b=c' });
  });
  test('t is ignored, also twice', () => {
    expect(pairs('t=1&id=2&t=3')).toEqual({ id: '2' });
  });
  test('a repeated name is refused, also across query and body', () => {
    expect(pairs('id=1&id=2')).toEqual({ malformed: false, field: 'id' });
    const fields = emptyFields();
    readQuery('id=1', fields);
    expect(readBody('json', Buffer.from('{"id":"2"}'), fields)).toEqual({
      ok: false,
      error: { malformed: false, field: 'id' },
    });
  });
  test.each(['a=%', 'a=%zz', 'a=%C3', '%ff=1', 'a=%ED%A0%80'])('%s is malformed', (text) => {
    expect(pairs(text)).toEqual(MALFORMED);
  });
  test('NUL is refused with its field', () => {
    expect(pairs('name=a%00b')).toEqual({ malformed: false, field: 'name' });
  });
  test('too many fields are malformed', () => {
    const text = Array.from({ length: MAX_FIELDS + 1 }, (_, i) => `a${i}=1`).join('&');
    expect(pairs(text)).toEqual(MALFORMED);
  });
});

describe('JSON', () => {
  test('takes texts and numbers; null counts as not sent', () => {
    expect(json('{"a":"x","b":1.5,"c":null}')).toEqual({ a: 'x', b: 1.5 });
  });
  test.each(['', '{', '[]', '"x"', '1', 'null', '{"a":1}x'])('%j is malformed', (text) => {
    expect(json(text)).toEqual(MALFORMED);
  });
  test.each(['{"a":true}', '{"a":{}}', '{"a":[]}', '{"a":"\\u0000"}', '{"a":"\\ud800"}'])('%s is refused', (text) => {
    expect(json(text)).toEqual({ malformed: false, field: 'a' });
  });
  test('__proto__ is a name like any other and changes no prototype', () => {
    const fields = emptyFields();
    readJson('{"__proto__":"x","constructor":"y"}', fields);
    expect(Object.getPrototypeOf(fields)).toBeNull();
    expect(Object.keys(fields)).toEqual(['__proto__', 'constructor']);
    expect(Reflect.get({}, 'x')).toBeUndefined();
  });
});

test('bytes that are not UTF-8 are malformed', () => {
  expect(readBody('form', Uint8Array.of(0x61, 0x3d, 0xff), emptyFields())).toEqual({ ok: false, error: MALFORMED });
});

test('whatever comes, reading never throws and yields texts and numbers only', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const read of [readQuery, readJson]) {
        const fields = emptyFields();
        read(text, fields);
        for (const value of Object.values(fields)) expect(['string', 'number']).toContain(typeof value);
      }
    }),
  );
});

test('what URLSearchParams writes is read back', () => {
  const word = fc
    .string({ unit: 'grapheme', maxLength: 12 })
    .filter((s) => s !== 't' && s.isWellFormed() && !s.includes('\0'));
  fc.assert(
    fc.property(fc.dictionary(word, word, { maxKeys: 10 }), (values) => {
      expect(pairs(new URLSearchParams(values).toString())).toEqual({ ...values });
    }),
  );
});
