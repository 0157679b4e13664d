// What a role without contacts sees of an account.

import { expect, test } from 'vitest';
import { foundUser, maskedAccount } from './views.ts';

test.each([
  ['ann@example.com', 'a•••@example.com'],
  ['a@example.com', 'a•••@example.com'],
  ['"b@c"@example.com', '"•••@example.com'],
  ['@example.com', '•••'],
  ['+85291234567', '•••'],
  ['', ''],
])('%s is shown as %s', (account, shown) => {
  expect(maskedAccount(account)).toBe(shown);
});

test('locks are named, and what is not known is empty', () => {
  const row = {
    id: 12n,
    uid: 'C',
    email: 'ann@example.com',
    realm: 'live',
    country: null,
    verified_time: null,
    locks: 5,
    created_time: 9n,
  } as const;
  expect(foundUser(row, false)).toEqual({
    ...{ id: '12', uid: 'C', account: 'a•••@example.com', realm: 'live', country: '', verified: false, createdTime: 9 },
    locks: ['withdrawals', 'sign_in'],
  });
  expect(foundUser(row, true).account).toBe('ann@example.com');
});
