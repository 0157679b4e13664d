// The server dies at a named moment of a named command: before its commit, after it, after the reply, after the live socket was told.
// Whatever the moment, the same key sent again has one effect in all, and triggers are decided once.

import { randomUUID } from 'node:crypto';
import type { EndpointName } from '@fairtick/contract/http/index';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { brokenInvariants } from '../harness/invariants.ts';
import { keptAs } from '../harness/kept-keys.ts';
import { type Heard, send } from './api.ts';
import { optionOf, orderOf, User } from './client.ts';
import { Quotes } from './quotes.ts';
import { Server } from './server.ts';
import { looseTerms } from './terms.ts';
import { fieldOf } from './trader.ts';
import { findings } from './verify.ts';

const DEATH_LIMIT_MS = 30_000;
const NOTICED_MS = 1_000;

let db: TestDatabase;
let server: Server;
let user: User;
const quotes = new Quotes();

beforeAll(async () => {
  db = await createTestDatabase();
  await restart();
  await looseTerms(db.owner);
  await server.kill();
  await restart();
  user = await User.signUp(() => server.url);
});
afterEach(() => server.kill());
afterAll(() => db.drop());

/** What is sent while the failpoint is set, after what must be there before it. */
interface Act {
  readonly name: EndpointName;
  readonly input: object;
}

/** No two neighbours are the same command: the server that comes back for one is the next one's victim. */
const ACTS: Readonly<Record<string, () => Promise<Act>>> = {
  createAccountDemoForU: async () => ({ name: 'createAccountDemoForU', input: {} }),
  forex_submit: async () => ({ name: 'forex_submit', input: orderOf() }),
  set_stop_price: async () => {
    const id = await user.order();
    const below = quotes.of('EURUSD').shifted(-500);
    return { name: 'set_stop_price', input: { id, stop_loss_price: below, target_profit_price: '0' } };
  },
  cancel_trade: async () => ({ name: 'cancel_trade', input: { id: await user.order(await pendingOrder()) } }),
  'forex_submit pending': async () => ({ name: 'forex_submit', input: await pendingOrder() }),
  forex_close: async () => ({ name: 'forex_close', input: { id: await user.order() } }),
  forex_close_all: async () => {
    await Promise.all([user.order(), user.order({ type: '2' }), user.order({ forex_id: '3' })]);
    return { name: 'forex_close_all', input: {} };
  },
  micro_submit: async () => ({ name: 'micro_submit', input: optionOf({ seconds: '3600' }) }),
  resetForexDemoAccount: async () => {
    await Promise.all([
      user.order(),
      user.order(await pendingOrder()),
      user.ask('micro_submit', optionOf({ seconds: '3600' })),
    ]);
    return { name: 'resetForexDemoAccount', input: {} };
  },
};

/** Far away, so that it stays pending. */
async function pendingOrder() {
  return orderOf({ status: '0', target_price: quotes.of('EURUSD').shifted(-2_000) });
}

