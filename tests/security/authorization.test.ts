// Who may do what: every endpoint of every table as a visitor, a demo user, a real user, and with another user's ids. An endpoint without
// a row here does not compile, and a row without an endpoint neither. Long because it is one table, a row an endpoint.

import { type Audience, type Endpoint, ROLES, type Role } from '@fairtick/contract/endpoint';
import { ERROR_CODES, type ErrorName } from '@fairtick/contract/errors';
import type { EndpointName } from '@fairtick/contract/http/index';
import { mayDo, STAFF_ROLES, type StaffRole } from '@fairtick/contract/staff/matrix';
import { endpointsOf } from '@fairtick/contract/table';
import { ENDPOINT_TABLES, type ServedTable } from '@fairtick/contract/tables';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { brokenInvariants } from '../harness/invariants.ts';
import { insertStaff } from '../harness/staff.ts';
import { type LiveApp, startLiveApp, type User } from './live-app.ts';
import { rowsOfRealm, rowsOfUser } from './rows.ts';

type Outcome = 'ok' | ErrorName;
type Input = Readonly<Record<string, string>>;

/** One caller's own things, which their good calls name. */
interface Own {
  readonly user: User;
  readonly position: string;
  readonly pending: string;
}

/** What each role gets; of the staff, whoever is let in by their rights. A real user is one of the live realm with money; the live house has no capital, so it takes no trade. */
type Row<A extends Audience = Audience> = { readonly [R in Role<A>]: Outcome } & RowMore;

interface RowMore {
  /** A good call, from what the caller owns. Default: no input. */
  readonly input?: (own: Own) => Input;
  /** What a demo or a real user gets who sends another's ids in it; left out where a call names nothing of a user. */
  readonly foreign?: Outcome;
  /** Ends the caller's session. */
  readonly signsOut?: boolean;
}

const MINE_OR_NOT: Outcome = 'ORDER_NOT_FOUND';
const open: Row<'users'> = { visitor: 'ok', demo: 'ok', real: 'ok' };
const users: Row<'users'> = { visitor: 'SESSION_EXPIRED', demo: 'ok', real: 'ok' };
const staff: Row<'staff'> = { visitor: 'SESSION_EXPIRED', staff: 'ok' };
const noMember: Row<'staff'> = { visitor: 'SESSION_EXPIRED', staff: 'ITEM_UNKNOWN' };
const noLink: Row<'staff'> = { visitor: 'LINK_SPENT', staff: 'LINK_SPENT' };
const lockInput = ({ user }: Own): Input => ({ id: user.id, locks: 'orders', reason: 'a stolen card' });
const realOnly: Row<'users'> = { visitor: 'SESSION_EXPIRED', demo: 'REAL_ONLY', real: 'ok' };
const NOBODYS_FILE = '0123456789abcdef0123456789abcdef';
const pair: () => Input = () => ({ forex_id: '1', period: '1min' });

type TableOf<A extends Audience> = Extract<ServedTable, { readonly audience: A }>;
type Matrix = { readonly [A in Audience]: { readonly [N in EndpointName<TableOf<A>>]: Row<A> } };

