import { expect, test } from 'vitest';
import { signIn } from './session.ts';
import { askStepUp, endStepUp, stepUpStore } from './step-up.ts';

const USER = {
  id: '7',
  uid: '7',
  name: '',
  email: '',
  invite_code: '',
  is_trader: false,
  is_demo: 0,
  credit_score: 0,
} as const;

test('several calls wait for one dialog, with the ways that the refusal named, and hear its one end', async () => {
  const both = [askStepUp({ methods: ['totp', 'passkey'] }), askStepUp({ methods: ['totp', 'passkey'] })];
  expect(stepUpStore.getState().methods).toEqual(['totp', 'passkey']);
  endStepUp(true);
  expect(await Promise.all(both)).toEqual([true, true]);
  expect(stepUpStore.getState().methods).toBeUndefined();
});

test('who gives up has not confirmed, and the next call asks anew', async () => {
  const first = askStepUp({ methods: ['code'] });
  endStepUp(false);
  expect(await first).toBe(false);
  const second = askStepUp(undefined);
  expect(stepUpStore.getState().methods).toEqual([]);
  endStepUp(true);
  expect(await second).toBe(true);
});

test('a call does not wait for whoever signs in next', async () => {
  const first = askStepUp({ methods: ['code'] });
  signIn({ token: 'of another', user: USER });
  expect(await first).toBe(false);
  expect(stepUpStore.getState().methods).toBeUndefined();
});
