// The settings of leveraged trading.

import { z } from 'zod';
import { defineSetting, type SettingsReader } from '../../platform/settings/setting.ts';
import type { ForexSettings } from './rules/state.ts';

export const tradeFeeType = defineSetting({
  key: 'trade_fee_type',
  doc: 'How a fee is taken: 1 = feeRate USD a lot, 2 = feeRate of the margin. Copied onto an order when it is placed.',
  first: 2,
  schema: z.union([z.literal(1), z.literal(2)]),
});

const stressPercent = defineSetting({
  key: 'stress_percent',
  doc: "Percent of the net client exposure that the house's trading capital must bear before a new position is accepted.",
  first: 10,
  schema: z.number().int().min(1).max(100),
});

export const forexSettings = [tradeFeeType, stressPercent];

export const readForexSettings = (settings: SettingsReader): ForexSettings => ({
  feeType: settings.read(tradeFeeType),
  stressPercent: BigInt(settings.read(stressPercent)),
});
