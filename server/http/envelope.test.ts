// An answer reads the same whether its text is made now or was made before.

import { expect, test } from 'vitest';
import { successText } from './envelope.ts';

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
