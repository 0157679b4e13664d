// The whole app as a browser meets it: the real server as a process, serving the built pages, on a database of its own.

import * as fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Server } from '../chaos/server.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { presetSettings } from './preset.ts';

const builtPages = ['web', 'console'].map((app) =>
  fileURLToPath(new URL(`../../${app}/dist/index.html`, import.meta.url)),
);

export interface RunningApp {
  readonly url: string;
  readonly consoleUrl: string;
  /** The first owner's one-time link, as it was printed at the start. */
  ownerLink(): Promise<string>;
  /** To look, and to change what no user could. */
  readonly database: TestDatabase;
  stop(): Promise<void>;
}

/** With further variables, such as FEED, and terms by key. Needs a test project with the global setup, and the built web app. */
export async function startRealApp(
  env: Readonly<Record<string, string>> = {},
  terms: Readonly<Record<string, unknown>> = {},
): Promise<RunningApp> {
  needBuiltWeb();
  const database = await createTestDatabase();
  try {
    await presetSettings(database.owner, terms);
    const server = await Server.start({ databaseUrl: database.ownerUrl, env });
    return {
      url: server.url,
      consoleUrl: server.consoleUrl,
      ownerLink: () => server.ownerLink(),
      database,
      async stop() {
        await server.stop();
        await database.drop();
      },
    };
  } catch (error) {
    await database.drop();
    throw error;
  }
}

/** Throws a sentence that says what to do. */
export function needBuiltWeb(): void {
  if (!builtPages.every((page) => fs.existsSync(page)))
    throw new Error('The app or the console is not built: run `npm test -- build e2e`.');
}
