import { grantsOf, type StaffRole } from '@fairtick/contract/staff/matrix';
import { describe, expect, test } from 'vitest';
import { type Payout, payoutActs } from './payouts.ts';

const waiting: Payout = {
  ...{ status: 1, approvals: 0, approvalsNeeded: 1, takenBy: '', mine: false, nothingSentBy: '', back: null },
};
const approved: Payout = { ...waiting, status: 2, approvals: 1 };
const as = (role: StaffRole, payout: Payout) =>
  payoutActs(payout, (act, ...grants) => grantsOf(role, act).some((grant) => grants.includes(grant)));

describe('what waits', () => {
  test('is approved by one or as the second, by whose role that is', () => {
    expect(as('treasurer', waiting)).toEqual(['approve', 'reject']);
    expect(as('owner', waiting)).toEqual([]);
    expect(as('owner', { ...waiting, approvalsNeeded: 2 })).toEqual([]);
    expect(as('owner', { ...waiting, approvalsNeeded: 2, approvals: 1 })).toEqual(['approve']);
    expect(as('auditor', waiting)).toEqual([]);
  });
});

describe('what is approved', () => {
  test('is taken before it is paid, and paid by who took it', () => {
    expect(as('treasurer', approved)).toEqual(['claim', 'unsent']);
    expect(as('treasurer', { ...approved, takenBy: 'Ines', mine: true })).toEqual(['paid', 'release', 'unsent']);
    expect(as('compliance', approved)).toEqual(['unsent']);
  });

  test('is said not to be sent by who took it first, and confirmed by another one', () => {
    const taken = { ...approved, takenBy: 'Ines' };
    expect([as('treasurer', taken), as('compliance', taken), as('owner', taken)]).toEqual([[], [], []]);
    const said = { ...taken, nothingSentBy: 'Ines' };
    expect([as('compliance', said), as('owner', said)]).toEqual([['unsent'], ['unsent']]);
    expect(as('owner', approved)).toEqual([]);
  });
});

test('nothing is done with what has ended', () => {
  for (const status of [4, 5] as const) expect(as('treasurer', { ...approved, status })).toEqual([]);
});

test('what was paid may come back, once', () => {
  const paid: Payout = { ...approved, status: 3 };
  expect([as('treasurer', paid), as('compliance', paid)]).toEqual([['back'], []]);
  expect(as('treasurer', { ...paid, back: { amount: '95.00' } })).toEqual([]);
});
