// What a sign-out, or somebody else's sign-in, leaves of whoever was signed in: nothing.

import { afterEach, expect, test, vi } from 'vitest';
import { sessionStore, signIn, signOut } from './session.ts';

afterEach(() => vi.unstubAllGlobals());

const sessionOf = (id: string) => ({
  token: `of ${id}`,
  user: { id, uid: id, name: '', email: '', invite_code: '', is_trader: false, is_demo: 0 as const, credit_score: 0 },
});

test('who signs in over somebody else gets none of their messages, and keeps their own', async () => {
  const unsubscribe = vi.fn(async () => true);
  const worker = { pushManager: { getSubscription: async () => ({ unsubscribe }) }, getNotifications: async () => [] };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => worker } });
  signIn(sessionOf('1'));
  signIn({ ...sessionOf('1'), token: 'again' });
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(unsubscribe).not.toHaveBeenCalled();
  signIn(sessionOf('2'));
  await vi.waitFor(() => expect(unsubscribe).toHaveBeenCalledOnce());
});

test('a sign-out closes the messages that are shown, also where the push service cannot be reached', async () => {
  const close = vi.fn();
  const unsubscribe = vi.fn(() => Promise.reject(new Error('away')));
  const worker = {
    pushManager: { getSubscription: async () => ({ unsubscribe }) },
    getNotifications: async () => [{ close }, { close }],
  };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => worker } });
  signOut();
  await vi.waitFor(() => expect(close).toHaveBeenCalledTimes(2));
  expect(unsubscribe).toHaveBeenCalledOnce();
});

test('whoever goes leaves an empty seat; who comes back, or signs in where nobody sat, changes nothing', () => {
  signOut();
  const before = sessionStore.getState().gone;
  const gone = () => sessionStore.getState().gone - before;
  signIn(sessionOf('1'));
  signIn({ ...sessionOf('1'), token: 'again' });
  expect(gone()).toBe(0);
  signIn(sessionOf('2'));
  expect(gone()).toBe(1);
  signOut();
  signOut();
  expect(gone()).toBe(2);
});
