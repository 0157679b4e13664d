// Settings that two people change: the product switches and the leverage caps by residence. None of them sets a price or an outcome.

import { z } from 'zod';
import { whole } from '../fields.ts';
import { settingVersion } from '../http/settings.ts';
import { changes, reads } from './drafts.ts';

const settingByTwo = z.object({
  key: z.string(),
  /** One sentence. */
  doc: z.string(),
  now: settingVersion,
  /** Announced and not in force yet, in the order of their versions. */
  announced: z.array(settingVersion),
});
export type SettingByTwo = z.infer<typeof settingByTwo>;

export const settingEndpoints = {
  settings: reads({
    path: '/staff/api/settings',
    summary: 'Settings that two people change, as they are and as they were announced',
    input: z.object({}),
    answer: z.array(settingByTwo),
    right: { act: 'jurisdictions', grants: ['read', 'propose', 'check'] },
  }),
  setting_propose: changes({
    method: 'POST',
    path: '/staff/api/settings/propose',
    summary: 'Propose a new value. What is worse for users holds a day after it was accepted, at the earliest',
    input: z.object({
      key: z.string().max(100),
      /** JSON. */
      value: z.string().max(40_000),
      /** Not before this moment, UTC ms; as soon as may be where it is left out. */
      from: whole(0, 4_102_444_800_000).optional().default(0),
      reason: z.string().max(500),
    }),
    answer: z.object({ proposal: z.string() }),
    right: { act: 'jurisdictions', grants: ['propose'] },
    elevated: true,
  }),
};
