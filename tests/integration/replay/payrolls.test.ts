// The jobs report of 2 May 2014, traded at random on the real server and recomputed by the independent script; then the script itself is held
// by falsified copies of what it has just agreed with. Uses the recording that comes with the product, so it runs everywhere.

import * as fs from 'node:fs';
import * as path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { BUNDLED_RECORDINGS } from '@fairtick/server/domains/market/feeds/replay';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import type { Evidence } from '../../independent/collect.ts';
import { recheck, runSession, type SessionResult } from '../../independent/session.ts';
import { nudge, ONE_TICK_EARLY, ONE_TICK_LATE, TAMPERINGS, type Tampering } from './tampering.ts';

const SESSION_LIMIT_MS = 300_000;
const SPAN = ['2014-05-02T12:28:00Z', '2014-05-02T12:36:00Z'] as const;

let database: TestDatabase;
let session: SessionResult;
let evidence: Evidence;

beforeAll(async () => {
  database = await createTestDatabase();
  const files = fs.readdirSync(BUNDLED_RECORDINGS).filter((name) => name.includes('.ticks.'));
  session = await runSession({
    from: BUNDLED_RECORDINGS,
    cuts: files.map((file) => ({ file, spans: [SPAN] })),
    codes: ['EURUSD', 'NZDUSD'],
    speed: 20,
    seed: 1,
    users: 6,
    reach: 0.001,
    withMicro: true,
    databaseUrl: database.ownerUrl,
  });
  evidence = JSON.parse(fs.readFileSync(session.evidenceFile, 'utf8'));
}, SESSION_LIMIT_MS);

afterAll(async () => {
  session?.remove();
  await database?.drop();
});

/** Deep copies that a test may write to. */
const copied = (): Evidence => structuredClone(evidence);

async function verdictOn(changed: Evidence, recordings = session.recordings) {
  const file = path.join(path.dirname(session.evidenceFile), 'changed.json');
  fs.writeFileSync(file, JSON.stringify(changed));
  return await recheck(recordings, file);
}

test('the script agrees with every order, fill, trigger, fee, result and balance', () => {
  const { counts, disagreements, exitCode } = session.verdict;
  expect(disagreements).toEqual([]);
  expect(exitCode).toBe(0);
  const count = (what: string): number => counts.get(what) ?? 0;
  expect(count('ticks equal to the recording')).toBe(session.rows);
  // The replay runs at its own pace and the traders at the machine's: enough to find every kind of order in, and no more is asked.
  expect(count('forex orders')).toBeGreaterThan(50);
  expect(count('micro orders')).toBeGreaterThan(5);
  for (const what of [
    'triggers: stop_loss',
    'triggers: take_profit',
    'triggers: target',
    'closed by the user',
    'changes of stops',
    'cancelled by the user',
    'ended by a reset',
  ])
    expect(count(what), what).toBeGreaterThan(0);
});

describe('the script finds', () => {
  test('each falsified order, and blames no other', async () => {
    const changed = copied();
    const taken = new Set<string>();
    const cases = TAMPERINGS.map((tampering) => ({ ...tampering, key: tamper(changed, tampering, taken) }));
    const late = { ...ONE_TICK_LATE, key: moveTick(changed, ONE_TICK_LATE, 'close', 1, taken) };
    const before = longestWait(changed) + 1;
    const lateEnough: Tampering['fits'] = (proof) =>
      ONE_TICK_EARLY.fits(proof) && proof.answer.ticks.some(({ role, seq }) => role === 'open' && seq >= before);
    const moved = moveTick(changed, { ...ONE_TICK_EARLY, fits: lateEnough }, 'open', -before, taken);
    const early = { ...ONE_TICK_EARLY, key: moved };
    const { disagreements, exitCode } = await verdictOn(changed);
    expect(exitCode).toBe(1);
    for (const { what, key, says } of [...cases, late, early])
      expect(
        disagreements.filter((line) => line.startsWith(`${key}: `) && says.test(line)),
        what,
      ).not.toEqual([]);
    const blamed = disagreements.flatMap((line) => /^(user \d+ \w+ \d+): /.exec(line)?.[1] ?? []);
    expect(blamed.filter((key) => !taken.has(key))).toEqual([]);
  });

  test('a balance that is one cent off', async () => {
    const changed = copied();
    const [user] = changed.users;
    const forex = user?.end.find((one) => one.type === 'forex');
    if (!user || !forex) throw new Error('no user');
    forex.balance = nudge(forex.balance, 1n, 2);
    const { disagreements } = await verdictOn({ ...changed, users: [user] });
    expect(disagreements).toEqual([expect.stringMatching(/^user 0: has \S+ in forex .*start, results and fees give/)]);
  });

  test('a tick that is missing from the log', async () => {
    const entries = evidence.log.entries.map((bundle, i) => (i === 3 ? without(bundle, 5) : bundle));
    const { disagreements } = await verdictOn({ ...evidence, users: [], log: { ...evidence.log, entries } });
    expect(disagreements.join('\n')).toMatch(/the log: its checkpoint covers \d+ ticks, the log shows fewer/);
    expect(disagreements.join('\n')).toMatch(/(EURUSD|NZDUSD): tick \d+ of the pair is .* the recording has/);
  });

  test('a tick of the recording that never became one', async () => {
    const folder = fs.mkdtempSync(path.join(path.dirname(session.recordings), 'more-'));
    for (const name of fs.readdirSync(session.recordings)) {
      const lines = gunzipSync(fs.readFileSync(path.join(session.recordings, name)))
        .toString('utf8')
        .split('\n');
      const [time = '0', bid = '', ask = ''] = lines[100]?.split(',') ?? [];
      lines.splice(101, 0, [time, nudge(bid, -3n), nudge(ask, 3n)].join(','));
      fs.writeFileSync(path.join(folder, name), gzipSync(lines.join('\n')));
    }
    const { disagreements } = await verdictOn({ ...evidence, users: [] }, folder);
    expect(disagreements).toEqual([
      expect.stringMatching(/^EURUSD: tick 100 of the pair is/),
      expect.stringMatching(/^NZDUSD: tick 100 of the pair is/),
    ]);
  });

  test('a checkpoint that somebody else signed, or nobody', async () => {
    const [text = '', signature = ''] = evidence.log.checkpoint.split('\n\n');
    const size = Number(text.split('\n')[1]);
    const checkpoint = `${text.replace(String(size), String(size - 1))}\n\n${signature}`;
    const { disagreements } = await verdictOn({ ...evidence, users: [], log: { ...evidence.log, checkpoint } });
    expect(disagreements).toEqual(['the log: its checkpoint does not hold: its signature is wrong']);
  });
});

