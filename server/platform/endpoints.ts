// What a domain's routes.ts exports: one function an endpoint of a table. How it travels (HTTP, envelope, limits) is not its business.

import type { Audience, Endpoint } from '@fairtick/contract/endpoint';
import type { Refusal } from '@fairtick/contract/errors';
import type { AnswerOf, EndpointName, ParsedOf, UsersTable } from '@fairtick/contract/http/index';
import type { LanguageKey } from '@fairtick/contract/languages';
import type { StaffTable } from '@fairtick/contract/staff/index';
import type { EndpointTable } from '@fairtick/contract/table';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { z } from 'zod';
import type { StaffPrincipal, UserPrincipal } from './principals.ts';

/** Who signs in to call the endpoints of an audience. */
interface Principals extends Record<Audience, unknown> {
  readonly users: UserPrincipal;
  readonly staff: StaffPrincipal;
}
export type PrincipalOf<T extends EndpointTable> = Principals[T['audience']];

/** What a handler knows of a request beside its input. A request of a user where no other principal is named. */
export interface RequestContext<P = UserPrincipal> {
  /** Always there at endpoints whose roles leave out 'visitor': http checks before the handler runs. */
  readonly principal: P | undefined;
  readonly lang: LanguageKey;
  /** The client's Idempotency-Key, or a fresh random one where it sent none. */
  readonly key: string;
  readonly address: string;
  /** The browser's name for itself, at most 256 signs; whatever a client likes to say. */
  readonly agent: string;
  /** SHA-256 of what the browser keeps as its name, beyond a sign-out; null where it sends none. Whatever a client likes to send. */
  readonly deviceHash: Uint8Array | null;
  /** On every line of the log that is about this request, and in what a client is told of a defect. */
  readonly requestId: string;
  /** Always there at endpoints whose body is 'multipart', and nowhere else. */
  readonly upload?: Upload | undefined;
}

/** A file as it was sent. Type and name are the client's words and prove nothing. */
export interface Upload {
  readonly bytes: Uint8Array;
  readonly type: string;
  readonly name: string;
}

/** The file of a request to an endpoint that takes one. */
export function uploadOf(context: Pick<RequestContext, 'upload'>): Upload {
  if (!context.upload) throw new Error('an endpoint without a file asked for one');
  return context.upload;
}

/** Endpoints that are answered from memory: at once, without a promise, unless the handler has to wait after all. */
type MemoryEndpoint = 'trade_list' | 'kline' | 'abbreviated_cache_kline';

type Answered<N extends EndpointName<T>, T extends EndpointTable> = Result<AnswerOf<N, T>, Refusal>;
type Handler<N extends EndpointName<T>, T extends EndpointTable = UsersTable> = (
  input: ParsedOf<N, T>,
  context: RequestContext<PrincipalOf<T>>,
) => Promise<Answered<N, T>> | (N extends MemoryEndpoint ? Answered<N, T> : never);
/** A handler for every endpoint of a table. */
export type HandlersOf<T extends EndpointTable> = { readonly [N in EndpointName<T>]: Handler<N, T> };
/** Handlers of some of the users' endpoints; of all where none are named. */
export type Handlers<N extends EndpointName = EndpointName> = Pick<HandlersOf<UsersTable>, N>;
/** Handlers of some of the staff's endpoints. */
export type StaffHandlers<N extends EndpointName<StaffTable>> = Pick<HandlersOf<StaffTable>, N>;

/** The user of a request that visitors can't make. */
export function userOf(context: RequestContext): UserPrincipal {
  if (!context.principal) throw new Error('a users-only call reached its handler without a session');
  return context.principal;
}

export type StaffContext = RequestContext<StaffPrincipal>;

/** The member of a request that only members can make. */
export function memberOf(context: StaffContext): StaffPrincipal {
  if (!context.principal) throw new Error("a staff's call reached its handler without a session");
  return context.principal;
}

/** A table for spreadsheets: sent as it is read, in pieces of text. */
export interface Sheet {
  readonly endpoint: Endpoint;
  /** For a user whom the endpoint admits. An error is what its input does not fulfil. Reading may throw as a handler does. */
  begin(
    fields: Readonly<Record<string, unknown>>,
    user: UserPrincipal,
    lang: LanguageKey,
  ): Result<AsyncGenerator<string>, z.core.$ZodError>;
}

export const sheet = <I extends z.ZodObject>(
  endpoint: Endpoint<I>,
  make: (input: z.output<I>, user: UserPrincipal, lang: LanguageKey) => AsyncGenerator<string>,
): Sheet => ({
  endpoint,
  begin(fields, user, lang) {
    const parsed = endpoint.input.safeParse(fields);
    return parsed.success ? ok(make(parsed.data, user, lang)) : err(parsed.error);
  },
});

/** Thrown when the database or the pipeline can't serve now; http answers 503 with the envelope. Nothing was done unless `unknown`. */
export class Unavailable extends Error {
  readonly unknown: boolean;
  constructor(what: string, unknown = false) {
    super(what);
    this.name = 'Unavailable';
    this.unknown = unknown;
  }
}
