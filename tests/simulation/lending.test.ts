// Loans and fund products in the simulation: lives in which mostly people borrow, repay, buy and redeem and the staff decide, while days go by, the server's
// clock jumps and processes die between any two steps.

import { seededRandom } from '@fairtick/kernel/random';
import { expect, test } from 'vitest';
import { type Event, type Kind, pick } from './events.ts';
import { run } from './run.ts';

const BUSY: readonly Kind[] = [
  ...(['borrow', 'borrow', 'borrow', 'borrow', 'fund', 'fund', 'fund', 'fund'] as const),
  ...(['desk', 'desk', 'desk', 'transfer', 'withdraw', 'tick', 'submit', 'hours', 'clock_jump'] as const),
];
const STORM: readonly Kind[] = [
  ...(['crash', 'crash_at', 'crash_at', 'conflict', 'lost', 'lost_after', 'zombie', 'slow', 'away', 'quiet'] as const),
];
const LIFE: readonly Kind[] = [
  'standing',
  'own_limits',
  'deposit',
  'create',
  'create',
  'reset',
  'restart',
  'feed',
  'micro',
];
const EVENTS = 700;
const SEEDS = [2, 6, 12, 16, 21];

/** Five of six are of loans, fund products and days; with the others life goes on, or what is under way breaks. */
export function lendingEvents(seed: number): Event[] {
  const random = seededRandom(seed);
  return Array.from({ length: EVENTS }, (): Event => {
    const kinds = random.below(6) > 0 ? BUSY : random.below(2) === 0 ? STORM : LIFE;
    return [pick(random, kinds) ?? 'quiet', random.uint32()];
  });
}

const met = new Set<string>();

test.each(SEEDS)('life %i: every loan and every day comes to what its terms give, once', async (seed) => {
  const { failure, figures } = await run({ seed, events: lendingEvents(seed) });
  expect(failure).toBeUndefined();
  for (const answer of Object.keys(figures?.answers ?? {})) met.add(answer);
});

test('these lives met what they are there for', () => {
  const wanted = [
    'a day paid',
    'fund finished',
    'fund refunded',
    'fund reset',
    'fund_buy ok',
    'fund_buy FUND_NO_PROFIT',
    'fund_buy FUND_SOLD_OUT',
    'fund_buy FUND_TERMS_CHANGED',
    'fund_buy COOLING',
    'fund_buy FROZEN',
    'fund_confirm ok',
    'fund_refund ok',
    'fund_refund SUBSCRIPTION_NOT_RUNNING',
    'loan 3',
    'loan 7',
    'loan repaid for nothing',
    'loan repaid with interest',
    'loan repaid with interest of two',
    'loan repaid late',
    'loan repaid late of two',
    'loan repaid with interest by proof of two',
    'loan repaid late by proof of two',
    'loan_approve LOAN_POOL_EMPTY',
    'loan_approve OWN_WORK',
    'loan_approve ALREADY_DECIDED',
    'loan_exclude ok',
    'loan_submit LOAN_EXCLUDED',
    'loan_submit LOAN_RUNNING',
    'loan_submit LOAN_TERMS_CHANGED',
    'loan_submit LOAN_SIGNATURE_EMPTY',
    'loan_repay LOAN_SUM_CHANGED',
    'loan_repay LOAN_NOT_TO_REPAY',
    'loan_cancel ok',
    'loan_cancel LOAN_NOT_WAITING',
    'loan_proof ok',
    'loans_overdue ok',
    'transfer LOAN_PRINCIPAL_HELD',
  ];
  expect(wanted.filter((answer) => !met.has(answer))).toEqual([]);
});
