// The settings, for anybody to read: nothing of them is secret, and nothing of them comes without being announced.

import { z } from 'zod';
import { nothing, timeMs, whole } from '../fields.ts';
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
  setting_history: reads({
    path: '/v3/api/settings/{key}',
    summary: 'Every version of one setting, the newest first, each with what stands for it in the log of acts',
    input: z.object({ key: z.string().regex(/^[a-z0-9_]{1,60}$/), before: whole(1, 1_000_000).optional() }),
    answer: z.object({
      data: z.array(
        settingVersion.extend({
          /** Its act: SHA-256 over `salt` and `contents` is what the log holds at `index`. Null for the first version, and where it was erased. */
          act: z
            .object({
              /** Null until it has its place, within seconds. */
              index: z.number().int().nullable(),
              /** JSON as it is hashed. */
              contents: z.string(),
              /** Hexadecimal. */
              salt: z.string(),
            })
            .nullable(),
        }),
      ),
      more: z.boolean(),
    }),
    rate: { max: 60, perSeconds: 60, by: 'address' },
  }),
};
