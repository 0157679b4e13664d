// Connections to PostgreSQL: the owner's for migrations, the app's own restricted role for everything else. int8 is read as bigint and
// numeric as its text, per connection, so nothing that counts money passes through a float.

import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { err, ok, type Result } from '@fairtick/kernel/result';
import pg from 'pg';
import { GatheringSocket } from './gathering-socket.ts';

declare module 'pg' {
  interface ClientBase {
    readonly connection: pg.Connection;
  }
}

export type { Pool, PoolClient } from 'pg';
/** What a statement is sent by: a pool, or the connection of a transaction. */
export type Queries = Pick<pg.PoolClient, 'query'>;

const appRole = 'fairtick_app';

const connectLimitMs = 2_000;
const statementLimitMs = 2_500;
/** Longer than the server's own limit: it only speaks when the server is frozen or the network is cut. */
const answerLimitMs = 2_800;
const idleInTransactionLimitMs = 5_000;
const roleAttempts = 8;
/** Of a statement within a snapshot: sums over millions of rows. */
const snapshotLimitMs = 60_000;

const int8Oid = 20;
const int8ArrayOid = 1016;
const numericArrayOid = 1231;
const textArrayOid = 1009;

type Parser = (text: string) => unknown;
const plainParser = (oid: number): Parser => pg.types.getTypeParser(oid, 'text');
const textArray = plainParser(textArrayOid);
const bigintArray: Parser = (text) => {
  const parts: unknown = textArray(text);
  return Array.isArray(parts)
    ? parts.map((part: unknown) => (typeof part === 'string' ? BigInt(part) : null))
    : undefined;
};

function parserFor(oid: number, format?: 'text' | 'binary'): Parser {
  if (format === 'binary') return pg.types.getTypeParser(oid, 'binary');
  if (oid === int8Oid) return BigInt;
  if (oid === int8ArrayOid) return bigintArray;
  if (oid === numericArrayOid) return textArray;
  return plainParser(oid);
}

/** Handed to every connection: int8 → bigint, numeric → string, arrays alike; anything else as pg reads it. */
const exactTypes: pg.CustomTypesConfig = { getTypeParser: parserFor };

/** The app role's password: derived, so that every server of one database knows it and nobody has to keep it. */
export function appPassword(ownerUrl: string): string {
  const secret = decodeURIComponent(new URL(ownerUrl).password) || ownerUrl;
  return createHash('sha256').update(`${appRole}|${secret}`).digest('hex');
}

/** The same database as `ownerUrl`, as the app's role. Holds a password: never log it. */
function appUrl(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.username = appRole;
  url.password = appPassword(ownerUrl);
  return url.href;
}

export interface PoolOptions {
  /** Most connections at once; default 10. */
  readonly max?: number;
  /** How many times as long as usual a connection, a statement and an idle transaction may take; default 1. */
  readonly slack?: number;
  readonly applicationName?: string;
  /** An idle connection broke; the pool replaces it by itself. */
  readonly onError?: (error: Error) => void;
}

const appLimits = (slack = 1) => ({
  statement_timeout: slack * statementLimitMs,
  query_timeout: slack * answerLimitMs,
  idle_in_transaction_session_timeout: slack * idleInTransactionLimitMs,
  pipeline: true,
  stream: () => new GatheringSocket(),
});

/**
 * For everything the app does. A statement ends with an error after 2.5 s, a connection attempt after 2 s. Statements given without waiting are
 * sent without waiting: to have an answer before the next one is sent, await it.
 */
export function createAppPool(ownerUrl: string, options: PoolOptions = {}): pg.Pool {
  return createPool(appUrl(ownerUrl), options, appLimits(options.slack));
}

/**
 * Statements that do not need each other's answers, sent on one connection in one trip: for all that `ask` sends before it waits. Each is a transaction
 * of its own.
 */
export async function together<T>(pool: pg.Pool, ask: (one: Queries) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failed = true;
  try {
    const answers = await ask(client);
    failed = false;
    return answers;
  } finally {
    // Where one failed, others may be on their way yet.
    client.release(failed);
  }
}

/** A single connection with the same rights and limits, not connected yet. */
export function createAppClient(ownerUrl: string): pg.Client {
  return new pg.Client({
    connectionString: appUrl(ownerUrl),
    types: exactTypes,
    application_name: 'fairtick reads',
    connectionTimeoutMillis: connectLimitMs,
    keepAlive: true,
    ...appLimits(),
  });
}

