// The unit tests of a scratch copy, one file at a time, each with modules of its own: what a mutant left in them must not reach the next one.

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{kernel,contract,engine,server}/**/*.test.ts', 'tests/simulation/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', '.data/**'],
    pool: 'threads',
    isolate: true,
    maxWorkers: 1,
    // The time that a mutant has is kept by who runs it.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    setupFiles: ['tests/mutants/reach-setup.ts'],
    cache: false,
  },
});
