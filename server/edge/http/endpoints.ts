// Serves the contract's endpoints: who asks, how often, with what, and the handler's answer in the envelope. Knows no call by name.

import { randomUUID } from 'node:crypto';
import type { Endpoint, Role } from '@fairtick/contract/endpoint';
import { type Refusal, refuse } from '@fairtick/contract/errors';
import { type EndpointName, endpointEntries, endpoints, type ParsedOf } from '@fairtick/contract/http/index';
import { type LanguageKey, languageKey } from '@fairtick/contract/languages';
import { methodsOf, pathFields } from '@fairtick/contract/openapi';
import { text } from '@fairtick/contract/texts/index';
import { ERROR_PARAMS, TOLD_ENDPOINTS, type ToldEndpoint } from '@fairtick/contract/texts/keys';
import type { Clock } from '@fairtick/kernel/clock';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Actor, Handler, Handlers, RequestContext } from '../../platform/endpoints.ts';
import type { Logger } from '../../platform/logger.ts';
import { Deadlines, LATE } from './deadlines.ts';
import { reads } from './encodings.ts';
import { refusalText, statusOf, successText, zippedAnswer } from './envelope.ts';
import { failureOf } from './failures.ts';
import { emptyFields, type Fields, type InputFault, readBody, readPairs } from './input.ts';
import { addressKey, RateLimiter } from './limits.ts';

/** From the moment a call is read to its answer. */
export const HANDLER_LIMIT_MS = 2_700;
/** Unknown tokens an address may try: each costs a look into the database. */
const UNKNOWN_TOKENS = { max: 300, perSeconds: 60 };

export interface FindsSessions {
  /** As find, for tokens seen a moment ago: asks nobody. */
  known(token: string): Actor | undefined;
  /** The user of a raw token; undefined where it is unknown, revoked or too old. */
  find(token: string): Promise<Actor | undefined>;
}

export interface EndpointOptions {
  readonly handlers: Handlers;
  readonly sessions: FindsSessions;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Holds every answer against the contract and every refusal against its sentence; on in tests. */
  readonly checkAnswers?: boolean;
  /** Multiplies every rate limit; 1. Load tests send from one address what the world sends from many. */
  readonly rateFactor?: number;
}

/** A body as it came, waiting to be read as the call's input. */
export interface RawBody {
  readonly type: 'json' | 'form';
  readonly bytes: Uint8Array;
}

interface Served {
  readonly name: EndpointName;
  readonly call: Endpoint;
  readonly limiter: RateLimiter;
  readonly pathNames: readonly string[];
  /** Said beside the answer, where the contract has a sentence for it. */
  readonly told: ToldEndpoint | undefined;
  run(fields: Fields, context: RequestContext): Answered;
}

/** What is in memory is answered at once, without a promise: a wait for nothing costs more than many a look. */
type Answered = Result<unknown, Refusal> | Promise<Result<unknown, Refusal>>;

interface Surrounding extends EndpointOptions {
  readonly deadlines: Deadlines;
  readonly unknownTokens: RateLimiter;
}

export function serveEndpoints(app: FastifyInstance, options: EndpointOptions): void {
  const factor = options.rateFactor ?? 1;
  const around: Surrounding = {
    ...options,
    deadlines: new Deadlines(options.clock, HANDLER_LIMIT_MS),
    unknownTokens: new RateLimiter(options.clock, UNKNOWN_TOKENS.max * factor, UNKNOWN_TOKENS.perSeconds),
  };
  for (const [name, call] of endpointEntries) {
    const limiter = new RateLimiter(options.clock, call.rate.max * factor, call.rate.perSeconds);
    const run = runnerOf(name, options.handlers, options.checkAnswers ?? false);
    const told = TOLD_ENDPOINTS.find((one) => one === name);
    const served: Served = { name, call, limiter, pathNames: pathFields(call.path), told, run };
    app.route({
      method: [...methodsOf(call)],
      url: call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: (request, reply) => answer(served, around, request, reply),
    });
  }
}

/** The contract's schemas by call, so that input, handler and answer of one call stay tied to each other. */
const schemas: {
  readonly [K in EndpointName]: { readonly input: z.ZodType<ParsedOf<K>>; readonly answer: z.ZodType };
} = endpoints;

