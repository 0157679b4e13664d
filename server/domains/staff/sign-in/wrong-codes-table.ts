// The SQL of wrong codes of members of the staff.

import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../../platform/database/pools.ts';
import type { WrongCodes } from '../rules.ts';

/** What is counted against the member's codes, or nobody's, held until the transaction ends. */
export async function holdWrongCodes(tx: Queries, staffId: Id): Promise<WrongCodes> {
  const { rows } = await tx.query<Record<'forgotten' | 'locked_until' | 'untold_until' | 'told_time', bigint>>({
    name: 'staff_wrong_codes_hold',
    text: `INSERT INTO staff_code_failures AS f (staff_id, forgotten, locked_until, untold_until, told_time) VALUES ($1, 0, 0, 0, 0)
           ON CONFLICT (staff_id) DO UPDATE SET forgotten = f.forgotten RETURNING forgotten, locked_until, untold_until, told_time`,
    values: [staffId],
  });
  const [row] = rows;
  if (!row) throw new Error('a row of wrong codes is inserted or updated');
  return {
    forgotten: Number(row.forgotten),
    lockedUntil: Number(row.locked_until),
    untoldUntil: Number(row.untold_until),
    toldTime: Number(row.told_time),
  };
}

export async function writeWrongCodes(tx: Queries, staffId: Id, codes: WrongCodes): Promise<void> {
  await tx.query({
    name: 'staff_wrong_codes_write',
    text: 'UPDATE staff_code_failures SET forgotten = $2, locked_until = $3, untold_until = $4, told_time = $5 WHERE staff_id = $1',
    values: [staffId, codes.forgotten, codes.lockedUntil, codes.untoldUntil, codes.toldTime],
  });
}
