// What the staff did, newest first.

import { z } from 'zod';
import { idText, timeMs } from '../fields.ts';
import { ACT_KINDS } from './acts.ts';
import { reads } from './drafts.ts';

const act = z.object({
  id: z.string(),
  kind: z.enum(ACT_KINDS),
  time: timeMs,
  by: z.string(),
  /** Of the member; null for the server itself. */
  byId: z.string().nullable(),
  subjectKind: z.string(),
  subject: z.string(),
  /** Who or what it was about as people call it: a name, a UID, a setting's key. Of a proposal, what that is about. Empty where nothing is known of it. */
  about: z.string(),
  /** JSON as it was hashed; empty where it was erased. */
  contents: z.string(),
  /** Place in the public log; null for some seconds. */
  index: z.number().int().nullable(),
});
export type Act = z.infer<typeof act>;

export const auditEndpoints = {
  acts: reads({
    path: '/staff/api/acts',
    summary: 'Acts of the staff, newest first',
    input: z.object({ before: idText.optional(), kind: z.enum(ACT_KINDS).optional(), staff: idText.optional() }),
    answer: z.object({ data: z.array(act), more: z.boolean() }),
    right: { act: 'audit', grants: ['read'] },
  }),
};