/** Row by row what the server must answer; `satisfies` ties it to the contract. */
const MATRIX = {
  users: {
    createAccountDemoForU: open,
    loginForU: {
      visitor: 'LOGIN_FAILED',
      demo: 'LOGIN_FAILED',
      real: 'LOGIN_FAILED',
      input: () => ({ account: 'nobody@example.com', password: 'not the password' }),
    },
    logout: { ...users, signsOut: true },
    user_info: users,
    getBalance: users,
    get_profits: users,
    resetForexDemoAccount: { ...users, real: 'DEMO_ONLY' },
    getBasicInfo: open,
    main_status: open,
    languages: open,
    trade_list: open,
    getCategories: open,
    kline: { ...open, input: pair },
    abbreviated_cache_kline: { ...open, input: pair },
    search: open,
    pair_terms: { ...open, input: pair },
    market_status: open,
    ticks: { ...open, input: () => ({ pair: 'EURUSD', from: '0', to: '5' }) },
    consistency: { ...open, input: () => ({ from: '1', to: '2' }) },
    forex_submit: {
      ...users,
      real: 'HOUSE_EXPOSURE',
      input: () => ({ type: '1', cont: '0.1', forex_id: '1', status: '1', multiple: '100' }),
    },
    my_deal: { ...users, input: () => ({ status: '1' }) },
    set_stop_price: {
      ...users,
      real: MINE_OR_NOT,
      input: ({ position }) => ({ id: position, stop_loss_price: '0', target_profit_price: '0' }),
      foreign: MINE_OR_NOT,
    },
    forex_close: { ...users, real: MINE_OR_NOT, input: ({ position }) => ({ id: position }), foreign: MINE_OR_NOT },
    cancel_trade: { ...users, real: MINE_OR_NOT, input: ({ pending }) => ({ id: pending }), foreign: MINE_OR_NOT },
    forex_close_all: users,
    get_seconds: open,
    micro_submit: {
      ...users,
      real: 'HOUSE_RESERVE',
      input: () => ({ forex_id: '1', type: '1', number: '100', seconds: '30' }),
    },
    notices: users,
    notices_read: { ...users, input: ({ position }) => ({ id: position }), foreign: 'ok' },
    micro_orders: { ...users, input: () => ({ status: '1' }) },
    proof: {
      ...users,
      real: MINE_OR_NOT,
      input: ({ position }) => ({ family: 'forex', id: position }),
      foreign: MINE_OR_NOT,
    },
    // A form is no file.
    image_upload: { ...realOnly, real: 'BODY_MALFORMED' },
    real_name: realOnly,
    real_name_submit: {
      ...realOnly,
      real: 'UPLOAD_UNKNOWN',
      input: () => ({
        name: 'Ann',
        card_id: 'A1234567',
        front_pic: NOBODYS_FILE,
        reverse_pic: NOBODYS_FILE.replace('0', '1'),
        country: 'PL',
      }),
    },
  },
  staff: {
    health: { visitor: 'ok', staff: 'ok' },
    link_open: { ...noLink, input: () => ({ link: 'nobodys' }) },
    link_passkey_begin: { ...noLink, input: () => ({ link: 'nobodys' }) },
    link_passkey_finish: { ...noLink, input: () => ({ link: 'nobodys', ticket: 'nobodys', response: '{}' }) },
    link_password: { ...noLink, input: () => ({ link: 'nobodys', password: 'correct horse battery' }) },
    link_code: { ...noLink, input: () => ({ link: 'nobodys', ticket: 'nobodys', code: '123456' }) },
    sign_in_passkey_begin: { visitor: 'ok', staff: 'ok' },
    sign_in_passkey_finish: {
      visitor: 'PASSKEY_FAILED',
      staff: 'PASSKEY_FAILED',
      input: () => ({ ticket: 'nobodys', response: '{}' }),
    },
    // The same for everybody, whether the password is right or not.
    sign_in_password: {
      visitor: 'ok',
      staff: 'ok',
      input: () => ({ email: 'nobody@example.com', password: 'correct horse battery' }),
    },
    sign_in_code: {
      visitor: 'LOGIN_FAILED',
      staff: 'LOGIN_FAILED',
      input: () => ({ ticket: 'nobodys', code: '123456' }),
    },
    me: staff,
    step_up_begin: { ...staff, staff: 'PASSKEY_FAILED' },
    step_up_finish: { ...staff, staff: 'VALUE_MISSING' },
    sign_out: staff,
    messages: staff,
    message_resend: { ...staff, staff: 'ITEM_UNKNOWN', input: () => ({ id: '999999999' }) },
    acts: staff,
    users: staff,
    user: { ...staff, input: ({ user }) => ({ id: user.id }) },
    // A demo user has nothing that could be locked.
    user_freeze: { ...staff, staff: 'ITEM_UNKNOWN', input: lockInput },
    user_unfreeze: { ...staff, staff: 'ITEM_UNKNOWN', input: lockInput },
    verifications: staff,
    verification: { ...staff, staff: 'ITEM_UNKNOWN', input: () => ({ id: '7' }) },
    verification_claim: { ...staff, staff: 'ITEM_UNKNOWN', input: () => ({ id: '7' }) },
    verification_decide: { ...staff, staff: 'ITEM_UNKNOWN', input: () => ({ id: '7', decision: 'accept' }) },
    staff_list: staff,
    // A proposal: the operator's first owner and the caller are two.
    staff_add: {
      ...staff,
      input: () => ({ name: 'New', email: 'new@example.com', roles: 'support', reason: 'hired' }),
    },
    staff_roles: { ...noMember, input: () => ({ id: '7', roles: 'support', reason: 'moved' }) },
    staff_disable: { ...noMember, input: () => ({ id: '7', reason: 'left' }) },
    staff_enable: { ...noMember, input: () => ({ id: '7', reason: 'is back' }) },
    staff_link: { ...noMember, input: () => ({ id: '7', reason: 'lost' }) },
    staff_link_user: { ...noMember, input: () => ({ id: '7', uid: 'ABC123', reason: 'declared' }) },
    proposals: staff,
    proposal_decide: { ...noMember, input: () => ({ id: '999999', hash: '00', decision: 'accept' }) },
    settings: staff,
    setting_propose: { ...noMember, input: () => ({ key: 'no_such', value: '1', reason: 'why not' }) },
  },
} as const satisfies Matrix;

