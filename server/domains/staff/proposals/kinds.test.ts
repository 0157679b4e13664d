// Every act that takes two people by the matrix can be proposed, or is decided on its item, and nothing else can be proposed.

import { type Grant, grantsOf, type MATRIX, STAFF_ACTS, STAFF_ROLES } from '@fairtick/contract/staff/matrix';
import { PROPOSAL_KINDS } from '@fairtick/contract/staff/people';
import { ManualClock } from '@fairtick/kernel/clock';
import { systemEntropy } from '@fairtick/kernel/random';
import { expect, test } from 'vitest';
import { Keys } from '../../../platform/keys/keys.ts';
import { proposalKinds } from './kinds.ts';

const keys = new Keys([{ id: 1, secret: new Uint8Array(32) }], systemEntropy);
const kinds = proposalKinds({
  ...{ clock: new ManualClock(0), entropy: systemEntropy, keys, settings: [] },
  creditHindered: async () => undefined,
  backHindered: async () => undefined,
});
const somebody = (act: keyof typeof MATRIX, grant: Grant): boolean =>
  STAFF_ROLES.some((role) => grantsOf(role, act).includes(grant));

/** Their two people decide on the withdrawal or the loan itself, which keeps who they were. */
const ON_THE_ITEM: ReadonlySet<string> = new Set(['withdrawal_approve', 'withdrawal_reject', 'loans']);

test('what somebody proposes somebody checks, and some kind carries it out', () => {
  const needed = new Set(PROPOSAL_KINDS.flatMap((name) => kinds[name].mayNeed));
  for (const act of STAFF_ACTS.filter((one) => !ON_THE_ITEM.has(one))) {
    const twoPeople = somebody(act, 'propose') || somebody(act, 'check');
    expect(`${act} ${needed.has(act)}`).toBe(`${act} ${twoPeople}`);
    expect(`${act} ${somebody(act, 'check')}`).toBe(`${act} ${somebody(act, 'propose')}`);
  }
  expect(
    [...ON_THE_ITEM].filter((act) => PROPOSAL_KINDS.some((name) => kinds[name].mayNeed.some((one) => one === act))),
  ).toEqual([]);
});
