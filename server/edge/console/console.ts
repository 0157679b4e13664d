// The console's port: the staff's endpoints and the operator's page.

import { fileURLToPath } from 'node:url';
import { type StaffTable, staffTable } from '@fairtick/contract/staff/index';
import { ok } from '@fairtick/kernel/result';
import type { FastifyInstance } from 'fastify';
import type { HandlersOf } from '../../platform/endpoints.ts';
import type { ServeOptions } from '../http/endpoints.ts';
import { serveFolder } from '../http/files.ts';
import type { Health } from '../http/health.ts';
import { buildServer } from '../http/server.ts';

const pageFolder = fileURLToPath(new URL('./page/', import.meta.url));

export interface ConsoleOptions extends Omit<ServeOptions<StaffTable>, 'handlers'> {
  /** All but health, which the server itself tells. */
  readonly handlers: Omit<HandlersOf<StaffTable>, 'health'>;
  readonly health: () => Promise<Health>;
}

/** Not yet listening. */
export function buildConsole({ health, ...options }: ConsoleOptions): FastifyInstance {
  const handlers: HandlersOf<StaffTable> = {
    ...options.handlers,
    health: async () => {
      const { ok: well, details } = await health();
      return ok({ ok: well, details });
    },
  };
  const app = buildServer(staffTable, { ...options, handlers });
  serveFolder(app, pageFolder, '/');
  return app;
}