function runnerOf<N extends EndpointName>(name: N, handlers: Handlers, checked: boolean): Served['run'] {
  const handler: Handler<N> = handlers[name];
  const { input, answer: schema } = schemas[name];
  return (fields, context) => {
    const parsed = input.safeParse(fields);
    if (!parsed.success) return err(inputRefusal(parsed.error, fields));
    const answered: Answered = handler(parsed.data, context);
    if (!checked) return answered;
    const check = (result: Result<unknown, Refusal>) => checkAgainstContract(name, schema, result);
    return answered instanceof Promise ? answered.then(check) : check(answered);
  };
}

function inputRefusal(error: z.core.$ZodError, fields: Fields): Refusal {
  const field = String(error.issues[0]?.path[0] ?? '');
  const value = fields[field];
  return refuse(value === undefined || value === '' ? 'VALUE_MISSING' : 'INPUT_INVALID', { field });
}

/** The result itself; throws where it breaks the contract. */
function checkAgainstContract(
  name: string,
  schema: z.ZodType,
  result: Result<unknown, Refusal>,
): Result<unknown, Refusal> {
  if (result.ok) {
    const checked = schema.safeParse(result.value);
    if (!checked.success) throw new Error(`the answer of ${name} breaks the contract: ${checked.error.message}`);
    return result;
  }
  const known = ERROR_PARAMS[result.error.error] ?? [];
  const stray = Object.keys(result.error.params ?? {}).filter((param) => !known.includes(param));
  if (stray.length > 0) throw new Error(`${name} refused with ${result.error.error}, whose text has no {${stray[0]}}`);
  return result;
}

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : value?.[0];
};

export const languageOfRequest = (request: FastifyRequest): LanguageKey => languageKey(headerOf(request, 'lang'));

function answer(
  served: Served,
  around: Surrounding,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  const lang = languageOfRequest(request);
  reply.header('content-type', 'application/json; charset=utf-8');
  reply.header('cache-control', 'no-store');
  const failed = (error: unknown): FastifyReply =>
    send(
      served,
      request,
      reply,
      lang,
      err(failureOf(error, served.call.changesState, { call: served.name }, around.logger)),
    );
  try {
    const progress: Progress = { begun: false, late: false };
    const answered = admitAndRun(served, around, request, reply, lang, progress);
    if (!(answered instanceof Promise)) return send(served, request, reply, lang, answered);
    // One limit for the whole call: the look for its session and the handler together.
    return around.deadlines
      .race(answered)
      .then((done) => send(served, request, reply, lang, done === LATE ? err(tooLate(served, around, progress)) : done))
      .catch(failed);
  } catch (error) {
    return failed(error);
  }
}

function send(
  served: Served,
  request: FastifyRequest,
  reply: FastifyReply,
  lang: LanguageKey,
  result: Result<unknown, Refusal>,
): FastifyReply {
  if (!result.ok) return reply.code(statusOf(result.error.error)).send(refusalText(result.error, lang));
  const answer = successText(result.value, served.told ? text(lang, `done.${served.told}`) : '');
  const packed = reads('gzip', request.headers['accept-encoding']) ? zippedAnswer(answer) : undefined;
  return packed ? reply.header('content-encoding', 'gzip').send(packed) : reply.send(answer);
}

/** How far a call has come, so that one that is late is told the truth. */
interface Progress {
  /** The handler runs: it may have taken effect. */
  begun: boolean;
  /** The caller has been answered; a handler that has not begun must not begin any more. */
  late: boolean;
}

function tooLate({ name, call }: Served, around: Surrounding, progress: Progress): Refusal {
  progress.late = true;
  around.logger.warn({ call: name, begun: progress.begun }, 'a call was not done in time');
  return refuse(progress.begun && call.changesState ? 'OUTCOME_UNKNOWN' : 'UNAVAILABLE');
}

