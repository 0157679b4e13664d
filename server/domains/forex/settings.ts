// The settings of leveraged trading.

import { amount, readUnits } from '@fairtick/kernel/decimal';
import { z } from 'zod';
import { defineSetting, type SettingsReader } from '../../platform/settings/setting.ts';
import { openingBounds } from '../market/index.ts';
import type { RiskByClass } from './rules/exposure.ts';
import type { ForexSettings } from './rules/state.ts';

export const tradeFeeType = defineSetting({
  key: 'trade_fee_type',
  doc: 'How a fee is taken: 1 = feeRate USD a lot, 2 = feeRate of the margin. Copied onto an order when it is placed.',
  first: 2,
  schema: z.union([z.literal(1), z.literal(2)]),
});

const usd = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,2})?$/)
  .transform((text) => amount(readUnits(text)));
const classRisk = z.strictObject({
  shock: z.number().int().min(1).max(90).transform(BigInt),
  user: usd,
  pair: usd,
});

const leverageRisk = defineSetting({
  key: 'leverage_risk',
  doc: 'By class of pair (the hours it trades by): the gap in percent that the house must be able to pay at any moment before a position is accepted, and the most that one user’s orders, and all positions, on a pair may come to in USD.',
  // Where a market closes, the gap over its closing counts: a position may be open by then whenever it was opened.
  first: {
    fx: { shock: 10, user: '20000000', pair: '1000000000' },
    metal: { shock: 12, user: '20000000', pair: '500000000' },
    index: { shock: 15, user: '10000000', pair: '200000000' },
    always: { shock: 25, user: '10000000', pair: '200000000' },
  },
  schema: z
    .strictObject({ fx: classRisk, metal: classRisk, index: classRisk, always: classRisk })
    .transform(({ fx, metal, index, always }): RiskByClass => {
      const risk = ({ shock, user, pair }: z.output<typeof classRisk>) => ({ shock, userLimit: user, pairLimit: pair });
      return { fx: risk(fx), metal: risk(metal), index: risk(index), always: risk(always) };
    }),
});

export const forexSettings = [tradeFeeType, leverageRisk];

export const readForexSettings = (settings: SettingsReader): ForexSettings => ({
  feeType: settings.read(tradeFeeType),
  risk: settings.read(leverageRisk),
  opening: settings.read(openingBounds),
});
