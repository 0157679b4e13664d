// The draft below every rule: it writes nothing that the ledger must not hold, even when the rules above it err.

import { amount } from '@fairtick/kernel/decimal';
import { describe, expect, test } from 'vitest';
import { type Account, Accounts, HOUSE, LedgerDraft, type Posting } from './rules.ts';

const account = (id: bigint, ownerId: bigint, kind: Account['kind'], available: bigint, locked = 0n): Account => ({
  id,
  realm: 'demo',
  ownerId,
  kind,
  available: amount(available),
  locked: amount(locked),
});

function draft(): { draft: LedgerDraft; accounts: Accounts; post: (...postings: Posting[]) => void } {
  const accounts = new Accounts([
    account(1n, HOUSE, 'trading', 500n),
    account(2n, HOUSE, 'external', 0n),
    account(3n, 7n, 'forex', 100n, 20n),
    { ...account(4n, 8n, 'forex', 100n), realm: 'live' },
  ]);
  let id = 0n;
  const made = new LedgerDraft({ accounts, realm: 'demo', time: 1, key: 'k', newId: () => ++id });
  return { draft: made, accounts, post: (...postings) => made.post('forex_close', 9n, postings) };
}

const user = (available: bigint, locked = 0n): Posting => ({ ownerId: 7n, kind: 'forex', available, locked });
const trading = (available: bigint): Posting => ({ ownerId: HOUSE, kind: 'trading', available });

describe('a draft refuses', () => {
  test('what does not sum to zero', () => {
    expect(() => draft().post(user(1n))).toThrow('sums to zero');
    expect(() => draft().post(user(1n), trading(-2n))).toThrow('sums to zero');
  });

  test('what takes either side of an account below zero, counting its own earlier journals', () => {
    expect(() => draft().post(user(-101n), trading(101n))).toThrow('available of forex');
    expect(() => draft().post(user(21n, -21n))).toThrow('locked of forex');
    const { post } = draft();
    post(user(-60n), trading(60n));
    expect(() => post(user(-41n), trading(41n))).toThrow('available of forex');
  });

  test('accounts that are not loaded, or of the other realm', () => {
    expect(() => draft().post({ ownerId: 99n, kind: 'forex', available: 1n }, trading(-1n))).toThrow('is loaded');
    expect(() => draft().post({ ownerId: 8n, kind: 'forex', available: 1n }, trading(-1n))).toThrow('is loaded');
  });
});

test('lines on one account are merged, empty ones dropped, and nothing at all is no journal', () => {
  const { draft: made, post } = draft();
  post(user(-10n, 10n), user(5n, -5n), trading(3n), trading(-3n));
  expect(made.journals.map((journal) => journal.entries)).toEqual([[{ accountId: 3n, available: -5n, locked: 5n }]]);
  post(user(5n, -5n), user(-5n, 5n));
  expect(made.journals).toHaveLength(1);
});

test('a refused posting leaves the draft as it was, and a draft reaches the batch only when it is applied', () => {
  const { draft: made, accounts, post } = draft();
  expect(() => post(trading(-1n), user(-101n), { ownerId: HOUSE, kind: 'external', available: 102n })).toThrow();
  expect(made.journals).toEqual([]);
  post(user(-30n), trading(30n));
  expect(accounts.byId(3n)?.available).toBe(100n);
  for (const journal of made.journals) accounts.apply(journal);
  expect(accounts.byId(3n)?.available).toBe(70n);
  expect(accounts.changed().map((one) => one.id)).toEqual([3n, 1n]);
});

test('the world outside alone may owe', () => {
  const { draft: made } = draft();
  made.post('demo_grant', 7n, [user(1_000n), { ownerId: HOUSE, kind: 'external', available: -1_000n }]);
  expect(made.account(HOUSE, 'external').available).toBe(-1_000n);
});
