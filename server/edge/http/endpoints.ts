// Serves a table of endpoints: each at its path, with a limit and a handler of its own. Knows no endpoint by name.

import { methodsOf, pathFields } from '@fairtick/contract/endpoint';
import { type EndpointTable, endpointsOf } from '@fairtick/contract/table';
import { TOLD_ENDPOINTS } from '@fairtick/contract/texts/keys';
import type { Clock } from '@fairtick/kernel/clock';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { HandlersOf, PrincipalOf } from '../../platform/endpoints.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Principal } from '../../platform/principals.ts';
import { Callers, type FindsSessions } from './admission.ts';
import type { BodyLimits } from './body-limits.ts';
import { answer, type Served, type Surrounding } from './call.ts';
import { type AddressOf, addressReader } from './client-address.ts';
import { Deadlines } from './deadlines.ts';
import { RateLimiter } from './limits.ts';
import { requestIds } from './request-ids.ts';
import { type AnyHandler, runnerOf } from './running.ts';
import { takesUploads, Uploads } from './upload.ts';

/** From the moment a call is read to its answer. */
const HANDLER_LIMIT_MS = 2_700;
/** As HANDLER_LIMIT_MS, from the moment its file is here: images are decoded one after the other, behind whatever trading wants of the processors. */
export const UPLOAD_HANDLER_LIMIT_MS = 45_000;

interface ServingOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Holds every answer against the contract and every refusal against its sentence; on in tests. */
  readonly checkAnswers?: boolean;
  /** Multiplies every rate limit; 1. Load tests send from one address what the world sends from many. */
  readonly rateFactor?: number;
  /** Whom requests count for; the connection's own address where it is left out. */
  readonly addressOf?: AddressOf;
  /** While main_status is closing only: in how many minutes it is worth asking again; undefined at all other times. Never, where it is left out. */
  readonly closingOnly?: () => number | undefined;
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
export function serveEndpoints<T extends EndpointTable>(
  app: FastifyInstance,
  table: T,
  bodies: BodyLimits,
  options: ServeOptions<T>,
): void;
export function serveEndpoints(
  app: FastifyInstance,
  table: EndpointTable,
  bodies: BodyLimits,
  options: AnyServeOptions,
): void {
  const { clock, logger, handlers, sessions, rateFactor = 1, checkAnswers = false } = options;
  const around: Surrounding = {
    callers: new Callers(sessions, clock, rateFactor),
    deadlines: new Deadlines(clock, HANDLER_LIMIT_MS),
    uploadDeadlines: new Deadlines(clock, UPLOAD_HANDLER_LIMIT_MS),
    uploads: new Uploads(),
    bodies,
    addressOf: options.addressOf ?? addressReader(0),
    closingOnly: options.closingOnly ?? (() => undefined),
    nextRequestId: requestIds(),
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
    const route: RouteOptions = {
      method: [...methodsOf(endpoint)],
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      ...(endpoint.bodyKb === undefined ? {} : { bodyLimit: endpoint.bodyKb * 1024 }),
      handler: (request, reply) => answer(served, around, request, reply),
    };
    if (endpoint.body === undefined) app.route(route);
    else
      app.register(async (scope) => {
        await takesUploads(scope);
        scope.route(route);
      });
  }
}
