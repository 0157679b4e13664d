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
import { type Elevation, type Principal, stepUpRefusal } from '../../platform/principals.ts';
import { hashToken, isToken } from '../../platform/sign-in/token.ts';
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
  readonly closingOnly: () => number | undefined;
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

function send({ told, endpoint }: Served, { reply, lang }: Call, result: Result<unknown, Refusal>): FastifyReply {
  if (!result.ok) return sendRefusal(reply, result.error, lang);
  return sendAnswer(reply, result.value, told ? text(lang, `done.${told}`) : '', endpoint.kept);
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

/** What a browser says of a request that another site's page has made. */
const FOREIGN: readonly (string | undefined)[] = ['cross-site', 'same-site'];

/** A browser too old to say the site still says another page's origin; with a GET of our own page it says none. */
function isOtherOrigin(request: Call['request']): boolean {
  const origin = headerOf(request, 'origin');
  const host = headerOf(request, 'host');
  return origin !== undefined && origin !== `https://${host}` && origin !== `http://${host}`;
}

/** A page of anybody's can make a browser ask by GET, by a picture alone: nothing is changed by that. */
const isForeign = ({ endpoint }: Served, { request }: Call): boolean =>
  endpoint.changesState &&
  request.method === 'GET' &&
  (FOREIGN.includes(headerOf(request, 'sec-fetch-site')) || isOtherOrigin(request));

function admitAndRun(served: Served, around: Surrounding, call: Call): AnyAnswer {
  if (isForeign(served, call)) return err(refuse('FOREIGN_PAGE'));
  if (served.endpoint.rate.by === 'address') {
    const waitMs = served.limiter.take(call.address);
    if (waitMs > 0) return tooSoon(waitMs);
  }
  const caller = around.callers.callerOf(headerOf(call.request, 'authorization'), call.address);
  if (!(caller instanceof Promise)) return runAs(caller, served, around, call);
  return caller.then((found) => (call.late ? err(refuse('UNAVAILABLE')) : runAs(found, served, around, call)));
}

function runAs(caller: Caller, served: Served, around: Surrounding, call: Call): AnyAnswer {
  if (!caller.ok) return tooSoon(caller.error);
  const principal = caller.value;
  const { endpoint, limiter } = served;
  const { address } = call;
  if (endpoint.rate.by === 'user') {
    const waitMs = limiter.take(countedAs(principal, address));
    if (waitMs > 0) return tooSoon(waitMs);
  }
  const refused = admit(endpoint, principal) ?? whileClosing(endpoint, around);
  if (refused) return err(refused);
  if (!endpoint.elevated || !principal) return runAdmitted(principal, served, around, call);
  const elevation = around.callers.elevationOf(principal);
  if (!(elevation instanceof Promise)) return runElevated(elevation, principal, served, around, call);
  return elevation.then((found) =>
    call.late ? err(refuse('UNAVAILABLE')) : runElevated(found, principal, served, around, call),
  );
}

/** The one place that enforces main_status 2, by what each endpoint's contract says of itself. tests/security/closing-only.test.ts walks them all. */
function whileClosing(endpoint: Endpoint, { closingOnly }: Surrounding): Refusal | undefined {
  const minutes = endpoint.whileClosing === 'refused' ? closingOnly() : undefined;
  return minutes === undefined ? undefined : refuse('CLOSING_ONLY', { minutes: String(minutes) });
}

function runElevated(
  elevation: Elevation,
  principal: Principal,
  served: Served,
  around: Surrounding,
  call: Call,
): AnyAnswer {
  const refused = stepUpRefusal(elevation, around.clock.now());
  return refused ? err(refused) : runAdmitted(principal, served, around, call);
}

function runAdmitted(principal: Principal | undefined, served: Served, around: Surrounding, call: Call): AnyAnswer {
  const { endpoint, pathNames } = served;
  const { request, lang, address, id } = call;
  const key = requestKey(endpoint, request);
  if (key === undefined) return err(refuse('KEY_MALFORMED'));
  const fields = fieldsOf(endpoint, pathNames, request);
  if (!fields.ok) return fields;
  const agent = (headerOf(request, 'user-agent') ?? '').slice(0, MAX_AGENT);
  const deviceHash = deviceOf(headerOf(request, 'device'));
  const context: RequestContext<Principal> = { principal, lang, key, address, agent, deviceHash, requestId: id };
  if (endpoint.body) return receiveAndRun(served, around, call, fields.value, context);
  call.begun = true;
  return served.run(fields.value, context);
}

/** What a browser keeps as its name is a token: no other person's can be guessed. */
const deviceOf = (name: string | undefined): Uint8Array | null =>
  name !== undefined && isToken(name) ? hashToken(name) : null;

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
    const received = await readUpload(request, fields, around.uploads);
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

function tooSoon(waitMs: number): Result<never, Refusal> {
  const seconds = String(Math.max(1, Math.ceil(waitMs / 1_000)));
  return err(refuse('RATE_LIMITED', { seconds }));
}
