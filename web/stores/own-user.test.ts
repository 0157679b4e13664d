// Who is signed in is kept in the browser: what the server says of them takes its place, unless somebody else is there by then.

import type { User } from '@fairtick/contract/http/accounts';
import { beforeEach, expect, test } from 'vitest';
import { refreshUser } from './own-user.ts';
import { currentSession, signIn, signOut } from './session.ts';

const user = (email: string): User => ({
  ...{ id: '1', uid: 'U1', name: 'ann', email, invite_code: 'ABC234' },
  ...{ is_trader: false, is_demo: 0, credit_score: 0 },
});
const says = (email: string) => async () => ({ user: user(email) });

beforeEach(() => signIn({ token: 'one', user: user('+852 ••••4567') }));

test('an e-mail that was added since the sign-in is known from then on', async () => {
  await refreshUser(says('ann@example.com'));
  expect(currentSession()).toEqual({ token: 'one', user: user('ann@example.com') });
});

test('without an answer nothing changes, and nobody is asked about who is signed out', async () => {
  await refreshUser(() => Promise.reject(new Error('away')));
  expect(currentSession()?.user.email).toBe('+852 ••••4567');
  signOut();
  await refreshUser(() => expect.fail('asked about nobody'));
  expect(currentSession()).toBeUndefined();
});

test('an answer about whoever was there before is nobody’s', async () => {
  await refreshUser(async () => {
    signIn({ token: 'two', user: user('bob@example.com') });
    return { user: user('ann@example.com') };
  });
  expect(currentSession()).toEqual({ token: 'two', user: user('bob@example.com') });
});
