// Who may apply, and which decision leads where: each rule as a table.

import { describe, expect, test } from 'vitest';
import {
  type Applicant,
  applyRefusal,
  DECISIONS,
  decided,
  readReason,
  type Status,
  stateOf,
  statusOf,
} from './application.ts';

const GOOD: Applicant = { verified: true, offered: true, status: 0, elsewhere: false, closedOrders: 10 };

describe('applying', () => {
  test.each<[string, Partial<Applicant>, string | undefined]>([
    ['all that is asked', {}, undefined],
    ['after a rejection', { status: 3 }, undefined],
    ['after leaving', { status: 5 }, undefined],
    ['unverified', { verified: false, closedOrders: 0 }, 'NOT_VERIFIED'],
    ['where copying is not offered', { offered: false }, 'PRODUCT_NOT_OFFERED'],
    ['while waiting', { status: 1 }, 'TRADER_WAITING'],
    ['while leading', { status: 2 }, 'TRADER_ALREADY'],
    ['while suspended', { status: 4, elsewhere: true }, 'TRADER_SUSPENDED'],
    ['with another account that leads', { elsewhere: true }, 'TRADER_ELSEWHERE'],
    ['with nine closed orders', { closedOrders: 9 }, 'TRADER_ORDERS_FEW'],
  ])('%s', (_, more, said) => expect(applyRefusal({ ...GOOD, ...more })?.error).toBe(said));
});

test('a decision is about one state, and a suspension ends by approving', () => {
  const told = DECISIONS.map((one) =>
    ([0, 1, 2, 3, 4, 5] as readonly Status[]).map((status) => {
      const to = decided(status, one);
      return to.ok ? to.value : '-';
    }),
  );
  expect(told).toEqual([
    ['-', 2, '-', '-', 2, '-'],
    ['-', 3, '-', '-', '-', '-'],
    ['-', '-', 4, '-', '-', '-'],
  ]);
});

describe('a reason', () => {
  test.each([
    ['reject', ' \u200b ', 'REASON_REQUIRED'],
    ['suspend', '', 'REASON_REQUIRED'],
    ['reject', 'Look at https://example.com', 'REASON_LEADS_AWAY'],
    ['suspend', 'a'.repeat(501), 'TEXT_TOO_LONG'],
    ['suspend', 'a'.repeat(500), undefined],
    ['approve', 'whatever', undefined],
  ] as const)('%s with %j: %s', (decision, typed, said) => {
    const read = readReason(decision, typed);
    expect(read.ok ? undefined : read.error.error).toBe(said);
  });
});

test('states and numbers are one', () => {
  for (const status of [1, 2, 3, 4, 5] as const) expect(statusOf(stateOf(status))).toBe(status);
});
