// `npm run verify-log`: an auditor's tool. Without arguments it audits this machine's database whole; with --url it follows the public
// files of any server and needs nothing else. What it saw last is kept in a file of the auditor's: whoever has a
// log's key could sign another past, but not one that extends what was remembered elsewhere.

import { createHash } from 'node:crypto';
import * as path from 'node:path';
import { parseArgs } from 'node:util';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { readConfig } from '../platform/config/config.ts';
import { embeddedUrl } from '../platform/database/embedded.ts';
import { createOwnerPool } from '../platform/database/pools.ts';
import { CandleCheck } from './candle-check.ts';
import { auditDatabase, type Known } from './database-audit.ts';
import { Findings } from './findings.ts';
import { NotAnswered } from './log-files.ts';
import { recall, remember } from './memory.ts';
import { ACCEPTANCES, ACTS, auditPublic, candlesLog, ticksLog } from './public-audit.ts';

const USAGE =
  'npm run verify-log -- [--url http://…] [--database postgresql://…] [--key name+id+key] [--acts-key name+id+key] [--acceptances-key name+id+key] [--candles-key name+id+key] [--memory FILE] [--all]\n' +
  '  --url       audit a server from its public log alone\n' +
  '  --database  audit this database whole; default DATABASE_URL, else the embedded one of DATA_DIR\n' +
  "  --key       the tick log's verifier key; default the remembered one, else what the server says itself\n" +
  "  --acts-key  the same of the log of the staff's acts\n" +
  '  --acceptances-key  the same of the log of acceptances\n' +
  '  --candles-key  the same of the log of candles\n' +
  '  --memory    the file that keeps the last checkpoint seen; those of the other logs lie beside it, in FILE.acts, FILE.acceptances and FILE.candles\n' +
  '  --all       with --url: read the whole log again, not only what is new';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

interface Wanted {
  readonly url: string | undefined;
  readonly database: string | undefined;
  readonly key: string | undefined;
  readonly actsKey: string | undefined;
  readonly candlesKey: string | undefined;
  readonly acceptancesKey: string | undefined;
  readonly memory: string;
  readonly all: boolean;
}

function readWords(): Result<Wanted, string> {
  try {
    const { values } = parseArgs({
      options: {
        url: { type: 'string' },
        database: { type: 'string' },
        key: { type: 'string' },
        'acts-key': { type: 'string' },
        'candles-key': { type: 'string' },
        'acceptances-key': { type: 'string' },
        memory: { type: 'string' },
        all: { type: 'boolean', default: false },
      },
    });
    const config = readConfig(process.env);
    if (!config.ok) return config;
    if (values.url !== undefined && !/^https?:\/\/\S+$/.test(values.url))
      return err('--url wants an address: http://…');
    const database = values.database ?? config.value.databaseUrl;
    const about = createHash('sha256')
      .update(values.url ?? database ?? 'embedded')
      .digest('hex')
      .slice(0, 12);
    const memory = values.memory ?? path.join(config.value.dataDir, 'audit', `${about}.json`);
    const { url, key, all, 'acts-key': actsKey, 'acceptances-key': acceptancesKey, 'candles-key': candlesKey } = values;
    const wanted = { url, key, actsKey, acceptancesKey, candlesKey, all, memory: path.resolve(memory) };
    if (url !== undefined || database !== undefined) return ok({ ...wanted, database });
    const embedded = embeddedUrl(config.value.dataDir);
    return embedded.ok ? ok({ ...wanted, database: embedded.value }) : embedded;
  } catch {
    return err(USAGE);
  }
}

interface Outcome {
  readonly findings: readonly string[];
  readonly newest: Known;
  readonly read: string;
}

