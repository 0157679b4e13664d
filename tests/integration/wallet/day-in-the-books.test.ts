// A day in the books (money-staff.md §5): capital, a deposit, transfers, a position, an option and a withdrawal, each by the endpoint that does it, and every
// account after every step, to the cent. The figures are the page's own.

import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { Refusal } from '@fairtick/contract/errors';
import type { HouseMove } from '@fairtick/contract/staff/house-moves';
import { systemClock } from '@fairtick/kernel/clock';
import { amount, formatUnits, readUnits } from '@fairtick/kernel/decimal';
import { type Id, idGenerator } from '@fairtick/kernel/ids';
import { seededRandom } from '@fairtick/kernel/random';
import type { Result } from '@fairtick/kernel/result';
import { marketNow } from '@fairtick/server/domains/market/index';
import { decidedAsNow } from '@fairtick/server/domains/staff/index';
import {
  clientMoneyRoutes,
  depositRoutes,
  depositStaffRoutes,
  payoutRoutes,
  proveClientMoney,
  withdrawalRoutes,
} from '@fairtick/server/domains/wallet/index';
import { createSnapshotClient } from '@fairtick/server/platform/database/pools';
import { Snapshots } from '@fairtick/server/platform/database/snapshots';
import type { RequestContext } from '@fairtick/server/platform/endpoints';
import type { UserPrincipal } from '@fairtick/server/platform/principals';
import { Records } from '@fairtick/server/platform/records/records';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { imageKeeper, keptFiles } from '../../harness/kept-images.ts';
import { type Money, moneyOn } from '../../harness/money.ts';
import { accepted } from '../../harness/outcomes.ts';
import { testKeys } from '../../harness/outside.ts';
import type { Server } from '../../harness/world.ts';
import { missedEdits } from '../../security/edited.ts';
import { MONEY_EDITS } from '../../security/money-edits.ts';
import { type Person, type TwoPeople, twoPeople } from '../staff/two-people.ts';

const usd = (text: string) => amount(readUnits(text));
const coin = { kind: 'coin', currency: 'USDT', network: 'evm:1', protocol: 'ERC20', places: 6 } as const;

let folder: string;
let staff: TwoPeople;
let user: Id;
let money: Money;
let [owner, treasurer, payer]: Person[] = [];
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairtick-day-'));
  staff = await twoPeople({
    settings: (settings) => ({
      ...settings,
      forex: { ...settings.forex, feeType: 1 },
      wallet: {
        ...settings.wallet,
        options: [{ ...coin, id: 1, address: `0x${'52'.repeat(20)}`, token: '', confirmations: 12, min: usd('10') }],
        currencies: [{ ...coin, id: 1, feeType: 1, drawRate: usd('5'), min: usd('10'), max: usd('50000') }],
        rates: new Map([['USDT', { currency: 'USDT', pairId: undefined }]]),
      },
    }),
  });
  const { world } = staff;
  user = await world.realUser(0);
  await world.db.owner.query('UPDATE user_standing SET verified_time = 1 WHERE user_id = $1', [user]);
  money = moneyOn(world);
  begun = (await sums()).house;
  owner = await staff.person('owner');
  treasurer = await staff.person('treasurer');
  payer = await staff.person('treasurer');
});
afterEach(async () => {
  expect(await staff.world.invariants()).toEqual([]);
  await staff.close();
  fs.rmSync(folder, { recursive: true });
});

const there = <T>(one: T | undefined): T => one ?? expect.fail('not made yet');
async function must<T>(answer: Promise<Result<T, Refusal>>): Promise<T> {
  const answered = await answer;
  return answered.ok ? answered.value : expect.fail(JSON.stringify(answered.error));
}

const USERS = ['change', 'forex', 'micro'] as const;
const HOUSES = [
  'clearing:withdrawal',
  'capital',
  'trading',
  'micro',
  'protection',
  'fees',
  'external',
  'external:house',
] as const;
/** What the house of every test begins with. */
let begun: readonly bigint[] = [];

async function sums(): Promise<{ readonly users: string[]; readonly house: bigint[] }> {
  const { rows } = await staff.world.db.owner.query<{ kind: string; user: boolean; available: string; locked: string }>(
    `SELECT kind, owner_id <> 0 AS user, available::text, locked::text FROM ledger_accounts WHERE realm = 'live' AND owner_id IN (0, $1)`,
    [user],
  );
  const row = (kind: string, ofUser: boolean) => rows.find((one) => one.kind === kind && one.user === ofUser);
  const shown = (kind: string): string => {
    const held = Number(row(kind, true)?.locked);
    return `${Number(row(kind, true)?.available)}${held === 0 ? '' : `+l${held}`}`;
  };
  return { users: USERS.map(shown), house: HOUSES.map((kind) => readUnits(row(kind, false)?.available ?? '0')) };
}

