// `npm run log`: what the public logs are signed by, and the way on after a backup was put back. Whoever runs it has the owner's access to the database.

import { systemClock } from '@fairtick/kernel/clock';
import { systemEntropy } from '@fairtick/kernel/random';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { tickRows } from '../domains/parts.ts';
import { type Config, readConfig } from '../platform/config/config.ts';
import { openDatabase } from '../platform/database/open.ts';
import { createOwnerPool, type Pool } from '../platform/database/pools.ts';
import { checkLogKeys } from '../platform/keys/check-logs.ts';
import { type LogKeys, openLogKeys } from '../platform/keys/log-keys.ts';
import { breakOpenly, plainStore, readKeyEpochs, readKeys, readPlainLogs } from '../platform/transparency/index.ts';

const USAGE =
  'npm run log                        the logs of this database and their epochs\n' +
  'npm run log -- new-epoch "REASON"  signs openly that logs go on from a backup: a new key each, and a public note. Only while no server runs';

const MAX_REASON_CHARS = 500;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function show(owner: Pool): Promise<Result<undefined, string>> {
  for (const { log, origin } of await readKeys(owner)) {
    const epochs = await readKeyEpochs(owner, log, origin);
    say(`${origin}   epoch ${epochs.at(-1)?.number ?? 1}`);
  }
  return ok(undefined);
}

async function newEpochs(owner: Pool, keys: LogKeys, reason: string): Promise<Result<undefined, string>> {
  const fault = await checkLogKeys(owner, keys);
  if (fault !== undefined) say(fault);
  const plain = await readPlainLogs(owner);
  let broken = 0;
  for (const { log, origin } of await readKeys(owner)) {
    const name = plain.find((one) => one.log === log)?.name;
    const rows = name === undefined ? tickRows() : plainStore(log, name);
    const done = await breakOpenly({ owner, rows, origin, keys, reason, nowMs: systemClock.now() });
    if (!done.ok) return done;
    if (!done.value) continue;
    broken += 1;
    const { number, last, from, key } = done.value;
    say(
      `${origin}: epoch ${number}. ${last.size} entries were signed, ${from.size} are left; the verifier key is now ${key}`,
    );
  }
  if (broken === 0) return err('No log needs a new epoch: what is known outside of this database is part of it.');
  say('Tell your users and whoever follows the logs. The notes are served beside each checkpoint, as `epoch`.');
  return ok(undefined);
}

async function onDatabase(
  config: Config,
  work: (owner: Pool, keys: LogKeys) => Promise<Result<undefined, string>>,
): Promise<Result<undefined, string>> {
  const keys = openLogKeys({ ...config, onSilent: say }, systemEntropy);
  if (!keys.ok) return keys;
  const database = await openDatabase({ dataDir: config.dataDir, databaseUrl: config.databaseUrl });
  if (!database.ok) return database;
  const owner = createOwnerPool(database.value.ownerUrl, { max: 1 });
  try {
    return await work(owner, keys.value);
  } finally {
    await owner.end();
    await database.value.close();
  }
}

async function run([word, reason = '', ...rest]: readonly string[]): Promise<Result<undefined, string>> {
  const config = readConfig(process.env);
  if (!config.ok) return config;
  try {
    if (word === undefined) return await onDatabase(config.value, show);
    const told = reason.trim();
    if (word !== 'new-epoch' || rest.length > 0 || told === '') return err(USAGE);
    if (told.length > MAX_REASON_CHARS || /\p{Cc}/u.test(told))
      return err('The reason is one line of at most 500 signs.');
    return await onDatabase(config.value, (owner, keys) => newEpochs(owner, keys, told));
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
}

const done = await run(process.argv.slice(2));
if (!done.ok) {
  process.stderr.write(`${done.error}\n`);
  process.exitCode = 1;
}
