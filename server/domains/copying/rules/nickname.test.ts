// Names of traders: what is kept, what is alike, what is refused.

import { describe, expect, test } from 'vitest';
import { defaultNickname, nicknameKey, readNickname } from './nickname.ts';

const refused = (typed: string): string | undefined => {
  const read = readNickname(typed);
  return read.ok ? undefined : read.error.error;
};

describe('what a name may be', () => {
  test.each([
    ['Mei Lin', undefined],
    ['李小龍', undefined],
    ['محمد', undefined],
    ['👩‍👩‍👧 Ann', undefined],
    ['ab', undefined],
    ['a'.repeat(20), undefined],
    ['a', 'NICKNAME_LENGTH'],
    ['a'.repeat(21), 'NICKNAME_LENGTH'],
    [' \u200b ', 'NICKNAME_LENGTH'],
    ['!!', 'NICKNAME_REFUSED'],
    ['👩‍👩‍👧👩‍👩‍👧', 'NICKNAME_REFUSED'],
    ['Fairtick', 'NICKNAME_REFUSED'],
    ['fair-tick team', 'NICKNAME_REFUSED'],
    ['ＡＤＭＩＮ', 'NICKNAME_REFUSED'],
    ['Trader AB12', 'NICKNAME_REFUSED'],
    ['call 91234567', 'NICKNAME_REFUSED'],
    ['me@x', 'NICKNAME_REFUSED'],
  ])('%j: %s', (typed, said) => expect(refused(typed)).toBe(said));

  test('what is seen is kept, in one form', () => {
    expect(readNickname('  Ｍｅｉ\u200b   Lin ')).toEqual({ ok: true, value: { name: 'Mei Lin', key: 'meiiin' } });
  });
});

describe('names that look alike are one', () => {
  test.each([
    ['Silver Fox', 'silverfox'],
    ['Silver Fox', 'Ѕilvеr Fох'],
    ['Silver Fox', 'S1LVER_F0X'],
    ['Zoë', 'zoe'],
    ['modern', 'modem'],
    ['Ill', '111'],
  ])('%s and %s', (one, other) => expect(nicknameKey(one)).toBe(nicknameKey(other)));
  test('and these are not', () => {
    expect(nicknameKey('Silver Fox')).not.toBe(nicknameKey('Silver Ox'));
    expect(nicknameKey('李小龍')).not.toBe(nicknameKey('李小隆'));
  });
});

test('who chose none is called by the end of their number', () => {
  expect(defaultNickname('7GH3K9PQ')).toBe('Trader K9PQ');
});
