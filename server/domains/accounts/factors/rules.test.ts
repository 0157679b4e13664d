import { expect, test } from 'vitest';
import { mailWord, maskedEmail, stepUpMethods } from './rules.ts';

test('a code to the account confirms nobody who has a factor, and recovery codes nobody who has none', () => {
  expect(stepUpMethods([], 0)).toEqual(['code']);
  expect(stepUpMethods([], 10)).toEqual(['code']);
  expect(stepUpMethods(['totp'], 0)).toEqual(['totp']);
  expect(stepUpMethods(['passkey', 'totp'], 1)).toEqual(['passkey', 'totp', 'recovery']);
});

test('a word is one line of at most twenty signs that are seen', () => {
  expect(mailWord(' blue\u202e \n heron ')).toBe('blue heron');
  expect(mailWord('\u200b')).toBe('');
  expect(mailWord('🐦'.repeat(20))).toBe('🐦'.repeat(20));
  expect(mailWord('a'.repeat(21))).toBeUndefined();
});

test('of an e-mail its first sign and its domain are shown', () => {
  expect(maskedEmail('ann@example.com')).toBe('a•••@example.com');
});
