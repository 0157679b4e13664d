// The steps of `npm run check` and `npm test` that are no test suites: each runs one tool in a process of its own.

import * as path from 'node:path';
import { root, runNode } from './run-node.ts';
import type { Step } from './run-steps.ts';

export const tool = (...parts: string[]): string => path.join(root, 'node_modules', ...parts);

const program = (name: string, args: readonly string[], quiet: boolean): Step => ({
  name,
  async run(how) {
    const good = await runNode(args, how, quiet);
    return { passed: good ? 1 : 0, failed: good ? 0 : 1, skipped: 0 };
  },
});
const check = (name: string, ...args: string[]): Step => program(name, args, true);

/** Reads everything, runs nothing: seconds. */
export const checks: readonly Step[] = [
  check('types', tool('typescript', 'bin', 'tsc'), '-p', '.'),
  check('types of the console', tool('typescript', 'bin', 'tsc'), '-p', 'console'),
  check('lint and format', tool('@biomejs', 'biome', 'bin', 'biome'), 'check', '--error-on-warnings', '.'),
  check('arrows', path.join('scripts', 'check-arrows.ts')),
  check('SQL in table files only', path.join('scripts', 'check-sql.ts')),
  check('lengths of files and functions', path.join('scripts', 'check-sizes.ts')),
  check('docs that tell the truth', path.join('scripts', 'check-docs.ts')),
  check('nothing unused', tool('knip', 'bin', 'knip.js'), '--no-progress', '--no-config-hints'),
];

export const buildStep: Step = check('build', path.join('scripts', 'build.ts'));
export const weightStep: Step = check('weight of the first page', path.join('scripts', 'check-weight.ts'));

export function simulation(seeds: number, events: number): Step {
  const args = [path.join('tests', 'simulation', 'main.ts'), '--seeds', String(seeds), '--events', String(events)];
  return {
    ...program(`simulation: ${seeds} seeds of ${events.toLocaleString('en')} events`, args, false),
    patient: true,
  };
}