interface Walked {
  readonly audience: Audience;
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly row: RowMore & Readonly<Partial<Record<Role, Outcome>>>;
}

const ROWS: Readonly<Record<Audience, Readonly<Record<string, Walked['row']>>>> = MATRIX;
const walked = ENDPOINT_TABLES.flatMap((table) =>
  endpointsOf(table).map(([name, endpoint]): Walked => {
    const row = ROWS[table.audience][name];
    if (!row) throw new Error(`no row of ${name}`);
    return { audience: table.audience, name, endpoint, row };
  }),
);
/** Who belongs to another audience is a visitor here. */
const outcomeOf = ({ row }: Walked, role: Role): Outcome | undefined => row[role] ?? row.visitor;
const endpointNamed = (name: EndpointName): Walked => {
  const found = walked.find((one) => one.name === name);
  if (!found) throw new Error(`no endpoint ${name}`);
  return found;
};
/** What the contract and the matrix of rights make of a row, which says only what comes of a call that was let in. */
function outcomeForStaff({ endpoint, row }: Walked, roles: readonly StaffRole[], elevated: boolean): Outcome {
  if (endpoint.right && !mayDo(roles, endpoint.right)) return 'NOT_ALLOWED';
  if (endpoint.elevated && !elevated) return 'STEP_UP_NEEDED';
  return row.staff ?? expect.fail('a row of the staff says what its members get');
}
const STOPPED: readonly Outcome[] = ['NOT_ALLOWED', 'STEP_UP_NEEDED', 'SESSION_EXPIRED'];

const memberCall: Walked = walked.find((one) => one.name === 'me') ?? expect.fail('a member can ask who they are');
const orderId = z.object({ Id: z.string() });
const nameOf = new Map<number, string>(Object.entries(ERROR_CODES).map(([name, code]) => [code, name]));

let app: LiveApp;
let calls = 0;
/** Somebody whose ids others send. */
let victim: Own;

beforeAll(async () => {
  app = await startLiveApp({ env: { TRUST_PROXY: '1' } });
  victim = await owning(await app.demoUser());
});
afterAll(async () => {
  expect(await brokenInvariants(app.db.owner)).toEqual([]);
  expect(app.errors).toEqual([]);
  await app.stop();
});

const forexInput = (more: Input): Input => ({ type: '1', cont: '0.1', forex_id: '1', multiple: '100', ...more });

