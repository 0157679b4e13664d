// The house's own money on a real database: nothing moves without two people, and no account or pool is left with less than nothing.

import { type ErrorName, refuse } from '@fairtick/contract/errors';
import type { HouseMove } from '@fairtick/contract/staff/house-moves';
import { err, ok } from '@fairtick/kernel/result';
import { lockOwners } from '@fairtick/server/domains/ledger/index';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { untilBlocked } from '../../harness/blocked.ts';
import { brokenInvariants } from '../../harness/invariants.ts';
import { accepted } from '../../harness/outcomes.ts';
import { type Person, type TwoPeople, twoPeople } from '../staff/two-people.ts';

let staff: TwoPeople;
let treasurer: Person;
let owner: Person;
beforeEach(async () => {
  staff = await twoPeople();
  [treasurer, owner] = [await staff.person('treasurer'), await staff.person('owner')];
});
afterEach(async () => {
  expect(await brokenInvariants(staff.world.db.owner)).toEqual([]);
  await staff.close();
});

const refused = (error: ErrorName, params?: Readonly<Record<string, string>>) => err(refuse(error, params));
async function must<T>(answer: Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false }>): Promise<T> {
  const answered = await answer;
  if (!answered.ok) throw new Error(`refused: ${JSON.stringify(answered)}`);
  return answered.value;
}
type Account = 'trading' | 'micro' | 'protection' | '';
const asked = (by: Person, move: HouseMove, amount: string, account: Account = '') =>
  staff.handlers.house_propose({ move, amount, account, reason: 'agreed by the board' }, staff.context(by));
const proposed = async (move: HouseMove, amount: string, account: Account = ''): Promise<string> =>
  (await must(asked(treasurer, move, amount, account))).proposal;
const done = async (move: HouseMove, amount: string, account: Account = ''): Promise<unknown> =>
  must(staff.decide(owner, await proposed(move, amount, account)));
/** What the house holds, without accounts that hold nothing. */
async function house(): Promise<Readonly<Record<string, string>>> {
  const accounts = await must(staff.handlers.house({}, staff.context(owner)));
  return Object.fromEntries(
    accounts.filter(({ available }) => Number(available) !== 0).map(({ account, available }) => [account, available]),
  );
}
const correct = (id: bigint, direction: 'give' | 'take', amount: string, reason = 'a fee was taken twice') =>
  staff.handlers.correction_propose({ id: String(id), direction, amount, reason }, staff.context(treasurer));

test('the live house has nothing until two people put capital in, and each move stands in the books once', async () => {
  expect(await house()).toEqual({});
  const id = await proposed('capital_in', '50000');
  expect(await house()).toEqual({});
  await must(staff.decide(owner, id));
  expect(await house()).toEqual({ capital: '50000.00', 'external:house': '-50000.00' });
  expect(await staff.decide(owner, id)).toEqual(refused('ALREADY_DECIDED'));
  await done('assign', '20000', 'trading');
  await done('assign', '10000', 'micro');
  await done('assign', '5000', 'protection');
  const assigned = { trading: '20000.00', micro: '10000.00', protection: '5000.00' };
  expect(await house()).toEqual({ capital: '15000.00', ...assigned, 'external:house': '-50000.00' });
  await done('assign_back', '0.5', 'micro');
  await done('capital_out', '15000.5');
  expect(await house()).toEqual({ ...assigned, micro: '9999.50', 'external:house': '-34999.50' });
  const { rows } = await staff.world.db.owner.query<{ reason: number; reference: bigint; actor_id: bigint }>(
    `SELECT reason, reference, actor_id FROM journals WHERE realm = 'live' ORDER BY id`,
  );
  expect(rows.map(({ reason }) => reason)).toEqual([131, 3, 3, 3, 3, 132]);
  expect(rows.map(({ reference }) => reference)).toEqual([1n, 2n, 3n, 4n, 5n, 6n]);
  expect(new Set(rows.map(({ actor_id }) => actor_id))).toEqual(new Set([owner.id]));
  expect((await staff.acts()).filter((act) => act.startsWith('house'))).toEqual(Array(6).fill('house_moved house'));
});

