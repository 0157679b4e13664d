// A trader and five who follow, on recorded ticks around the US payrolls of May 2014 and over the Monday behind them: every size, end, stop and share is redone by
// a script that shares no code with the server. Skipped where the recordings are not on the machine.

import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { Id } from '@fairtick/kernel/ids';
import { seededRandom } from '@fairtick/kernel/random';
import { FollowingCommands, type FollowingOptions } from '@fairtick/server/domains/copying/following/commands';
import { payShares } from '@fairtick/server/domains/copying/following/jobs';
import type { RequestContext } from '@fairtick/server/platform/endpoints';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { accepted } from '../../harness/outcomes.ts';
import { testKeys } from '../../harness/outside.ts';
import { recordingsDir } from '../../harness/recordings.ts';
import { createWorld, type World } from '../../harness/world.ts';
import { cutRecordings } from '../../independent/recordings.ts';
import { pinnedNode, root } from '../../independent/server-process.ts';

const LIMIT_MS = 300_000;
const FILE = 'EURUSD.ticks.2014-05-02_05.csv.gz';
const SPANS = [
  ['2014-05-02T12:30:30Z', '2014-05-02T12:32:30Z'],
  ['2014-05-04T23:30:00Z', '2014-05-05T00:45:00Z'],
] as const;
const MONDAY_MS = Date.parse('2014-05-05T00:00:00Z');
const RATE = '0.125';
const AHEAD = 400;
const from = recordingsDir();

interface Settings {
  readonly mode: 'lots' | 'proportional';
  readonly multiple: string;
  readonly maxAmount: string;
  readonly stop: string;
  readonly paused: boolean;
}
type Act = Readonly<Record<string, unknown>> & { readonly after: number };

/** Each is bound by something else: nothing, the least order, their greatest amount, their money, their stop. */
const FOLLOWERS: readonly { readonly name: string; readonly start: string; readonly settings: Settings }[] = [
  {
    name: 'wide',
    start: '50000',
    settings: { mode: 'lots', multiple: '2', maxAmount: '20000', stop: '20000', paused: false },
  },
  {
    name: 'share',
    start: '20000',
    settings: { mode: 'proportional', multiple: '1', maxAmount: '900', stop: '900', paused: false },
  },
  {
    name: 'narrow',
    start: '20000',
    settings: { mode: 'lots', multiple: '5', maxAmount: '1500', stop: '1500', paused: false },
  },
  {
    name: 'poor',
    start: '1500',
    settings: { mode: 'lots', multiple: '9', maxAmount: '9000', stop: '150', paused: false },
  },
  {
    name: 'careful',
    start: '20000',
    settings: { mode: 'lots', multiple: '3', maxAmount: '9000', stop: '90', paused: false },
  },
];

const row = z.record(z.string(), z.unknown());
const ofFollower = z.object({ copies: z.array(row), ends: z.array(row), steps: z.array(row) }).loose();

const MET = [
  ...['ends: stop_loss', 'ends: take_profit', 'ends: trader', 'ends: user', 'ends: copy_stop'],
  ...['relations ended: stop', 'relations ended: user', 'shares set aside', 'shares returned', 'shares paid'],
  ...['closings without a share', 'skips'],
];