/** A demo user with a position and a pending order. */
async function owning(user: User): Promise<Own> {
  const place = async (input: Input): Promise<string> => {
    const answer = await send('forex_submit', forexInput(input), user.token);
    return orderId.parse(answer.data).Id;
  };
  return {
    user,
    position: await place({ status: '1' }),
    pending: await place({ status: '0', target_price: '0.5' }),
  };
}

const countActs = async (): Promise<string> =>
  (await app.db.owner.query<{ count: string }>('SELECT count(*)::text AS count FROM acts')).rows[0]?.count ?? '';

/** The call as the contract has it; as POST too where it is served so. */
async function send(to: EndpointName | Walked, input: Input, token: string | undefined, post = false) {
  const { audience, endpoint } = typeof to === 'string' ? endpointNamed(to) : to;
  const fields = new Map(Object.entries(input));
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const value = fields.get(field) ?? '';
    fields.delete(field);
    return value;
  });
  const text = new URLSearchParams([...fields]).toString();
  // Each from an address of its own, as a proxy tells it: failures count against an address for a quarter of an hour.
  calls += 1;
  const headers: Record<string, string> = {
    'x-forwarded-for': `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`,
  };
  if (token !== undefined) headers.authorization = token;
  if (endpoint.method === 'GET' && !post)
    return app.call(text === '' ? path : `${path}?${text}`, { headers }, audience);
  headers['content-type'] = 'application/x-www-form-urlencoded';
  return app.call(path, { method: 'POST', headers, body: text }, audience);
}

async function outcome(
  to: EndpointName | Walked,
  input: Input,
  token: string | undefined,
  post = false,
): Promise<string> {
  const { code } = await send(to, input, token, post);
  return code === 1 ? 'ok' : (nameOf.get(code) ?? String(code));
}

test('the matrix and the contract say the same of who may call at all', () => {
  for (const one of walked) {
    const { audience, name, endpoint, row } = one;
    const admitted = (said: Outcome | undefined): boolean => said !== 'SESSION_EXPIRED' && said !== 'REAL_ONLY';
    for (const role of ROLES[audience])
      expect(`${name} ${role} ${admitted(row[role])}`).toBe(`${name} ${role} ${endpoint.roles.includes(role)}`);
    // Whatever names an order has a column for another's.
    if (audience === 'users')
      expect(`${name} ${row.foreign !== undefined}`).toBe(`${name} ${Object.hasOwn(endpoint.input.shape, 'id')}`);
  }
});