test('what is not there is refused, leaves everything as it was, and can be decided once it is', async () => {
  await done('capital_in', '100');
  const short: readonly (readonly [HouseMove, string, Account, string, string])[] = [
    ['capital_out', '100.01', '', 'capital', '100.00'],
    ['assign', '100.01', 'trading', 'capital', '100.00'],
    ['assign_back', '0.01', 'trading', 'trading', '0.00'],
    ['settle_to_clients', '100.01', '', 'external:house', '100.00'],
    ['settle_to_house', '0.01', '', 'external', '0.00'],
    ['fees_taken', '0.01', '', 'fees', '0.00'],
  ];
  const open: string[] = [];
  for (const [move, amount, product, account, held] of short) {
    const id = await proposed(move, amount, product);
    open.push(id);
    const before = [await house(), await staff.rows()];
    expect([move, await staff.decide(owner, id)]).toEqual([move, refused('HOUSE_SHORT', { account, held })]);
    expect([await house(), await staff.rows()]).toEqual(before);
  }
  await done('capital_in', '0.01');
  await must(staff.decide(owner, open[0] ?? ''));
  expect(await house()).toEqual({});
});

test('what open positions may need stays, whichever way it would go', async () => {
  const { world } = staff;
  await world.tick('EURUSD', '1.10000', '1.10010');
  const user = await world.realUser(10_000);
  await done('settle_to_house', '104990000');
  await done('assign_back', '49995000', 'trading');
  await done('assign_back', '5000000', 'protection');
  await done('capital_out', '104980000');
  expect(await house()).toMatchObject({ capital: '15000.00', trading: '5000.00' });
  const order = await accepted(world.forexSubmit(user, { pair: 'EURUSD', side: 'buy', lots: '1' }));
  // A tenth of 110,010 may have to be paid: of 20,000 some 9,000 are free.
  const free = refused('HOUSE_PROMISED', { free: '8998.99' });
  const out = await proposed('capital_out', '9000');
  const away = await proposed('assign', '9000', 'micro');
  const given = await must(correct(user, 'give', '9000'));
  for (const id of [out, away, given.proposal]) expect(await staff.decide(owner, id)).toEqual(free);
  await done('assign', '9000', 'protection');
  await accepted(world.forexClose(user, order.Id));
  await done('assign_back', '9000', 'protection');
  await must(staff.decide(owner, out));
});

test('a settlement moves between the pools and nothing inside', async () => {
  await done('capital_in', '100');
  await done('settle_to_clients', '33.9');
  expect(await house()).toEqual({ capital: '100.00', external: '-33.90', 'external:house': '-66.10' });
  await done('settle_to_house', '33.9');
  expect(await house()).toEqual({ capital: '100.00', 'external:house': '-100.00' });
});

test('only who proposes may propose, nobody decides their own, and an amount is one', async () => {
  for (const role of ['owner', 'compliance', 'auditor', 'terms', 'support', 'editor'] as const)
    expect([role, await asked(await staff.person(role), 'capital_in', '1')]).toEqual([role, refused('NOT_ALLOWED')]);
  const id = await proposed('capital_in', '1');
  const both = await staff.person('treasurer', 'compliance');
  const own = (await must(asked(both, 'capital_in', '1'))).proposal;
  expect(await staff.decide(both, own)).toEqual(refused('OWN_WORK'));
  expect(await staff.decide(treasurer, id)).toEqual(refused('NOT_ALLOWED'));
  const faults = { '': 'VALUE_MISSING', '-1': 'VALUE_NEGATIVE', '0': 'VALUE_ZERO', x: 'VALUE_NOT_A_NUMBER' } as const;
  for (const [amount, error] of Object.entries(faults))
    expect(await asked(treasurer, 'capital_in', amount)).toEqual(refused(error, { field: 'amount' }));
  expect(await asked(treasurer, 'capital_in', '1', 'trading')).toEqual(refused('INPUT_INVALID', { field: 'account' }));
  expect(await asked(treasurer, 'assign', '1')).toEqual(refused('INPUT_INVALID', { field: 'account' }));
  expect(await house()).toEqual({});
});

