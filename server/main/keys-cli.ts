// `npm run keys`: which master keys the database was sealed by, and how they are changed. Whoever runs it has the owner's access to the database.

import { systemEntropy } from '@fairtick/kernel/random';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { RESEALERS } from '../domains/parts.ts';
import { type Config, readConfig } from '../platform/config/config.ts';
import { embeddedUrl } from '../platform/database/embedded.ts';
import { createOwnerPool, type Pool } from '../platform/database/pools.ts';
import { faultOfMasters } from '../platform/keys/check.ts';
import { masterText } from '../platform/keys/masters.ts';
import { addMaster, newMaster, openKeys } from '../platform/keys/open.ts';
import { reseal } from '../platform/keys/reseal.ts';
import { readMasters } from '../platform/keys/table.ts';

const USAGE =
  'npm run keys              the master keys that this database knows\n' +
  'npm run keys -- rotate    a new master key, which seals from the next start on\n' +
  'npm run keys -- reseal    seals again what older ones sealed, after every server was started with the new one first';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function onDatabase<T>(config: Config, work: (owner: Pool) => Promise<T>): Promise<Result<T, string>> {
  const url = config.databaseUrl === undefined ? embeddedUrl(config.dataDir) : ok(config.databaseUrl);
  if (!url.ok) return url;
  const owner = createOwnerPool(url.value);
  try {
    return ok(await work(owner));
  } finally {
    await owner.end();
  }
}

/** What the database knows, and whether the keys given here are right. */
async function show(config: Config): Promise<Result<undefined, string>> {
  const read = await onDatabase(config, readMasters);
  if (!read.ok) return read;
  const keys = await openKeys(config, systemEntropy);
  if (!keys.ok) return keys;
  for (const { id, retired } of read.value)
    say(`master key ${id}   ${id === keys.value.current ? 'seals' : retired ? 'is needed no more' : 'opens'}`);
  const fault = faultOfMasters(read.value, keys.value);
  return fault === undefined ? ok(undefined) : err(fault);
}

function rotate({ databaseUrl, dataDir, masterKeys }: Config): Result<undefined, string> {
  if (databaseUrl === undefined && masterKeys === undefined) {
    const made = addMaster(dataDir, systemEntropy);
    if (!made.ok) return made;
    say(
      `The master key ${made.value.id} is in ${dataDir}. Copy its file to where you keep the old one, restart the server,`,
    );
    say('then run: npm run keys -- reseal');
    return ok(undefined);
  }
  if (!masterKeys) return err('MASTER_KEY must be set as the servers have it.');
  const made = newMaster(Math.max(...masterKeys.map(({ id }) => id)) + 1, systemEntropy);
  const before = masterKeys.map(({ id }) => `${id}:<the key ${id}>`).join(',');
  say(`A new key, kept nowhere but here: ${masterText(made)}`);
  say(
    `1. On every server MASTER_KEY=${before},${made.id}:<the new one>, and restart: from then on all can open what it seals.`,
  );
  say(`2. On every server MASTER_KEY=${made.id}:<the new one>,${before}, and restart: from then on it seals.`);
  say('3. npm run keys -- reseal, with the same MASTER_KEY. It names the keys that may be taken away.');
  return ok(undefined);
}

async function resealAll(config: Config): Promise<Result<undefined, string>> {
  const done = await onDatabase(config, async (owner) => {
    const keys = await openKeys(config, systemEntropy);
    return keys.ok ? await reseal(owner, keys.value, RESEALERS) : keys;
  });
  if (!done.ok) return done;
  if (!done.value.ok) return done.value;
  const { counts, retired } = done.value.value;
  for (const [use, count] of counts) say(`${use}: ${count} sealed again`);
  if (counts.size === 0) say('Nothing was sealed by an older key.');
  if (retired.length > 0) say(`Needed no more: ${retired.map((id) => `master key ${id}`).join(', ')}.`);
  return ok(undefined);
}

async function run(words: readonly string[]): Promise<Result<undefined, string>> {
  const config = readConfig(process.env);
  if (!config.ok) return config;
  const [word, ...rest] = words;
  try {
    if (rest.length > 0) return err(USAGE);
    if (word === undefined) return await show(config.value);
    if (word === 'rotate') return rotate(config.value);
    return word === 'reseal' ? await resealAll(config.value) : err(USAGE);
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
}

const done = await run(process.argv.slice(2));
if (!done.ok) {
  process.stderr.write(`${done.error}\n`);
  process.exitCode = 1;
}
