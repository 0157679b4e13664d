// Rule §4 for every kind of caller: who may, who is asked to sign in, who is told that it takes a real account.

import { EVERYONE, SIGNED_IN } from '@fairtick/contract/http/drafts';
import { ManualClock } from '@fairtick/kernel/clock';
import { describe, expect, test } from 'vitest';
import { type StaffPrincipal, stepUpRefusal, type UserPrincipal } from '../../platform/principals.ts';
import { admit, Callers, countedAs } from './admission.ts';

const tokenHash = new Uint8Array(32);
const demo: UserPrincipal = { kind: 'user', userId: 7n, realm: 'demo', tokenHash };
const real: UserPrincipal = { kind: 'user', userId: 8n, realm: 'live', tokenHash };
const staff: StaffPrincipal = {
  kind: 'staff',
  staffId: 9n,
  roles: ['support'],
  tokenHash,
  elevatedUntilMs: 0,
  factors: [],
};

describe('an endpoint', () => {
  const said = (roles: Parameters<typeof admit>[0]['roles']) =>
    [undefined, demo, real, staff].map((principal) => admit({ roles }, principal)?.error ?? 'ok');

  test.each([
    ['everybody of the users', EVERYONE, ['ok', 'ok', 'ok', 'SESSION_EXPIRED']],
    ['users', SIGNED_IN, ['SESSION_EXPIRED', 'ok', 'ok', 'SESSION_EXPIRED']],
    ['real users', ['real'] as const, ['SESSION_EXPIRED', 'REAL_ONLY', 'ok', 'SESSION_EXPIRED']],
    ['staff', ['staff'] as const, ['SESSION_EXPIRED', 'SESSION_EXPIRED', 'SESSION_EXPIRED', 'ok']],
    ['nobody', [], ['SESSION_EXPIRED', 'SESSION_EXPIRED', 'SESSION_EXPIRED', 'SESSION_EXPIRED']],
  ])('of %s: a visitor, a demo user, a real user, a member of staff', (_, roles, expected) => {
    expect(said(roles)).toEqual(expected);
  });
});

test('an endpoint with a right is for the roles that carry it', () => {
  const right = { act: 'verification', grants: ['do'] } as const;
  const said = (roles: StaffPrincipal['roles']) =>
    admit({ roles: ['staff'], right }, { ...staff, roles })?.error ?? 'ok';
  expect(said(['compliance'])).toBe('ok');
  expect(said(['support', 'compliance'])).toBe('ok');
  // An owner may read of verifications, and decides none.
  expect(said(['owner'])).toBe('NOT_ALLOWED');
  expect(said([])).toBe('NOT_ALLOWED');
  // What asks a user for a right is closed to them.
  expect(admit({ roles: ['real'], right }, real)?.error).toBe('NOT_ALLOWED');
});

test('a step-up holds until it ends; whoever needs one is told what they can make it with', () => {
  const methods = ['passkey', 'totp'];
  expect(stepUpRefusal({ untilMs: 1_001, methods }, 1_000)).toBeUndefined();
  expect(stepUpRefusal({ untilMs: 1_000, methods }, 1_000)).toEqual({ error: 'STEP_UP_NEEDED', data: { methods } });
});

test('where sessions say nothing of step-ups, what asks for one is closed', () => {
  const callers = new Callers({ find: async () => real }, new ManualClock(0), 1);
  expect(callers.elevationOf(real)).toEqual({ untilMs: 0, methods: [] });
});

test('calls count by person where there is one, else by address', () => {
  expect([undefined, demo, staff].map((principal) => countedAs(principal, '10.0.0.1'))).toEqual(['10.0.0.1', 7n, 9n]);
});

test('a token in use asks nobody; unknown ones are looked up 300 times a minute from one address', async () => {
  let asked = 0;
  const sessions = {
    known: (token: string) => (token === 'good' ? demo : undefined),
    find: async () => {
      asked += 1;
      return undefined;
    },
  };
  const callers = new Callers(sessions, new ManualClock(0), 1);
  for (let i = 0; i < 400; i += 1) await callers.callerOf(`guess${i}`, 'here');
  expect(asked).toBe(300);
  expect(callers.callerOf('guess', 'here')).toMatchObject({ ok: false, error: 60_000 });
  expect(callers.callerOf('good', 'here')).toMatchObject({ ok: true, value: demo });
  expect(callers.callerOf(undefined, 'here')).toMatchObject({ ok: true, value: undefined });
  expect(await callers.callerOf('guess', 'there')).toMatchObject({ ok: true, value: undefined });
});

test('a good token that is never in memory is good also where others at its address have spent theirs, four looks at once', async () => {
  const asked: string[] = [];
  let held: PromiseWithResolvers<void> | undefined;
  const sessions = {
    find: async (token: string) => {
      asked.push(token);
      await held?.promise;
      return token === 'good' ? staff : undefined;
    },
  };
  const callers = new Callers(sessions, new ManualClock(0), 1);
  for (let i = 0; i < 300; i += 1) await callers.callerOf(`guess${i}`, 'office');
  expect(await callers.callerOf('good', 'office')).toMatchObject({ ok: true, value: staff });
  expect(await callers.callerOf('guess', 'office')).toMatchObject({ ok: false, error: 60_000 });
  held = Promise.withResolvers();
  const waiting = Array.from({ length: 4 }, () => callers.callerOf('good', 'office'));
  const before = asked.length;
  expect(await callers.callerOf('good', 'office')).toMatchObject({ ok: false, error: 1_000 });
  expect(asked.length).toBe(before);
  held.resolve();
  for (const one of await Promise.all(waiting)) expect(one).toMatchObject({ ok: true, value: staff });
  expect(await callers.callerOf('good', 'office')).toMatchObject({ ok: true, value: staff });
});
