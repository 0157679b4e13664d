// Locking a user and lifting it (rules §12), as pure decisions under the user's lock: with the commit it holds on every server. Nothing is taken from
// anybody: positions stay, closing is free, what waits is given up.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { FREEZE_ACTS, LOCKS, type Lock } from '@fairtick/contract/staff/locks';
import { grantsOf, mayDo, type StaffRole } from '@fairtick/contract/staff/matrix';
import type { FreezeAgain } from '@fairtick/contract/staff/users';
import { leadsNowhere } from '@fairtick/contract/told-words';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { NewAct } from '../../../platform/acts/table.ts';
import type { UserNotice } from '../../../platform/commands/command.ts';
import type { Actor } from '../../../platform/principals.ts';
import {
  type AccountsChange,
  type AccountsState,
  type Freeze,
  type Freezes,
  freezeOf,
  minuteText,
} from '../../accounts/index.ts';
import { readReason } from '../rules.ts';

const HOUR_MS = 3_600_000;
/** A freeze that nobody else has confirmed ends then. */
export const FREEZE_MS = 14 * 24 * HOUR_MS;
/** For so long after a lock that nobody else confirmed has ended, the same lock takes two people from the start: else one person's never ends. */
export const LAPSED_MS = 30 * 24 * HOUR_MS;
/** Support's, which only stops money for a day. */
export const SUPPORT_FREEZE_MS = 24 * HOUR_MS;

/** Locks as they are typed, with commas between: known ones, each once, in the contract's order. */
export function readLocks(text: string): Result<readonly Lock[], Refusal<'INPUT_INVALID'>> {
  const typed = text.split(',').map((one) => one.trim());
  const locks = LOCKS.filter((lock) => typed.includes(lock));
  return locks.length > 0 && locks.length === typed.length
    ? ok(locks)
    : err(refuse('INPUT_INVALID', { field: 'locks' }));
}

/** As any reason; the user reads it, so nothing in it leads away from us. */
export function readToldReason(typed: string): Result<string, Refusal<'REASON_REQUIRED' | 'REASON_LEADS_AWAY'>> {
  const reason = readReason(typed);
  return reason.ok && !leadsNowhere(reason.value) ? err(refuse('REASON_LEADS_AWAY')) : reason;
}

/** How these roles carry a freeze of these locks: at once, as a proposal, or not at all. */
export function freezeRight(roles: readonly StaffRole[], locks: readonly Lock[]): 'do' | 'propose' | undefined {
  const may = (grant: 'do' | 'propose'): boolean =>
    locks.every((lock) => mayDo(roles, { act: FREEZE_ACTS[lock], grants: [grant] }));
  if (may('do')) return 'do';
  return may('propose') ? 'propose' : undefined;
}

/** How long a lock of theirs holds by itself. */
export const freezeLastsMs = (roles: readonly StaffRole[], lock: Lock): number =>
  roles.some((role) => role !== 'support' && grantsOf(role, FREEZE_ACTS[lock]).includes('do'))
    ? FREEZE_MS
    : SUPPORT_FREEZE_MS;

/** What these decisions look at. What waits is given up by the forex domain with the lock. */
export interface FreezeState {
  readonly accounts: Pick<AccountsState, 'standing'>;
}

export interface FreezeChange {
  readonly accounts: AccountsChange;
  readonly notices: readonly UserNotice[];
  readonly acts: readonly NewAct[];
}

export interface Freezing {
  readonly userId: Id;
  readonly locks: readonly Lock[];
  readonly reason: string;
  readonly actor: Actor;
  /** How long it holds by itself; null where two people have decided it. */
  readonly lastsMs: (lock: Lock) => number | null;
}

/**
 * One lock after the act. A lock for as long that somebody else set is confirmed by it: it then holds until it is lifted. A shorter one is replaced.
 * undefined where nothing changes: it is confirmed already, or it is one's own.
 */
function nextFreeze(
  before: Freeze | undefined,
  lastsMs: number | null,
  next: Omit<Freeze, 'until'>,
): Freeze | undefined {
  const fresh: Freeze = { ...next, until: lastsMs === null ? null : next.time + lastsMs };
  if (!before) return fresh;
  if (before.until === null) return undefined;
  if (lastsMs === null) return { ...before, until: null };
  if (before.until - before.time < lastsMs) return fresh;
  return before.by === next.by || lastsMs < FREEZE_MS ? undefined : { ...before, until: null };
}

/** What a freeze by this member would do to a lock that is set: what is asked of them before it ends by itself. */
export function freezeAgain(
  lock: Lock,
  before: Freeze,
  { staffId, roles }: { readonly staffId: Id; readonly roles: readonly StaffRole[] },
): FreezeAgain {
  const right = freezeRight(roles, [lock]);
  if (!right) return 'nothing';
  const lastsMs = right === 'do' ? freezeLastsMs(roles, lock) : null;
  const after = nextFreeze(before, lastsMs, { reason: before.reason, time: before.time, by: String(staffId) });
  if (!after) return 'nothing';
  return after.until === null ? 'confirms' : 'replaces';
}

