// The rows of a commit, part by part, for code that passes them on without knowing the parts.

import type { CommittedRow } from './batch-part.ts';
import type { CommittedBase } from './books.ts';

const isRows = (name: string, value: unknown): value is readonly CommittedRow[] =>
  Array.isArray(value) && name !== 'notices';

/** The rows of each part, by its name. */
export const rowsByPart = (committed: CommittedBase): (readonly [string, readonly CommittedRow[]])[] =>
  Object.entries(committed).flatMap(([name, value]: [string, unknown]) => (isRows(name, value) ? [[name, value]] : []));

/** Whether the commit has neither rows nor notices. */
export const isEmpty = (committed: CommittedBase): boolean =>
  committed.notices.length === 0 && rowsByPart(committed).every(([, rows]) => rows.length === 0);

/** The same without the rows that are not kept. */
export function filterRows<C extends CommittedBase>(committed: C, keep: (row: CommittedRow) => boolean): C {
  const kept = rowsByPart(committed).map(([name, rows]) => [name, rows.filter(keep)] as const);
  return { ...committed, ...Object.fromEntries(kept) };
}
