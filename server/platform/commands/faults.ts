// What an error from the database means for a batch: try again, give up until it is back, or a defect of ours.

import { FAILED_BEFORE } from '../database/pools.ts';
import { Unavailable } from '../endpoints.ts';
import { OwnersChanged } from './expansion.ts';

export type Fault =
  /** Serialisation failure, deadlock, or a key that another server wrote meanwhile: the same batch again decides right. */
  | { readonly kind: 'conflict'; readonly unknown: false }
  /** Connection or server trouble. `unknown`: a commit may or may not have happened. */
  | { readonly kind: 'database'; readonly unknown: boolean }
  | { readonly kind: 'defect'; readonly unknown: false };

const CONFLICTS = new Set(['40001', '40P01']);
/** What two batches of different owners can both write: run again, the rule sees the other's. */
const TAKEN: Readonly<Record<string, ReadonlySet<string>>> = {
  '23505': new Set(['command_keys_pkey', 'payment_reference', 'one_receipt', 'one_sending_back_per_payment']),
  '23514': new Set(['receipt_final']),
};

interface DatabaseError {
  code?: unknown;
  constraint?: unknown;
  message?: unknown;
  cause?: unknown;
}

/** Whether the database itself answered with an error: then the transaction it was in is over, and nothing of it happened. */
export const isSqlState = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  typeof error.code === 'string' &&
  // Node's own codes of five letters have no digit.
  /^(?=.*\d)[0-9A-Z]{5}$/.test(error.code);

/** Whether the database gave up a statement that took too long: nothing of its transaction happened, and others may well be served. */
export function wasCancelled(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, cause }: DatabaseError = error;
  return code === '57014' || (code === FAILED_BEFORE && wasCancelled(cause));
}

export function faultOf(error: unknown): Fault {
  if (error instanceof Unavailable) return { kind: 'database', unknown: error.unknown };
  if (error instanceof OwnersChanged) return { kind: 'conflict', unknown: false };
  if (typeof error !== 'object' || error === null) return { kind: 'defect', unknown: false };
  const { code, constraint, message, cause }: DatabaseError = error;
  // What stood behind a statement that failed means what that one does.
  if (code === FAILED_BEFORE && cause !== undefined) return faultOf(cause);
  if (typeof code !== 'string') {
    const said = typeof message === 'string' ? message : '';
    // pg's own words where it gives no code: time-outs of pool and query, ended connections.
    const lost = /timeout|terminated|connection|not queryable|socket|closed/i.test(said);
    return lost ? { kind: 'database', unknown: false } : { kind: 'defect', unknown: false };
  }
  if (CONFLICTS.has(code) || (typeof constraint === 'string' && TAKEN[code]?.has(constraint)))
    return { kind: 'conflict', unknown: false };
  // 08 connection, 53 resources, 57 operator's intervention and cancelled statements, 58 system, 25006 read-only, 25P03 idle too long within
  // a transaction, 25P04 too long a transaction; E… are Node's.
  if (/^(08|53|57|58)/.test(code) || /^25(006|P03|P04)$/.test(code) || /^E[A-Z]+/.test(code))
    return { kind: 'database', unknown: false };
  return { kind: 'defect', unknown: false };
}