describe.each(walked)('$audience: $name', (one) => {
  const { audience, name, endpoint, row } = one;
  const posts = endpoint.changesState ? [false, true] : [false];

  test('as a visitor, with and without a bad token', async () => {
    const input = row.input?.(victim) ?? {};
    const before = await rowsOfUser(app.db.owner, victim.user.id);
    for (const token of [undefined, '', 'x', 'A'.repeat(43), `${victim.user.token}x`, victim.user.token.toLowerCase()])
      for (const post of posts)
        expect(`${token}: ${await outcome(one, input, token, post)}`).toBe(`${token}: ${row.visitor}`);
    expect(await rowsOfUser(app.db.owner, victim.user.id)).toBe(before);
  });

  test('as a demo user, who never touches the live realm', async () => {
    const live = await rowsOfRealm(app.db.owner, 'live');
    const own = await owning(await app.demoUser());
    expect(await outcome(one, row.input?.(own) ?? {}, own.user.token)).toBe(outcomeOf(one, 'demo'));
    if (row.signsOut) expect(await outcome('user_info', {}, own.user.token)).toBe('SESSION_EXPIRED');
    expect(await rowsOfRealm(app.db.owner, 'live')).toBe(live);
  });

  test('as a real user, who never touches the demo realm', async () => {
    const real = await app.realUser(10_000);
    const demo = await rowsOfRealm(app.db.owner, 'demo');
    expect(await outcome(one, row.input?.(victim) ?? {}, real.token)).toBe(outcomeOf(one, 'real'));
    if (row.signsOut) expect(await outcome('user_info', {}, real.token)).toBe('SESSION_EXPIRED');
    // A demo account is what this one call makes, for anybody.
    if (name !== 'createAccountDemoForU') expect(await rowsOfRealm(app.db.owner, 'demo')).toBe(demo);
  });

  if (audience === 'users')
    test('as a member of staff, whose token is nobody’s here', async () => {
      const { token } = await insertStaff(app.db, { roles: STAFF_ROLES });
      expect(await outcome(one, row.input?.(victim) ?? {}, token)).toBe(row.visitor);
    });

  const staffRoles = audience === 'staff' ? STAFF_ROLES : [];
  test.each(staffRoles)('as %s, with and without a step-up', async (role) => {
    for (const elevated of [true, false]) {
      const expected = outcomeForStaff(one, [role], elevated);
      const { token } = await insertStaff(app.db, { roles: [role], elevated });
      const before = await countActs();
      expect(`${elevated}: ${await outcome(one, row.input?.(victim) ?? {}, token)}`).toBe(`${elevated}: ${expected}`);
      if (row.signsOut) expect(await outcome(memberCall, {}, token)).toBe('SESSION_EXPIRED');
      // Whoever was not let in left no trace.
      if (STOPPED.includes(expected)) expect(await countActs()).toBe(before);
    }
  });

  if (audience === 'staff')
    test('as a member of every role at once, and as one of none', async () => {
      for (const roles of [STAFF_ROLES, []]) {
        const { token } = await insertStaff(app.db, { roles });
        const [expected, before] = [outcomeForStaff(one, roles, true), await countActs()];
        expect(await outcome(one, row.input?.(victim) ?? {}, token)).toBe(expected);
        // What was refused is no act, and what somebody had the right to do and did is one.
        if (expected !== 'ok' || (endpoint.right && endpoint.changesState))
          expect(Number(await countActs()) - Number(before)).toBe(expected === 'ok' ? 1 : 0);
      }
    });

  if (row.foreign !== undefined)
    test("with another user's ids: as if they were not there, and nothing changes", async () => {
      const demo = await app.demoUser();
      const real = await app.realUser(10_000);
      const before = await rowsOfUser(app.db.owner, victim.user.id);
      const input = row.input?.(victim) ?? {};
      for (const user of [demo, real])
        for (const post of posts) expect(await outcome(one, input, user.token, post)).toBe(row.foreign);
      // The same answer as for an order that nobody has: nobody learns which ids exist.
      const nobodys = Object.fromEntries(
        Object.entries(input).map(([field, value]) => [field, field === 'id' ? '7' : value]),
      );
      expect(await outcome(one, nobodys, demo.token)).toBe(row.foreign);
      expect(await rowsOfUser(app.db.owner, victim.user.id)).toBe(before);
    });
});

test("closing everything closes only what is one's own", async () => {
  const before = await rowsOfUser(app.db.owner, victim.user.id);
  const own = await owning(await app.demoUser());
  const answer = await send('forex_close_all', {}, own.user.token);
  expect(answer.data).toEqual({ closed: [own.position], left: [] });
  expect(await rowsOfUser(app.db.owner, victim.user.id)).toBe(before);
});

test("lists and figures show one's own alone", async () => {
  const stranger = await app.demoUser();
  for (const [name, input] of [
    ['my_deal', { status: '1' }],
    ['my_deal', { status: '0' }],
    ['my_deal', { status: '3' }],
    ['micro_orders', { status: '1' }],
  ] as const) {
    const { data } = await send(name, input, stranger.token);
    expect(data).toMatchObject({ data: [], total: 0 });
  }
});

test("a key is its owner's: two users with one key do not meet", async () => {
  const [one, two] = [await app.demoUser(), await app.demoUser()];
  const path = `/v2/api/forex/submit?${new URLSearchParams({ ...forexInput({ status: '1' }) })}`;
  const answers = [];
  for (const { token } of [one, two])
    answers.push(
      await app.call(path, { headers: { authorization: token, 'idempotency-key': 'the-same-key-for-both' } }),
    );
  const [first, second] = answers.map((answer) => orderId.parse(answer.data).Id);
  expect(first).not.toBe(second);
});
