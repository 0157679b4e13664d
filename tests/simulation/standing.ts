// What changes a real user's standing in the simulated world: the staff freezes and lifts, users set limits and take breaks, residences are found out.

import { amount } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import type { Random } from '@fairtick/kernel/random';
import { ok } from '@fairtick/kernel/result';
import { STANDING_LOOKS_AT, type StandingChange } from '@fairtick/server/domains/accounts/index';
import type { DomainCommand } from '@fairtick/server/domains/parts';
import { decideEnded, decideFreeze, decideUnfreeze } from '@fairtick/server/domains/staff/freezes/rules';
import { type Actor, SYSTEM } from '@fairtick/server/platform/principals';
import { chance, pick } from './events.ts';

const LOCKS = ['orders', 'withdrawals', 'sign_in'] as const;

export function standingCommand(random: Random, userId: Id, nowMs: number): DomainCommand {
  const actor: Actor = { kind: 'staff', id: BigInt(9_000_000 + random.below(3)) };
  const base = { realm: 'live', owners: [userId], actor } as const;
  const locks = chance(random, 3) ? LOCKS : [LOCKS[0]];
  const lastsMs = pick(random, [null, 2_000, 60_000, 86_400_000]) ?? null;
  switch (random.below(6)) {
    case 0:
    case 1:
      return {
        ...base,
        name: 'user_freeze',
        looksAt: STANDING_LOOKS_AT,
        decide: (state) => {
          const done = decideFreeze(state, { userId, locks, reason: 'why', actor, lastsMs: () => lastsMs });
          return done.ok ? ok({ change: done.value.change, answer: {} }) : done;
        },
      };
    case 2:
    case 3:
      return {
        ...base,
        name: 'user_unfreeze',
        looksAt: STANDING_LOOKS_AT,
        decide: (state) => {
          const done = decideUnfreeze(state, { userId, locks: LOCKS, reason: 'why', actor });
          return done.ok ? ok({ change: done.value.change, answer: {} }) : done;
        },
      };
    case 4:
      return {
        ...base,
        actor: SYSTEM,
        name: 'freeze_ended',
        looksAt: STANDING_LOOKS_AT,
        decide: (state) => ok({ change: decideEnded(state, userId, SYSTEM) ?? {}, answer: {} }),
      };
    default: {
      const set = ownWish(random, nowMs);
      return {
        ...base,
        actor: { kind: 'user', id: userId },
        name: 'limits_set',
        looksAt: STANDING_LOOKS_AT,
        names: { accounts: [userId] },
        decide: () => ok({ change: { accounts: { standing: [{ userId, set }] } }, answer: {} }),
      };
    }
  }
}

function ownWish(random: Random, nowMs: number): StandingChange['set'] {
  switch (random.below(4)) {
    case 0:
      return { lossLimit: chance(random, 3) ? undefined : amount(BigInt(1 + random.below(3_000)) * 100_000_000n) };
    case 1:
      return { lossLimitNext: undefined, lossLimitFrom: nowMs + random.below(60_000) };
    case 2:
      return { coolOffUntil: chance(random, 2) ? undefined : nowMs + random.below(30_000) };
    default:
      // Where somebody lives is found out, and never unknown again.
      return { country: pick(random, ['DE', 'HK', 'US']) };
  }
}
