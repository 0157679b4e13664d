// The vitest projects as steps: their cases are counted one by one.

import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root, runNode } from './run-node.ts';
import type { Count, Step } from './run-steps.ts';
import { tool } from './steps.ts';

const FAULT_LINES = 20;

/** A project of vitest.config.ts, or some of its files. */
export const suite = (project: string, files: readonly string[] = []): Step =>
  vitest(files.length === 0 ? `${project} tests` : `${project} tests, ${files.length} files`, [
    ...['--project', project],
    ...files,
  ]);

/** Vitest with these arguments: files find their project themselves. */
export function vitest(name: string, args: readonly string[]): Step {
  return {
    name,
    async run(how) {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairtick-report-'));
      const report = path.join(folder, 'report.json');
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
      const good = await runNode([tool('vitest', 'vitest.mjs'), 'run', ...args, ...reporters], how);
      const count = readReport(report, good);
      fs.rmSync(folder, { recursive: true, force: true });
      return count;
    },
  };
}

interface Case {
  readonly fullName: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
}

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    /** Of its first test and its last, ms; what is made ready before is not in between. */
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly Case[];
  }[];
}

const isReport = (value: unknown): value is Report =>
  typeof value === 'object' && value !== null && 'numPassedTests' in value && 'testResults' in value;

/** A file that could not be loaded counts as one failure, and so does a run that failed without naming a case. */
function readReport(file: string, good: boolean): Count {
  const report: unknown = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined;
  if (!isReport(report)) return { passed: good ? 1 : 0, failed: good ? 0 : 1, skipped: 0 };
  const unloaded = report.testResults.filter((one) => one.status === 'failed' && one.assertionResults.length === 0);
  const failed = report.numFailedTests + unloaded.length;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && !good ? 1 : failed,
    skipped: report.numPendingTests,
    files: report.testResults
      .filter(({ assertionResults }) => assertionResults.some(({ status }) => status !== 'skipped'))
      .map(({ name, startTime, endTime }) => ({
        file: path.relative(root, name),
        seconds: (endTime - startTime) / 1_000,
      })),
    faults: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map((one) => faultOf(path.relative(root, name), one)),
    ),
  };
}

/** What a reader needs to begin: what was expected, and where in our own files. */
function faultOf(file: string, { fullName, failureMessages }: Case): string {
  const words = failureMessages.map((one) => {
    const lines = stripVTControlCharacters(one).split('\n');
    return lines
      .filter((line) => !line.includes('node_modules'))
      .slice(0, FAULT_LINES)
      .join('\n');
  });
  return [`FAILED ${file}: ${fullName}`, ...words].join('\n');
}
