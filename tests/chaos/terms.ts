// Terms an operator could set, that make things happen within seconds: options of one second, and silver at a leverage that stops out.

import type { Pool } from '@fairtick/server/platform/database/pools';
import { FIRST_SETTINGS } from '@fairtick/server/platform/settings/table';

/** As the owner, before a start. */
export async function looseTerms(owner: Pool): Promise<void> {
  const durations = [
    { id: 1, seconds: 1, ratio: '0.8', min: '10', max: '10000' },
    { id: 2, seconds: 30, ratio: '0.8', min: '10', max: '10000' },
    { id: 3, seconds: 3_600, ratio: '0.8', min: '10', max: '10000' },
  ];
  const values = { ...FIRST_SETTINGS, micro_durations: durations, micro_max_per_expiry: '1000000', stress_percent: 1 };
  await owner.query(
    'INSERT INTO settings (key, value) SELECT key, value FROM jsonb_each($1::jsonb) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    [JSON.stringify(values)],
  );
  const silver = { multiples: [200, 1_000], maxQuantity: '10000', contNum: '5000' };
  await owner.query(`UPDATE pairs SET settings = settings || $1::jsonb WHERE code = 'XAGUSD'`, [
    JSON.stringify(silver),
  ]);
}
