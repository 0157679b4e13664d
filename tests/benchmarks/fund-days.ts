// A day's interest of a hundred thousand running subscriptions, each of another user, and then three missed days of them: how long until all of it is
// durable, beside the orders of others.

import { setTimeout as delay } from 'node:timers/promises';
import { createOwnerPool, type Pool } from '@fairtick/server/platform/database/pools';
import { DataFolder, Server } from '../chaos/server.ts';
import { brokenInvariants } from '../harness/invariants.ts';
import { cpuOf, cpuOfChildren } from './cpu.ts';
import { Others } from './others.ts';
import { limited } from './ratios.ts';

const COUNT = 100_000;
const MISSED = 3;
const DAY_MS = 86_400_000;
/** Of the run's own period: it is looked at four times a minute, the first time a minute after a start. */
const FIRST_USER = 40_000_000;
const LIMIT = { day: 60, missed: 180, ofOthers: 1.5 };
const CALM_MS = 20_000;
const POLL_MS = 100;
/** Ends a run that would hang. */
const PATIENCE_MS = 900_000;

export async function benchFundDays(): Promise<void> {
  const folder = new DataFolder();
  const env = { RATE_FACTOR: '100000', LOG_LEVEL: 'error' };
  let server = await Server.start({ dataDir: folder.dir, env });
  const owner = createOwnerPool(folder.ownerUrl());
  try {
    await fill(owner);
    await server.stop();
    server = await Server.start({ dataDir: folder.dir, env });
    const cpu = () => cpuOf(server.pid) + cpuOfChildren(folder.postmaster() ?? 0);
    const others = await Others.begin(server.url);
    const calmFrom = performance.now();
    await delay(CALM_MS);
    const calm = others.since(calmFrom);
    console.log(`fund-days ${calm.orders} orders of others alone: p99 ${calm.p99Ms.toFixed(1)} ms`);
    for (const [days, most] of [
      [1, LIMIT.day],
      [MISSED, LIMIT.missed],
    ] as const) {
      const { seconds, cpuUs, p99Ms } = await passed(owner, { days, cpu, others });
      console.log(
        `fund-days ${COUNT * days} incomes, ${cpuUs.toFixed(0)} us of processor time each in server and database; others' p99 ${p99Ms.toFixed(1)} ms`,
      );
      console.log(limited('fund-days', `seconds for ${days} of ${COUNT} days`, seconds, '<=', most));
      console.log(limited('fund-days', 'p99 of others over what it was', p99Ms / calm.p99Ms, '<=', LIMIT.ofOthers));
    }
    await others.end();
    const broken = (await brokenInvariants(owner)).filter((one) =>
      /fund_days|fund_by_terms|fund_day_of|locked/.test(one),
    );
    console.log(
      `fund-days ${broken.length} of its invariants broken${broken.length > 0 ? `: ${broken.slice(0, 3).join(', ')}` : ''}`,
    );
  } finally {
    await owner.end();
    await server.stop();
    await folder.remove();
  }
}

interface Watching {
  readonly days: number;
  readonly cpu: () => number;
  readonly others: Others;
}

let ahead = 0;
/** The database's clock goes on by so many days: from the first income that is there until all are, as another connection sees them. */
async function passed(owner: Pool, { days, cpu, others }: Watching) {
  const paid = async (): Promise<number> =>
    Number((await owner.query(`SELECT coalesce(sum(paid_days), 0)::int AS n FROM fund_subscriptions`)).rows[0].n);
  const before = await paid();
  ahead += days * DAY_MS;
  await owner.query(`CREATE OR REPLACE FUNCTION database_ms() RETURNS bigint LANGUAGE sql VOLATILE AS
    $$ SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint + ${ahead} $$`);
  const until = performance.now() + PATIENCE_MS;
  while ((await paid()) === before && performance.now() < until) await delay(POLL_MS);
  const [startedMs, startedCpu] = [performance.now(), cpu()];
  const wanted = before + COUNT * days;
  while ((await paid()) < wanted && performance.now() < until) await delay(1_000);
  if ((await paid()) < wanted) throw new Error(`only ${await paid()} of ${wanted} days were paid`);
  const seconds = (performance.now() - startedMs) / 1_000;
  return { seconds, cpuUs: (cpu() - startedCpu) / (COUNT * days), p99Ms: others.since(startedMs).p99Ms };
}

/** Subscriptions of a product of 30 days by statements alone: what is measured is their days. Bought a moment ago, as far apart as a busy hour has it. */
async function fill(owner: Pool): Promise<void> {
  const range = `generate_series(1, ${COUNT}) n`;
  const id = `${FIRST_USER} + n * 10`;
  await owner.query(`INSERT INTO users (id, realm, uid, created_time) SELECT ${id}, 'live', 'F' || n, 1 FROM ${range}`);
  await owner.query(`INSERT INTO ledger_accounts (id, realm, owner_id, kind, currency)
    SELECT ${id} + k, 'live', ${id}, (ARRAY['change', 'forex', 'micro'])[k], 'USD' FROM ${range}, generate_series(1, 3) k`);
  await owner.query(`DO $fill$ BEGIN
    SET LOCAL session_replication_role = replica;
    UPDATE ledger_accounts SET locked = 1000 WHERE kind = 'change' AND owner_id > ${FIRST_USER};
    UPDATE ledger_accounts SET locked = 150 * ${COUNT}::numeric WHERE owner_id = 0 AND realm = 'live' AND kind = 'fund';
    INSERT INTO fund_subscriptions (id, realm, user_id, product_id, title, amount, percent, damages, days, day_profit, penalty, sub_time, status, paid_days, next_due)
      SELECT ${id} + 5, 'live', ${id}, 1, '{"en":"x"}', 1000, 0.5, 5, 30, 5, 50, t.at, 'running', 0, t.at + ${DAY_MS}
      FROM ${range}, LATERAL (SELECT database_ms() - n * 10 AS at) t;
    SET LOCAL session_replication_role = origin; END $fill$`);
  await owner.query('VACUUM ANALYZE users, ledger_accounts, fund_subscriptions');
}
