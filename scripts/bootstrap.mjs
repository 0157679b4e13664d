// The first thing every npm script runs, on whatever Node the machine has and with nothing installed: installs what the lockfile names,
// makes sure of the pinned Node, then hands over to it. Plain JavaScript without packages, for Node 18 and newer.

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

/** What each command runs, one after the other; the last one gets the arguments and the signals. */
const commands = {
  start: ['scripts/build.ts', 'server/main/main.ts'],
  test: ['scripts/test.ts'],
  check: ['scripts/check.ts'],
  bench: ['scripts/build.ts', 'tests/benchmarks/main.ts'],
  simulate: ['tests/simulation/main.ts'],
  fuzz: ['tests/security/fuzz-main.ts'],
  chaos: ['tests/chaos/kills.ts'],
  'verify-log': ['server/audit/main.ts'],
  'planted-bugs': ['tests/planted-bugs/main.ts'],
};

const [command = '', ...words] = process.argv.slice(2);
const programs = Object.hasOwn(commands, command) ? commands[command] : undefined;
if (!programs) fail(`Unknown command "${command}": use one of ${Object.keys(commands).join(', ')}.`);
process.chdir(root);
ensureInstalled();
ensureNode();
process.exitCode = await runAll(programs);

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function ensureInstalled() {
  const lock = fs.readFileSync(path.join(root, 'package-lock.json'));
  const wanted = createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex');
  if (read(stamp) === wanted) return;
  if (!matchesLock(JSON.parse(lock.toString('utf8')))) {
    process.stdout.write('Installing the packages of the lockfile; this is needed once.\n');
    // Not `npm ci`: a registry mirror may lack binaries for platforms nobody here has, the lockfile then cannot name them, and `npm ci`
    // refuses such a lockfile. With exact versions everywhere this installs the same and writes nothing back.
    // No package's own scripts: the two that need one (Node, PostgreSQL) are looked after here and by the server itself.
    const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    const done = npm(['install', ...flags], root);
    if (!done) fail('The packages could not be installed: see npm above; the network is needed once.');
  }
  fs.writeFileSync(stamp, wanted);
}

/** Whether somebody's own `npm ci` or `npm install` has already put there what the lockfile names. */
function matchesLock(lock) {
  const there = read(path.join(modules, '.package-lock.json'));
  if (there === undefined) return false;
  const installed = JSON.parse(there).packages;
  return Object.entries(lock.packages).every(([place, wanted]) => {
    if (!place.startsWith('node_modules/') || wanted.optional || wanted.link) return true;
    return installed[place]?.version === wanted.version && fs.existsSync(path.join(root, place, 'package.json'));
  });
}

function ensureNode() {
  const version = JSON.parse(fs.readFileSync(path.join(modules, 'node', 'package.json'), 'utf8')).version;
  if (runs(pinnedNode, version)) return;
  // The package `node` brings its binary by an install script, which npm may hold back; this fetches the same binary without it.
  const family = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  const name = `${family}-${windows ? 'win' : process.platform}-${process.arch}`;
  const aside = fs.mkdtempSync(path.join(modules, '.node-'));
  fs.writeFileSync(path.join(aside, 'package.json'), '{"private":true}\n');
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  const done = npm(['install', ...flags, `${name}@${version}`], aside);
  const fetched = path.join(aside, 'node_modules', name, 'bin', path.basename(pinnedNode));
  if (done && fs.existsSync(fetched)) {
    fs.mkdirSync(path.dirname(pinnedNode), { recursive: true });
    fs.rmSync(pinnedNode, { force: true });
    fs.renameSync(fetched, pinnedNode);
    fs.chmodSync(pinnedNode, 0o755);
  }
  fs.rmSync(aside, { recursive: true, force: true });
  if (!runs(pinnedNode, version))
    fail(`Node ${version} could not be fetched for ${process.platform} on ${process.arch}.`);
}

function runs(node, version) {
  if (!fs.existsSync(node)) return false;
  const asked = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return asked.status === 0 && asked.stdout.trim() === `v${version}`;
}

function npm(args, cwd) {
  const env = { ...process.env };
  // Under `npm start` these describe the outer call and would lead the inner one astray.
  for (const name of ['npm_config_prefix', 'npm_config_local_prefix', 'npm_config_workspace']) delete env[name];
  if (!writable(env.npm_config_cache) && !writable(homeCache()))
    env.npm_config_cache = path.join(os.tmpdir(), 'fairtick-npm');
  const own = process.env.npm_execpath;
  const [file, first] = own && /npm-cli\.c?js$/.test(own) ? [process.execPath, [own]] : ['npm', []];
  const done = spawnSync(file, [...first, ...args], { cwd, env, stdio: 'inherit', shell: windows && file === 'npm' });
  if (done.error) process.stderr.write(`npm could not be run: ${done.error.message}\n`);
  return done.status === 0;
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
