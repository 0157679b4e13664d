// One request to an endpoint, up to its answer: session, roles, rate limits, input, and the answer when it takes too long.

import type { Endpoint } from '@fairtick/contract/endpoint';
import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { LanguageKey } from '@fairtick/contract/languages';
import { text } from '@fairtick/contract/texts/index';
import type { ToldEndpoint } from '@fairtick/contract/texts/keys';
import type { Clock } from '@fairtick/kernel/clock';
import { err, type Result } from '@fairtick/kernel/result';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../../platform/logger.ts';
import { admit, type Caller, type Callers, countedAs } from './admission.ts';
import { sendAnswer, sendRefusal } from './answering.ts';
import { type Deadlines, LATE } from './deadlines.ts';
import { failureOf } from './failures.ts';
import { addressKey, type RateLimiter } from './limits.ts';
import { fieldsOf, headerOf, languageOfRequest, requestKey } from './reading.ts';
import type { AnyAnswer, RunsEndpoint } from './running.ts';

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
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Keeps how far a request has come: a late one is answered according to whether its handler had begun. */
interface Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly lang: LanguageKey;
  readonly address: string;
  /** The handler runs: it may have taken effect. */
  begun: boolean;
  /** The caller has been answered; a handler that has not begun must not begin any more. */
  late: boolean;
}

export function answer(
  served: Served,
  { callers, deadlines, clock, logger }: Surrounding,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  const lang = languageOfRequest(request);
  const call: Call = { request, reply, lang, address: addressKey(request.ip), begun: false, late: false };
  const { name, endpoint } = served;
  const failed = (error: unknown): FastifyReply =>
    send(served, call, err(failureOf(error, endpoint.changesState, { call: name }, logger)));
  try {
    const answered = admitAndRun(served, callers, clock, call);
    if (!(answered instanceof Promise)) return send(served, call, answered);
    // One limit for the whole call: the look for its session and the handler together.
    return deadlines
      .race(answered)
      .then((done) => send(served, call, done === LATE ? err(tooLate(served, logger, call)) : done))
      .catch(failed);
  } catch (error) {
    return failed(error);
  }
}

function send({ told }: Served, { reply, lang }: Call, result: Result<unknown, Refusal>): FastifyReply {
  if (!result.ok) return sendRefusal(reply, result.error, lang);
  return sendAnswer(reply, result.value, told ? text(lang, `done.${told}`) : '');
}

function tooLate({ name, endpoint }: Served, logger: Logger, call: Call): Refusal {
  call.late = true;
  logger.warn({ call: name, begun: call.begun }, 'a call was not done in time');
  return refuse(call.begun && endpoint.changesState ? 'OUTCOME_UNKNOWN' : 'UNAVAILABLE');
}

function admitAndRun(served: Served, callers: Callers, clock: Clock, call: Call): AnyAnswer {
  if (served.endpoint.rate.by === 'address') {
    const waitMs = served.limiter.take(call.address);
    if (waitMs > 0) return tooSoon(call, waitMs);
  }
  const caller = callers.callerOf(headerOf(call.request, 'authorization'), call.address);
  if (!(caller instanceof Promise)) return runAs(caller, served, clock, call);
  return caller.then((found) => (call.late ? err(refuse('UNAVAILABLE')) : runAs(found, served, clock, call)));
}

function runAs(caller: Caller, served: Served, clock: Clock, call: Call): AnyAnswer {
  if (!caller.ok) return tooSoon(call, caller.error);
  const principal = caller.value;
  const { endpoint, limiter, pathNames } = served;
  const { request, lang, address } = call;
  if (endpoint.rate.by === 'user') {
    const waitMs = limiter.take(countedAs(principal, address));
    if (waitMs > 0) return tooSoon(call, waitMs);
  }
  const refused = admit(endpoint, principal, clock.now());
  if (refused) return err(refused);
  const key = requestKey(endpoint, request);
  if (key === undefined) return err(refuse('KEY_MALFORMED'));
  const fields = fieldsOf(endpoint, pathNames, request);
  if (!fields.ok) return fields;
  call.begun = true;
  return served.run(fields.value, { principal, lang, key, address });
}

function tooSoon({ reply }: Call, waitMs: number): Result<never, Refusal> {
  const seconds = String(Math.max(1, Math.ceil(waitMs / 1_000)));
  reply.header('retry-after', seconds);
  return err(refuse('RATE_LIMITED', { seconds }));
}
