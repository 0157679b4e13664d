// Serves a table of endpoints: each at its path, with a limit and a handler of its own. Knows no endpoint by name.

import { methodsOf, pathFields } from '@fairtick/contract/endpoint';
import { type EndpointTable, endpointsOf } from '@fairtick/contract/table';
import { TOLD_ENDPOINTS } from '@fairtick/contract/texts/keys';
import type { Clock } from '@fairtick/kernel/clock';
import type { FastifyInstance } from 'fastify';
import type { HandlersOf, PrincipalOf } from '../../platform/endpoints.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Principal } from '../../platform/principals.ts';
import { Callers, type FindsSessions } from './admission.ts';
import { answer, type Served, type Surrounding } from './call.ts';
import { Deadlines } from './deadlines.ts';
import { RateLimiter } from './limits.ts';
import { type AnyHandler, runnerOf } from './running.ts';

/** From the moment a call is read to its answer. */
const HANDLER_LIMIT_MS = 2_700;

interface ServingOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Holds every answer against the contract and every refusal against its sentence; on in tests. */
  readonly checkAnswers?: boolean;
  /** Multiplies every rate limit; 1. Load tests send from one address what the world sends from many. */
  readonly rateFactor?: number;
}

export interface ServeOptions<T extends EndpointTable> extends ServingOptions {
  readonly handlers: HandlersOf<T>;
  readonly sessions: FindsSessions<PrincipalOf<T>>;
}

interface AnyServeOptions extends ServingOptions {
  readonly handlers: Readonly<Record<string, AnyHandler>>;
  readonly sessions: FindsSessions<Principal>;
}

/** A handler gets the input of its own endpoint and principals of the table's audience alone: the first signature holds callers to that. */
export function serveEndpoints<T extends EndpointTable>(app: FastifyInstance, table: T, options: ServeOptions<T>): void;
export function serveEndpoints(app: FastifyInstance, table: EndpointTable, options: AnyServeOptions): void {
  const { clock, logger, handlers, sessions, rateFactor = 1, checkAnswers = false } = options;
  const around: Surrounding = {
    callers: new Callers(sessions, clock, rateFactor),
    deadlines: new Deadlines(clock, HANDLER_LIMIT_MS),
    clock,
    logger,
  };
  for (const [name, endpoint] of endpointsOf(table)) {
    const handler = handlers[name];
    if (!handler) throw new Error(`the endpoint ${name} has no handler`);
    const served: Served = {
      name,
      endpoint,
      limiter: new RateLimiter(clock, endpoint.rate.max * rateFactor, endpoint.rate.perSeconds),
      pathNames: pathFields(endpoint.path),
      told: TOLD_ENDPOINTS.find((one) => one === name),
      run: runnerOf(name, endpoint, handler, checkAnswers),
    };
    app.route({
      method: [...methodsOf(endpoint)],
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: (request, reply) => answer(served, around, request, reply),
    });
  }
}
