// The directory of companies as the editors write it.

import { z } from 'zod';
import { isContactEmail, isHttpsAddress, PICTURE_ID } from '../content-kinds.ts';
import { idText, page, timeMs, whole } from '../fields.ts';
import { changes, reads } from './drafts.ts';

const company = z.object({
  id: z.string(),
  name: z.string(),
  logo: z.string().nullable(),
  url: z.string(),
  subject: z.string(),
  registeredAddress: z.string(),
  location: z.string(),
  email: z.string(),
  complaintEmail: z.string(),
  main: z.boolean(),
  listed: z.boolean(),
  /** Who wrote it last, and when. */
  editor: z.string(),
  changedTime: timeMs,
});
export type StaffCompany = z.infer<typeof company>;

const orEmpty = (isIt: (text: string) => boolean, max: number) =>
  z.union([z.literal(''), z.string().max(max).refine(isIt)]);
const yesOrNo = whole(0, 1).transform((value) => value === 1);

export const companyStaffEndpoints = {
  companies: reads({
    path: '/staff/api/companies',
    summary: 'Every company that was written down, by name',
    input: z.object({ page }),
    answer: z.object({ data: z.array(company), total: z.number().int() }),
    right: { act: 'companies', grants: ['read', 'do'] },
  }),
  company_write: changes({
    method: 'POST',
    path: '/staff/api/companies/write',
    summary:
      'A new company, or what one that is there says from now on. The main one is one: it takes the place of the one before',
    input: z.object({
      id: idText.optional(),
      name: z.string().max(100),
      logo: z.string().regex(PICTURE_ID).optional(),
      url: orEmpty(isHttpsAddress, 500),
      subject: z.string().max(200),
      registered_address: z.string().max(300),
      location: z.string().max(300),
      email: orEmpty(isContactEmail, 254),
      complaint_email: orEmpty(isContactEmail, 254),
      main: yesOrNo,
      listed: yesOrNo,
    }),
    answer: z.object({ id: z.string() }),
    right: { act: 'companies', grants: ['do'] },
    elevated: true,
  }),
};
