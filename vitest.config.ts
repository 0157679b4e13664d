// Which tests exist: `unit` beside the code, `integration` on a real PostgreSQL, `security` against the whole server, `chaos` where parts of it
// die or sicken, `e2e` in a real browser on the real server.

import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';

const exclude = ['**/node_modules/**', '**/dist/**', '.data/**'];
const globalSetup = ['./tests/harness/global-setup.ts'];
/** How soon what was killed is back. */
const kills = ['tests/chaos/kills.test.ts', 'tests/chaos/cluster.test.ts'];
/** How long answers take meanwhile. */
const timed = ['tests/chaos/sick-clients.test.ts', 'tests/chaos/sick-database.test.ts'];
/** What moves while a screen loads, and how soon a line that has fallen silent is told of: seconds count. */
const layout = ['tests/e2e/layout.test.ts', 'tests/e2e/trouble.test.ts'];
const attacks = ['tests/security/*-fuzz.test.ts'];
const processors = availableParallelism();

/** Files share their worker's modules: no test may leave anything behind in them. Loading them anew for each file takes longer than most tests. */
const shared = { pool: 'threads', isolate: false } as const;
/** Limits bound a hang, not a speed: the machine may be busy with something else. */
const patient = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000, interval: 50 } } };

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Of browser tests, which alone are side by side in a file: more at once and each waits for all.
    maxConcurrency: 2,
    projects: [
      {
        test: {
          ...shared,
          ...patient,
          name: 'unit',
          include: [
            '{kernel,contract,engine,server,web,console,ui,scripts}/**/*.test.{ts,tsx}',
            'tests/{harness,players,simulation,timing,mutants}/**/*.test.ts',
          ],
          exclude,
          maxWorkers: processors,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...shared,
          ...patient,
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          exclude,
          globalSetup,
          // Each has a database of its own, and waits for it half of the time.
          maxWorkers: 2 * processors,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...patient,
          name: 'security',
          include: ['tests/{security,planted-bugs}/**/*.test.ts'],
          exclude: [...exclude, ...attacks],
          globalSetup,
          maxWorkers: processors,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...patient,
          name: 'chaos',
          include: ['tests/chaos/**/*.test.ts'],
          exclude: [...exclude, ...kills, ...timed],
          globalSetup,
          testTimeout: 240_000,
          // They ask what became of it, however long that takes.
          maxWorkers: processors,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          ...patient,
          name: 'kills',
          include: kills,
          exclude,
          globalSetup: [...globalSetup, './tests/harness/nats-server.ts'],
          testTimeout: 240_000,
          maxWorkers: 2,
          sequence: { groupOrder: 8 },
        },
      },
      {
        test: {
          ...patient,
          name: 'chaos-timed',
          include: timed,
          exclude,
          globalSetup,
          testTimeout: 240_000,
          // They measure how long answers take: not two of them at once.
          fileParallelism: false,
          sequence: { groupOrder: 4 },
        },
      },
      {
        test: {
          ...patient,
          name: 'attacks',
          include: attacks,
          exclude,
          globalSetup,
          // They measure how long the server takes under attack: not two attacks at once.
          fileParallelism: false,
          sequence: { groupOrder: 7 },
        },
      },
      {
        test: {
          ...patient,
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: [...exclude, ...layout],
          globalSetup,
          testTimeout: 300_000,
          // A browser test waits three quarters of its time: for motions, prices, letters, settings that are announced ahead (docs/decisions/tests.md).
          maxWorkers: processors,
          sequence: { groupOrder: 5 },
        },
      },
      {
        test: {
          ...patient,
          name: 'layout',
          include: layout,
          exclude,
          globalSetup,
          testTimeout: 300_000,
          maxWorkers: 1,
          sequence: { groupOrder: 6 },
        },
      },
    ],
  },
});
