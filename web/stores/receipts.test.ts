// What a receipt is kept for: to be there, for its own user and order, when a later proof is checked.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepReceipts, receiptsOf } from './receipts.ts';
import { signIn } from './session.ts';

const stored = new Map<string, string>();
const signInAs = (id: string): void =>
  signIn({
    token: id,
    user: { id, uid: id, name: '', email: '', invite_code: '', is_trader: false, is_demo: 0, credit_score: 0 },
  });
const receipt = (hash: string, kind = 'placed') => ({ kind, time: 1, tick: 2, hash });

beforeEach(() => {
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  stored.clear();
  signInAs('1');
});
afterEach(() => vi.unstubAllGlobals());

test('each command’s receipt is kept by order, once, for the user who gave it', () => {
  keepReceipts({ Id: '7', Status: 1, Receipt: receipt('a') });
  keepReceipts({ Id: '7', Status: 1, Receipt: receipt('a') });
  keepReceipts({ Id: '7', Status: 1, Receipt: receipt('b', 'stops') });
  keepReceipts({ closed: ['7', '8'], left: [], receipts: { 7: receipt('c', 'close'), 8: receipt('d', 'close') } });
  expect(receiptsOf('7').map(({ hash }) => hash)).toEqual(['a', 'b', 'c']);
  expect(receiptsOf('8')).toMatchObject([receipt('d', 'close')]);
  signInAs('2');
  expect(receiptsOf('7')).toEqual([]);
});

test('an answer without a receipt, one of no sound form, and a broken memory are no receipts', () => {
  for (const answer of [{ Id: '7' }, { Id: '7', Receipt: { ...receipt('a'), kind: 'gift' } }, 'done', undefined])
    keepReceipts(answer);
  expect(receiptsOf('7')).toEqual([]);
  stored.set('fairtick.receipts', '[1, {"user":"1","order":"7"}]');
  keepReceipts({ Id: '7', Receipt: receipt('b') });
  expect(receiptsOf('7').map(({ hash }) => hash)).toEqual(['b']);
});

test('no more are kept than have room: the oldest go', () => {
  for (let at = 0; at <= 500; at++) keepReceipts({ Id: String(at), Receipt: receipt(`h${at}`) });
  expect([receiptsOf('0').length, receiptsOf('1').length, receiptsOf('500').length]).toEqual([0, 1, 1]);
});