async function auditUrl(url: string, wanted: Wanted, remembered: Known): Promise<Outcome> {
  const base = url.replace(/\/+$/, '');
  const { all } = wanted;
  const key = wanted.key ?? remembered.ticks?.key ?? (await keyFromServer(base, '', '--key'));
  const found = new Findings();
  const check = new CandleCheck(found, all || remembered.ticks === undefined);
  const ticks = await auditPublic({ url, key, remembered: remembered.ticks, all }, ticksLog(check));
  const actsKey = wanted.actsKey ?? remembered.acts?.key ?? (await keyFromServer(base, ACTS.folder, '--acts-key'));
  const acts = await auditPublic({ url, key: actsKey, remembered: remembered.acts, all }, ACTS);
  const acceptancesKey =
    wanted.acceptancesKey ??
    remembered.acceptances?.key ??
    (await keyFromServer(base, ACCEPTANCES.folder, '--acceptances-key'));
  const ofAcceptances = { url, key: acceptancesKey, remembered: remembered.acceptances, all };
  const acceptances = await auditPublic(ofAcceptances, ACCEPTANCES);
  const folder = candlesLog(check).folder;
  const candlesKey =
    wanted.candlesKey ?? remembered.candles?.key ?? (await keyFromServer(base, folder, '--candles-key'));
  const candles = await auditPublic({ url, key: candlesKey, remembered: remembered.candles, all }, candlesLog(check));
  check.finish();
  const read = `${ticks.size - ticks.from} ticks (${ticks.gone} of them as hashes alone, being no longer kept) from ${ticks.from} to ${ticks.size}, ${ticks.tiles} tiles; ${acts.size - acts.from} acts of the staff from ${acts.from} to ${acts.size}; ${candles.size - candles.from} candles from ${candles.from} to ${candles.size}; ${acceptances.size - acceptances.from} acceptances from ${acceptances.from} to ${acceptances.size}`;
  const findings = [
    ...ticks.findings,
    ...acts.findings.map((finding) => `the acts' log: ${finding}`),
    ...candles.findings.map((finding) => `the log of candles: ${finding}`),
    ...acceptances.findings.map((finding) => `the log of acceptances: ${finding}`),
    ...found.list,
  ];
  const newest = {
    ...{ ticks: ticks.newest, acts: acts.newest },
    ...{ acceptances: acceptances.newest, candles: candles.newest },
  };
  return { findings, newest, read };
}

async function keyFromServer(base: string, folder: string, option: string): Promise<string> {
  const answer = await fetch(`${base}/tlog/${folder}key`).catch(() => undefined);
  const key = answer?.ok ? (await answer.text()).trim() : '';
  if (key === '') throw new NotAnswered(`${base} does not say the key of its log: name it with ${option}`);
  say(`The key is the one the server names itself, remembered from now on: ${key}`);
  return key;
}

async function auditOwner(database: string, known: Known): Promise<Outcome> {
  const owner = createOwnerPool(database, { max: 1, applicationName: 'fairtick verify-log' });
  try {
    const report = await auditDatabase(owner, known);
    const read = `${report.ticks} ticks (${report.gone} of them as hashes alone, being older than 30 days), ${report.tiles} tiles, ${report.checkpoints} checkpoints, ${report.orders} orders, ${report.acts.size} acts of the staff (${report.acts.erased} of them erased), ${report.acceptances.size} acceptances, ${report.candles.size} candles`;
    const { newest: ticks, acts, acceptances, candles } = report;
    const newest = { ticks, acts: acts.newest, acceptances: acceptances.newest, candles: candles.newest };
    return { findings: report.findings, newest, read };
  } finally {
    await owner.end();
  }
}

/** 0: nothing wrong. 1: something is. 2: it could not be told. */
async function run(): Promise<number> {
  const wanted = readWords();
  if (!wanted.ok) {
    say(wanted.error);
    return 2;
  }
  const { url, database = '', memory } = wanted.value;
  const files = {
    ...{ ticks: memory, acts: `${memory}.acts` },
    ...{ acceptances: `${memory}.acceptances`, candles: `${memory}.candles` },
  };
  const [ticks, acts] = [recall(files.ticks), recall(files.acts)];
  const [acceptances, candles] = [recall(files.acceptances), recall(files.candles)];
  for (const read of [ticks, acts, acceptances, candles]) if (!read.ok) say(read.error);
  if (!ticks.ok || !acts.ok || !acceptances.ok || !candles.ok) return 2;
  const before = {
    ...{ ticks: ticks.value, acts: acts.value },
    ...{ acceptances: acceptances.value, candles: candles.value },
  };
  const { findings, newest, read } = await (url === undefined
    ? auditOwner(database, before)
    : auditUrl(url, wanted.value, before));
  for (const finding of findings) say(`WRONG ${finding}`);
  say(`Read: ${read}; an earlier audit remembered ${before.ticks ? `${before.ticks.size} ticks` : 'nothing'}.`);
  say(
    findings.length === 0 ? 'Everything agrees.' : `${findings.length} findings. What is remembered stays as it was.`,
  );
  if (findings.length > 0) return 1;
  if (newest.ticks) remember(files.ticks, newest.ticks);
  if (newest.acts) remember(files.acts, newest.acts);
  if (newest.candles) remember(files.candles, newest.candles);
  if (newest.acceptances) remember(files.acceptances, newest.acceptances);
  return 0;
}

try {
  process.exitCode = await run();
} catch (error) {
  say(`It could not be told: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
}
