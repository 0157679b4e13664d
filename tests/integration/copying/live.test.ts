// What a connection hears of copies on the whole server: its user's own, and the open orders of those whom they follow; nobody else's.

import { type FollowTrade, followTrade } from '@fairtick/contract/socket/messages';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fundLiveHouse } from '../../harness/real-user.ts';
import { insertStaff } from '../../harness/staff.ts';
import { Listener } from '../socket/live.ts';
import { type House, openHouse, type Person } from '../verification/house.ts';
import { type Crowd, crowdOf } from './crowd.ts';

const TOPIC = 'FOREX_FOLLOW_TRADE';

let house: House;
let crowd: Crowd;
const lines: Listener[] = [];

beforeAll(async () => {
  house = await openHouse();
  await fundLiveHouse(house.db);
  crowd = crowdOf(house, await insertStaff(house.db, { roles: ['compliance'], name: 'Cora' }));
});
afterAll(async () => {
  for (const one of lines) one.ws.terminate();
  await house.close();
});

async function listening({ token }: Person): Promise<Listener> {
  const line = await new Listener(`${house.urls.users.replace('http', 'ws')}/v2/ws`).open();
  lines.push(line);
  expect(await line.login(token)).toBe(1);
  await line.sub(TOPIC);
  return line;
}

/** The first message from now on that is so. */
async function heard(line: Listener, isSo: (told: FollowTrade) => boolean): Promise<FollowTrade> {
  for (;;) {
    const told = followTrade.parse((await line.next(TOPIC)).data);
    if (isSo(told)) return told;
  }
}

const idsOf = ({ TransOrder }: FollowTrade): string[] => TransOrder.map(({ Id }) => Id).toSorted();

test('copies are told as they open, move and close, with the orders that they are of; strangers hear nothing of them', async () => {
  const { person: trader, id: application } = await crowd.applicant('L0000001');
  const cora = await insertStaff(house.db, { roles: ['compliance'], name: 'Second' });
  await house.staff('trader_decide', { id: application, decision: 'approve', reason: '' }, { token: cora.token });
  const [one, stranger] = [await crowd.verified('L0000002'), await crowd.verified('L0000003')];
  const [line, other, own] = [await listening(one), await listening(stranger), await listening(trader)];
  const { Version: first } = await heard(own, () => true);
  const followed = { trader_id: String(trader.id), multiple: '1', max_amount: '1000' };
  expect((await house.user('follow_trader', followed, { token: one.token })).said).toBe('ok');
  // Whoever is followed is told that their list has moved.
  await heard(own, ({ Version }) => Version !== first);

  const id = await crowd.open(trader);
  const copy = async (): Promise<string> =>
    String((await house.rows('SELECT id FROM forex_orders WHERE origin_id = $1', [id]))[0]?.[0] ?? '');
  await expect.poll(copy, { timeout: 20_000 }).not.toBe('');
  const opened = await heard(line, (told) => idsOf(told).length === 2);
  expect(idsOf(opened)).toEqual([id, await copy()].toSorted());
  const [[margin] = []] = await house.rows('SELECT margin::text FROM forex_orders WHERE origin_id = $1', [id]);
  expect(Number(opened.CautionMoneyAll)).toBe(Number(margin));
  // Each tick of the pair moves them: the total is of the copy alone.
  const before = opened.TransOrder.find(({ Id }) => Id === id)?.UpdatePrice;
  const moved = await heard(line, ({ TransOrder }) =>
    TransOrder.some((now) => now.Id === id && now.UpdatePrice !== before),
  );
  const mine = moved.TransOrder.find(({ Id }) => Id !== id);
  expect(Number(moved.ProfitsTotal)).toBe(Number(mine?.FactProfits));
  // The trader's own orders are FOREX_TRADE's to them, and followers' are nobody's.
  expect(idsOf(await heard(own, () => true))).toEqual([]);

  expect((await house.user('forex_close', { id }, { token: trader.token })).said).toBe('ok');
  const gone = await heard(line, (told) => idsOf(told).length === 0);
  expect(gone).toMatchObject({ ProfitsTotal: '0.00', CautionMoneyAll: '0.00' });
  expect(gone.Version).toBeGreaterThan(opened.Version);
  await other.sync();
  for (const message of other.take(TOPIC)) expect(idsOf(followTrade.parse(message.data))).toEqual([]);
});

test('who follows hears of a trader’s order that was not copied for them, and of nothing once they have left', async () => {
  const { person: trader, id: application } = await crowd.applicant('L0000011');
  const cora = await insertStaff(house.db, { roles: ['compliance'], name: 'Third' });
  await house.staff('trader_decide', { id: application, decision: 'approve', reason: '' }, { token: cora.token });
  const one = await crowd.verified('L0000012');
  const followed = { trader_id: String(trader.id), multiple: '1', max_amount: '1000' };
  expect((await house.user('follow_trader', followed, { token: one.token })).said).toBe('ok');
  const pause = { trader_id: String(trader.id), paused: '1' };
  expect((await house.user('follow_settings', pause, { token: one.token })).said).toBe('ok');
  const line = await listening(one);
  const id = await crowd.open(trader);
  expect(await heard(line, (told) => idsOf(told).includes(id))).toMatchObject({ ProfitsTotal: '0.00' });
  const leave = { trader_id: String(trader.id) };
  expect((await house.user('canal_follow', leave, { token: one.token })).said).toBe('ok');
  await heard(line, (told) => idsOf(told).length === 0);
  expect((await house.user('forex_close', { id }, { token: trader.token })).said).toBe('ok');
});
