// Whether this server does its work, for monitoring from outside.

import { ERROR_CODES } from '@fairtick/contract/errors';
import type { FastifyInstance } from 'fastify';
import type { Logger } from '../../platform/logger.ts';
import { sendRefusal } from './answering.ts';
import { failureOf } from './failures.ts';

export interface Health {
  readonly ok: boolean;
  /** What an operator looks at first: feed, sockets, pipeline, database. No secrets: anybody may read it. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** `/healthz` answers 503 with the details where the server is not well: load balancers look at the status alone. */
export function serveHealth(app: FastifyInstance, health: () => Promise<Health>, logger: Logger): void {
  app.get('/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
    try {
      const { ok, details } = await health();
      const code = ok ? 1 : ERROR_CODES.UNAVAILABLE;
      return reply.code(ok ? 200 : 503).send(JSON.stringify({ code, msg: '', data: details }));
    } catch (error) {
      return sendRefusal(reply, failureOf(error, false, { call: 'healthz' }, logger));
    }
  });
}
