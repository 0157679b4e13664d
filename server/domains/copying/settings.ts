// The settings of following, changed by two people.

import type { Pair } from '@fairtick/engine/types';
import { type Amount, amount, readUnits } from '@fairtick/kernel/decimal';
import { z } from 'zod';
import { defineSetting, type SettingsReader } from '../../platform/settings/setting.ts';

const usd = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,2})?$/)
  .transform((text) => amount(readUnits(text)));

const copyingLimits = defineSetting({
  key: 'copying_limits',
  doc: 'How much of a trader is copied: openings in a UTC day, seconds from one copied opening to the next, and by class of pair (the hours it trades by) the most in USD that all open copies of one trader on one pair may come to. What is beyond opens for the trader alone.',
  first: {
    openings_a_day: 200,
    seconds_between: 2,
    copied: { fx: '100000000', metal: '50000000', index: '20000000', always: '20000000' },
  },
  schema: z.strictObject({
    openings_a_day: z.number().int().min(0).max(10_000),
    seconds_between: z.number().int().min(0).max(3_600),
    copied: z.strictObject({ fx: usd, metal: usd, index: usd, always: usd }),
  }),
  by: 'product_terms',
});

export const copyingSettings = [copyingLimits];

/** Of one moment, as the rules want them. */
export interface CopyingSettings {
  readonly openingsADay: number;
  /** Milliseconds between two copied openings of a trader. */
  readonly betweenMs: number;
  /** USD, by class of pair. */
  readonly copied: Readonly<Record<Pair['hours'], Amount>>;
}

export function readCopyingSettings(settings: SettingsReader): CopyingSettings {
  const { openings_a_day, seconds_between, copied } = settings.read(copyingLimits);
  return { openingsADay: openings_a_day, betweenMs: seconds_between * 1_000, copied };
}
