import { expect, test } from 'vitest';
import { differing, inGroups, initials } from './groups.ts';

test('a code is cut into fours without a blank at its end', () => {
  expect(inGroups('5e0b77c219aa')).toBe('5e0b 77c2 19aa');
  expect(inGroups('5e0b7')).toBe('5e0b 7');
  expect(inGroups('')).toBe('');
});

test('initials are of the first and the last word, and never half a character', () => {
  expect(initials('Amara de Okafor')).toBe('AO');
  expect(initials('ines')).toBe('I');
  expect(initials('𠮷田')).toBe('𠮷');
  expect(initials('')).toBe('');
});

test('groups of two codes are compared place by place', () => {
  expect(differing(['0x5a', 'Aeb6', 'ed'], ['0x5a', 'Aeb7', 'ed'])).toEqual([false, true, false]);
  expect(differing(['TR7N', 'HqjX'], ['TR7N'])).toEqual([false, true]);
});
