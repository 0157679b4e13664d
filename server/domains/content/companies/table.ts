// The SQL of the companies.

import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../../platform/database/pools.ts';
import type { Company } from './rules.ts';

/** Moves whenever a company changes. */
export async function readCompaniesHead(db: Queries): Promise<bigint> {
  const { rows } = await db.query<{ version: bigint }>({
    name: 'companies_head',
    text: 'SELECT version FROM companies_head',
    values: [],
  });
  return rows[0]?.version ?? 0n;
}

const COLUMNS = `c.id, c.name, c.logo, c.url, c.subject, c.registered_address AS "registeredAddress", c.location, c.email,
  c.complaint_email AS "complaintEmail", c.is_main AS "isMain"`;

/** Those of the directory, by name. */
export async function readListed(db: Queries): Promise<readonly Company[]> {
  const { rows } = await db.query<Company>({
    name: 'companies_listed',
    text: `SELECT ${COLUMNS} FROM companies c WHERE c.listed ORDER BY lower(c.name), c.id`,
    values: [],
  });
  return rows;
}

export interface WrittenCompany extends Company {
  readonly listed: boolean;
  readonly editor: string;
  readonly changedTime: bigint;
}

export async function listCompanies(
  db: Queries,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly companies: readonly WrittenCompany[]; readonly total: number }> {
  const { rows } = await db.query<WrittenCompany>({
    name: 'companies_written',
    text: `SELECT ${COLUMNS}, c.listed, s.name AS editor, c.changed_time AS "changedTime" FROM companies c JOIN staff s ON s.id = c.staff_id
           ORDER BY lower(c.name), c.id LIMIT $1 OFFSET $2`,
    values: [limit, offset],
  });
  const { rows: counted } = await db.query<{ total: number }>({
    name: 'companies_count',
    text: 'SELECT count(*)::int AS total FROM companies',
    values: [],
  });
  return { companies: rows, total: counted[0]?.total ?? 0 };
}

export type CompanyDraft = Omit<Company, 'id'> & { readonly listed: boolean; readonly staffId: Id };

const valuesOf = (one: CompanyDraft): unknown[] => [
  ...[one.name, one.logo, one.url, one.subject, one.registeredAddress, one.location],
  ...[one.email, one.complaintEmail, one.isMain, one.listed, one.staffId],
];

/** The main one is one: it is none any more, before another is. */
export async function leaveMain(tx: Queries, but: Id | undefined): Promise<void> {
  await tx.query({
    name: 'companies_leave_main',
    text: 'UPDATE companies SET is_main = false WHERE is_main AND id IS DISTINCT FROM $1',
    values: [but ?? null],
  });
}

export async function insertCompany(tx: Queries, one: CompanyDraft): Promise<Id> {
  const { rows } = await tx.query<{ id: Id }>({
    name: 'companies_insert',
    text: `INSERT INTO companies (name, logo, url, subject, registered_address, location, email, complaint_email, is_main, listed, staff_id)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id`,
    values: valuesOf(one),
  });
  const [row] = rows;
  if (!row) throw new Error('an inserted company has an id');
  return row.id;
}

/** False where there is none. */
export async function updateCompany(tx: Queries, id: Id, one: CompanyDraft): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'companies_update',
    text: `UPDATE companies SET (name, logo, url, subject, registered_address, location, email, complaint_email, is_main, listed, staff_id, changed_time) =
           ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, database_ms()) WHERE id = $12`,
    values: [...valuesOf(one), id],
  });
  return rowCount === 1;
}
