// `npm run staff`: who is of the staff, a one-time link for whoever lost what they sign in with, and owners where too few are left. Whoever runs it has the owner's access to the
// database and the master keys; what it does is an act like any other.

import { systemClock } from '@fairtick/kernel/clock';
import { idGenerator } from '@fairtick/kernel/ids';
import { seededRandom, systemEntropy } from '@fairtick/kernel/random';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { enableOnMachine, linkAddress, linkOnMachine, listColleagues, ownerOnMachine } from '../domains/parts.ts';
import { addressesOf } from '../platform/config/addresses.ts';
import { type Config, readConfig } from '../platform/config/config.ts';
import { embeddedUrl } from '../platform/database/embedded.ts';
import { createOwnerPool, type Pool } from '../platform/database/pools.ts';
import { nextServerNumber } from '../platform/database/start.ts';
import { faultOfMasters } from '../platform/keys/check.ts';
import { openKeys } from '../platform/keys/open.ts';
import { readMasters } from '../platform/keys/table.ts';
import { Records } from '../platform/records/records.ts';

const USAGE =
  'npm run staff -- list           everybody who is or was of the staff\n' +
  'npm run staff -- link EMAIL     a one-time link for a member who lost what they sign in with; `first` is who was there first\n' +
  'npm run staff -- enable EMAIL   lets somebody in again who is disabled, by a one-time link\n' +
  'npm run staff -- owner EMAIL NAME   adds an owner, where too few are left to be two, and makes their one-time link';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function list(owner: Pool): Promise<Result<undefined, string>> {
  for (const { email, name, roles, disabled, joined, last_seen: seen } of await listColleagues(owner)) {
    const state = disabled ? 'disabled' : joined ? 'joined' : 'has not joined';
    const when = seen === null ? '' : `, last here ${new Date(Number(seen)).toISOString()}`;
    say(`${email}   ${name}   ${roles.join(', ') || 'no roles'}   (${state}${when})`);
  }
  return ok(undefined);
}

type OnMachine = Parameters<typeof ownerOnMachine>[0];

/** What each word does, of so many that follow it. */
const ACTS: Readonly<Record<string, { of: number; act: (machine: OnMachine, rest: readonly string[]) => Made }>> = {
  link: { of: 1, act: (machine, [who = '']) => linkOnMachine(machine, who) },
  enable: { of: 1, act: (machine, [who = '']) => enableOnMachine(machine, who) },
  owner: { of: 2, act: (machine, [email = '', name = '']) => ownerOnMachine(machine, { email, name }) },
};
type Made = ReturnType<typeof linkOnMachine>;

async function letIn(
  config: Config,
  owner: Pool,
  act: (machine: OnMachine) => Made,
): Promise<Result<undefined, string>> {
  const keys = await openKeys(config, systemEntropy);
  if (!keys.ok) return keys;
  // Under another key than the servers' the link would open nothing.
  const fault = faultOfMasters(await readMasters(owner), keys.value);
  if (fault !== undefined) return err(fault);
  const records = new Records({ pool: owner, clock: systemClock, random: seededRandom(1) });
  const machine = {
    ...{ db: owner, clock: systemClock, entropy: systemEntropy, keys: keys.value, records },
    newId: idGenerator(systemClock, await nextServerNumber(owner)),
  };
  const made = await act(machine);
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
  const known = word === undefined ? undefined : ACTS[word];
  const owner = createOwnerPool(url.value);
  try {
    if (word === 'list' && rest.length === 0) return await list(owner);
    return known?.of === rest.length
      ? await letIn(config.value, owner, (machine) => known.act(machine, rest))
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
