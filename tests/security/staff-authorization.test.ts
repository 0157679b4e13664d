// Who may do what with the staff's endpoints: each as a visitor, users of every kind, and members of each role with and without a step-up, on
// everything that what it names may be to the caller, generated from the contract, the matrix of rights and matrix-staff.ts.

import { type Endpoint, ROLES } from '@fairtick/contract/endpoint';
import { staffTable } from '@fairtick/contract/staff/index';
import { LOCKS } from '@fairtick/contract/staff/locks';
import { grantsOf, mayDo, type Right, STAFF_ROLES, type StaffRole } from '@fairtick/contract/staff/matrix';
import { endpointsOf } from '@fairtick/contract/table';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brokenInvariants } from '../harness/invariants.ts';
import { insertStaff, type TestMember } from '../harness/staff.ts';
import { type Cast, type Input, type Outcome, openCast } from './cast.ts';
import { type ForStaff, STAFF_MATRIX, type StaffRow } from './matrix-staff.ts';
import { rowsOfRealm } from './rows.ts';
import { SITUATIONS, StaffItems } from './staff-items.ts';

interface Walked {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly row: StaffRow;
  readonly situation: string;
  readonly onIt: ForStaff;
}

const ROWS: Readonly<Record<string, StaffRow>> = STAFF_MATRIX;
const walked = endpointsOf(staffTable).flatMap(([name, endpoint]): Walked[] => {
  const row = ROWS[name];
  if (!row) throw new Error(`no row of ${name}`);
  const on: Readonly<Record<string, ForStaff>> = row.on;
  return SITUATIONS[row.item].map((situation) => {
    const onIt = on[situation];
    if (!onIt) throw new Error(`${name} says nothing of ${situation}`);
    return { name, endpoint, row, situation, onIt };
  });
});

let cast: Cast;
let items: StaffItems;
/** Of each role one, who is let in by nothing else. */
const members = new Map<StaffRole, { readonly elevated: TestMember; readonly not: TestMember }>();
/** Of the other table. */
let strangers: readonly string[];

beforeAll(async () => {
  cast = await openCast();
  items = await StaffItems.open(cast);
  const { app } = cast;
  for (const role of STAFF_ROLES)
    members.set(role, {
      elevated: await insertStaff(app.db, { roles: [role] }),
      not: await insertStaff(app.db, { roles: [role], elevated: false }),
    });
  strangers = [(await app.demoUser()).token, (await app.realUser(0)).token];
});
afterAll(async () => {
  expect(await brokenInvariants(cast.app.db.owner)).toEqual([]);
  expect(cast.app.errors).toEqual([]);
  await cast.stop();
});

const ask = (endpoint: Endpoint, input: Input, token: string | undefined): Promise<string> =>
  cast.outcome({ audience: 'staff', endpoint, input, token });
const ofRole = (role: StaffRole) => members.get(role) ?? expect.fail(`nobody is ${role}`);

async function countActs(): Promise<number> {
  const { rows } = await cast.app.db.owner.query<{ count: number }>('SELECT count(*)::int AS count FROM acts');
  return rows[0]?.count ?? 0;
}

test('the matrix and the contract say the same of who may call at all, and of what names something', () => {
  for (const { name, endpoint, row, onIt } of walked) {
    expect(`${name} ${row.visitor !== 'SESSION_EXPIRED'}`).toBe(`${name} ${endpoint.roles.includes('visitor')}`);
    expect(endpoint.roles).toContain('staff');
    // Whoever needs no session can't be asked for more: nobody is stopped there.
    if (row.visitor !== 'SESSION_EXPIRED') expect(endpoint.right ?? endpoint.within ?? endpoint.elevated).toBeFalsy();
    expect(onIt).not.toBe('SESSION_EXPIRED');
    const names = ['id', 'key', 'link'].some((field) => Object.hasOwn(endpoint.input.shape, field));
    expect(`${name} ${row.item !== 'nothing'}`).toBe(`${name} ${names}`);
  }
  expect(ROLES.staff).toEqual(['visitor', 'staff']);
});

/** What stops somebody before anything is looked at; undefined where they are let in. */
function stopped({ endpoint, situation }: Walked, role: StaffRole, elevated: boolean, right: Right | undefined) {
  if (endpoint.right && !mayDo([role], endpoint.right)) return 'NOT_ALLOWED';
  if (endpoint.elevated && !elevated) return 'STEP_UP_NEEDED';
  // What is not there is nobody's right.
  return right && situation !== 'unknown' && !mayDo([role], right) ? 'NOT_ALLOWED' : undefined;
}

