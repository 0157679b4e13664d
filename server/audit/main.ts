// `npm run verify-log`: an auditor's tool. Without arguments it audits this machine's database whole; with --url it follows the public
// files of any server and needs nothing else. What it saw last is kept in a file of the auditor's: whoever holds the database holds the
// log's key too, and could sign another past, but not one that extends what was remembered elsewhere.

import { createHash } from 'node:crypto';
import * as path from 'node:path';
import { parseArgs } from 'node:util';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { readConfig } from '../platform/config/config.ts';
import { embeddedUrl } from '../platform/database/embedded.ts';
import { createOwnerPool } from '../platform/database/pools.ts';
import { auditDatabase } from './database-audit.ts';
import { NotAnswered } from './log-files.ts';
import { type Remembered, recall, remember } from './memory.ts';
import { auditPublic } from './public-audit.ts';

const USAGE =
  'npm run verify-log -- [--url http://…] [--database postgresql://…] [--key name+id+key] [--memory FILE] [--all]\n' +
  '  --url       audit a server from its public log alone\n' +
  '  --database  audit this database whole; default DATABASE_URL, else the embedded one of DATA_DIR\n' +
  "  --key       the log's verifier key; default the remembered one, else what the server says itself\n" +
  '  --memory    the file that keeps the last checkpoint seen\n' +
  '  --all       with --url: read the whole log again, not only what is new';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

interface Wanted {
  readonly url: string | undefined;
  readonly database: string | undefined;
  readonly key: string | undefined;
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
    if (values.url !== undefined || database !== undefined)
      return ok({ ...values, database, memory: path.resolve(memory), url: values.url, key: values.key });
    const embedded = embeddedUrl(config.value.dataDir);
    if (!embedded.ok) return embedded;
    return ok({ ...values, database: embedded.value, memory: path.resolve(memory), url: undefined, key: values.key });
  } catch {
    return err(USAGE);
  }
}

interface Outcome {
  readonly findings: readonly string[];
  readonly newest: Remembered | undefined;
  readonly read: string;
}

async function auditUrl(url: string, wanted: Wanted, remembered: Remembered | undefined): Promise<Outcome> {
  let key = wanted.key ?? remembered?.key;
  if (key === undefined) {
    key = await keyFromServer(url);
    say(`The key is the one the server names itself, remembered from now on: ${key}`);
  }
  const report = await auditPublic({ url, key, remembered, all: wanted.all });
  const read = `${report.size - report.from} ticks (${report.gone} of them as hashes alone, being no longer kept) from ${report.from} to ${report.size}, ${report.tiles} tiles`;
  return { ...report, read };
}

async function keyFromServer(url: string): Promise<string> {
  try {
    const answer: unknown = await (await fetch(`${url.replace(/\/+$/, '')}/v3/api/market`)).json();
    const data = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : undefined;
    if (typeof data === 'object' && data !== null && 'verifierKey' in data && typeof data.verifierKey === 'string')
      return data.verifierKey;
  } catch {
    // The sentence below says what to do about it.
  }
  throw new NotAnswered(`${url} does not say the log's key: name it with --key`);
}

async function auditOwner(database: string, remembered: Remembered | undefined): Promise<Outcome> {
  const owner = createOwnerPool(database, { max: 1, applicationName: 'fairtick verify-log' });
  try {
    const report = await auditDatabase(owner, remembered);
    const read = `${report.ticks} ticks (${report.gone} of them as hashes alone, being older than 30 days), ${report.tiles} tiles, ${report.checkpoints} checkpoints, ${report.orders} orders`;
    return { ...report, read };
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
  const remembered = recall(memory);
  if (!remembered.ok) {
    say(remembered.error);
    return 2;
  }
  const before = remembered.value;
  const { findings, newest, read } = await (url === undefined
    ? auditOwner(database, before)
    : auditUrl(url, wanted.value, before));
  for (const finding of findings) say(`WRONG ${finding}`);
  say(`Read: ${read}; an earlier audit remembered ${before ? `${before.size} ticks` : 'nothing'}.`);
  say(
    findings.length === 0 ? 'Everything agrees.' : `${findings.length} findings. What is remembered stays as it was.`,
  );
  if (findings.length > 0) return 1;
  if (newest) remember(memory, newest);
  return 0;
}

try {
  process.exitCode = await run();
} catch (error) {
  say(`It could not be told: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
}