/**
 * Sets locks. Refuses ITEM_UNKNOWN for whoever has no standing, OWN_WORK to confirm one's own, ALREADY_DECIDED where nothing would change. With a
 * lock of orders what waits is given up; with one of the sign-in every session ends.
 */
export function decideFreeze(
  state: FreezeState,
  { userId, locks, reason, actor, lastsMs }: Freezing,
): Result<{ change: FreezeChange }, Refusal> {
  const standing = state.accounts.standing(userId);
  if (!standing.real) return err(refuse('ITEM_UNKNOWN'));
  const by = String(actor.id);
  const set: Partial<Record<Lock, Freeze>> = {};
  for (const lock of locks) {
    const next = nextFreeze(freezeOf(standing, lock), lastsMs(lock), { reason, time: standing.nowMs, by });
    if (next) set[lock] = next;
  }
  if (Object.keys(set).length === 0) {
    const own = locks.some((lock) => standing.freezes[lock]?.by === by && standing.freezes[lock].until !== null);
    return err(refuse(own ? 'OWN_WORK' : 'ALREADY_DECIDED'));
  }
  const accounts: AccountsChange = {
    standing: [{ userId, set: { freezes: { ...standing.freezes, ...set } } }],
    ...(set.sign_in ? { signedOut: [userId] } : {}),
  };
  const contents = { locks: Object.keys(set), reason, until: Object.values(set).map(({ until }) => until) };
  const act: NewAct = { kind: 'user_frozen', actor, subject: { kind: 'user', id: String(userId) }, contents };
  return ok({ change: { accounts, notices: toldLocks(userId, set, reason), acts: [act] } });
}

/** What is locked, why, and until when where it ends by itself: a notice for locks that end together. */
function toldLocks(userId: Id, set: Freezes, reason: string): UserNotice[] {
  const together = Map.groupBy(
    LOCKS.filter((lock) => set[lock]),
    (lock) => set[lock]?.until ?? undefined,
  );
  return [...together].map(([until, locks]) => ({
    ...{ userId, kind: 'frozen', orderId: undefined },
    params: { locks: locks.join(','), reason, ...(until === undefined ? {} : { until: minuteText(until) }) },
  }));
}

export interface Unfreezing {
  readonly userId: Id;
  /** Only these that are set. */
  readonly locks: readonly Lock[];
  readonly reason: string;
  readonly actor: Actor;
}

/** Lifts locks. Refuses ITEM_UNKNOWN for whoever has no standing, ALREADY_DECIDED where none of them is set. */
export function decideUnfreeze(
  state: FreezeState,
  { userId, locks, reason, actor }: Unfreezing,
): Result<{ change: FreezeChange }, Refusal> {
  const standing = state.accounts.standing(userId);
  if (!standing.real) return err(refuse('ITEM_UNKNOWN'));
  const lifted = locks.filter((lock) => standing.freezes[lock]);
  if (lifted.length === 0) return err(refuse('ALREADY_DECIDED'));
  return ok({ change: unfrozen(userId, standing.freezes, { lifted, why: { reason }, actor }) });
}

/** The locks whose own end has come, lifted by the server; undefined where there are none any more. */
export function decideEnded(state: FreezeState, userId: Id, actor: Actor) {
  const standing = state.accounts.standing(userId);
  const lifted = LOCKS.filter((lock) => standing.freezes[lock] && !freezeOf(standing, lock));
  if (lifted.length === 0) return undefined;
  return unfrozen(userId, standing.freezes, { lifted, why: { cause: 'unconfirmed' }, actor });
}

interface Lifting {
  readonly lifted: readonly Lock[];
  /** What somebody wrote, or a name that the console says in its reader's language. */
  readonly why: { readonly reason: string } | { readonly cause: 'unconfirmed' };
  readonly actor: Actor;
}

function unfrozen(userId: Id, before: Freezes, { lifted, why, actor }: Lifting): FreezeChange {
  const freezes: Freezes = Object.fromEntries(
    LOCKS.flatMap((lock) => (before[lock] && !lifted.includes(lock) ? [[lock, before[lock]]] : [])),
  );
  const contents = { locks: lifted, ...why };
  return {
    accounts: { standing: [{ userId, set: { freezes } }] },
    notices: [{ userId, kind: 'unfrozen', orderId: undefined, params: {} }],
    acts: [{ kind: 'user_unfrozen', actor, subject: { kind: 'user', id: String(userId) }, contents }],
  };
}
