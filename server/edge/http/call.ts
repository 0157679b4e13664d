// One request to an endpoint, up to its answer: session, roles, rate limits, input, and the answer when it takes too long.

import type { Endpoint } from '@fairtick/contract/endpoint';
import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { LanguageKey } from '@fairtick/contract/languages';
import { text } from '@fairtick/contract/texts/index';
import type { ToldEndpoint } from '@fairtick/contract/texts/keys';
import type { Clock } from '@fairtick/kernel/clock';
import { err, type Result } from '@fairtick/kernel/result';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestContext } from '../../platform/endpoints.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Principal } from '../../platform/principals.ts';
import { admit, type Caller, type Callers, countedAs } from './admission.ts';
import { sendAnswer, sendRefusal } from './answering.ts';
import type { BodyLimits } from './body-limits.ts';
import type { AddressOf } from './client-address.ts';
import { type Deadlines, LATE } from './deadlines.ts';
import { failureOf } from './failures.ts';
import type { Fields } from './input.ts';
import type { RateLimiter } from './limits.ts';
import { fieldsOf, headerOf, languageOfRequest, requestKey } from './reading.ts';
import type { AnyAnswer, RunsEndpoint } from './running.ts';
import { readUpload, type Uploads } from './upload.ts';

const MAX_AGENT = 256;

/** What a server keeps for one endpoint. */
export interface Served {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly limiter: RateLimiter;
  readonly pathNames: readonly string[];
  /** Said beside the answer, where the contract has a sentence for it. */
  readonly told: ToldEndpoint | undefined;
  readonly run: RunsEndpoint;
}

/** What the endpoints of a table share. */
export interface Surrounding {
  readonly callers: Callers;
  readonly deadlines: Deadlines;
  readonly uploadDeadlines: Deadlines;
  readonly uploads: Uploads;
  readonly bodies: BodyLimits;
  readonly addressOf: AddressOf;
  readonly nextRequestId: () => string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Keeps how far a request has come: a late one is answered according to whether its handler had begun. */
interface Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly lang: LanguageKey;
  readonly address: string;
  readonly id: string;
  /** The handler runs: it may have taken effect. */
  begun: boolean;
  /** The caller has been answered; a handler that has not begun must not begin any more. */
  late: boolean;
}

export function answer(
  served: Served,
  around: Surrounding,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  const lang = languageOfRequest(request);
  const id = around.nextRequestId();
  const call: Call = { request, reply, lang, address: around.addressOf(request.raw), id, begun: false, late: false };
  const { name, endpoint } = served;
  const failed = (error: unknown): FastifyReply =>
    send(served, call, err(failureOf(error, endpoint.changesState, { call: name, id }, around.logger)));
  try {
    const answered = admitAndRun(served, around, call);
    if (!(answered instanceof Promise)) return send(served, call, answered);
    // One limit for the whole call, the look for its session and the handler together; a file has a limit of its own before it.
    const limited = endpoint.body ? answered : inTime(served, around.deadlines, around, call, answered);
    return limited.then((done) => send(served, call, done)).catch(failed);
  } catch (error) {
    return failed(error);
  }
}

function send({ told }: Served, { reply, lang }: Call, result: Result<unknown, Refusal>): FastifyReply {
  if (!result.ok) return sendRefusal(reply, result.error, lang);
  return sendAnswer(reply, result.value, told ? text(lang, `done.${told}`) : '');
}

async function inTime(
  { name, endpoint }: Served,
  deadlines: Deadlines,
  { logger }: Surrounding,
  call: Call,
  answered: Promise<Result<unknown, Refusal>>,
): Promise<Result<unknown, Refusal>> {
  const done = await deadlines.race(answered);
  if (done !== LATE) return done;
  call.late = true;
  logger.warn({ call: name, id: call.id, begun: call.begun }, 'a call was not done in time');
  return err(refuse(call.begun && endpoint.changesState ? 'OUTCOME_UNKNOWN' : 'UNAVAILABLE'));
}

function admitAndRun(served: Served, around: Surrounding, call: Call): AnyAnswer {
  if (served.endpoint.rate.by === 'address') {
    const waitMs = served.limiter.take(call.address);
    if (waitMs > 0) return tooSoon(call, waitMs);
  }
  const caller = around.callers.callerOf(headerOf(call.request, 'authorization'), call.address);
  if (!(caller instanceof Promise)) return runAs(caller, served, around, call);
  return caller.then((found) => (call.late ? err(refuse('UNAVAILABLE')) : runAs(found, served, around, call)));
}

function runAs(caller: Caller, served: Served, around: Surrounding, call: Call): AnyAnswer {
  if (!caller.ok) return tooSoon(call, caller.error);
  const principal = caller.value;
  const { endpoint, limiter, pathNames } = served;
  const { request, lang, address, id } = call;
  if (endpoint.rate.by === 'user') {
    const waitMs = limiter.take(countedAs(principal, address));
    if (waitMs > 0) return tooSoon(call, waitMs);
  }
  const refused = admit(endpoint, principal, around.clock.now());
  if (refused) return err(refused);
  const key = requestKey(endpoint, request);
  if (key === undefined) return err(refuse('KEY_MALFORMED'));
  const fields = fieldsOf(endpoint, pathNames, request);
  if (!fields.ok) return fields;
  const agent = (headerOf(request, 'user-agent') ?? '').slice(0, MAX_AGENT);
  const context: RequestContext<Principal> = { principal, lang, key, address, agent, requestId: id };
  if (endpoint.body) return receiveAndRun(served, around, call, fields.value, context);
  call.begun = true;
  return served.run(fields.value, context);
}

/** Admitted first, read then: a stranger's file is not taken in. */
async function receiveAndRun(
  served: Served,
  around: Surrounding,
  call: Call,
  fields: Fields,
  context: RequestContext<Principal>,
): Promise<Result<unknown, Refusal>> {
  const { request, reply } = call;
  around.bodies.beginUpload(request.raw, reply.raw);
  const free = around.uploads.take(countedAs(context.principal, call.address));
  if (!free) return err(refuse('UPLOADS_BUSY'));
  let busy: Promise<unknown> = Promise.resolve();
  try {
    const received = await readUpload(request, fields);
    if (!received.ok) return received;
    call.begun = true;
    const answered = served.run(received.value.fields, { ...context, upload: received.value.upload });
    if (!(answered instanceof Promise)) return answered;
    busy = answered;
    return await inTime(served, around.uploadDeadlines, around, call, answered);
  } finally {
    // Until the handler has ended, also one that was answered as late: whoever sends many small files would fill everybody's queue else.
    busy.then(free, free);
  }
}

function tooSoon({ reply }: Call, waitMs: number): Result<never, Refusal> {
  const seconds = String(Math.max(1, Math.ceil(waitMs / 1_000)));
  reply.header('retry-after', seconds);
  return err(refuse('RATE_LIMITED', { seconds }));
}