/** A single connection with the same rights for a long read, not connected yet. It waits for no lock, and ends where nobody asks it anything. */
export function createSnapshotClient(ownerUrl: string): pg.Client {
  return new pg.Client({
    connectionString: appUrl(ownerUrl),
    types: exactTypes,
    application_name: 'fairtick snapshot',
    connectionTimeoutMillis: connectLimitMs,
    keepAlive: true,
    statement_timeout: snapshotLimitMs,
    query_timeout: snapshotLimitMs + connectLimitMs,
    lock_timeout: connectLimitMs,
    idle_in_transaction_session_timeout: snapshotLimitMs,
  });
}

/** For tools and tests that must look behind the app role's walls; no time limit on statements. */
export function createOwnerPool(ownerUrl: string, options: PoolOptions = {}): pg.Pool {
  return createPool(ownerUrl, { max: 2, ...options }, {});
}

function createPool(url: string, options: PoolOptions, limits: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    types: exactTypes,
    max: options.max ?? 10,
    application_name: options.applicationName ?? 'fairtick',
    connectionTimeoutMillis: (options.slack ?? 1) * connectLimitMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    ...limits,
  });
  pool.on('error', (error) => options.onError?.(error));
  // A borrowed connection that breaks between two queries tells its borrower alone, and unheard that would end the process. Whoever
  // borrowed it finds out at its next query, and the pool takes no broken one back.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    giveReasons(client);
  });
  return pool;
}

/** SQLSTATE of a statement that was not looked at, because one before it in its transaction failed. */
export const FAILED_BEFORE = '25P02';

/**
 * Of statements that were sent together one fails and all behind it are refused for that: each of those gets the first one's error as its cause, since
 * whoever sent them may hear of any of them first.
 */
function giveReasons({ connection }: pg.PoolClient): void {
  let reason: Error | undefined;
  connection.prependListener('errorMessage', (error: Error) => {
    if (codeOf(error) !== FAILED_BEFORE) reason = error;
    else error.cause ??= reason;
  });
  connection.on('readyForQuery', ({ status }: { status: string }) => {
    if (status !== 'E') reason = undefined;
  });
}

/** A single connected client as the owner; the caller ends it. Throws what pg throws when the database is away. `slack` as of a pool. */
export async function connectOwner(ownerUrl: string, slack = 1): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    types: exactTypes,
    application_name: 'fairtick owner',
    connectionTimeoutMillis: slack * connectLimitMs,
  });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/**
 * Leaves a role that can log in with the derived password. Roles belong to the whole cluster, so other servers may be at the same work:
 * logging in comes first, and a lost race is tried again.
 */
export async function ensureAppRole(ownerUrl: string): Promise<Result<undefined, string>> {
  let reason = await loginRefusal(ownerUrl);
  if (reason === undefined) return ok(undefined);
  const owner = await connectOwner(ownerUrl);
  try {
    for (let attempt = 0; attempt < roleAttempts; attempt += 1) {
      await writeRole(owner, appPassword(ownerUrl));
      reason = await loginRefusal(ownerUrl);
      if (reason === undefined) return ok(undefined);
      await delay(20 * (attempt + 1));
    }
  } catch (error) {
    reason = error instanceof Error ? error.message : String(error);
  } finally {
    await owner.end();
  }
  return err(`The database role ${appRole} cannot be made or used: ${reason}`);
}

async function loginRefusal(ownerUrl: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: appUrl(ownerUrl), connectionTimeoutMillis: connectLimitMs });
  client.on('error', () => {});
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await client.end().catch(() => {});
  }
}

const duplicateRole = '42710';
const duplicateRow = '23505';
/** "tuple concurrently updated": another server writes the same row of the role table. */
const concurrentUpdate = 'XX000';

async function writeRole(owner: pg.Client, password: string): Promise<void> {
  const attributes = `LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD '${password}'`;
  try {
    await owner.query(`CREATE ROLE ${appRole} ${attributes}`);
  } catch (error) {
    const code = codeOf(error);
    if (code !== duplicateRole && code !== duplicateRow) throw error;
    try {
      await owner.query(`ALTER ROLE ${appRole} ${attributes}`);
    } catch (again) {
      if (codeOf(again) !== concurrentUpdate) throw again;
    }
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
