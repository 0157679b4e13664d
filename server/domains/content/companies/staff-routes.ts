// How the editors write companies: one record write each, with its act, which says all that the company says from then on.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { ParsedOf } from '@fairtick/contract/http/index';
import { PAGE_SIZE } from '@fairtick/contract/page-size';
import type { companyStaffEndpoints, StaffCompany } from '@fairtick/contract/staff/companies';
import type { StaffTable } from '@fairtick/contract/staff/index';
import { type Id, parseId } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { typedLine } from '@fairtick/kernel/typed-line';
import { insertActs } from '../../../platform/acts/table.ts';
import { keyOf } from '../../../platform/commands/key.ts';
import type { Pool, PoolClient } from '../../../platform/database/pools.ts';
import { runAll } from '../../../platform/database/statement.ts';
import { memberOf, type StaffContext, type StaffHandlers } from '../../../platform/endpoints.ts';
import { actorOfPrincipal } from '../../../platform/principals.ts';
import type { Records } from '../../../platform/records/records.ts';
import { knownPictures } from '../staff-table.ts';
import {
  type CompanyDraft,
  insertCompany,
  leaveMain,
  listCompanies,
  updateCompany,
  type WrittenCompany,
} from './table.ts';

export interface CompanyStaffOptions {
  readonly db: Pool;
  readonly records: Records;
  /** First in a transaction: why the member may not make the write now; they are held until it ends. */
  readonly refusedNow: (
    tx: PoolClient,
    writer: { readonly staffId: Id; readonly endpoint: 'company_write'; readonly users: readonly Id[] },
  ) => Promise<Refusal | undefined>;
}

type Written = ParsedOf<'company_write', StaffTable>;

export function companyStaffRoutes(options: CompanyStaffOptions): StaffHandlers<keyof typeof companyStaffEndpoints> {
  return {
    companies: async ({ page }) => {
      const asked = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
      const { companies, total } = await listCompanies(options.db, asked);
      return ok({ data: companies.map(view), total });
    },
    company_write: (input, context) => write(options, input, context),
  };
}

async function write(
  { records, refusedNow }: CompanyStaffOptions,
  input: Written,
  context: StaffContext,
): Promise<Result<{ id: string }, Refusal>> {
  const { staffId } = memberOf(context);
  const draft = draftOf(input, staffId);
  if (draft.name === '') return err(refuse('INPUT_INVALID', { field: 'name' }));
  // Whose contact everybody is shown is in the directory.
  if (draft.isMain && !draft.listed) return err(refuse('INPUT_INVALID', { field: 'listed' }));
  const outcome = await records.write({
    key: keyOf(staffId, context.key, 'company_write', input),
    act: async (tx) => {
      const refused = await refusedNow(tx, { staffId, endpoint: 'company_write', users: [] });
      if (refused) return err(refused);
      if (draft.logo !== null && !(await knownPictures(tx, [draft.logo])).has(draft.logo))
        return err(refuse('INPUT_INVALID', { field: 'logo' }));
      const id = await keep(tx, input.id === undefined ? undefined : (parseId(input.id) ?? 0n), draft);
      if (id === undefined) return err(refuse('ITEM_UNKNOWN'));
      const { staffId: _, ...contents } = draft;
      const actor = actorOfPrincipal(memberOf(context));
      await runAll(
        tx,
        insertActs([{ kind: 'company_written', actor, subject: { kind: 'company', id: String(id) }, contents }]),
      );
      return ok({ id: String(id) });
    },
  });
  return outcome.ok ? ok({ id: String(outcome.value.id) }) : outcome;
}

/** Undefined where there is none of that id. */
async function keep(tx: PoolClient, id: Id | undefined, draft: CompanyDraft): Promise<Id | undefined> {
  if (draft.isMain) await leaveMain(tx, id);
  if (id === undefined) return insertCompany(tx, draft);
  return (await updateCompany(tx, id, draft)) ? id : undefined;
}

const draftOf = (input: Written, staffId: Id): CompanyDraft => ({
  name: typedLine(input.name),
  logo: input.logo ?? null,
  url: input.url,
  subject: typedLine(input.subject),
  registeredAddress: typedLine(input.registered_address),
  location: typedLine(input.location),
  email: input.email,
  complaintEmail: input.complaint_email,
  isMain: input.main,
  listed: input.listed,
  staffId,
});

const view = ({ isMain, changedTime, ...company }: WrittenCompany): StaffCompany => ({
  ...company,
  id: String(company.id),
  main: isMain,
  changedTime: Number(changedTime),
});
