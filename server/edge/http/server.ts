// The HTTP server: the contract's calls, the public log, the app's files, health. No business; the handlers are handed in.

import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { ERROR_CODES, type Refusal, refuse } from '@fairtick/contract/errors';
import { DEFAULT_LANGUAGE } from '@fairtick/contract/languages';
import { openApiDocument } from '@fairtick/contract/openapi';
import type { Clock } from '@fairtick/kernel/clock';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Handlers } from '../../platform/endpoints.ts';
import type { Logger } from '../../platform/logger.ts';
import { type FindsSessions, languageOfRequest, type RawBody, serveEndpoints } from './endpoints.ts';
import { refusalText, statusOf } from './envelope.ts';
import { failureOf } from './failures.ts';
import { serveFolder } from './files.ts';
import { MAX_BODY_BYTES } from './input.ts';
import { type PublicLogs, servePublicLogs } from './public-log.ts';

/** Headers and body of a request must be here by then. */
const REQUEST_LIMIT_MS = 10_000;
const KEEP_ALIVE_MS = 75_000;
const MAX_HEADER_BYTES = 16_384;
const MAX_PATH_PIECE = 128;
const docsFolder = fileURLToPath(new URL('./docs/', import.meta.url));

export interface Health {
  readonly ok: boolean;
  /** What an operator looks at first: feed, sockets, pipeline, database. No secrets: anybody may read it. */
  readonly details: Readonly<Record<string, unknown>>;
}

export interface HttpOptions {
  readonly handlers: Handlers;
  readonly sessions: FindsSessions;
  readonly logs: PublicLogs;
  readonly health: () => Promise<Health>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The built web app; undefined serves none (tests, development beside its own server). */
  readonly staticDir?: string | undefined;
  readonly checkAnswers?: boolean;
  readonly rateFactor?: number;
}

/**
 * Not yet listening. `close()` takes no new connections and waits for the requests under way; sockets upgraded to the live connection are
 * not its own and must be closed before.
 */
export function buildHttp(options: HttpOptions): FastifyInstance {
  const { logger } = options;
  const app = Fastify({
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_LIMIT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Whoever stands before the server could claim any address otherwise.
    trustProxy: false,
    logger: false,
    // While closing, what still comes on open connections is answered, then the connection ends.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    // Node itself would refuse a request without Host in its own words; which name it was asked by makes no difference here.
    http: { maxHeaderSize: MAX_HEADER_BYTES, requireHostHeader: false },
    routerOptions: { maxParamLength: MAX_PATH_PIECE, querystringParser: (raw) => ({ raw }) },
    frameworkErrors: (_error, request, reply) => void refuseWith(request, reply, refuse('CALL_UNKNOWN')),
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket),
  });
  readBodies(app);
  app.setNotFoundHandler((request, reply) => notFound(request, reply));
  app.setErrorHandler((error, request, reply) => refuseWith(request, reply, errorRefusal(error, logger)));
  serveEndpoints(app, options);
  servePublicLogs(app, options);
  serveDocuments(app);
  serveHealth(app, options);
  if (options.staticDir !== undefined) serveFolder(app, options.staticDir, '/');
  return app;
}

function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const types: readonly (readonly [string, RawBody['type']])[] = [
    ['application/json', 'json'],
    ['application/x-www-form-urlencoded', 'form'],
  ];
  for (const [mime, type] of types) {
    app.addContentTypeParser<Buffer>(mime, { parseAs: 'buffer' }, (_request, bytes, done) =>
      done(null, { type, bytes }),
    );
  }
}

function refuseWith(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  return reply
    .code(statusOf(refusal.error))
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(refusalText(refusal, languageOfRequest(request)));
}

/** A person who typed a path of the app comes to its start; the app itself knows its screens by the hash. */
function notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { method, url, headers } = request;
  const forPerson = method === 'GET' && (headers.accept ?? '').includes('text/html');
  const ours = /^\/(api|v2|v3|tlog|staff|assets)(\/|$|\?)/.test(url) || url === '/' || url.startsWith('/?');
  if (forPerson && !ours) return reply.redirect('/', 302);
  return refuseWith(request, reply, refuse('CALL_UNKNOWN'));
}

function errorRefusal(error: unknown, logger: Logger): Refusal {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refuse('BODY_TOO_LARGE', { limit: `${MAX_BODY_BYTES / 1024} KB` });
  // The framework's other complaints are about the body: its type, its length, its end.
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (typeof code === 'string' && code.startsWith('FST_ERR_') && typeof status === 'number' && status < 500)
    return refuse('BODY_MALFORMED');
  return failureOf(error, false, {}, logger);
}

/** Bytes that are no HTTP at all. There is no request to answer, so the answer is written by hand. */
function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const refusal = tooLarge
    ? refuse('BODY_TOO_LARGE', { limit: `${MAX_HEADER_BYTES / 1024} KB` })
    : refuse('BODY_MALFORMED');
  const body = Buffer.from(refusalText(refusal, DEFAULT_LANGUAGE));
  socket.end(
    `HTTP/1.1 ${tooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request'}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${body.length}\r\nconnection: close\r\n\r\n${body.toString()}`,
  );
}

function serveDocuments(app: FastifyInstance): void {
  const document = Buffer.from(JSON.stringify(openApiDocument()));
  app.get('/v3/api/openapi.json', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(document),
  );
  serveFolder(app, docsFolder, '/v3/docs/');
  app.get('/v3/docs', (_request, reply) => reply.redirect('/v3/docs/', 302));
}

function serveHealth(app: FastifyInstance, options: HttpOptions): void {
  app.get('/healthz', async (request, reply) => {
    reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
    try {
      const { ok, details } = await options.health();
      const code = ok ? 1 : ERROR_CODES.UNAVAILABLE;
      return reply.code(ok ? 200 : 503).send(JSON.stringify({ code, msg: '', data: details }));
    } catch (error) {
      return refuseWith(request, reply, failureOf(error, false, { call: 'healthz' }, options.logger));
    }
  });
}