/** Every account that the page has, in its order: free, and with `l` what is held. */
async function books(): Promise<string> {
  const { users, house } = await sums();
  return [...users, ...house.map((one, at) => formatUnits(one - (begun[at] ?? 0n)))].join(' ');
}

function desks() {
  const { world } = staff;
  const { db } = world;
  const files = keptFiles(db, folder);
  const services = {
    ...{ db: db.app, reads: () => db.app, files, keys: testKeys, newId: idGenerator(systemClock, 78) },
    records: new Records({ pool: db.app, clock: systemClock, random: seededRandom(2) }),
    settings: () => world.settings.wallet,
    market: () => marketNow(world.server.market, world.clock.now()),
    verifiedName: async () => 'Ann Lee',
  };
  const submit: Server['pipeline']['submit'] = (command) => world.server.pipeline.submit(command);
  const people = { name: async () => '', linkedUsers: async () => [] };
  return {
    image: imageKeeper(db, folder, files),
    deposits: depositRoutes(services),
    withdrawals: withdrawalRoutes({ ...services, submit }),
    payouts: payoutRoutes({
      ...services,
      ...{ submit: decidedAsNow(submit), payers: people, chains: () => undefined },
      propose: () => expect.fail('one person may do this alone'),
    }),
    credits: depositStaffRoutes({
      ...services,
      submit: decidedAsNow(submit),
      chains: () => undefined,
      loanDue: async () => '',
      propose: () => expect.fail('one person may do this alone'),
      staff: { ...people, refusedNow: async () => undefined },
    }),
  };
}

let keys = 0;
function asUser(): RequestContext<UserPrincipal> {
  keys += 1;
  return {
    principal: { kind: 'user', userId: user, realm: 'live', tokenHash: new Uint8Array(32) },
    ...{
      lang: 'en' as const,
      key: `day-key-${keys}`,
      address: '127.0.0.1',
      agent: '',
      deviceHash: null,
      requestId: '',
    },
  };
}

async function moveHouse(move: HouseMove, sum: string, account: 'trading' | 'micro' | 'protection' | '' = '') {
  const asked = { move, amount: sum, account, reason: 'agreed by the board' };
  const { proposal } = await must(staff.handlers.house_propose(asked, staff.context(there(treasurer))));
  await must(staff.decide(there(owner), proposal));
}

async function deposit({ image, deposits, credits }: ReturnType<typeof desks>): Promise<void> {
  const said = { number: '1000', proofImg: await image(user), address: '', charge_id: '1', txid: '' };
  const { id } = await must(deposits.charge_submit(said, asUser()));
  const came = { id, amount: '1000', reference: `${'a'.repeat(64)}:0`, reason: '' };
  await must(credits.deposit_credit(came, staff.context(there(treasurer))));
}

/** A tenth of a lot, which costs 1.10, bought at 1.10020 and closed at 1.09620. */
async function loseForty(): Promise<void> {
  const { world } = staff;
  world.setPair('EURUSD', { feeRate: usd('11') });
  await world.tick('EURUSD', '1.10010', '1.10020');
  const { Id: id } = await accepted(world.forexSubmit(user, { pair: 'EURUSD', side: 'buy', lots: '0.1' }));
  await world.settledTick('EURUSD', '1.09620', '1.09630');
  await accepted(world.forexClose(user, id));
}

/** A stake of 100 that pays 0.8. */
async function winEighty(): Promise<void> {
  const { world } = staff;
  await world.tick('BTCUSD', '60000.00', '60010.00');
  await accepted(world.microSubmit(user, { pair: 'BTCUSD', direction: 'up', stake: '100', seconds: '30' }));
  await world.settledTick('BTCUSD', '60000.00', '60010.00');
  world.clock.advance(29_000);
  await world.tick('BTCUSD', '61000.00', '61010.00');
  // The log passes the expiry, at which that is the newest price.
  world.clock.advance(3_000);
  await world.settle();
}

