// What a domain's routes.ts exports: one function a call of the contract. How it travels (HTTP, envelope, limits) is not its business.

import type { Refusal } from '@fairtick/contract/errors';
import type { AnswerOf, EndpointName, ParsedOf } from '@fairtick/contract/http/index';
import type { LanguageKey } from '@fairtick/contract/languages';
import type { Realm } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import type { Result } from '@fairtick/kernel/result';

/** Who calls. The realm decides demo or real: a user belongs to one for ever. */
export interface Actor {
  readonly userId: Id;
  readonly realm: Realm;
  /** SHA-256 of the token in use. */
  readonly tokenHash: Uint8Array;
}

export interface RequestContext {
  /** Always there on calls whose roles leave out 'visitor': http checks before the handler runs. */
  readonly actor: Actor | undefined;
  readonly lang: LanguageKey;
  /** The client's Idempotency-Key, or a fresh random one where it sent none. */
  readonly key: string;
  readonly address: string;
}

/** Calls that are answered from memory: at once, without a promise, unless the handler has to wait after all. */
type MemoryEndpoint = 'trade_list' | 'kline' | 'abbreviated_cache_kline';

type Answered<N extends EndpointName> = Result<AnswerOf<N>, Refusal>;
export type Handler<N extends EndpointName> = (
  input: ParsedOf<N>,
  context: RequestContext,
) => Promise<Answered<N>> | (N extends MemoryEndpoint ? Answered<N> : never);
export type Handlers<N extends EndpointName = EndpointName> = { readonly [K in N]: Handler<K> };

/** The actor of a call that visitors can't make. */
export function actorOf(context: RequestContext): Actor {
  if (!context.actor) throw new Error('a users-only call reached its handler without a session');
  return context.actor;
}

/** Thrown when the database or the pipeline can't serve now; http answers 503 with the envelope. Nothing was done unless `unknown`. */
export class Unavailable extends Error {
  readonly unknown: boolean;
  constructor(what: string, unknown = false) {
    super(what);
    this.name = 'Unavailable';
    this.unknown = unknown;
  }
}
