// A server that knows no path yet: its limits of size and time, how bodies come in, and what is refused before an endpoint is reached.

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Refusal, refuse } from '@fairtick/contract/errors';
import { DEFAULT_LANGUAGE } from '@fairtick/contract/languages';
import type { Clock } from '@fairtick/kernel/clock';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from '../../platform/logger.ts';
import { sendRefusal } from './answering.ts';
import { ARRIVAL_LIMITS, type ArrivalLimits, BodyLimits } from './body-limits.ts';
import { CONNECTION_LIMITS, type ConnectionLimits, limitConnections } from './connections.ts';
import { refusalText } from './envelope.ts';
import { failureOf } from './failures.ts';
import { MAX_BODY_BYTES } from './input.ts';
import type { RawBody } from './reading.ts';

/** How often Node looks for requests that take too long. */
const CHECK_MS = 2_000;
const KEEP_ALIVE_MS = 75_000;
const MAX_HEADER_BYTES = 16_384;
const MAX_PATH_PIECE = 128;

export interface BareServerOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Shorter ones for tests. */
  readonly arrival?: ArrivalLimits;
  /** Others behind proxies, and for tests. */
  readonly connections?: ConnectionLimits;
}

export interface BareServer {
  readonly app: FastifyInstance;
  readonly bodies: BodyLimits;
}

/** Not yet listening. `close()` takes no new connections and waits for the requests under way. */
export function bareServer(options: BareServerOptions): BareServer {
  const { clock, logger, arrival = ARRIVAL_LIMITS, connections = CONNECTION_LIMITS } = options;
  const app = Fastify({
    bodyLimit: MAX_BODY_BYTES,
    // The longest that any request may take; all but files are cut sooner, by `BodyLimits`.
    requestTimeout: arrival.uploadMs + CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Otherwise any client could claim any address by a header; see client-address.ts.
    trustProxy: false,
    logger: false,
    // While closing, what still comes on open connections is answered, then the connection ends.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    // Node itself would refuse a request without Host in its own words; which name it was asked by makes no difference here.
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      requireHostHeader: false,
      headersTimeout: arrival.requestMs,
      connectionsCheckingInterval: CHECK_MS,
    },
    routerOptions: { maxParamLength: MAX_PATH_PIECE, querystringParser: (raw) => ({ raw }) },
    frameworkErrors: (_error, _request, reply) => void sendRefusal(reply, refuse('CALL_UNKNOWN')),
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket),
  });
  readBodies(app);
  const bodies = new BodyLimits(clock, arrival, cutLate);
  limitConnections(app.server, connections);
  app.addHook('onRequest', (request, reply, done) => {
    // Nobody's browser takes an answer for what it does not say it is.
    reply.header('x-content-type-options', 'nosniff');
    bodies.begin(request.raw, reply.raw);
    done();
  });
  app.addHook('preValidation', (request, _reply, done) => {
    bodies.read(request.raw);
    done();
  });
  app.setNotFoundHandler((request, reply) => notFound(request, reply));
  app.setErrorHandler((error, { routeOptions }, reply) =>
    sendRefusal(reply, errorRefusal(error, routeOptions.bodyLimit ?? MAX_BODY_BYTES, logger)),
  );
  return { app, bodies };
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

/** A person who typed a path of the app comes to its start; the app itself knows its screens by the hash. */
function notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { method, url, headers } = request;
  const forPerson = method === 'GET' && (headers.accept ?? '').includes('text/html');
  const ours = /^\/(api|v2|v3|tlog|staff|assets|content)(\/|$|\?)/.test(url) || url === '/' || url.startsWith('/?');
  if (forPerson && !ours) return reply.redirect('/', 302);
  return sendRefusal(reply, refuse('CALL_UNKNOWN'));
}

function errorRefusal(error: unknown, limitBytes: number, logger: Logger): Refusal {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refuse('BODY_TOO_LARGE', { limit: `${limitBytes / 1024} KB` });
  // The client went away, or was cut off, before its body was here: nobody reads the answer.
  if (code === 'ECONNRESET') return refuse('BODY_MALFORMED');
  // The framework's other complaints are about the body: its type, its length, its end.
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (typeof code === 'string' && code.startsWith('FST_ERR_') && typeof status === 'number' && status < 500)
    return refuse('BODY_MALFORMED');
  return failureOf(error, false, {}, logger);
}

function cutLate(response: ServerResponse): void {
  const { socket } = response;
  if (!socket || response.headersSent) socket?.destroy();
  else answerUnreadable(new Error('a body took too long'), socket);
}

/** Bytes that are no HTTP at all, or that do not come. There is no request to answer, so the answer is written by hand. */
function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  // A browser opens connections ahead. One that said nothing is closed without a word: a request sent meanwhile would
  // take the words for its answer, while one that finds its connection closed is sent again.
  const saidNothing = socket.bytesRead === 0;
  if (error.code === 'ECONNRESET' || !socket.writable || saidNothing) {
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
      `x-content-type-options: nosniff\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body.toString()}`,
    () => socket.destroy(),
  );
}