/** Picks the first order that fits and is not taken, and changes it; the script's name for it. */
function tamper(changed: Evidence, { what, fits, change }: Tampering, taken: Set<string>): string {
  const { key, proof, row } = pick(changed, what, fits, taken);
  change({ terms: proof.answer.terms, shown: proof.answer.order, ticks: proof.answer.ticks, row });
  return key;
}

function pick(changed: Evidence, what: string, fits: Tampering['fits'], taken: Set<string>) {
  for (const user of changed.users) {
    // Whoever has been reset or stopped out has more to explain than one order.
    if (user.actions.some(({ call }) => call === 'resetForexDemoAccount')) continue;
    if (user.proofs.some(({ answer }) => answer.terms.closeReason === 'stop_out')) continue;
    for (const proof of user.proofs) {
      const key = `${user.name} ${proof.family} ${proof.id}`;
      const list = proof.family === 'forex' ? user.forex : user.micro;
      const row = list.find(({ Id }) => Id === proof.id);
      if (!row || taken.has(key) || !fits(proof)) continue;
      taken.add(key);
      return { key, proof, row };
    }
  }
  throw new Error(`no order to try this on: ${what}`);
}

/** Ticks that were logged while the slowest answer was awaited: any tick among so many may have been the newest when an order was accepted. */
const longestWait = ({ users }: Evidence): number =>
  Math.max(...users.flatMap(({ actions }) => actions.map(({ before, after }) => after - before)));

/** Lets another tick of the same pair have decided, with everything of it but its proof. */
function moveTick(
  changed: Evidence,
  { what, fits }: Pick<Tampering, 'what' | 'fits'>,
  role: 'open' | 'close',
  by: number,
  taken: Set<string>,
): string {
  const { key, proof } = pick(changed, what, fits, taken);
  const tick = proof.answer.ticks.find((one) => one.role === role);
  if (!tick) throw new Error(`no ${role} tick`);
  const all = entriesOf(changed).filter((one) => one.pair === tick.pair);
  const moved = all[tick.seq + by];
  if (!moved) throw new Error(`no such tick: ${tick.seq + by} of ${all.length}`);
  Object.assign(tick, moved);
  return key;
}

function entriesOf({ log }: Evidence) {
  const texts = log.entries.flatMap((bundle) => split(Buffer.from(bundle, 'base64')).map((entry) => entry.toString()));
  return texts.map((text, index) => {
    const [, pair = '', seq = '', bid = '', ask = '', sourceTime, receivedTime, source = ''] = text.split('\n');
    const times = { sourceTime: Number(sourceTime), receivedTime: Number(receivedTime) };
    return { index, pair, seq: Number(seq), bid, ask, ...times, source };
  });
}

function split(bundle: Buffer): Buffer[] {
  const entries: Buffer[] = [];
  for (let at = 0; at < bundle.length; at += 2 + bundle.readUInt16BE(at))
    entries.push(bundle.subarray(at + 2, at + 2 + bundle.readUInt16BE(at)));
  return entries;
}

function without(bundle: string, place: number): string {
  const kept = split(Buffer.from(bundle, 'base64')).filter((_, i) => i !== place);
  const parts = kept.flatMap((entry) => [Buffer.from([Math.floor(entry.length / 256), entry.length % 256]), entry]);
  return Buffer.concat(parts).toString('base64');
}
