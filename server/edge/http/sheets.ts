// Tables for spreadsheets: as long as somebody's books are, so they are sent while they are read and have no envelope. A path of their own beside the
// endpoints, admitted and refused as these are.

import { Readable } from 'node:stream';
import { refuse } from '@fairtick/contract/errors';
import type { Clock } from '@fairtick/kernel/clock';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Sheet } from '../../platform/endpoints.ts';
import type { Logger } from '../../platform/logger.ts';
import type { UserPrincipal } from '../../platform/principals.ts';
import { admit, Callers, countedAs, type FindsSessions } from './admission.ts';
import { sendRefusal } from './answering.ts';
import { type AddressOf, addressReader } from './client-address.ts';
import { failureOf } from './failures.ts';
import { RateLimiter } from './limits.ts';
import { fieldsOf, headerOf, languageOfRequest } from './reading.ts';
import { inputRefusal } from './running.ts';
import { Uploads } from './upload.ts';

/** Somebody on a slow line has so long to take it: a piece is only read when the one before has left. */
const LIMIT_MS = 300_000;

export interface SheetOptions {
  readonly sessions: Pick<FindsSessions<UserPrincipal>, 'find'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly rateFactor?: number;
  readonly addressOf?: AddressOf;
}

export function serveSheet(app: FastifyInstance, sheet: Sheet, options: SheetOptions): void {
  const { endpoint } = sheet;
  const { clock, logger, rateFactor = 1, addressOf = addressReader(0) } = options;
  const callers = new Callers({ find: (token) => options.sessions.find(token) }, clock, rateFactor);
  const limiter = new RateLimiter(clock, endpoint.rate.max * rateFactor, endpoint.rate.perSeconds);
  // As files that come: so many at once, and few of one person.
  const places = new Uploads();
  const serve = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const address = addressOf(request.raw);
    const caller = await callers.callerOf(headerOf(request, 'authorization'), address);
    if (!caller.ok) return tooSoon(reply, caller.error);
    const principal = caller.value;
    const counted = countedAs(principal, address);
    const waitMs = limiter.take(counted);
    if (waitMs > 0) return tooSoon(reply, waitMs);
    const refused = admit(endpoint, principal);
    if (refused || principal?.kind !== 'user') return sendRefusal(reply, refused ?? refuse('SESSION_EXPIRED'));
    const fields = fieldsOf(endpoint, [], request);
    if (!fields.ok) return sendRefusal(reply, fields.error);
    const begun = sheet.begin(fields.value, principal, languageOfRequest(request));
    if (!begun.ok) return sendRefusal(reply, inputRefusal(begun.error, fields.value));
    const free = places.take(counted);
    if (!free) return sendRefusal(reply, refuse('RATE_LIMITED', { seconds: '1' }));
    return stream(reply, begun.value, { clock, free });
  };
  app.get(endpoint.path, async (request, reply) => {
    try {
      return await serve(request, reply);
    } catch (error) {
      return sendRefusal(reply, failureOf(error, false, { call: 'sheet' }, logger));
    }
  });
}

/** Its first piece is read before anything is said: while the database is away there is a refusal in place of a file that ends at once. */
async function stream(
  reply: FastifyReply,
  pieces: AsyncGenerator<string>,
  { clock, free }: { readonly clock: Clock; readonly free: () => void },
): Promise<FastifyReply> {
  let first: IteratorResult<string>;
  try {
    first = await pieces.next();
  } catch (error) {
    free();
    throw error;
  }
  const body = Readable.from(startingWith(first, pieces), { objectMode: false });
  const cancel = clock.after(LIMIT_MS, () => void body.destroy());
  body.once('close', () => {
    cancel();
    free();
    // Half a file is no file: its connection ends with it, and a server that stops does not wait for one that nobody reads.
    if (!reply.raw.writableEnded) reply.raw.destroy();
  });
  return reply
    .headers({
      'content-disposition': 'attachment; filename="fairtick.csv"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      connection: 'close',
    })
    .type('text/csv; charset=utf-8')
    .send(body);
}

async function* startingWith(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

function tooSoon(reply: FastifyReply, waitMs: number): FastifyReply {
  return sendRefusal(reply, refuse('RATE_LIMITED', { seconds: String(Math.max(1, Math.ceil(waitMs / 1_000))) }));
}
