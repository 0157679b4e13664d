// A process that runs test files of the scratch copy as often as it is asked, with what has changed since: its parent ends it when a mutant never comes
// back.

import { createVitest } from 'vitest/node';

export interface Asked {
  /** Files that are other than the last time. */
  readonly changed: readonly string[];
  readonly tests: readonly string[];
}

export interface Told {
  readonly failed: boolean;
  /** Milliseconds of a processor that each test file took, up to the first that failed. */
  readonly took: readonly (readonly [test: string, ms: number])[];
  readonly said: string;
}

const root = process.argv[2] ?? '';
const vitest = await createVitest('test', {
  ...{ root, config: `${root}/tests/mutants/vitest.config.ts`, watch: false, bail: 1 },
  reporters: [{}],
});
await vitest.standalone();

/** One file after the other, until one fails. */
async function run({ changed, tests }: Asked): Promise<Told> {
  for (const file of changed) vitest.invalidateFile(file);
  const took: [string, number][] = [];
  const project = vitest.getRootProject();
  for (const test of tests) {
    const begun = process.cpuUsage();
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications([project.createSpecification(test)]);
    const { user, system } = process.cpuUsage(begun);
    took.push([test, (user + system) / 1_000]);
    const bad = testModules.filter((module) => !module.ok());
    if (bad.length === 0 && unhandledErrors.length === 0 && testModules.length > 0) continue;
    const errors = [...bad.flatMap((module) => module.errors()), ...unhandledErrors];
    return {
      failed: true,
      took,
      said: errors
        .map((error) => (error instanceof Error ? error.message : JSON.stringify(error)))
        .join('; ')
        .slice(0, 500),
    };
  }
  return { failed: false, took, said: '' };
}

const isAsked = (value: unknown): value is Asked =>
  typeof value === 'object' && value !== null && 'tests' in value && 'changed' in value;

process.on('message', (asked: unknown) => {
  if (isAsked(asked)) void run(asked).then((told) => process.send?.(told));
});
// Whoever asked is gone, however it died.
process.on('disconnect', () => process.exit());
process.send?.('ready');
