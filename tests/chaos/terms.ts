// Terms an operator could set, that make things happen within seconds: options of one second, and silver at a leverage that stops out. A pair that never
// closes opens on quotes of any age that are not stale, and jumps hold nothing: what holds for these is tested where prices are not sick.

import { quantity, readUnits } from '@fairtick/kernel/decimal';
import { CATALOGUE, settingsOf } from '@fairtick/server/domains/market/pairs';
import type { Pool } from '@fairtick/server/platform/database/pools';
import { presetSettings } from '../harness/preset.ts';

/** As the owner, before a start. */
export async function looseTerms(owner: Pool): Promise<void> {
  const silver = CATALOGUE.find(({ code }) => code === 'XAGUSD');
  if (!silver) throw new Error('there is no silver');
  const bitcoin = CATALOGUE.find(({ code }) => code === 'BTCUSD');
  if (!bitcoin) throw new Error('there is no bitcoin');
  const loose = settingsOf({ ...silver, multiples: [200, 1_000], maxQuantity: quantity(readUnits('10000')) });
  await presetSettings(owner, {
    micro_durations: [
      { id: 1, seconds: 1, ratio: '0.8', min: '10', max: '10000' },
      { id: 2, seconds: 30, ratio: '0.8', min: '10', max: '10000' },
      { id: 3, seconds: 3_600, ratio: '0.8', min: '10', max: '10000' },
    ],
    micro_max_per_expiry: '1000000',
    // An option of one second opens within it.
    micro_open_delay: 0,
    leverage_risk: Object.fromEntries(
      ['fx', 'metal', 'index', 'always'].map((hours) => [hours, { shock: 2, user: '900000000', pair: '900000000000' }]),
    ),
    opening_bounds: Object.fromEntries(
      ['fx', 'metal', 'index', 'always'].map((hours) => [hours, { spread: 10_000, jump: 10_000 }]),
    ),
    [`pair:${silver.id}`]: loose,
    [`pair:${bitcoin.id}`]: settingsOf({ ...bitcoin, freshMs: 15_000 }),
  });
}