let world: World | undefined;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairtick-copies-'));
afterEach(async () => {
  await world?.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Plays the recording, with what people do chosen by a seed, and writes everything down. */
class Play {
  readonly acts: Act[] = [];
  readonly random = seededRandom(11);
  readonly ids = new Map<string, Id>();
  readonly following: FollowingCommands;
  readonly #world: World;
  readonly #follows = new Map<string, Settings>();
  #open: { readonly id: string; readonly side: 'buy' | 'sell' }[] = [];
  #trader: Id = 0n;
  #keys = 0;
  at = -1;
  bid = 0;
  ask = 0;
  /** The bid some hundred ticks on. */
  later = 0;

  constructor(on: World) {
    this.#world = on;
    // Whichever server runs then.
    const submit: FollowingOptions['submit'] = (command) => on.server.pipeline.submit(command);
    this.following = new FollowingCommands({ db: on.db.app, keys: testKeys, submit, reads: () => on.db.app });
  }

  get trader(): Id {
    return this.#trader;
  }

  async settle(): Promise<void> {
    const { owner } = this.#world.db;
    this.#trader = await this.#world.realUser(20_000);
    await owner.query(
      `INSERT INTO traders (user_id, status, person_key, applied_time, approved_time, share_rate) VALUES ($1, 2, 1, 1, 1, $2)`,
      [this.#trader, RATE],
    );
    for (const { name, start } of FOLLOWERS) {
      const id = await this.#world.realUser(Number(start));
      await owner.query('UPDATE user_standing SET verified_time = 1 WHERE user_id = $1', [id]);
      this.ids.set(name, id);
    }
    await this.#world.restart();
  }

  #said(act: Readonly<Record<string, unknown>>): void {
    this.acts.push({ after: this.at, ...act });
  }

  #context(name: string): RequestContext {
    this.#keys += 1;
    const userId = this.ids.get(name) ?? 0n;
    return {
      principal: { kind: 'user', userId, realm: 'live', tokenHash: new Uint8Array(32) },
      ...{ lang: 'en', key: `copies-${this.#keys}`, address: '127.0.0.1', agent: 'test', deviceHash: null },
      requestId: `copies-${this.#keys}`,
    };
  }

  async follow(name: string): Promise<void> {
    const settings = FOLLOWERS.find((one) => one.name === name)?.settings;
    if (!settings) throw new Error(`nobody is called ${name}`);
    const { mode, multiple, maxAmount: max_amount, stop: stop_amount } = settings;
    const asked = { trader_id: String(this.#trader), mode, multiple, max_amount, stop_amount };
    await accepted(this.following.follow(asked, this.#context(name)));
    this.#follows.set(name, settings);
    this.#said({ what: 'follow', who: name, settings });
  }

  /** A lower stop, another multiple, a rest: what is set holds for what the trader opens from then on. */
  async set(name: string): Promise<void> {
    const now = this.#follows.get(name);
    if (!now) return;
    const settings = { ...now, multiple: String(1 + this.random.below(5)), paused: this.random.below(4) === 0 };
    const { mode, multiple, maxAmount: max_amount, stop: stop_amount } = settings;
    const asked = { trader_id: String(this.#trader), mode, multiple, max_amount, stop_amount };
    await accepted(this.following.settings({ ...asked, paused: settings.paused ? 1 : 0 }, this.#context(name)));
    this.#follows.set(name, settings);
    this.#said({ what: 'settings', who: name, settings });
  }

  async leave(name: string): Promise<void> {
    if (!this.#follows.has(name)) return;
    const closes = this.random.below(2) === 0;
    await accepted(
      this.following.leave({ trader_id: String(this.#trader), close: closes ? 1 : '' }, this.#context(name)),
    );
    this.#follows.delete(name);
    this.#said({ what: 'leave', who: name, closes });
  }

  /** Whoever was stopped since has to begin anew. */
  async look(): Promise<void> {
    const { rows } = await this.#world.db.owner.query<{ user_id: bigint }>(
      'SELECT user_id FROM follows WHERE ended_time IS NULL',
    );
    const live = new Set(rows.map(({ user_id }) => user_id));
    for (const [name, id] of this.ids) if (!live.has(id)) this.#follows.delete(name);
    const open = await this.#world.db.owner.query<{ id: bigint }>(
      `SELECT id FROM forex_orders WHERE user_id = $1 AND status = 'open'`,
      [this.#trader],
    );
    const still = new Set(open.rows.map(({ id }) => String(id)));
    this.#open = this.#open.filter(({ id }) => still.has(id));
  }

  #stops(side: 'buy' | 'sell'): { stopLoss: string; takeProfit: string } {
    const sign = side === 'buy' ? 1 : -1;
    const away = (direction: number): string =>
      ((direction > 0 ? this.ask : this.bid) + direction * (0.0003 + this.random.unit() * 0.002)).toFixed(5);
    return {
      stopLoss: this.random.below(2) === 0 ? away(-sign) : '0',
      takeProfit: this.random.below(2) === 0 ? away(sign) : '0',
    };
  }

  async opens(): Promise<void> {
    if (this.#open.length >= 6) return this.closes();
    // Mostly somebody who knows what comes: without gains there is nothing to share.
    const rises = this.later > this.bid;
    const side = rises === this.random.below(5) > 0 ? 'buy' : 'sell';
    const typed = {
      side,
      lots: (0.03 + this.random.below(40) / 100).toFixed(2),
      multiple: '100',
      ...this.#stops(side),
    } as const;
    const { Id } = await accepted(this.#world.forexSubmit(this.#trader, { pair: 'EURUSD', ...typed }));
    this.#open.push({ id: Id, side });
    this.#said({ what: 'open', order: Id, ...typed });
  }

  async closes(): Promise<void> {
    const one = this.#open[this.random.below(this.#open.length)];
    if (!one) return;
    await accepted(this.#world.forexClose(this.#trader, one.id));
    this.#said({ what: 'close', order: one.id });
  }

  async moves(): Promise<void> {
    const one = this.#open[this.random.below(this.#open.length)];
    if (!one) return;
    const stops = this.#stops(one.side);
    await accepted(this.#world.forexStops(this.#trader, one.id, stops.stopLoss, stops.takeProfit));
    this.#said({ what: 'stops', order: one.id, ...stops });
  }

  async payday(): Promise<void> {
    const { db, server } = this.#world;
    await payShares({ db: db.app, submit: server.pipeline.submit.bind(server.pipeline) });
    this.#said({ what: 'payday' });
  }

  async step(): Promise<void> {
    await this.#world.settle();
    await this.look();
    const dice = this.random.below(20);
    const name = FOLLOWERS[this.random.below(FOLLOWERS.length)]?.name ?? '';
    if (dice < 9) await this.opens();
    else if (dice < 13) await this.closes();
    else if (dice < 15) await this.moves();
    else if (dice < 16) await this.set(name);
    else if (dice < 17) await this.leave(name);
    else if (!this.#follows.has(name)) await this.follow(name);
    await this.#world.settle();
  }
}

async function play(recording: string): Promise<Play> {
  world = await createWorld({
    settings: (now) => ({ ...now, copying: { ...now.copying, betweenMs: 0 } }),
    startMs: Date.parse(SPANS[0][0]) - 60_000,
  });
  const playing = new Play(world);
  await playing.settle();
  const lines = gunzipSync(fs.readFileSync(recording)).toString('utf8').trim().split('\n').slice(1);
  let paid = false;
  for (const [at, line] of lines.entries()) {
    const [time = '', bid = '', ask = ''] = line.split(',');
    world.clock.advance(Math.max(0, Number(time) - world.clock.now()));
    const { logIndex } = await world.tick('EURUSD', bid, ask);
    if (logIndex !== at) throw new Error(`tick ${at} has the place ${logIndex}`);
    [playing.at, playing.bid, playing.ask] = [at, Number(bid), Number(ask)];
    playing.later = Number(lines[at + AHEAD]?.split(',')[1] ?? bid);
    if (at === 0) for (const { name } of FOLLOWERS) await playing.follow(name);
    if (!paid && Number(time) >= MONDAY_MS) {
      await world.settle();
      await playing.payday();
      paid = true;
    }
    if (playing.random.below(12) === 0) await playing.step();
  }
  await world.settle();
  return playing;
}

const ORDER = `origin, lots::numeric(30, 2)::text AS lots, margin::numeric(30, 6)::text AS margin, fee::numeric(30, 6)::text AS fee, open_tick::int AS "openTick",
  open_price::numeric(30, 5)::text AS "openPrice", close_reason AS reason, close_tick::int AS "closeTick", close_price::numeric(30, 5)::text AS "closePrice",
  result::numeric(30, 6)::text AS result`;

async function toldOf(on: World, { acts, ids, trader }: Play) {
  const rows = async (text: string, values: readonly unknown[]) => (await on.db.owner.query(text, [...values])).rows;
  const orders = (id: Id, what: string) =>
    rows(
      `SELECT ${ORDER} FROM (SELECT *, coalesce(origin_id, id)::text AS origin, quantity AS lots FROM forex_orders WHERE user_id = $1 AND ${what}) x
       ORDER BY coalesce(origin_id, id)`,
      [id],
    );
  const followers: Record<string, unknown> = {};
  for (const { name, start } of FOLLOWERS) {
    const id = ids.get(name) ?? 0n;
    followers[name] = {
      start,
      copies: await orders(id, 'origin_id IS NOT NULL'),
      skips: await rows(
        'SELECT order_id::text AS origin, reason FROM copy_skips WHERE user_id = $1 ORDER BY order_id',
        [id],
      ),
      ends: await rows(
        `SELECT f.end_reason AS reason, (SELECT max(log_index)::int FROM ticks t WHERE t.received_time <= f.ended_time) AS tick
         FROM follows f WHERE user_id = $1 AND ended_time IS NOT NULL ORDER BY id`,
        [id],
      ),
      steps: await rows(
        `SELECT net::numeric(30, 6)::text AS net, cumulative::numeric(30, 6)::text AS cumulative, high_water::numeric(30, 6)::text AS "highWater",
           accrued::numeric(30, 6)::text AS accrued, moved::numeric(30, 6)::text AS moved FROM copy_steps WHERE user_id = $1 ORDER BY number`,
        [id],
      ),
      ...(await on.balance(id, 'forex')),
    };
  }
  const [shares] = await rows(
    `SELECT (SELECT (available - 20000)::text FROM ledger_accounts WHERE owner_id = $1 AND kind = 'change') AS earned,
       (SELECT available::text FROM ledger_accounts WHERE owner_id = 0 AND realm = 'live' AND kind = 'clearing:share') AS waiting`,
    [trader],
  );
  return {
    pair: { contNum: '100000', step: '0.01', min: '0.01', max: '50', feeRate: '0.003' },
    ...{ shareRate: RATE, acts, followers, shares },
    trader: { start: '20000', orders: await orders(trader, 'true') },
  };
}

/** The script as anybody would run it; what it says, by lines. */
async function recheck(recording: string, file: string): Promise<readonly string[]> {
  const script = path.join(root, 'tests', 'independent', 'copying.mjs');
  const ran = promisify(execFile)(pinnedNode(), [script, recording, file]);
  const { stdout } = await ran.catch((error: { readonly stdout: string }) => error);
  return stdout.split('\n');
}

/** A copy a step too large, a stop a tick too late, a share a millionth too high. */
function lied(told: Awaited<ReturnType<typeof toldOf>>, file: string): string {
  const { wide, careful, share } = z.record(z.string(), ofFollower).parse(structuredClone(told.followers));
  const [size, stop, step] = [wide?.copies[0], careful?.ends[0], share?.steps[0]];
  if (!size || !stop || !step) throw new Error('there is nothing to lie about');
  size.lots = (Number(size.lots) + 0.01).toFixed(2);
  stop.tick = Number(stop.tick) + 1;
  step.moved = (Number(step.moved) + 0.000001).toFixed(6);
  const path = file.replace('told', 'lied');
  fs.writeFileSync(path, JSON.stringify({ ...told, followers: { ...told.followers, wide, careful, share } }));
  return path;
}

describe.skipIf(from === undefined)('copies of a trader on recorded ticks', () => {
  test(
    'each size, end, stop and share is what the script makes of it',
    async () => {
      cutRecordings(from ?? '', folder, [{ file: FILE, spans: SPANS }]);
      const recording = path.join(folder, FILE);
      const played = await play(recording);
      if (!world) throw new Error('nothing was played');
      const file = path.join(folder, 'told.json');
      const told = await toldOf(world, played);
      fs.writeFileSync(file, JSON.stringify(told));
      const said = await recheck(recording, file);
      expect(said.filter((line) => line.startsWith('DISAGREES'))).toEqual([]);
      // Everything that there is to redo was met.
      const names = said.map((line) => line.slice(0, line.lastIndexOf(':')));
      expect(names).toEqual(expect.arrayContaining(MET));
      expect(await recheck(recording, lied(told, file))).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^DISAGREES wide copy 0: lots is/),
          expect.stringMatching(/^DISAGREES careful end 0: tick is/),
          expect.stringMatching(/^DISAGREES share share 0: moved is/),
        ]),
      );
    },
    LIMIT_MS,
  );
});
