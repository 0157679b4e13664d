// The SQL of step-ups: until when one holds, of one session alone.

import type { Queries } from '../../../platform/database/pools.ts';
import type { Elevation } from '../../../platform/principals.ts';
import { FACTORS_OF_USER, type SetFactor } from './factor-table.ts';
import { type StepUpMethod, stepUpMethods } from './rules.ts';

/** Until when the last step-up of a session holds, and by what its user can make one. */
export interface SessionElevation extends Elevation {
  readonly methods: readonly StepUpMethod[];
  readonly factors: readonly SetFactor[];
  /** That are open. */
  readonly recoveryCodes: number;
}

interface ElevationRow {
  readonly elevated_until: bigint;
  readonly factors: readonly SetFactor[];
  readonly recovery_codes: number;
}

function elevationOf(row: ElevationRow | undefined): SessionElevation | undefined {
  if (!row) return undefined;
  const { elevated_until: until, factors, recovery_codes: recoveryCodes } = row;
  return { untilMs: Number(until), methods: stepUpMethods(factors, recoveryCodes), factors, recoveryCodes };
}

const ELEVATION = `SELECT s.elevated_until, ${FACTORS_OF_USER} AS factors,
    (SELECT count(*)::int FROM recovery_codes r WHERE r.user_id = s.user_id AND r.used_time IS NULL AND r.ended_time IS NULL) AS recovery_codes
  FROM sessions s WHERE s.token_hash = $1 AND s.revoked_time IS NULL`;

/** Of a session that has not ended. */
export async function readElevation(db: Queries, tokenHash: Uint8Array): Promise<SessionElevation | undefined> {
  const { rows } = await db.query<ElevationRow>({
    name: 'accounts_elevation',
    text: ELEVATION,
    values: [tokenHash],
  });
  return elevationOf(rows[0]);
}

/** The same, and the session neither ends nor is elevated by somebody else before the transaction ends. */
export async function holdElevation(tx: Queries, tokenHash: Uint8Array): Promise<SessionElevation | undefined> {
  const { rows } = await tx.query<ElevationRow>({
    name: 'accounts_elevation_hold',
    text: `${ELEVATION} FOR NO KEY UPDATE OF s`,
    values: [tokenHash],
  });
  return elevationOf(rows[0]);
}

/** False where the session has ended. */
export async function elevate(tx: Queries, tokenHash: Uint8Array, untilMs: number): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'accounts_elevate',
    text: 'UPDATE sessions SET elevated_until = $2 WHERE token_hash = $1 AND revoked_time IS NULL',
    values: [tokenHash, untilMs],
  });
  return rowCount === 1;
}
