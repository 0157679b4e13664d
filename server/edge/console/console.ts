// The console's port: the staff's endpoints and the operator's page. So far both show health and can change nothing.

import { fileURLToPath } from 'node:url';
import { type StaffTable, staffTable } from '@fairtick/contract/staff/index';
import { ok } from '@fairtick/kernel/result';
import type { FastifyInstance } from 'fastify';
import type { HandlersOf } from '../../platform/endpoints.ts';
import type { StaffPrincipal } from '../../platform/principals.ts';
import type { FindsSessions } from '../http/admission.ts';
import type { ServeOptions } from '../http/endpoints.ts';
import { serveFolder } from '../http/files.ts';
import type { Health } from '../http/health.ts';
import { buildServer } from '../http/server.ts';

const pageFolder = fileURLToPath(new URL('./page/', import.meta.url));

/** Nobody of the staff can sign in yet: no token is theirs. */
const NO_SESSIONS: FindsSessions<StaffPrincipal> = { known: () => undefined, find: async () => undefined };

export interface ConsoleOptions extends Omit<ServeOptions<StaffTable>, 'handlers' | 'sessions'> {
  readonly health: () => Promise<Health>;
}

/** Not yet listening. */
export function buildConsole({ health, ...options }: ConsoleOptions): FastifyInstance {
  const handlers: HandlersOf<StaffTable> = {
    health: async () => {
      const { ok: well, details } = await health();
      return ok({ ok: well, details });
    },
  };
  const app = buildServer(staffTable, { ...options, handlers, sessions: NO_SESSIONS });
  serveFolder(app, pageFolder, '/');
  return app;
}
