// The first thing every npm script runs, on whatever Node the machine has and with nothing installed: fetches the pinned Node, lets it install
// what the lockfile names, then hands over to it. Plain JavaScript without packages, for Node 18 and newer.

import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const modules = path.join(root, 'node_modules');
const stamp = path.join(modules, '.fairtick-installed');
const windows = process.platform === 'win32';
const pinnedNode = path.join(modules, 'node', 'bin', windows ? 'node.exe' : 'node');
/** The npm that installs: it runs on the pinned Node, whichever npm this machine has. */
const NPM_VERSION = '11.21.2';
const QUIET = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];

/** What each command runs, one after the other; the last one gets the arguments and the signals. */
const commands = {
  start: ['scripts/build.ts', 'server/main/main.ts'],
  dev: ['scripts/dev.ts'],
  test: ['scripts/test.ts'],
  check: ['scripts/check.ts'],
  'check-bootstrap': ['scripts/check-bootstrap.ts'],
  bench: ['scripts/build.ts', 'tests/benchmarks/main.ts'],
  simulate: ['tests/simulation/main.ts'],
  timing: ['tests/timing/main.ts'],
  fuzz: ['tests/security/fuzz-main.ts'],
  forger: ['tests/players/forger-main.ts'],
  'gap-player': ['tests/players/gap-main.ts'],
  'latency-player': ['tests/players/latency-main.ts'],
  chaos: ['tests/chaos/kills.ts'],
  'verify-log': ['server/audit/main.ts'],
  settings: ['server/main/settings-cli.ts'],
  log: ['server/main/log-cli.ts'],
  keys: ['server/main/keys-cli.ts'],
  staff: ['server/main/staff-cli.ts'],
  'planted-bugs': ['tests/planted-bugs/main.ts'],
  mutants: ['tests/mutants/main.ts'],
  witness: ['server/witness/main.ts'],
};

const [command = '', ...words] = process.argv.slice(2);
const programs = Object.hasOwn(commands, command) ? commands[command] : undefined;
if (!programs) fail(`Unknown command "${command}": use one of ${Object.keys(commands).join(', ')}.`);
process.chdir(root);
ensureInstalled();
process.exitCode = await runAll(programs);

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function ensureInstalled() {
  const text = fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8');
  const lock = JSON.parse(text);
  const version = lock.packages['node_modules/node'].version;
  const wanted = createHash('sha256').update(text).update(`${process.platform}-${process.arch}`).digest('hex');
  if (read(stamp) === wanted && runs(pinnedNode, version)) return;
  if (!matchesLock(lock) || !runs(pinnedNode, version)) install(lock, version);
  fs.writeFileSync(stamp, wanted);
}

/** npm leaves out what does not fit the Node it runs on, the bundler's native part under Node 18 for one: so the pinned Node comes first. */
function install(lock, version) {
  fs.mkdirSync(modules, { recursive: true });
  const aside = fs.mkdtempSync(path.join(modules, '.tools-'));
  process.once('exit', () => fs.rmSync(aside, { recursive: true, force: true }));
  const node = fetchNodeAndNpm(aside, version);
  if (!matchesLock(lock)) {
    process.stdout.write('Installing the packages of the lockfile; this is needed once.\n');
    // Not `npm ci`: a registry mirror may lack binaries for platforms nobody here has, the lockfile then cannot name them, and `npm ci`
    // refuses such a lockfile. With exact versions everywhere this installs the same and writes nothing back.
    // No package's own scripts: the two that need one (Node, PostgreSQL) are looked after here and by the server itself.
    const npmHere = path.join(aside, 'node_modules', 'npm', 'bin', 'npm-cli.js');
    const done = run(node, [npmHere, 'install', '--no-save', ...QUIET], root);
    if (!done) fail('The packages could not be installed: see npm above; the network is needed once.');
  }
  fs.mkdirSync(path.dirname(pinnedNode), { recursive: true });
  fs.rmSync(pinnedNode, { force: true });
  fs.renameSync(node, pinnedNode);
}

/** By the machine's own npm, which any Node from 18 on brings. Answers where the pinned Node is; npm is beside it. */
function fetchNodeAndNpm(aside, version) {
  const family = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  const name = `${family}-${windows ? 'win' : process.platform}-${process.arch}`;
  fs.writeFileSync(path.join(aside, 'package.json'), '{"private":true}\n');
  const own = process.env.npm_execpath;
  const [file, first] = own && /npm-cli\.c?js$/.test(own) ? [process.execPath, [own]] : ['npm', []];
  const done = run(
    file,
    [...first, 'install', '--no-package-lock', ...QUIET, `${name}@${version}`, `npm@${NPM_VERSION}`],
    aside,
  );
  const fetched = path.join(aside, 'node_modules', name, 'bin', path.basename(pinnedNode));
  if (done && fs.existsSync(fetched)) fs.chmodSync(fetched, 0o755);
  if (!runs(fetched, version))
    fail(
      `Node ${version} could not be fetched for ${process.platform} on ${process.arch}: the network is needed once.`,
    );
  return fetched;
}

