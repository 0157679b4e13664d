// Who acts: a signed-in user, a member of staff, or the server itself. What a journal or a command names as its actor.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { StaffRole } from '@fairtick/contract/staff/matrix';
import type { StaffFactor } from '@fairtick/contract/staff/sign-in';
import type { Realm } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';

/** A signed-in user. The realm says whether money is real or play money: a user belongs to one for ever. */
export interface UserPrincipal {
  readonly kind: 'user';
  readonly userId: Id;
  readonly realm: Realm;
  /** SHA-256 of the token in use. */
  readonly tokenHash: Uint8Array;
}

/** A signed-in member of staff. */
export interface StaffPrincipal {
  readonly kind: 'staff';
  readonly staffId: Id;
  readonly roles: readonly StaffRole[];
  /** SHA-256 of the token in use. */
  readonly tokenHash: Uint8Array;
  /** Until when a step-up holds, UTC ms; 0 without one. */
  readonly elevatedUntilMs: number;
  /** What a step-up can be made with. */
  readonly factors: readonly StaffFactor[];
}

/** Whether the person of a session has confirmed lately that it is still them. */
export interface Elevation {
  /** UTC ms; 0 where they have not. */
  readonly untilMs: number;
  /** What they can confirm it by. */
  readonly methods: readonly string[];
}

/** Where no step-up holds any more, with what the client can make one by (accounts.md §2). */
export const stepUpRefusal = (elevation: Elevation, nowMs: number): Refusal | undefined =>
  elevation.untilMs <= nowMs ? stepUpNeeded(elevation) : undefined;

export const stepUpNeeded = ({ methods }: Elevation): Refusal =>
  refuse('STEP_UP_NEEDED', undefined, { methods: [...methods] });

export type Principal = UserPrincipal | StaffPrincipal;

/** Who caused a command and its journals, as it is stored. `id` is 0 for the server itself: ticks, times and the schedule. */
export interface Actor {
  readonly kind: 'system' | 'user' | 'staff';
  readonly id: Id;
}

export const SYSTEM: Actor = { kind: 'system', id: 0n };

/** The actor that a principal is. */
export const actorOfPrincipal = (principal: Principal): Actor =>
  principal.kind === 'user' ? { kind: 'user', id: principal.userId } : { kind: 'staff', id: principal.staffId };
