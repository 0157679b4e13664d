// The operator's public terms in the table `settings`. The app's role can only read them; a new database gets these first values.

import type { PoolClient } from '../database/pools.ts';

/** Decimals are texts. A term is copied onto an order when it opens, so changing one here never touches an open order. */
export const FIRST_SETTINGS: Readonly<Record<string, unknown>> = {
  trade_fee_type: 2,
  micro_loss_level: 0,
  stress_percent: 10,
  micro_durations: [
    { id: 1, seconds: 30, ratio: '0.8', min: '10', max: '5000' },
    { id: 2, seconds: 60, ratio: '0.82', min: '10', max: '5000' },
    { id: 3, seconds: 120, ratio: '0.84', min: '10', max: '5000' },
    { id: 4, seconds: 180, ratio: '0.85', min: '20', max: '10000' },
    { id: 5, seconds: 300, ratio: '0.88', min: '20', max: '10000' },
  ],
  micro_presets: ['10', '50', '100', '500', '1000', '5000'],
  micro_max_per_expiry: '20000',
};

type Queries = Pick<PoolClient, 'query'>;

/** As the owner: writes what is not there yet. */
export async function seedSettings(owner: Queries): Promise<void> {
  await owner.query(
    `INSERT INTO settings (key, value) SELECT key, value FROM jsonb_each($1::jsonb) ON CONFLICT (key) DO NOTHING`,
    [JSON.stringify(FIRST_SETTINGS)],
  );
}

export async function readSettings(db: Queries): Promise<ReadonlyMap<string, unknown>> {
  const { rows } = await db.query<{ key: string; value: unknown }>('SELECT key, value FROM settings');
  return new Map(rows.map((row) => [row.key, row.value]));
}
