// Tokens: 256 random bits, stored hashed, found without asking the database each time, and worthless within seconds once revoked anywhere.

import type { Refusal } from '@fairtick/contract/errors';
import { toHex } from '@fairtick/kernel/bytes';
import type { CancelTimer, Clock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import type { Entropy } from '@fairtick/kernel/random';
import type { Result } from '@fairtick/kernel/result';
import type { Answer, Key, Outcome } from '../../platform/commands/command.ts';
import type { PoolClient, Queries } from '../../platform/database/pools.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Elevation, UserPrincipal } from '../../platform/principals.ts';
import type { Records } from '../../platform/records/records.ts';
import { hashToken, isToken, newToken } from '../../platform/sign-in/token.ts';
import type { SessionFactor, SessionPlace } from './columns.ts';
import { readElevation } from './factors/elevation-table.ts';
import { SESSION_IDLE_MS } from './rules.ts';
import { findSession, insertSession, readRevocations, touchSessions } from './table.ts';

/** What this server remembers is good as long as it has asked for revocations this recently. */
const TRUST_MS = 4_000;
const ASK_EVERY_MS = 1_500;
/** A revocation may become visible later than its time says; looking back covers it. */
const LOOK_BACK_MS = 10_000n;
const TOUCH_EVERY_MS = 60_000;
const MAX_TOUCHES = 5_000;
const MAX_REMEMBERED = 50_000;
const MAX_UNKNOWN = 10_000;
const UNKNOWN_MS = 10_000;

export interface SessionsOptions {
  readonly db: Queries;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly logger: Logger;
}

export type RevokedListener = (tokenHash: Uint8Array) => void;

interface Remembered {
  readonly user: UserPrincipal;
  readonly hex: string;
  /** Wall time of the last use that the database knows. */
  writtenMs: number;
}

/** By what, and where, a session was opened. */
export interface OpenedBy extends SessionPlace {
  readonly factor: SessionFactor;
}

/** Of a demo account, which nobody signs in to a second time. */
const NOWHERE: OpenedBy = { factor: 'demo', agent: '', addressShown: '', deviceHash: null };

export class Sessions {
  readonly #options: SessionsOptions;
  /** By token, least recently used first. Only in memory: a token is nowhere written. */
  readonly #remembered = new Map<string, Remembered>();
  readonly #tokens = new Map<string, string>();
  /** Tokens that nobody has, until when they need not be looked up again. */
  readonly #unknown = new Map<string, number>();
  readonly #asking = new Map<string, Promise<UserPrincipal | undefined>>();
  readonly #touched = new Map<string, Uint8Array>();
  readonly #listeners = new Set<RevokedListener>();
  #trustedUntilMs = Number.NEGATIVE_INFINITY;
  #since: bigint | null = null;
  #looking: Promise<void> | undefined;
  #cancel: CancelTimer | undefined;
  #failing = false;

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  /** Begins to ask for revocations; without it every find asks the database. */
  async start(): Promise<void> {
    this.#cancel ??= this.#options.clock.every(ASK_EVERY_MS, () => void this.#look());
    await this.#look();
  }

  async stop(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
    await this.#looking;
    this.#trustedUntilMs = Number.NEGATIVE_INFINITY;
  }

  /** A fresh token for the user. The token is told only here. */
  async create(userId: Id, how: OpenedBy = NOWHERE): Promise<string> {
    const token = newToken(this.#options.entropy);
    await this.open(token, userId, how, this.#options.db);
    return token;
  }

  /** A session with this token, of 256 bits that nobody can guess. */
  open(token: string, userId: Id, how: OpenedBy, db: Queries): Promise<void> {
    return insertSession(db, { ...how, tokenHash: hashToken(token), userId, createdTime: this.#options.clock.now() });
  }

  /** The user of a token used here a moment ago; undefined means only that the database must be asked. */
  known(token: string): UserPrincipal | undefined {
    const remembered = this.#remembered.get(token);
    if (!remembered || this.#options.clock.monotonic() > this.#trustedUntilMs) return undefined;
    // What was not used for so long is dead for the database: it must be asked.
    if (this.#options.clock.now() - remembered.writtenMs >= SESSION_IDLE_MS) return undefined;
    this.#remembered.delete(token);
    this.#remembered.set(token, remembered);
    this.#use(remembered);
    return remembered.user;
  }

  /** The user of a token; undefined where it is unknown, revoked or was not used for 30 days. Throws when the database is away. */
  find(token: string): Promise<UserPrincipal | undefined> {
    const known = this.known(token);
    if (known) return Promise.resolve(known);
    if (!isToken(token) || (this.#unknown.get(token) ?? 0) > this.#options.clock.monotonic()) {
      return Promise.resolve(undefined);
    }
    const asked = this.#asking.get(token);
    if (asked) return asked;
    const asking = this.#ask(token).finally(() => this.#asking.delete(token));
    this.#asking.set(token, asking);
    return asking;
  }

  /** Asked of the database each time: what was taken from the session elsewhere counts at once. Without a factor a code to the account is the way. */
  async elevation({ tokenHash }: UserPrincipal): Promise<Elevation> {
    return (await readElevation(this.#options.db, tokenHash)) ?? { untilMs: 0, methods: [] };
  }

  /** To be told when the commit that revoked a session is done: it ends here at once, and on other servers within seconds. */
  revoked(tokenHash: Uint8Array): void {
    this.#forget(tokenHash);
    this.#tell(tokenHash);
  }

  /** A write that ends sessions: those that `end` is given are over here once it is committed, and on other servers within seconds. */
  async endWithin(
    records: Records,
    key: Key,
    act: (tx: PoolClient, end: (tokenHashes: readonly Uint8Array[]) => void) => Promise<Result<Answer, Refusal>>,
  ): Promise<Outcome> {
    let ended: readonly Uint8Array[] = [];
    const end = (tokenHashes: readonly Uint8Array[]): void => {
      ended = tokenHashes;
    };
    const outcome = await records.write({ key, act: (tx) => act(tx, end) });
    if (outcome.ok) for (const tokenHash of ended) this.revoked(tokenHash);
    return outcome;
  }

  /** Told of each session that is revoked, by whichever server; of one session several times. */
  onRevoked(listener: RevokedListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #ask(token: string): Promise<UserPrincipal | undefined> {
    const { clock, db } = this.#options;
    const tokenHash = hashToken(token);
    const hex = toHex(tokenHash);
    const row = await findSession(db, tokenHash, clock.now() - SESSION_IDLE_MS);
    if (!row) {
      this.#unknown.set(token, clock.monotonic() + UNKNOWN_MS);
      dropOldest(this.#unknown, MAX_UNKNOWN);
      return undefined;
    }
    const user: UserPrincipal = Object.freeze({ kind: 'user', userId: row.user_id, realm: row.realm, tokenHash });
    const remembered = { user, hex, writtenMs: Number(row.last_used_time) };
    this.#remembered.set(token, remembered);
    this.#tokens.set(hex, token);
    const dropped = dropOldest(this.#remembered, MAX_REMEMBERED);
    if (dropped) this.#tokens.delete(dropped.hex);
    this.#use(remembered);
    return user;
  }

  #use(remembered: Remembered): void {
    const now = this.#options.clock.now();
    if (now - remembered.writtenMs < TOUCH_EVERY_MS || this.#touched.size >= MAX_TOUCHES) return;
    remembered.writtenMs = now;
    this.#touched.set(remembered.hex, remembered.user.tokenHash);
  }

  #forget(tokenHash: Uint8Array): void {
    const hex = toHex(tokenHash);
    const token = this.#tokens.get(hex);
    this.#tokens.delete(hex);
    if (token !== undefined) this.#remembered.delete(token);
  }

  #tell(tokenHash: Uint8Array): void {
    for (const listener of this.#listeners) listener(tokenHash);
  }

  #look(): Promise<void> {
    this.#looking ??= this.#lookOnce().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #lookOnce(): Promise<void> {
    const { clock, db, logger } = this.#options;
    const asked = clock.monotonic();
    try {
      const revocations = await readRevocations(db, { sinceMs: this.#since, lookBackMs: LOOK_BACK_MS });
      this.#since = revocations.now - LOOK_BACK_MS;
      // Again as long as they are recent: a lookup or a login that was under way may have come after the first time.
      for (const tokenHash of revocations.hashes) {
        this.#forget(tokenHash);
        this.#tell(tokenHash);
      }
      this.#trustedUntilMs = asked + TRUST_MS;
      await this.#writeTouches();
      this.#failing = false;
    } catch (error) {
      // Until it works again every find asks the database itself.
      if (!this.#failing) logger.warn({ err: error }, 'revoked sessions cannot be read');
      this.#failing = true;
    }
  }

  async #writeTouches(): Promise<void> {
    if (this.#touched.size === 0) return;
    const hashes = [...this.#touched.values()];
    this.#touched.clear();
    await touchSessions(this.#options.db, hashes, this.#options.clock.now());
  }
}

function dropOldest<V>(map: Map<string, V>, most: number): V | undefined {
  if (map.size <= most) return undefined;
  for (const [key, value] of map) {
    map.delete(key);
    return value;
  }
  return undefined;
}
