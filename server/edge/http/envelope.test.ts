// An answer reads the same whether its text is made now or was made before.

import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { successText, zippedAnswer } from './envelope.ts';

const read = (data: unknown): unknown => JSON.parse(String(successText(data, '')));

test('frozen lists, lists of frozen entries and anything else read alike', () => {
  const entry = { Id: 1, text: 'ü "quoted"' };
  for (const data of [{}, [], entry, [entry, entry], [1, 'a', null, [2]], { list: [entry] }, 7, null]) {
    expect(read(structuredClone(data))).toEqual({ code: 1, msg: '', data });
    expect(read(Object.freeze(structuredClone(data)))).toEqual({ code: 1, msg: '', data });
  }
});

test('a frozen answer is the same bytes again; a new list has its new entries', () => {
  const [first, second] = [Object.freeze({ Id: 1 }), Object.freeze({ Id: 2 })];
  const list = Object.freeze([first, second]);
  expect(successText(list, '')).toBe(successText(list, ''));
  expect(read(Object.freeze([second, Object.freeze({ Id: 3 }), first]))).toEqual({
    code: 1,
    msg: '',
    data: [{ Id: 2 }, { Id: 3 }, { Id: 1 }],
  });
});

test('what is not frozen is read anew each time, also within a frozen list', () => {
  const entry = { Id: 1 };
  expect(read(Object.freeze([entry]))).toMatchObject({ data: [{ Id: 1 }] });
  entry.Id = 2;
  expect(read(Object.freeze([entry]))).toMatchObject({ data: [{ Id: 2 }] });
});

test('what is written once is packed once, and only where that saves something', () => {
  const long = successText(Object.freeze({ text: 'x'.repeat(2_000) }), '');
  const packed = zippedAnswer(long);
  expect(packed && gunzipSync(packed).toString()).toBe(String(long));
  expect(zippedAnswer(long)).toBe(packed);
  expect(zippedAnswer(successText(Object.freeze({ text: 'short' }), ''))).toBeUndefined();
  // A user's own answers are not frozen: they are neither kept nor packed.
  expect(zippedAnswer(successText({ text: 'x'.repeat(2_000) }, ''))).toBeUndefined();
});
