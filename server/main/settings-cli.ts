// `npm run settings`: shows the operator's settings, and announces a change of one. Whoever runs it has the owner's access to the database.

import { parseArgs } from 'node:util';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { readConfig } from '../platform/config/config.ts';
import { embeddedUrl } from '../platform/database/embedded.ts';
import { createOwnerPool } from '../platform/database/pools.ts';
import { SYSTEM } from '../platform/principals.ts';
import { announce } from '../platform/settings/announce.ts';
import { readCurrent } from '../platform/settings/table.ts';
import { allSettings } from './settings-list.ts';

const USAGE =
  'npm run settings                                what is in force, and what it is for\n' +
  'npm run settings -- set KEY VALUE [--at TIME]   a new value (JSON; a plain word counts as text), from 15 s from now or from TIME\n' +
  '                                                (ISO 8601, by the clock of the database, at least 5 s ahead) on';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function databaseUrl(): Result<string, string> {
  const config = readConfig(process.env);
  if (!config.ok) return config;
  const { databaseUrl: given, dataDir } = config.value;
  return given === undefined ? embeddedUrl(dataDir) : ok(given);
}

async function show(ownerUrl: string): Promise<Result<undefined, string>> {
  const owner = createOwnerPool(ownerUrl);
  try {
    const current = await readCurrent(owner);
    for (const { key, doc } of await allSettings(owner)) {
      const version = current.get(key);
      say(`${key} = ${JSON.stringify(version?.value)}   (version ${version?.version})\n    ${doc}`);
    }
    return ok(undefined);
  } finally {
    await owner.end();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function set(ownerUrl: string, [key, text]: readonly string[], at?: string): Promise<Result<undefined, string>> {
  if (key === undefined || text === undefined) return err(USAGE);
  const atMs = at === undefined ? undefined : Date.parse(at);
  if (Number.isNaN(atMs)) return err(`--at wants a time such as 2030-01-31T12:00:00Z, not "${at}".`);
  const owner = createOwnerPool(ownerUrl);
  const settings = await allSettings(owner).finally(() => owner.end());
  const setting = settings.find((one) => one.key === key);
  if (!setting) return err(`There is no setting ${key}: use one of ${settings.map((one) => one.key).join(', ')}.`);
  const value = parsed(text);
  const announced = await announce(ownerUrl, {
    setting,
    value,
    actor: SYSTEM,
    ...(atMs === undefined ? {} : { atMs }),
  });
  if (!announced.ok) return announced;
  const { version, effectiveFrom } = announced.value;
  say(`${key} = ${JSON.stringify(value)} from ${new Date(effectiveFrom).toISOString()} on (version ${version})`);
  return ok(undefined);
}

async function run(): Promise<Result<undefined, string>> {
  const url = databaseUrl();
  if (!url.ok) return url;
  try {
    const { values, positionals } = parseArgs({ options: { at: { type: 'string' } }, allowPositionals: true });
    const [word, ...rest] = positionals;
    if (word === undefined) return await show(url.value);
    return word === 'set' && rest.length === 2 ? await set(url.value, rest, values.at) : err(USAGE);
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
}

const done = await run();
if (!done.ok) {
  process.stderr.write(`${done.error}\n`);
  process.exitCode = 1;
}
