// How the staff's e-mails, addresses and passwords are written and judged, and how long failures wait.

import { describe, expect, test } from 'vitest';
import { networkOf, passwordRefusal, staffEmail, WAITS_BY_ADDRESS, WAITS_BY_NAME } from './rules.ts';

describe('an e-mail', () => {
  test.each([
    [' Ann@Example.COM ', 'ann@example.com'],
    ['ann@exämple.com', 'ann@xn--exmple-cua.com'],
    ['owner@localhost', 'owner@localhost'],
    ["o'neil+desk@example.com", "o'neil+desk@example.com"],
  ])('%s is %s', (text, email) => expect(staffEmail(text)).toBe(email));

  test.each([
    '',
    'ann',
    'ann@',
    '@example.com',
    'ann@example.com@example.com',
    'ann\u202e@example.com',
    'an\u200bn@example.com',
    'ann@exa\u200bmple.com',
    'änn@example.com',
    '.ann@example.com',
    'ann..b@example.com',
    'a"b@example.com',
    'ann@.com',
    'ann@x..y',
    'ann@exa mple.com',
    'ann\0@example.com',
    `${'a'.repeat(65)}@example.com`,
  ])('%j is none', (text) => expect(staffEmail(text)).toBeUndefined());
});

test('a password is counted in signs as it is compared, and is not the e-mail nor its first part', () => {
  const said = (password: string): string => passwordRefusal(password, 'ann.of.example@example.com')?.error ?? 'ok';
  expect(said('a'.repeat(11))).toBe('PASSWORD_TOO_SHORT');
  expect(said('😀'.repeat(11))).toBe('PASSWORD_TOO_SHORT');
  expect(said('😀'.repeat(12))).toBe('ok');
  expect(said('a'.repeat(129))).toBe('PASSWORD_TOO_LONG');
  expect(said('Ann.Of.Example')).toBe('PASSWORD_LIKE_ACCOUNT');
  expect(said('ANN.of.example@EXAMPLE.com')).toBe('PASSWORD_LIKE_ACCOUNT');
});

test('of an address its network is shown', () => {
  expect(networkOf('203.0.113.77')).toBe('203.0.113.0/24');
  expect(networkOf('2001:db8:1:2::/64')).toBe('2001:db8:1::/48');
  expect(networkOf('unknown')).toBe('');
});

test('five failures of a name and twenty of an address are free; then a try waits 2 s to a minute', () => {
  expect(WAITS_BY_NAME.slice(4)).toEqual([0, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000]);
  expect([WAITS_BY_ADDRESS[19], WAITS_BY_ADDRESS[20], WAITS_BY_ADDRESS.length]).toEqual([0, 60_000, 21]);
});
