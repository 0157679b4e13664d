// What two people of the staff change together, for anybody to read: nothing of it is secret, and nothing of it comes without being announced.

import { z } from 'zod';
import { nothing, timeMs } from '../fields.ts';
import { reads } from './drafts.ts';

export const settingVersion = z.object({
  version: z.number().int(),
  /** JSON. */
  value: z.string(),
  /** From when on it holds; 0 for what held from the beginning. */
  from: timeMs,
});

export const settingsEndpoints = {
  public_settings: reads({
    path: '/v3/api/settings',
    summary: 'Every setting that two people change: what it is now, since when, and what was announced',
    input: nothing,
    answer: z.array(
      z.object({
        key: z.string(),
        /** What it does, in the language asked for. */
        about: z.string(),
        now: settingVersion,
        /** Announced and not in force yet, in the order of their versions. */
        announced: z.array(settingVersion),
      }),
    ),
    rate: { max: 60, perSeconds: 60, by: 'address' },
  }),
};