/** As anybody reads it: required, held and short of it, and what the house's own pool holds. */
async function proven(): Promise<readonly (string | undefined)[]> {
  const { db } = staff.world;
  const snapshots = new Snapshots(() => createSnapshotClient(db.ownerUrl));
  await proveClientMoney({ snapshots, db: db.app, staff: async () => [] });
  const { proof, paused } = await must(clientMoneyRoutes({ reads: () => db.app }).client_money({}, asUser()));
  expect([paused, proof?.broken]).toEqual([false, []]);
  const own = formatUnits(readUnits(proof?.house ?? '') + there(begun[HOUSES.indexOf('external:house')]), 2);
  return [proof?.required, proof?.held, proof?.short, own];
}

/** What the house of every test begins with was not sent by a client: the clients' pool begins with nothing. */
async function clientsPoolIsEmpty(): Promise<void> {
  await moveHouse('settle_to_house', formatUnits(-there(begun[HOUSES.indexOf('external')]), 2));
  begun = (await sums()).house;
  expect(there(begun[HOUSES.indexOf('external')])).toBe(0n);
}

/** The whole day, and what every account has after every step of it. */
async function live(): Promise<void> {
  const all = desks();
  const { withdrawals, payouts } = all;
  await clientsPoolIsEmpty();
  await moveHouse('capital_in', '50000');
  expect(await books()).toBe('0 0 0 0 50000 0 0 0 0 0 -50000');
  await moveHouse('assign', '20000', 'trading');
  await moveHouse('assign', '10000', 'micro');
  await moveHouse('assign', '5000', 'protection');
  expect(await books()).toBe('0 0 0 0 15000 20000 10000 5000 0 0 -50000');
  await deposit(all);
  expect(await books()).toBe('1000 0 0 0 15000 20000 10000 5000 0 -1000 -50000');
  await must(money.transfer(user, { balance: '600', from: '1', to: '2' }));
  await must(money.transfer(user, { balance: '200', from: '1', to: '3' }));
  expect(await books()).toBe('200 600 200 0 15000 20000 10000 5000 0 -1000 -50000');
  await loseForty();
  expect(await books()).toBe('200 558.9 200 0 15000 20040 10000 5000 1.1 -1000 -50000');
  await winEighty();
  expect(await books()).toBe('200 558.9 280 0 15000 20040 9920 5000 1.1 -1000 -50000');

  const place = { type: '1', draw_id: '1', dc_address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' } as const;
  const rest = { bank_name: '', bank_address: '', bank_swift: '', payee_name: '', payee_account: '', tag: '' };
  const mine = {
    ...rest,
    label: '',
    owner: 'me',
    beneficiary_name: '',
    wallet_kind: 'exchange',
    exchange_name: 'Kraken',
  } as const;
  const { id: draw_method_id } = await must(withdrawals.bind_draw_method({ ...place, ...mine }, asUser()));
  await staff.world.db.owner.query('UPDATE destinations SET usable_time = bound_time');
  const asked = { draw_currency_id: '1', number: '150', memo: '', draw_method_id, shown: '' };
  const { id } = await must(withdrawals.draw(asked, asUser()));
  expect(await books()).toBe('50+l150 558.9 280 0 15000 20040 9920 5000 1.1 -1000 -50000');
  await must(payouts.withdrawal_approve({ id, note: '' }, staff.context(there(treasurer))));
  expect(await books()).toBe('50 558.9 280 150 15000 20040 9920 5000 1.1 -1000 -50000');
  await must(payouts.withdrawal_claim({ id }, staff.context(there(payer))));
  await must(payouts.withdrawal_paid({ id, reference: 'b'.repeat(64) }, staff.context(there(payer))));
  expect(await books()).toBe('50 558.9 280 0 15000 20040 9920 5000 6.1 -855 -50000');

  // Users have 38.90 of the house's and 5.00 of theirs is the house's by now: what results have moved is paid between the pools.
  expect(await proven()).toEqual(['888.90', '855.00', '33.90', '50000.00']);
  await moveHouse('settle_to_clients', '33.90');
  expect(await books()).toBe('50 558.9 280 0 15000 20040 9920 5000 6.1 -888.9 -49966.1');
  expect(await proven()).toEqual(['888.90', '888.90', '0.00', '49966.10']);
  await moveHouse('fees_taken', '6.10');
  expect(await books()).toBe('50 558.9 280 0 15006.1 20040 9920 5000 0 -888.9 -49966.1');
}

test('every account after every step', live);

test('200 of 200 changes, deletions and additions with every right are found in what the day has left', async () => {
  await live();
  const { missed, kinds } = await missedEdits(staff.world.db.owner, MONEY_EDITS, 200);
  console.log(`200 edits of ${kinds.length} kinds: ${kinds.join('; ')}`);
  expect(missed).toEqual([]);
}, 300_000);
