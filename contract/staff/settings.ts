// Settings that two people change: the product switches and leverage caps by residence, and the terms of money in and out. None of them sets a price
// or an outcome.

import { z } from 'zod';
import { whole } from '../fields.ts';
import { settingVersion } from '../http/settings.ts';
import { changes, reads } from './drafts.ts';
import { type Grant, type Right, SETTING_ACTS } from './matrix.ts';

const settingByTwo = z.object({
  key: z.string(),
  /** One sentence. */
  doc: z.string(),
  /** By which right it is proposed and checked. */
  act: z.enum(SETTING_ACTS),
  /** What a value looks like, JSON; empty where the one in force shows it. */
  example: z.string(),
  now: settingVersion,
  /** Announced and not in force yet, in the order of their versions. */
  announced: z.array(settingVersion),
});
export type SettingByTwo = z.infer<typeof settingByTwo>;

const any = (...grants: readonly Grant[]): readonly Right[] => SETTING_ACTS.map((act) => ({ act, grants }));

export const settingEndpoints = {
  settings: reads({
    path: '/staff/api/settings',
    summary:
      'Settings that two people change, as they are and as they were announced: those that the caller’s rights are about',
    input: z.object({}),
    answer: z.array(settingByTwo),
    within: any('read', 'propose', 'check'),
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
    // The template of an agreement in Chinese is three bytes a character.
    bodyKb: 256,
    within: any('propose'),
    elevated: true,
  }),
};
