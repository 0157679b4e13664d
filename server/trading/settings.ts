// The operator's terms as the rules want them. A setting that is missing or malformed stops the start: nothing trades on a guess.

import { amount, readUnits } from '@fairtick/kernel/decimal';
import { z } from 'zod';
import type { ForexSettings } from '../domains/forex/index.ts';
import type { MicroSettings } from '../domains/micro/index.ts';
import type { PoolClient } from '../platform/database/pools.ts';
import { readSettings } from '../platform/settings/table.ts';

const decimalText = z
  .string()
  .regex(/^\d+(\.\d{1,8})?$/)
  .transform((text) => amount(readUnits(text)));

const shape = z.object({
  trade_fee_type: z.union([z.literal(1), z.literal(2)]),
  micro_loss_level: z.union([z.literal(0), z.literal(1)]),
  stress_percent: z.number().int().min(1).max(100),
  micro_durations: z
    .array(
      z.object({
        id: z.number().int(),
        seconds: z.number().int().min(1).max(86_400),
        ratio: decimalText,
        min: decimalText,
        max: decimalText,
      }),
    )
    .max(50),
  micro_presets: z.array(decimalText).max(20),
  micro_max_per_expiry: decimalText,
});

export interface Settings {
  readonly forex: ForexSettings;
  readonly micro: MicroSettings;
}

export async function loadSettings(db: Pick<PoolClient, 'query'>): Promise<Settings> {
  const read = shape.parse(Object.fromEntries(await readSettings(db)));
  return {
    forex: { feeType: read.trade_fee_type, stressPercent: BigInt(read.stress_percent) },
    micro: {
      durations: read.micro_durations.map((one) => ({
        id: one.id,
        seconds: one.seconds,
        profitRatio: one.ratio,
        minStake: one.min,
        maxStake: one.max,
      })),
      presets: read.micro_presets,
      lossLevel: read.micro_loss_level,
      maxPerExpiry: read.micro_max_per_expiry,
    },
  };
}