/** Whether somebody's own `npm ci` or `npm install` has already put there what the lockfile names, this platform's native parts included. */
function matchesLock(lock) {
  const there = read(path.join(modules, '.package-lock.json'));
  if (there === undefined) return false;
  const installed = JSON.parse(there).packages;
  return Object.entries(lock.packages).every(([place, wanted]) => {
    if (!place.startsWith('node_modules/') || wanted.link || (wanted.optional && !isNativeHere(wanted))) return true;
    return installed[place]?.version === wanted.version && fs.existsSync(path.join(root, place, 'package.json'));
  });
}

/** Optional packages are the native parts of every platform; those without a platform belong to parts in WebAssembly. */
function isNativeHere({ os: systems, cpu, libc }) {
  if (!systems?.includes(process.platform) || !cpu?.includes(process.arch)) return false;
  return libc === undefined || libc.includes(usesGlibc() ? 'glibc' : 'musl');
}

function usesGlibc() {
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime !== undefined;
}

function runs(node, version) {
  if (!fs.existsSync(node)) return false;
  const asked = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return asked.status === 0 && asked.stdout.trim() === `v${version}`;
}

/** Runs npm in a folder, by a Node or by its name. */
function run(file, args, cwd) {
  const env = { ...process.env };
  // Under `npm start` these describe the outer call and would lead the inner one astray.
  for (const name of ['npm_config_prefix', 'npm_config_local_prefix', 'npm_config_workspace']) delete env[name];
  // The machine's own settings (a mirror, a proxy) stand beside its own npm, where the fetched one would not look.
  env.npm_config_globalconfig ??= globalConfig();
  if (!writable(env.npm_config_cache) && !writable(homeCache()))
    env.npm_config_cache = path.join(os.tmpdir(), 'fairtick-npm');
  const done = spawnSync(file, args, { cwd, env, stdio: 'inherit', shell: windows && file === 'npm' });
  if (done.error) process.stderr.write(`npm could not be run: ${done.error.message}\n`);
  return done.status === 0;
}

function globalConfig() {
  const asked = spawnSync('npm', ['config', 'get', 'globalconfig'], { encoding: 'utf8', shell: windows });
  return asked.status === 0 ? asked.stdout.trim() : undefined;
}

function homeCache() {
  try {
    return path.join(os.homedir(), '.npm');
  } catch {
    return undefined;
  }
}

/** Whether npm could write there, or make it. */
function writable(folder) {
  if (!folder || !path.isAbsolute(folder)) return false;
  let place = folder;
  while (!fs.existsSync(place)) place = path.dirname(place);
  try {
    fs.accessSync(place, fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

async function runAll(programs) {
  for (const [at, program] of programs.entries()) {
    const last = at === programs.length - 1;
    if (!fs.existsSync(path.join(root, program))) fail(`${program} is not part of this copy.`);
    const code = await runProgram(program, last ? words : []);
    if (code !== 0) return code;
  }
  return 0;
}

function runProgram(program, args) {
  const guard = path.join(root, 'scripts', 'with-parent.mjs');
  const child = spawn(pinnedNode, ['--import', `file://${guard.split(path.sep).join('/')}`, program, ...args], {
    cwd: root,
    // Compiled code is kept for the next start: most of a start is reading the code.
    env: { NODE_COMPILE_CACHE: path.join(modules, '.cache', 'compile'), ...process.env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  const passOn = (signal) => child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, passOn);
  const watch = watchParent(child);
  return new Promise((resolve) => {
    child.on('error', (error) => fail(`${program} could not be started: ${error.message}`));
    child.on('exit', (code, signal) => {
      clearInterval(watch);
      for (const name of signals) process.off(name, passOn);
      resolve(code ?? 128 + (os.constants.signals[signal ?? 'SIGTERM'] ?? 15));
    });
  });
}

/** npm that is killed outright cannot pass the word on; then nobody would be left to stop the server. */
function watchParent(child) {
  const parent = process.ppid;
  if (!process.env.npm_lifecycle_event) return undefined;
  const watch = setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM');
  }, 250);
  watch.unref();
  return watch;
}

function read(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined;
}
