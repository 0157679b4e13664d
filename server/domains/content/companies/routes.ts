// The directory of companies for users, from memory.

import { pictureAddress } from '@fairtick/contract/content-kinds';
import type { companyEndpoints } from '@fairtick/contract/http/companies';
import type { AnswerOf } from '@fairtick/contract/http/index';
import { PAGE_SIZE } from '@fairtick/contract/page-size';
import type { Clock } from '@fairtick/kernel/clock';
import { parseId } from '@fairtick/kernel/ids';
import { ok } from '@fairtick/kernel/result';
import type { Pool } from '../../../platform/database/pools.ts';
import type { Handlers } from '../../../platform/endpoints.ts';
import { Remembered } from '../remembered.ts';
import { type Company, foundByName, mainOf, reachedAt } from './rules.ts';
import { readCompaniesHead, readListed } from './table.ts';

export interface CompanyRouteOptions {
  readonly db: Pool;
  readonly clock: Clock;
  /** Whether this edition shows the directory. */
  readonly isMainEdition: () => boolean;
}

export function companyRoutes({
  db,
  clock,
  isMainEdition,
}: CompanyRouteOptions): Handlers<keyof typeof companyEndpoints> {
  const directory = new Remembered({ db, clock, readHead: readCompaniesHead, read: readListed });
  return {
    getCompany: async ({ name, page }) => {
      const found = foundByName(await directory.now(), name);
      const data = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map(companyView);
      return ok({ data, total: found.length });
    },
    getCompanyStatus: async () => {
      const main = mainOf(await directory.now());
      return ok({ is_main: isMainEdition() ? 1 : 0, company: main ? String(main.id) : null });
    },
    company_email: async ({ company_id }) => {
      const reached = reachedAt(await directory.now(), company_id === undefined ? undefined : parseId(company_id));
      return ok(contactView(reached));
    },
  };
}

const companyView = (company: Company): AnswerOf<'getCompany'>['data'][number] => ({
  id: String(company.id),
  name: company.name,
  logo: company.logo === null ? '' : pictureAddress(company.logo),
  url: company.url,
  subject: company.subject,
  registered_address: company.registeredAddress,
  location: company.location,
  email: company.email,
});

/** Without an office, where it is registered. */
const contactView = (company: Company | undefined): AnswerOf<'company_email'> => ({
  name: company?.name ?? '',
  email: company?.email ?? '',
  complaint_email: company?.complaintEmail ?? '',
  website: company?.url ?? '',
  address: company?.location || company?.registeredAddress || '',
});
