// `npm run planted-bugs [-- name …]`: plants each bug in a scratch copy, runs the tests that must notice it, and says which did. Ends with 1
// when a bug survives or no longer fits the code.

import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { systemClock } from '@fairtick/kernel/clock';
import { z } from 'zod';
import { clusterUrlVariable } from '../harness/database.ts';
import { setup, teardown } from '../harness/global-setup.ts';
import type { PlantedBug } from './bug.ts';
import { BUGS } from './bugs.ts';
import { makeScratch, root, type Scratch } from './scratch.ts';

/** A bug may make a test wait for what never comes. */
const RUN_LIMIT_MS = 240_000;

const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).optional() }),
      ),
    }),
  ),
});

interface Run {
  readonly passed: number;
  readonly failed: readonly string[];
  readonly said: string;
}

/** Some tests on the copy as it is now. A bug in the migrations needs a database of its own making. */
async function runTests(
  scratch: Scratch,
  project: string,
  tests: readonly string[],
  freshDatabase: boolean,
): Promise<Run> {
  const file = path.join(scratch.folder, 'planted-report.json');
  fs.rmSync(file, { force: true });
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const words = [vitest, 'run', '--project', project, '--reporter=json', `--outputFile=${file}`, ...tests];
  const env = { ...process.env };
  if (freshDatabase) delete env[clusterUrlVariable];
  const child = spawn(process.execPath, words, { cwd: scratch.folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk));
  const cancel = systemClock.after(RUN_LIMIT_MS, () => child.kill('SIGKILL'));
  await new Promise((resolve) => child.on('close', resolve));
  cancel();
  const text = Buffer.concat(said).toString().slice(-2_000);
  if (!fs.existsSync(file)) return { passed: 0, failed: [], said: text };
  const cases = report
    .parse(JSON.parse(fs.readFileSync(file, 'utf8')))
    .testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map((one) => ({ ...one, file: path.relative(fs.realpathSync(scratch.folder), name) })),
    );
  return {
    passed: cases.filter((one) => one.status === 'passed').length,
    failed: cases.filter((one) => one.status === 'failed').map((one) => `${one.file}: ${one.fullName}`),
    said: `${cases.flatMap((one) => one.failureMessages ?? []).join('\n')}\n${text}`.slice(0, 4_000),
  };
}

const touchesDatabase = (bug: PlantedBug): boolean => bug.edits.some(({ file }) => file.startsWith('database/'));

/** Without a bug the tests are green: else a red one would prove nothing. */
async function requireGreen(scratch: Scratch, bugs: readonly PlantedBug[]): Promise<boolean> {
  for (const project of new Set(bugs.map((bug) => bug.project))) {
    const tests = [...new Set(bugs.filter((bug) => bug.project === project).flatMap((bug) => bug.tests))];
    const run = await runTests(scratch, project, tests, false);
    console.log(`without a bug: ${project}, ${tests.length} files, ${run.passed} good, ${run.failed.length} bad`);
    if (run.passed > 0 && run.failed.length === 0) continue;
    console.log(`${run.failed.join('\n')}\n${run.said}`);
    return false;
  }
  return true;
}

async function tryBug(scratch: Scratch, bug: PlantedBug): Promise<boolean> {
  const startedMs = systemClock.monotonic();
  scratch.plant(bug);
  try {
    const run = await runTests(scratch, bug.project, bug.tests, touchesDatabase(bug));
    const seconds = ((systemClock.monotonic() - startedMs) / 1_000).toFixed(1);
    // Only a test that ran and failed caught it: code that can't even be loaded proves nothing.
    const [first, ...others] = run.failed;
    const more = others.length > 0 ? ` and ${others.length} more` : '';
    if (first !== undefined) console.log(`caught   ${bug.name} (${seconds} s)\n         by ${first}${more}`);
    else
      console.log(
        `SURVIVED ${bug.name}: ${bug.harm} (${seconds} s, ${run.passed} good)\n${run.passed > 0 ? '' : run.said}`,
      );
    return first !== undefined;
  } finally {
    scratch.mend(bug);
  }
}

const words = process.argv.slice(2);
const chosen = BUGS.filter((bug) => words.length === 0 || words.some((word) => bug.name.includes(word)));
if (chosen.length === 0) {
  console.error(`No planted bug is called so. There are: ${BUGS.map((bug) => bug.name).join(', ')}.`);
  process.exit(2);
}
await setup();
const scratch = makeScratch();
let caught = 0;
try {
  if (await requireGreen(scratch, chosen)) for (const bug of chosen) if (await tryBug(scratch, bug)) caught += 1;
} finally {
  scratch.remove();
  await teardown();
}
console.log(`${caught} of ${chosen.length} caught`);
process.exitCode = caught === chosen.length ? 0 : 1;