test('a correction takes two people, is told with its reason, and takes neither more than there is', async () => {
  await done('capital_in', '10');
  const user = await staff.user();
  const balance = async (): Promise<string> => {
    const { rows } = await staff.world.db.owner.query<{ v: string }>(
      `SELECT round(available, 2)::text AS v FROM ledger_accounts WHERE owner_id = $1 AND kind = 'change'`,
      [user.id],
    );
    return rows[0]?.v ?? '';
  };
  const decided = async (direction: 'give' | 'take', amount: string) =>
    staff.decide(owner, (await must(correct(user.id, direction, amount))).proposal);
  expect(await decided('give', '10.01')).toEqual(refused('HOUSE_SHORT', { account: 'capital', held: '10.00' }));
  await must(decided('give', '4'));
  expect([await balance(), (await house()).capital]).toEqual(['4.00', '6.00']);
  expect(await decided('take', '4.01')).toEqual(refused('BALANCE_INSUFFICIENT', { needed: '4.01', free: '4.00' }));
  await must(decided('take', '1.5'));
  expect([await balance(), (await house()).capital]).toEqual(['2.50', '7.50']);
  const { rows } = await staff.world.db.owner.query<{ params: unknown }>(
    `SELECT params FROM notices WHERE user_id = $1 AND kind = 'balance_corrected' ORDER BY id`,
    [user.id],
  );
  const reason = 'a fee was taken twice';
  expect(rows.map(({ params }) => params)).toEqual([
    { amount: '4.00', reason },
    { amount: '-1.50', reason },
  ]);
  expect(await correct(user.id, 'give', '1', 'see www.example.com')).toEqual(refused('REASON_LEADS_AWAY'));
  expect(await correct(99n, 'give', '1')).toEqual(refused('ITEM_UNKNOWN'));
});

describe('a correction for somebody who leaves before it is accepted', () => {
  const leaves = (userId: bigint) =>
    staff.world.server.pipeline.submit({
      ...{ name: 'leaves', realm: 'live', owners: [userId], looksAt: [] },
      decide: () => ok({ change: { accounts: { left: [{ userId, keepImagesMs: 0 }] } }, answer: {} }),
    });
  const owed = async (userId: bigint): Promise<unknown> =>
    (
      await staff.world.db.owner.query<{ sum: string }>(
        'SELECT sum(available)::numeric(30, 2)::text AS sum FROM ledger_accounts WHERE owner_id = $1',
        [userId],
      )
    ).rows[0]?.sum;

  test('is refused: nobody holds money who is not there', async () => {
    await done('capital_in', '10');
    const user = await staff.user();
    const { proposal } = await must(correct(user.id, 'give', '4'));
    await must(leaves(user.id));
    expect(await staff.decide(owner, proposal)).toEqual(refused('PROPOSAL_CHANGED'));
    expect(await owed(user.id)).toBe('0.00');
    await must(staff.decide(owner, proposal, { decision: 'reject', reason: 'they have left' }));
  });

  test('is refused in the same batch as well', async () => {
    await done('capital_in', '10');
    const [user, other] = [await staff.user(), await staff.user()];
    const { proposal } = await must(correct(user.id, 'give', '4'));
    const { pipeline } = staff.world.server;
    const client = await staff.world.db.owner.connect();
    try {
      await client.query('BEGIN');
      await lockOwners(client, [other.id], []);
      // What comes while this batch waits is the next one.
      const before = leaves(other.id);
      await untilBlocked(staff.world.db.owner, client, before);
      const left = leaves(user.id);
      const decided = staff.decide(owner, proposal);
      while (pipeline.health().waiting < 2) await new Promise((resolve) => setImmediate(resolve));
      await client.query('COMMIT');
      await must(Promise.all([before, left]).then(([, one]) => one));
      expect(await decided).toEqual(refused('PROPOSAL_CHANGED'));
      expect(await owed(user.id)).toBe('0.00');
    } finally {
      client.release(true);
    }
  });
});
