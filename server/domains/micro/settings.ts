// The settings of options. What an option was accepted on is copied onto it: a switch never touches one that is open.

import { amount, readUnits } from '@fairtick/kernel/decimal';
import { z } from 'zod';
import { defineSetting, type SettingsReader } from '../../platform/settings/setting.ts';
import { openingBounds } from '../market/index.ts';
import type { MicroSettings } from './rules.ts';

const decimalText = z
  .string()
  .regex(/^\d{1,22}(\.\d{1,8})?$/)
  .transform((text) => amount(readUnits(text)));

export const microLossLevel = defineSetting({
  key: 'micro_loss_level',
  doc: 'What a lost option costs: 0 = the stake, 1 = as much of it as a win would have brought.',
  first: 0,
  schema: z.union([z.literal(0), z.literal(1)]),
});

const microDurations = defineSetting({
  key: 'micro_durations',
  doc: 'The durations offered: seconds, what a win pays as a share of the stake (ratio), least and most stake in USD.',
  first: [
    { id: 1, seconds: 30, ratio: '0.8', min: '10', max: '5000' },
    { id: 2, seconds: 60, ratio: '0.82', min: '10', max: '5000' },
    { id: 3, seconds: 120, ratio: '0.84', min: '10', max: '5000' },
    { id: 4, seconds: 180, ratio: '0.85', min: '20', max: '10000' },
    { id: 5, seconds: 300, ratio: '0.88', min: '20', max: '10000' },
  ],
  schema: z
    .array(
      z
        .object({
          id: z.number().int(),
          seconds: z.number().int().min(1).max(86_400),
          ratio: decimalText.refine((ratio) => ratio > 0n, 'a win must pay something'),
          min: decimalText,
          max: decimalText,
        })
        .transform(({ id, seconds, ratio, min, max }) => ({
          id,
          seconds,
          profitRatio: ratio,
          minStake: min,
          maxStake: max,
        })),
    )
    .max(50),
});

const microPresets = defineSetting({
  key: 'micro_presets',
  doc: 'The stakes in USD that the app offers to tap.',
  first: ['10', '50', '100', '500', '1000', '5000'],
  schema: z.array(decimalText).max(20),
});

const microMaxPerExpiry = defineSetting({
  key: 'micro_max_per_expiry',
  doc: 'The most in USD that a user may have at stake in options that expire within one second.',
  first: '20000',
  schema: decimalText,
});

const microOpenDelay = defineSetting({
  key: 'micro_open_delay',
  doc: 'From so many milliseconds after its acceptance on the first price opens an option. Longer than anybody may know the source’s prices ahead: what they know is in that price. Copied onto an option.',
  // Measured (docs/decisions/known-prices.md): who knows prices 3 s ahead gains half a stake without it, and nothing with it.
  first: 3_000,
  schema: z.number().int().min(0).max(10_000),
});

export const microSettings = [microLossLevel, microDurations, microPresets, microMaxPerExpiry, microOpenDelay];

export const readMicroSettings = (settings: SettingsReader): MicroSettings => ({
  durations: settings.read(microDurations),
  presets: settings.read(microPresets),
  lossLevel: settings.read(microLossLevel),
  maxPerExpiry: settings.read(microMaxPerExpiry),
  openDelayMs: settings.read(microOpenDelay),
  opening: settings.read(openingBounds),
});
