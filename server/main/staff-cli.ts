// `npm run staff`: who is of the staff, and a one-time link for whoever lost what they sign in with. Whoever runs it has the owner's access to the
// database and the master keys; what it does is an act like any other.

import { systemClock } from '@fairtick/kernel/clock';
import { seededRandom, systemEntropy } from '@fairtick/kernel/random';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { linkAddress, linkOnMachine, listMembers } from '../domains/parts.ts';
import { addressesOf } from '../platform/config/addresses.ts';
import { type Config, readConfig } from '../platform/config/config.ts';
import { embeddedUrl } from '../platform/database/embedded.ts';
import { createOwnerPool, type Pool } from '../platform/database/pools.ts';
import { faultOfMasters } from '../platform/keys/check.ts';
import { openKeys } from '../platform/keys/open.ts';
import { readMasters } from '../platform/keys/table.ts';
import { Records } from '../platform/records/records.ts';

const USAGE =
  'npm run staff -- list           everybody who is or was of the staff\n' +
  'npm run staff -- link EMAIL     a one-time link for a member who lost what they sign in with; `first` is who was there first';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function list(owner: Pool): Promise<Result<undefined, string>> {
  for (const { email, name, roles, disabled, joined, last_seen: seen } of await listMembers(owner)) {
    const state = disabled ? 'disabled' : joined ? 'joined' : 'has not joined';
    const when = seen === null ? '' : `, last here ${new Date(Number(seen)).toISOString()}`;
    say(`${email}   ${name}   ${roles.join(', ') || 'no roles'}   (${state}${when})`);
  }
  return ok(undefined);
}

async function link(config: Config, owner: Pool, who: string): Promise<Result<undefined, string>> {
  const keys = await openKeys(config, systemEntropy);
  if (!keys.ok) return keys;
  // Under another key than the servers' the link would open nothing.
  const fault = faultOfMasters(await readMasters(owner), keys.value);
  if (fault !== undefined) return err(fault);
  const records = new Records({ pool: owner, clock: systemClock, random: seededRandom(1) });
  const machine = { db: owner, clock: systemClock, entropy: systemEntropy, keys: keys.value, records };
  const made = await linkOnMachine(machine, who);
  if (!made.ok) return made;
  const { console: consoleUrl } = addressesOf(config, { app: config.port, console: config.consolePort });
  say(linkAddress(consoleUrl, made.value.link));
  say(
    `Good once, until ${new Date(made.value.expires).toISOString()}. When it is used, what they signed in with before ends.`,
  );
  return ok(undefined);
}

async function run([word, ...rest]: readonly string[]): Promise<Result<undefined, string>> {
  const config = readConfig(process.env);
  if (!config.ok) return config;
  const url = config.value.databaseUrl === undefined ? embeddedUrl(config.value.dataDir) : ok(config.value.databaseUrl);
  if (!url.ok) return url;
  const [who] = rest;
  const owner = createOwnerPool(url.value);
  try {
    if (word === 'list' && rest.length === 0) return await list(owner);
    return word === 'link' && who !== undefined && rest.length === 1
      ? await link(config.value, owner, who)
      : err(USAGE);
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  } finally {
    await owner.end();
  }
}

const done = await run(process.argv.slice(2));
if (!done.ok) {
  process.stderr.write(`${done.error}\n`);
  process.exitCode = 1;
}
