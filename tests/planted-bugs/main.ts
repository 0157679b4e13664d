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

/** A bug may make tests wait for what never comes: two of them end by their own limit, beside a busier machine than the one without the bug had. */
const WAITS_LIMIT_MS = 240_000;
const SLOWER_LIMIT = 3;
/** Without a bug every test ends by its own limit: this bounds a run that does not end for another reason. */
const FILE_LIMIT_MS = 240_000;

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
  readonly tookMs: number;
}

interface Runs {
  readonly project: string;
  readonly tests: readonly string[];
  readonly freshDatabase: boolean;
  readonly limitMs: number;
}

/** Some tests on the copy as it is now. A bug in the migrations needs a database of its own making. */
async function runTests(scratch: Scratch, { project, tests, freshDatabase, limitMs }: Runs): Promise<Run> {
  const file = path.join(scratch.folder, 'planted-report.json');
  fs.rmSync(file, { force: true });
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const words = [vitest, 'run', '--project', project, '--reporter=json', `--outputFile=${file}`, ...tests];
  const env = { ...process.env };
  if (freshDatabase) delete env[clusterUrlVariable];
  const startedMs = systemClock.monotonic();
  const child = spawn(process.execPath, words, { cwd: scratch.folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk));
  const cancel = systemClock.after(limitMs, () => child.kill('SIGKILL'));
  await new Promise((resolve) => child.on('close', resolve));
  cancel();
  const tookMs = systemClock.monotonic() - startedMs;
  const text = Buffer.concat(said).toString().slice(-2_000);
  if (!fs.existsSync(file)) return { passed: 0, failed: [], said: text, tookMs };
  const cases = report
    .parse(JSON.parse(fs.readFileSync(file, 'utf8')))
    .testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map((one) => ({ ...one, file: path.relative(fs.realpathSync(scratch.folder), name) })),
    );
  return {
    passed: cases.filter((one) => one.status === 'passed').length,
    failed: cases.filter((one) => one.status === 'failed').map((one) => `${one.file}: ${one.fullName}`),
    said: `${cases.flatMap((one) => one.failureMessages ?? []).join('\n')}\n${text}`.slice(0, 4_000),
    tookMs,
  };
}

const touchesDatabase = (bug: PlantedBug): boolean => bug.edits.some(({ file }) => file.startsWith('database/'));

/** How long the chosen tests of each project take without a bug, ms; undefined where one is red: then a red one would prove nothing. */
async function requireGreen(
  scratch: Scratch,
  bugs: readonly PlantedBug[],
): Promise<ReadonlyMap<string, number> | undefined> {
  const took = new Map<string, number>();
  for (const project of new Set(bugs.map((bug) => bug.project))) {
    const tests = [...new Set(bugs.filter((bug) => bug.project === project).flatMap((bug) => bug.tests))];
    const limitMs = tests.length * FILE_LIMIT_MS;
    const run = await runTests(scratch, { project, tests, freshDatabase: false, limitMs });
    const seconds = (run.tookMs / 1_000).toFixed(1);
    console.log(
      `without a bug: ${project}, ${tests.length} files, ${run.passed} good, ${run.failed.length} bad (${seconds} s)`,
    );
    took.set(project, run.tookMs);
    if (run.passed > 0 && run.failed.length === 0) continue;
    console.log(`${run.failed.join('\n')}\n${run.said}`);
    return undefined;
  }
  return took;
}

/** `greenMs`: what the tests of its project took without it. */
async function tryBug(scratch: Scratch, bug: PlantedBug, greenMs: number): Promise<boolean> {
  scratch.plant(bug);
  try {
    const { project, tests } = bug;
    const limitMs = WAITS_LIMIT_MS + SLOWER_LIMIT * greenMs;
    const run = await runTests(scratch, { project, tests, freshDatabase: touchesDatabase(bug), limitMs });
    const seconds = (run.tookMs / 1_000).toFixed(1);
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
  const took = await requireGreen(scratch, chosen);
  for (const bug of took ? chosen : []) if (await tryBug(scratch, bug, took?.get(bug.project) ?? 0)) caught += 1;
} finally {
  scratch.remove();
  await teardown();
}
console.log(`${caught} of ${chosen.length} caught`);
process.exitCode = caught === chosen.length ? 0 : 1;
