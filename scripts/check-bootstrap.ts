// `npm run check-bootstrap`: the first start as a stranger has it. Each old and new Node, as root and as nobody, in a fresh copy with an empty
// home, must install everything and serve the app. Needs the network and minutes, so it is no part of `npm test`.
// `-- --node 18 --user nobody` tries one of them.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './run-node.ts';
import { type Count, runSteps, type Step } from './run-steps.ts';

const START_LIMIT_MS = 15 * 60_000;
const STOP_LIMIT_MS = 120_000;
const LOOK_MS = 250;

/** Each Node with the npm that came with it. */
const NPM_OF = { 18: '10.8.2', 20: '10.8.2', 22: '10.9.4', 24: '11.6.2' } as const;
/** By its number: the same on every Linux. */
const USERS = { root: 0, nobody: 65_534 } as const;

const { values } = parseArgs({
  options: {
    node: { type: 'string', multiple: true, default: Object.keys(NPM_OF) },
    user: { type: 'string', multiple: true, default: process.getuid?.() === 0 ? Object.keys(USERS) : ['me'] },
  },
});

await runSteps({
  groups: values.node.flatMap((node) =>
    values.user.map((user): Step[] => [
      { name: `first start on Node ${node} as ${user}`, run: () => firstStart(node, user) },
    ]),
  ),
});

async function firstStart(node: string, user: string): Promise<Count> {
  const uid = Object.entries(USERS).find(([name]) => name === user)?.[1];
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairtick-first-start-'));
  const place = (name: string): string => path.join(folder, name);
  for (const name of ['tools', 'bin', 'home', 'copy']) fs.mkdirSync(place(name));
  try {
    fetchNode(node, place('tools'), place('bin'));
    copyProject(place('copy'));
    if (uid !== undefined) execFileSync('chown', ['-R', `${uid}:${uid}`, folder]);
    fs.chmodSync(folder, 0o755);
    const child = spawn('npm', ['start'], {
      cwd: place('copy'),
      env: {
        ...withoutNpm(process.env),
        HOME: place('home'),
        PATH: `${place('bin')}${path.delimiter}${process.env.PATH}`,
        ...{ PORT: '0', CONSOLE_PORT: '0', FEED: 'simulated' },
      },
      ...(uid === undefined ? {} : { uid, gid: uid }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const good = await servesAndStops(child);
    return { passed: good ? 1 : 0, failed: good ? 0 : 1, skipped: 0 };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** The Node of that number as `node` and its npm as `npm` in a folder for the front of PATH. */
function fetchNode(node: string, tools: string, bin: string): void {
  const npmVersion = Object.entries(NPM_OF).find(([version]) => version === node)?.[1] ?? 'latest';
  const name = `node-${process.platform}-${process.arch}`;
  fs.writeFileSync(path.join(tools, 'package.json'), '{"private":true}\n');
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  execFileSync('npm', ['install', ...flags, `${name}@${node}`, `npm@${npmVersion}`], { cwd: tools, stdio: 'inherit' });
  fs.symlinkSync(path.join(tools, 'node_modules', name, 'bin', 'node'), path.join(bin, 'node'));
  fs.symlinkSync(path.join(tools, 'node_modules', 'npm', 'bin', 'npm-cli.js'), path.join(bin, 'npm'));
  for (const program of ['node', 'npm']) fs.chmodSync(path.join(bin, program), 0o755);
  const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` };
  const said = ['node', 'npm'].map((program) => execFileSync(program, ['--version'], { env, encoding: 'utf8' }).trim());
  console.log(`Node ${said[0]}, npm ${said[1]}`);
}

/** What git knows, as it stands now. */
function copyProject(to: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const name of listed.split('\0').filter((one) => one !== '' && fs.existsSync(path.join(root, one)))) {
    fs.mkdirSync(path.dirname(path.join(to, name)), { recursive: true });
    fs.copyFileSync(path.join(root, name), path.join(to, name));
  }
}

/** The outer npm's own variables must not reach the inner one. */
function withoutNpm(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^npm_/i.test(name)));
}

/** It must name its address, serve the built app there, and end on a signal. */
async function servesAndStops(child: ChildProcess): Promise<boolean> {
  let said = '';
  const keep = (chunk: Buffer): void => {
    said += String(chunk);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const begun = performance.now();
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const url = await addressIn(() => said, ended);
  const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
  const page = url === undefined ? '' : await (await fetch(`${url}/`)).text();
  const script = /src="\.?(\/assets\/[^"]+\.js)"/.exec(page)?.[1];
  const loads = script !== undefined && (await fetch(`${url}${script}`)).ok;
  child.kill('SIGTERM');
  const code = await Promise.race([ended, after(STOP_LIMIT_MS, 'it does not end' as const)]);
  if (code === 'it does not end') child.kill('SIGKILL');
  const good = loads && code !== 'it does not end';
  console.log(
    good ? `It served the app after ${seconds} s.` : `${said}\nserved ${url}, script ${script}, ended ${code}`,
  );
  return good;
}

/** undefined when the program ends or takes too long before it names an address. */
async function addressIn(said: () => string, ended: Promise<unknown>): Promise<string | undefined> {
  let over = false;
  void ended.then(() => {
    over = true;
  });
  const until = performance.now() + START_LIMIT_MS;
  while (!over && performance.now() < until) {
    const url = /Fairtick +(http:\S+)/.exec(said())?.[1];
    if (url !== undefined) return url;
    await after(LOOK_MS, undefined);
  }
  return undefined;
}

function after<T>(delayMs: number, value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(() => resolve(value), delayMs));
}
