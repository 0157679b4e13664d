// Who runs PostgreSQL: it refuses to run as root, so root lends it an unprivileged user, and makes sure that user reaches what it needs.

import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { err, ok, type Result } from '@fairtick/kernel/result';

export interface Programs {
  readonly initdb: string;
  readonly postgres: string;
  /** The folder that holds bin, lib and share. */
  readonly root: string;
}

export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

export interface Runner {
  /** Set when another user than the one of this process runs the programs. */
  readonly user: SystemUser | undefined;
  /** Where that user can run them: the installed ones, or a copy. */
  readonly programs: Programs;
  /** Words before the program: setpriv, where the data lies below a folder the user may not enter. */
  readonly prefix: readonly string[];
}

/** Only root can write here, so nobody can slip a program in; used when the project itself lies in a closed folder. */
const copiesFolder = '/var/lib/fairtick';

export function programsIn(root: string): Programs {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: path.join(root, 'bin', `initdb${suffix}`),
    postgres: path.join(root, 'bin', `postgres${suffix}`),
    root,
  };
}

/** `data` is the cluster's folder and must exist; a cluster keeps the user that owns it. Errors are one sentence. */
export function chooseRunner(data: string, installed: Programs): Result<Runner, string> {
  if (process.getuid?.() !== 0) return ok({ user: undefined, programs: installed, prefix: [] });
  const user = ownerOf(data) ?? systemUser('postgres') ?? systemUser('nobody');
  if (!user) return err('PostgreSQL must not run as root and this machine has neither a postgres nor a nobody user.');
  const programs = reachablePrograms(installed, user);
  if (!programs.ok) return programs;
  if (reachable(data, user)) return ok({ user, programs: programs.value, prefix: [] });
  for (const capability of ['dac_read_search', 'dac_override']) {
    const prefix = passWith(user, capability);
    const [file = '', ...words] = [...prefix, programs.value.postgres, '--version'];
    if (spawnSync(file, words, { stdio: 'ignore' }).status === 0) return ok({ user, programs: programs.value, prefix });
  }
  return err(
    `PostgreSQL must not run as root, and user ${user.uid} cannot reach ${data}: run as an ordinary user, or set DATA_DIR to a folder everybody may enter.`,
  );
}

/** The user, allowed to pass through closed folders and to nothing else that is root's. */
const passWith = (user: SystemUser, capability: string): readonly string[] => [
  'setpriv',
  `--reuid=${user.uid}`,
  `--regid=${user.gid}`,
  '--clear-groups',
  `--inh-caps=-all,+${capability}`,
  `--ambient-caps=+${capability}`,
  '--',
];

/** PostgreSQL asks the system whether its own programs may be run, and that question ignores any lent right: they must lie in the open. */
function reachablePrograms(installed: Programs, user: SystemUser): Result<Programs, string> {
  const needed = [installed.postgres, path.join(installed.root, 'share', 'postgresql', 'postgres.bki')];
  if (needed.every((file) => reachable(file, user))) return ok(installed);
  const manifest: unknown = JSON.parse(fs.readFileSync(path.join(installed.root, '..', 'package.json'), 'utf8'));
  const version = typeof manifest === 'object' && manifest && 'version' in manifest ? String(manifest.version) : '18';
  const copy = path.join(copiesFolder, `postgresql-${version}`);
  try {
    if (!fs.existsSync(copy)) copyPrograms(installed.root, copy);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return err(
      `User ${user.uid} cannot reach ${installed.root}, and a copy failed (${reason}): run as an ordinary user, or set DATABASE_URL.`,
    );
  }
  return ok(programsIn(copy));
}

function copyPrograms(from: string, to: string): void {
  fs.mkdirSync(path.dirname(to), { recursive: true, mode: 0o755 });
  const staged = `${to}.new-${process.pid}`;
  fs.cpSync(from, staged, { recursive: true, verbatimSymlinks: true, mode: fs.constants.COPYFILE_FICLONE });
  for (const entry of fs.readdirSync(staged, { recursive: true, withFileTypes: true })) {
    const place = path.join(entry.parentPath, entry.name);
    if (entry.isDirectory()) fs.chmodSync(place, 0o755);
    else if (entry.isFile()) fs.chmodSync(place, path.basename(entry.parentPath) === 'bin' ? 0o755 : 0o644);
  }
  fs.chmodSync(staged, 0o755);
  try {
    fs.renameSync(staged, to);
  } catch (error) {
    fs.rmSync(staged, { recursive: true, force: true });
    // Another start was faster; its copy is the same.
    if (!fs.existsSync(to)) throw error;
  }
}

function ownerOf(folder: string): SystemUser | undefined {
  const stat = fs.statSync(folder, { throwIfNoEntry: false });
  return stat && stat.uid !== 0 ? { uid: stat.uid, gid: stat.gid } : undefined;
}

export function systemUser(name: string): SystemUser | undefined {
  if (!fs.existsSync('/etc/passwd')) return undefined;
  for (const line of fs.readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [user, , uid, gid] = line.split(':');
    if (user === name && uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}

/** Whether `user` may enter every folder above `file` and, unless it is still root's own, read it. */
export function reachable(file: string, user: SystemUser): boolean {
  const may = (stat: fs.Stats, bit: number): boolean => {
    const shift = stat.uid === user.uid ? 6 : stat.gid === user.gid ? 3 : 0;
    return ((stat.mode >> shift) & bit) === bit;
  };
  const itself = fs.statSync(file);
  if (itself.isFile() && !may(itself, 4)) return false;
  let folder = fs.realpathSync(path.dirname(file));
  for (;;) {
    if (!may(fs.statSync(folder), 1)) return false;
    const parent = path.dirname(folder);
    if (parent === folder) return true;
    folder = parent;
  }
}

export interface SystemCommand {
  readonly file: string;
  readonly args: readonly string[];
  /** For spawn: the user to become, unless the words before the program do that already. */
  readonly as: { readonly uid?: number; readonly gid?: number };
}

export function command(runner: Runner, program: string, args: readonly string[]): SystemCommand {
  const [file = program, ...rest] = [...runner.prefix, program, ...args];
  return { file, args: rest, as: runner.prefix.length > 0 ? {} : { ...runner.user } };
}

/** Nothing of this process's environment: it may hold secrets. */
export const runnerEnv = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' });

/** A process of another user exists as well, hence EPERM. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
