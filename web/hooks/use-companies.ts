// The directory of companies, and the contact that the user sees.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { PAGE_SIZE } from '@fairtick/contract/page-size';
import { call } from '../stores/api.ts';
import { chosenCompany } from '../stores/company.ts';
import { QUERY } from '../transport/query.ts';
import { useAnswer } from './use-answer.ts';
import { nextPage, type Records, useRecords } from './use-records.ts';

export type Company = AnswerOf<'getCompany'>['data'][number];

const idOf = ({ id }: Company): string => id;

export const useCompanies = (name: string): Records<Company> =>
  useRecords(
    [QUERY.companies, 'list', name],
    idOf,
    async (cursor, signal) => {
      const page = cursor === '' ? 1 : Number(cursor);
      const { data, total } = await call('getCompany', { name, page }, { quiet: true, signal });
      return { items: data, next: nextPage(page, data.length, PAGE_SIZE, total) };
    },
    'everybody',
  );

/** Whether this edition shows the directory; undefined until that is known. Where it can't be known, it doesn't. */
export function useIsMain(): boolean | undefined {
  const { data, state } = useAnswer(QUERY.companies, 'getCompanyStatus', {});
  return state === 'pending' ? undefined : data?.is_main === 1;
}

export function useContact() {
  const chosen = chosenCompany();
  return useAnswer(QUERY.companies, 'company_email', chosen === undefined ? {} : { company_id: chosen });
}