function admitAndRun(
  served: Served,
  around: Surrounding,
  request: FastifyRequest,
  reply: FastifyReply,
  lang: LanguageKey,
  progress: Progress,
): Answered {
  const address = addressKey(request.ip);
  if (served.call.rate.by === 'address') {
    const waitMs = served.limiter.take(address);
    if (waitMs > 0) return err(slowDown(reply, waitMs));
  }
  const go = (actor: Actor | undefined): Answered => runAs(actor, served, request, reply, { lang, address }, progress);
  const token = headerOf(request, 'authorization');
  if (token === undefined || token === '') return go(undefined);
  const known = around.sessions.known(token);
  if (known) return go(known);
  // Somebody who guesses tokens is stopped before the database is asked; good ones are not counted.
  if (around.unknownTokens.spent(address)) return err(slowDown(reply, UNKNOWN_TOKENS.perSeconds * 1_000));
  return around.sessions.find(token).then((actor) => {
    if (!actor) around.unknownTokens.take(address);
    return progress.late ? err(refuse('UNAVAILABLE')) : go(actor);
  });
}

function runAs(
  actor: Actor | undefined,
  served: Served,
  request: FastifyRequest,
  reply: FastifyReply,
  { lang, address }: Pick<RequestContext, 'lang' | 'address'>,
  progress: Progress,
): Answered {
  const { call } = served;
  if (call.rate.by === 'user') {
    const waitMs = served.limiter.take(actor?.userId ?? address);
    if (waitMs > 0) return err(slowDown(reply, waitMs));
  }
  const refused = admit(call.roles, actor);
  if (refused) return err(refused);
  const key = keyOf(call, headerOf(request, 'idempotency-key'));
  if (key === undefined) return err(refuse('KEY_MALFORMED'));
  const fields = fieldsOf(served, request);
  if (!fields.ok) return fields;
  progress.begun = true;
  return served.run(fields.value, { actor, lang, key, address });
}

function slowDown(reply: FastifyReply, waitMs: number): Refusal {
  const seconds = String(Math.max(1, Math.ceil(waitMs / 1_000)));
  reply.header('retry-after', seconds);
  return refuse('RATE_LIMITED', { seconds });
}

/** Rule §4: a guarded call without a good token is 999; a demo user on a real user's call is told so. */
export function admit(roles: readonly Role[], actor: Actor | undefined): Refusal | undefined {
  if (!actor) return roles.includes('visitor') ? undefined : refuse('SESSION_EXPIRED');
  const role: Role = actor.realm === 'demo' ? 'demo' : 'real';
  return roles.includes(role) ? undefined : refuse('REAL_ONLY');
}

const KEY = /^[\x21-\x7e]{1,128}$/;

/** undefined where the client's key can't be one. Without one each call is its own: a fresh key nobody can repeat. */
function keyOf(call: Endpoint, key: string | undefined): string | undefined {
  if (!call.changesState) return '';
  if (key === undefined) return `fresh:${randomUUID()}`;
  return KEY.test(key) ? key : undefined;
}

function fieldsOf(served: Served, request: FastifyRequest): Result<Fields, Refusal> {
  const fields = emptyFields();
  const query = rawQuery(request);
  const read = query === '' ? ok(undefined) : readPairs(query, fields);
  if (!read.ok) return err(faultRefusal(read.error, served.call));
  const { body } = request;
  if (isRawBody(body)) {
    const added = readBody(body.type, body.bytes, fields);
    if (!added.ok) return err(faultRefusal(added.error, served.call));
  }
  for (const name of served.pathNames) {
    if (Object.hasOwn(fields, name)) return err(refuse('INPUT_INVALID', { field: name }));
    fields[name] = pathValue(request.params, name);
  }
  return ok(fields);
}

function pathValue(params: unknown, name: string): string {
  const value: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined;
  return typeof value === 'string' && !value.includes('\0') ? value : '';
}

const faultRefusal = (fault: InputFault, call: Endpoint): Refusal => {
  if (fault.malformed) return refuse('BODY_MALFORMED');
  // Only a name of ours goes back into a sentence.
  return Object.hasOwn(call.input.shape, fault.field)
    ? refuse('INPUT_INVALID', { field: fault.field })
    : refuse('INPUT_INVALID');
};

function rawQuery(request: FastifyRequest): string {
  const { query } = request;
  return typeof query === 'object' && query !== null && 'raw' in query && typeof query.raw === 'string'
    ? query.raw
    : '';
}

export const isRawBody = (body: unknown): body is RawBody =>
  typeof body === 'object' && body !== null && 'bytes' in body && body.bytes instanceof Uint8Array && 'type' in body;