/** What the database holds that a command could have changed, as one text. */
async function effects(): Promise<string> {
  const { rows } = await db.owner.query(
    `SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM forex_orders) AS forex, (SELECT count(*) FROM micro_orders) AS micro,
       (SELECT count(*) FROM journals) AS journals, (SELECT count(*) FROM command_keys) AS keys`,
  );
  return JSON.stringify(rows[0], (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

async function restart(failpoint?: string): Promise<void> {
  server = await Server.start({ databaseUrl: db.ownerUrl, ...(failpoint ? { env: { FAILPOINT: failpoint } } : {}) });
}

/** What must be the same in each answer to a key. */
const essence = ({ name }: Act, heard: Heard): string =>
  JSON.stringify(name === 'createAccountDemoForU' ? fieldOf(heard?.data, 'user') : heard?.data);

/** Every command at one moment, one death each; the server that comes back for one is the next one's victim. */
async function dieAtEach(moment: string): Promise<string[]> {
  const found: string[] = [];
  let lookBack: () => Promise<string[]> = async () => [];
  for (const [title, prepare] of Object.entries(ACTS)) {
    await server.kill();
    await restart(`${moment}:${title.split(' ')[0]}`);
    await quotes.untilLive(server.url, ['EURUSD', 'USDJPY']);
    found.push(...(await lookBack()));
    const act = await prepare();
    const key = randomUUID();
    const heard = await send(server.url, act.name, act.input, { token: user.token, key });
    const said = `${moment} ${title}:`;
    if (!(await server.gone(DEATH_LIMIT_MS))) found.push(`${said} the server did not die`);
    // A new account's answer needs a session first: a death right behind the pipeline's answer overtakes it.
    const answered = moment !== 'before_commit' && moment !== 'after_commit' && act.name !== 'createAccountDemoForU';
    if (answered && heard?.code !== 1) found.push(`${said} answered with ${JSON.stringify(heard)}`);
    if (!answered && heard && act.name !== 'createAccountDemoForU') found.push(`${said} answered before its commit`);
    if ((await kept(key)) !== (moment === 'before_commit' ? 0 : 1))
      found.push(`${said} ${await kept(key)} keys are kept`);
    lookBack = async () => (await brokenPromises(act, key, heard)).map((what) => `${said} ${what}`);
  }
  await server.kill();
  await restart();
  return [...found, ...(await lookBack())];
}

const kept = async (key: string): Promise<number> =>
  (await db.owner.query('SELECT count(*)::int AS n FROM command_keys WHERE key = ANY ($1)', [keptAs(key)])).rows[0].n;

/** Sends what the dead server was sent, twice more: it is done once, and every answer is the same. */
async function brokenPromises(act: Act, key: string, heard: Heard): Promise<string[]> {
  const sending = { token: user.token, key };
  const before = await effects();
  const first = await send(server.url, act.name, act.input, sending);
  const after = await effects();
  const again = await send(server.url, act.name, act.input, sending);
  const broken: string[] = await brokenInvariants(db.owner);
  if (first?.code !== 1) broken.push(`answered with ${JSON.stringify(first)} after the death`);
  const answers = [first, again, ...(heard ? [heard] : [])].map((one) => essence(act, one));
  if (new Set(answers).size !== 1) broken.push(`answered differently: ${answers.join(' and ')}`);
  if (after !== (await effects())) broken.push('done again by a repetition');
  if (heard && before !== after) broken.push('answered, and yet done after the death');
  if ((await kept(key)) !== 1) broken.push(`${await kept(key)} keys are kept`);
  return broken;
}

test.each(['before_commit', 'after_commit', 'after_reply', 'after_publish'])(
  'the server dies %s of every money command: one effect, one answer',
  async (moment) => {
    expect(await dieAtEach(moment)).toEqual([]);
  },
);

const TICKING = ['EURUSD', 'BTCUSD', 'XAGUSD', 'USDJPY'];

/** What only ticks and time call for: placed first, then the server dies where the log's call for it is decided. */
const TRIGGERED: Readonly<Record<string, () => Promise<void>>> = {
  stop_loss: async () => {
    for (const code of TICKING) await stopOrders(code, 'stop_loss_price');
  },
  take_profit: async () => {
    for (const code of TICKING) await stopOrders(code, 'target_profit_price');
  },
  fill_pending: async () => {
    for (const code of TICKING) {
      await quotes.refresh(server.url);
      const { pairId, shifted, multiples } = quotes.of(code);
      // The market may be at the target before it is placed: then the other one waits.
      for (const points of [-8, 8])
        await user.send(
          'forex_submit',
          orderOf({ forex_id: pairId, status: '0', target_price: shifted(points), multiple: multiples[0] ?? 10 }),
        );
    }
  },
  micro_open: async () => {
    await user.ask('micro_submit', optionOf());
  },
  micro_expiry: async () => {
    await user.ask('micro_submit', optionOf());
  },
  stop_out: async () => {
    // All they have, both ways: the spread alone takes them near the edge, and one of the two is pushed over it.
    const { pairId, ask } = quotes.of('XAGUSD');
    const lots = (100_000n * 100_000_000n * 1_000n * 990n) / (ask * 5_000n * 1_003n);
    for (const type of ['1', '2']) {
      const reckless = await User.signUp(() => server.url);
      await reckless.order({ type, forex_id: pairId, cont: String(lots), multiple: '1000' });
    }
  },
};

/** On both sides, as near as the rules let them, so that one of them is met soon. */
async function stopOrders(code: string, field: 'stop_loss_price' | 'target_profit_price'): Promise<void> {
  for (const type of ['1', '2']) {
    await quotes.refresh(server.url);
    const { pairId, spreadPoints, shifted, multiples } = quotes.of(code);
    const near = Math.ceil(spreadPoints / 2) + 2;
    const away = (type === '1') === (field === 'stop_loss_price') ? -near : near;
    await user.send(
      'forex_submit',
      orderOf({ type, forex_id: pairId, multiple: multiples[0] ?? 10, [field]: shifted(away) }),
    );
  }
}

test.each(['before_commit', 'after_commit'])(
  'the server dies %s of a trigger: decided once, not missed',
  async (moment) => {
    const found: string[] = [];
    for (const [name, place] of Object.entries(TRIGGERED)) {
      await server.kill();
      await restart(`${moment}:${name}`);
      // An order of before may have set it off already.
      await quotes.untilLive(server.url, TICKING, () => !server.alive);
      const until = performance.now() + DEATH_LIMIT_MS;
      // It may die before all of it is placed: one is enough. The market decides when; what it did not reach is placed anew, nearer.
      while (server.alive && performance.now() < until) {
        await place().catch(async (error: unknown) => {
          // A call without an answer may be the first sign of the death.
          if (!(await server.gone(NOTICED_MS))) throw error;
        });
        await server.gone(2_000);
      }
      if (server.alive) found.push(`${moment} ${name}: the server did not die`);
      await server.kill();
      await restart();
      found.push(...(await findings(server.url, db.owner, [])).map((what) => `${moment} ${name}: ${what}`));
      await quotes.untilLive(server.url, TICKING);
      await user.ask('resetForexDemoAccount', {});
    }
    expect(found).toEqual([]);
  },
);
