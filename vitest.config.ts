// Which tests exist: `unit` beside the code, `integration` on a real PostgreSQL, `security` against the whole server, `e2e` in a real
// browser on the real server.

import { defineConfig } from 'vitest/config';

const aside = ['**/node_modules/**', '**/dist/**', '.data/**'];
const database = './tests/harness/global-setup.ts';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            '{kernel,contract,engine,server,web,ui,scripts}/**/*.test.{ts,tsx}',
            'tests/{harness,simulation}/**/*.test.ts',
          ],
          exclude: aside,
          // Bounds a hang, not a speed: the machine may be busy with something else.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'integration',
          environment: 'node',
          include: ['tests/integration/**/*.test.ts'],
          exclude: aside,
          globalSetup: [database],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'security',
          environment: 'node',
          include: ['tests/{security,planted-bugs}/**/*.test.ts'],
          exclude: aside,
          globalSetup: [database],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // They measure how long the server takes under attack: not two attacks at once.
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'chaos',
          environment: 'node',
          include: ['tests/chaos/**/*.test.ts'],
          exclude: aside,
          globalSetup: [database],
          testTimeout: 240_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: aside,
          globalSetup: [database],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
