// The directory of companies and how to reach them, for anybody. Nothing here has to do with prices, terms or rights.

import { z } from 'zod';
import { idText, nothing, page, whole } from '../fields.ts';
import { reads } from './drafts.ts';

const company = z.object({
  id: z.string(),
  name: z.string(),
  /** Address of a picture; empty where there is none. */
  logo: z.string(),
  /** By https; empty where there is none. */
  url: z.string(),
  subject: z.string(),
  registered_address: z.string(),
  location: z.string(),
  email: z.string(),
});

export const companyEndpoints = {
  getCompany: reads({
    path: '/api/company/getCompany',
    summary: 'Companies of the directory whose name has this text, by name',
    input: z.object({ name: z.string().max(100).optional().default(''), page }),
    answer: z.object({ data: z.array(company), total: z.number().int() }),
  }),
  getCompanyStatus: reads({
    path: '/api/company/getCompanyStatus',
    summary: 'Whether this edition shows the directory, and which company is the main one',
    input: nothing,
    answer: z.object({ is_main: whole(0, 1), company: z.string().nullable() }),
  }),
  company_email: reads({
    path: '/api/company/email',
    summary:
      'How to reach a company; without one, or with one that is listed no more, the main company. Empty where there is nothing',
    input: z.object({ company_id: idText.optional() }),
    answer: z.object({
      name: z.string(),
      email: z.string(),
      complaint_email: z.string(),
      website: z.string(),
      /** Of its office. */
      address: z.string(),
    }),
  }),
};
