// The steps of `npm run check` and `npm test`: each runs one tool in a process of its own and says how many cases passed and failed.

import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

export interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface Step {
  readonly name: string;
  run(): Promise<Count>;
}

const one = (good: boolean): Count => ({ passed: good ? 1 : 0, failed: good ? 0 : 1, skipped: 0 });
const tool = (...parts: string[]): string => path.join(root, 'node_modules', ...parts);

/** Runs a program of this project with the pinned Node. Quiet ones speak only when they fail. */
function runNode(args: readonly string[], quiet: boolean): Promise<boolean> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit' });
  const said: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => said.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk));
  return new Promise((resolve) => {
    child.on('error', () => resolve(false));
    child.on('close', (code) => {
      if (code !== 0) process.stdout.write(Buffer.concat(said));
      resolve(code === 0);
    });
  });
}

const check = (name: string, ...args: string[]): Step => ({ name, run: async () => one(await runNode(args, true)) });

/** Reads everything, runs nothing: seconds. */
export const checks: readonly Step[] = [
  check('types', tool('typescript', 'bin', 'tsc'), '-p', '.'),
  check('lint and format', tool('@biomejs', 'biome', 'bin', 'biome'), 'check', '--error-on-warnings', '.'),
  check('arrows', path.join('scripts', 'check-arrows.ts')),
  check('SQL in table files only', path.join('scripts', 'check-sql.ts')),
  check('nothing unused', tool('knip', 'bin', 'knip.js'), '--no-progress', '--no-config-hints'),
];

export const buildStep: Step = check('build', path.join('scripts', 'build.ts'));
export const budgetStep: Step = check('weight of the first page', path.join('scripts', 'check-weight.ts'));

export const simulationStep: Step = {
  name: 'simulation: 200 seeds of 5,000 events',
  run: async () =>
    one(await runNode([path.join('tests', 'simulation', 'main.ts'), '--seeds', '200', '--events', '5000'], false)),
};

/** A vitest project; its cases are counted one by one. */
export function suite(project: 'unit' | 'integration' | 'security' | 'chaos' | 'e2e'): Step {
  return {
    name: `${project} tests`,
    async run() {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairtick-report-'));
      const report = path.join(folder, 'report.json');
      const args = [
        ...[tool('vitest', 'vitest.mjs'), 'run', '--project', project, '--passWithNoTests'],
        ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      ];
      const good = await runNode(args, false);
      const count = readReport(report, good);
      fs.rmSync(folder, { recursive: true, force: true });
      return count;
    },
  };
}

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}

const isReport = (value: unknown): value is Report =>
  typeof value === 'object' && value !== null && 'numPassedTests' in value && 'testResults' in value;

/** A file that could not be loaded counts as one failure, and so does a run that failed without naming a case. */
function readReport(file: string, good: boolean): Count {
  const report: unknown = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined;
  if (!isReport(report)) return one(false);
  const unloaded = report.testResults.filter((one) => one.status === 'failed' && one.assertionResults.length === 0);
  const failed = report.numFailedTests + unloaded.length;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && !good ? 1 : failed,
    skipped: report.numPendingTests,
  };
}

/** Runs every step whatever the others say, tells each one's outcome and closes with the sum as the last line. Sets the exit code. */
export async function runSteps(steps: readonly Step[]): Promise<void> {
  let passed = 0;
  let failed = 0;
  const lines: string[] = [];
  for (const step of steps) {
    console.log(`\n── ${step.name}`);
    const begun = performance.now();
    const count = await step.run();
    passed += count.passed;
    failed += count.failed;
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : '';
    const line = `${count.failed === 0 ? 'ok  ' : 'FAIL'} ${step.name}: ${count.passed} good, ${count.failed} bad${skipped} (${seconds} s)`;
    lines.push(line);
    console.log(line);
  }
  console.log(`\n${lines.join('\n')}\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}
