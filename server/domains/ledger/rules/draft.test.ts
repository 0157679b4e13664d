// The draft below every rule: it writes nothing that the ledger must not hold, even when the rules above it err.

import { amount } from '@fairtick/kernel/decimal';
import { describe, expect, test } from 'vitest';
import { Accounts } from './accounts.ts';
import { LedgerDraft } from './draft.ts';
import { type Account, HOUSE, type Posting } from './journal.ts';

const account = (id: bigint, ownerId: bigint, kind: Account['kind'], available: bigint, locked = 0n): Account => ({
  id,
  realm: 'demo',
  ownerId,
  kind,
  available: amount(available),
  locked: amount(locked),
});

function draft(): { draft: LedgerDraft; accounts: Accounts; post: (...postings: Posting[]) => void } {
  const accounts = new Accounts({
    owners: [
      { id: HOUSE, realm: 'demo', version: 3 },
      { id: 7n, realm: 'demo', version: 40 },
      { id: 8n, realm: 'live', version: 1 },
      { id: 9n, realm: 'demo', version: 0 },
    ],
    accounts: [
      account(1n, HOUSE, 'trading', 500n),
      account(2n, HOUSE, 'external', 0n),
      account(3n, 7n, 'forex', 100n, 20n),
      { ...account(4n, 8n, 'forex', 100n), realm: 'live' },
      account(5n, 9n, 'forex', 100n),
    ],
  });
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

describe('the order of an owner', () => {
  const order = ({ journals }: LedgerDraft): [bigint, number][] => journals.map((one) => [one.ownerId, one.number]);
  const other: Posting = { ownerId: 9n, kind: 'forex', available: -1n };

  test('numbers go on from the version, for each owner by themselves, and from draft to draft', () => {
    const { draft: first, accounts, post } = draft();
    post(user(-1n), trading(1n));
    post(other, trading(1n));
    post(user(-1n), trading(1n));
    expect(order(first)).toEqual([
      [7n, 41],
      [9n, 1],
      [7n, 42],
    ]);
    for (const journal of first.journals) accounts.apply(journal);
    const second = new LedgerDraft({ accounts, realm: 'demo', time: 2, key: 'l', newId: () => 99n });
    second.post('forex_close', 10n, [user(-1n), trading(1n)]);
    expect(order(second)).toEqual([[7n, 43]]);
  });

  test('a command that is refused, and a posting that moves nothing, leave no gap', () => {
    const { draft: refused, accounts, post } = draft();
    post(user(-1n), trading(1n));
    expect(refused.journals).toHaveLength(1);
    const next = new LedgerDraft({ accounts, realm: 'demo', time: 2, key: 'l', newId: () => 99n });
    next.post('forex_close', 10n, [user(0n), trading(0n)]);
    expect(() => next.post('forex_close', 10n, [user(-1_000n), trading(1_000n)])).toThrow('available of forex');
    next.post('forex_close', 10n, [user(-1n), trading(1n)]);
    expect(order(next)).toEqual([[7n, 41]]);
  });

  test("what moves the house's accounts alone is of whom it is done for, or of the house", () => {
    const { draft: made } = draft();
    const lines: Posting[] = [trading(-1n), { ownerId: HOUSE, kind: 'external', available: 1n }];
    made.post('house_capital', 9n, lines, 7n);
    made.post('house_capital', 9n, lines);
    expect(order(made)).toEqual([
      [7n, 41],
      [HOUSE, 4],
    ]);
  });

  test('two users never meet in one journal, nor does a journal name a user whose lines it does not have', () => {
    expect(() => draft().post(user(1n), other)).toThrow("one user's");
    expect(() => draft().draft.post('forex_close', 9n, [user(-1n), trading(1n)], HOUSE)).toThrow("one user's");
  });

  test('a journal that does not continue the order is not applied, and a new user starts at 1', () => {
    const { draft: made, accounts, post } = draft();
    post(user(-1n), trading(1n));
    post(user(-1n), trading(1n));
    const [first, second] = made.journals;
    if (!first || !second) throw new Error('two journals');
    expect(() => accounts.apply(second)).toThrow("continues its owner's order");
    accounts.apply(first);
    expect(() => accounts.apply(first)).toThrow("continues its owner's order");
    const opened = [account(6n, 10n, 'forex', 0n)];
    const fresh = new LedgerDraft({
      accounts,
      realm: 'demo',
      time: 2,
      key: 'l',
      newId: () => 99n,
      opened,
    });
    fresh.post('demo_grant', 10n, [{ ownerId: 10n, kind: 'forex', available: 5n }, trading(-5n)]);
    expect(order(fresh)).toEqual([[10n, 1]]);
    expect(() => accounts.open([account(11n, 7n, 'change', 0n)])).toThrow('nothing has happened to a new owner');
    accounts.open(opened);
    expect(accounts.version('demo', 10n)).toBe(0);
  });

  test('an owner who is not locked has no order to continue', () => {
    const { draft: made } = draft();
    const lines: Posting[] = [trading(-1n), { ownerId: HOUSE, kind: 'external', available: 1n }];
    expect(() => made.post('house_capital', 9n, lines, 77n)).toThrow('is locked');
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