describe.each(walked)('$name, $situation', (one) => {
  const { name, endpoint, row, situation, onIt } = one;
  const expected = (role: StaffRole): Outcome => (typeof onIt === 'string' ? onIt : (onIt[role] ?? onIt.others));

  if (row.visitor === 'SESSION_EXPIRED')
    test('strangers, and members whom their rights do not let in: nothing is shown or changed', async () => {
      const made = await items.make(row.item, situation, ofRole('owner').elevated);
      const input = { ...row.input, ...made.fields };
      const before = [await countActs(), await rowsOfRealm(cast.app.db.owner, 'live')];
      for (const role of STAFF_ROLES)
        for (const elevated of [true, false]) {
          const why = stopped(one, role, elevated, made.right);
          if (why === undefined) continue;
          const { token } = elevated ? ofRole(role).elevated : ofRole(role).not;
          expect(`${role} ${elevated} ${await ask(endpoint, input, token)}`).toBe(`${role} ${elevated} ${why}`);
        }
      // Somebody whose roles were all taken away.
      const { token: nobody } = await insertStaff(cast.app.db, { roles: [] });
      if (endpoint.right ?? made.right)
        if (situation !== 'unknown' || endpoint.right) expect(await ask(endpoint, input, nobody)).toBe('NOT_ALLOWED');
      for (const token of [undefined, '', 'A'.repeat(43), nobody.toLowerCase(), ...strangers])
        expect(`${token} ${await ask(endpoint, input, token)}`).toBe(`${token} SESSION_EXPIRED`);
      expect([await countActs(), await rowsOfRealm(cast.app.db.owner, 'live')]).toEqual(before);
    });
  else
    test('anybody, with or without somebody’s token', async () => {
      for (const token of [undefined, 'A'.repeat(43), ...strangers]) {
        const { fields } = await items.make(row.item, situation, ofRole('owner').not);
        expect(`${token} ${await ask(endpoint, { ...row.input, ...fields }, token)}`).toBe(`${token} ${onIt}`);
      }
    });

  const let_in = STAFF_ROLES.filter((role) => !endpoint.right || mayDo([role], endpoint.right));
  // Where no right is asked, a role is as good as another.
  const asked = endpoint.right || endpoint.within ? let_in : let_in.slice(0, 1);
  test.each(asked)('a member who is %s: done with its act, or refused without one', async (role) => {
    const caller = await insertStaff(cast.app.db, { roles: [role] });
    const made = await items.make(row.item, situation, caller);
    const answer = stopped(one, role, true, made.right) ?? expected(role);
    const before = await countActs();
    expect(await ask(endpoint, { ...row.input, ...made.fields }, caller.token)).toBe(answer);
    const left = (await countActs()) - before;
    const leaves = row.acts ?? (endpoint.changesState && endpoint.right ? 1 : 0);
    expect(left).toBe(answer === 'ok' ? leaves : 0);
    const gone = row.signsOut || (name === 'staff_disable' && situation === 'caller');
    expect(await ask(staffTable.endpoints.me, {}, caller.token)).toBe(gone ? 'SESSION_EXPIRED' : 'ok');
  });
});

test.each(LOCKS)('a lock of %s is set alone, proposed, or refused, by the right to it', async (lock) => {
  const act = `freeze_${lock}` as const;
  for (const role of STAFF_ROLES.filter((one) =>
    mayDo([one], { act: 'freeze_withdrawals', grants: ['do', 'propose'] }),
  )) {
    const { id } = await cast.app.realUser(0);
    const { token } = ofRole(role).elevated;
    const { code, data } = await cast.send({
      ...{ audience: 'staff', endpoint: staffTable.endpoints.user_freeze, token },
      input: { id, locks: lock, reason: 'a stolen card' },
    });
    const grants = grantsOf(role, act);
    const how = code !== 1 ? 'refused' : JSON.stringify(data) === '{"proposal":null}' ? 'alone' : 'proposed';
    const said = grants.includes('do') ? 'alone' : grants.includes('propose') ? 'proposed' : 'refused';
    expect(`${role} ${how}`).toBe(`${role} ${said}`);
  }
});
