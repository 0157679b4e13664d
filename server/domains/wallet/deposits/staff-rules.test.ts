// What one batch decides about outputs of one transaction: what its earlier commands have booked counts as what was committed before.

import { RATE_PLACES, rate, readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { describe, expect, test } from 'vitest';
import { NOTHING_LOCKED } from '../../accounts/index.ts';
import type { Deposit, Receipt } from '../types.ts';
import { DAY_MS, dollars, NO_LOANS, NOW_MS, USER, World } from '../withdrawals/world.fixture.ts';
import { type DepositState, decideCredit, decideNothingCame, NO_FACTS, NOTHING } from './staff-rules.ts';

const TX = 'ab'.repeat(32);
const ID: Id = 60n;
const DEPOSIT: Deposit = {
  ...{ id: ID, realm: 'live', userId: USER, kind: 'coin', optionId: 1, currency: 'USDT', network: 'evm:1' },
  ...{ place: '0x52908400098527886E0F7030069857D2E4169EE7', number: 50n * 10n ** 18n, proof: undefined, txid: TX },
  ...{
    assigned: undefined,
    repays: undefined,
    least: dollars('10'),
    status: 'unchecked',
    submittedTime: NOW_MS - 8 * DAY_MS,
    heldFor: '',
  },
  ...{ claimedBy: undefined, claimedUntil: undefined, receiptId: undefined, creditedNumber: undefined },
  ...{ rate: undefined, rateTick: undefined, credited: undefined, reasonCode: undefined, reason: undefined },
  ...{ decidedTime: undefined, decidedBy: undefined },
};

/** The batch as its earlier commands have left it. */
function stateAfter(...receipts: readonly Receipt[]): DepositState {
  const world = new World();
  world.wallet.deposits.put(DEPOSIT);
  for (const one of receipts) world.wallet.receipts.put(one);
  return {
    ...world.state,
    loans: NO_LOANS,
    accounts: { standing: () => ({ ...NOTHING_LOCKED, real: true, verifiedTime: 1, nowMs: NOW_MS, lang: 'en' }) },
    wallet: world.wallet,
  };
}
const receipt = (reference: string, more: Partial<Receipt> = {}): Receipt => ({
  ...{
    takenBy: undefined,
    sentReference: undefined,
    id: 70n,
    userId: 0n,
    method: 'evm:1',
    reference,
    currency: 'USDT',
    amount: 10n ** 18n,
    fromShown: '',
    fromSealed: undefined,
  },
  ...{
    seenTime: NOW_MS,
    seenBy: 1n,
    confirmations: undefined,
    booked: dollars('1'),
    rate: rate(readUnits('1', RATE_PLACES)),
  },
  ...{ rateTick: undefined, terms: undefined, state: 'matched', ...more },
});
const AGREED = { proposal: 5n, maker: 1n, reason: 'seen' };
type Second = 'nobody' | 'treasurer' | 'compliance';

function credits(state: DepositState, second: Second): string {
  const came = { reference: `${TX}:3`, amount: 50n * 10n ** 18n };
  const decided = decideCredit(state, {
    ...{ id: ID, came, receipt: undefined, key: 'k', staffId: 2n, facts: NO_FACTS },
    agreed: second === 'nobody' ? undefined : { ...AGREED, held: second === 'compliance' },
  });
  return decided.ok ? 'ok' : decided.error.error;
}

describe('another output of the transaction that the same batch has booked', () => {
  test.each<[string, Second, string, Receipt]>([
    ['of the same transaction', 'nobody', 'TAKES_TWO', receipt(`${TX}:4`)],
    ['of the same transaction, free', 'nobody', 'TAKES_TWO', receipt(`${TX}:4`, { state: 'free' })],
    ['of the same transaction', 'treasurer', 'PROPOSAL_CHANGED', receipt(`${TX}:4`)],
    ['of the same transaction', 'compliance', 'ok', receipt(`${TX}:4`)],
    ['of another transaction', 'nobody', 'ok', receipt(`${'ac'.repeat(32)}:4`)],
    ['of another chain', 'nobody', 'ok', receipt(`${TX}:4`, { method: 'evm:56' })],
  ])('%s; the second person is %s: %s', (_, second, said, one) => {
    expect(credits(stateAfter(one), second)).toBe(said);
  });
});

test.each<[string, Receipt[], boolean, boolean]>([
  ['nothing', [], false, true],
  ['an output that is nobody’s, in the batch', [receipt(`${TX}:0`, { state: 'free' })], false, false],
  ['an output of another’s', [receipt(`${TX}:0`)], false, true],
  ['an output that is nobody’s, before', [], true, false],
])('seven days after, with %s, a deposit ends or waits on', (_, receipts, hasCome, ends) => {
  const reason = { code: 'nothing_came', words: '', told: () => 'nothing came' } as const;
  const decided = decideNothingCame(stateAfter(...receipts), { id: ID, reason, systemId: 0n, hasCome });
  expect(decided.ok && decided.value !== NOTHING).toBe(ends);
});
