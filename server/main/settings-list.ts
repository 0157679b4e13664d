// The one reader of all settings: of those that the domains declare, and of each pair's terms.

import type { Clock } from '@fairtick/kernel/clock';
import { ok, type Result } from '@fairtick/kernel/result';
import {
  DECLARED_SETTINGS,
  type PairsOverTime,
  pairSetting,
  pairsOverTime,
  readPairIdentities,
} from '../domains/parts.ts';
import type { Queries } from '../platform/database/pools.ts';
import type { Logger } from '../platform/logger.ts';
import { SettingsRegistry } from '../platform/settings/registry.ts';
import type { AnySetting } from '../platform/settings/setting.ts';

const pairSettings = async (db: Queries) => (await readPairIdentities(db)).map((identity) => pairSetting(identity));

/** The declared settings, and one for each pair of this database. */
export async function allSettings(db: Queries): Promise<readonly AnySetting[]> {
  return [...DECLARED_SETTINGS, ...(await pairSettings(db))];
}

export interface OpenedSettings {
  readonly registry: SettingsRegistry;
  readonly pairs: PairsOverTime;
}

/** Reads announcements from here on, until the registry is stopped. The error is a sentence that names the setting. */
export async function openSettings(
  db: Queries,
  { clock, logger }: { readonly clock: Clock; readonly logger: Logger },
): Promise<Result<OpenedSettings, string>> {
  const ofPairs = await pairSettings(db);
  const registry = await SettingsRegistry.open({ db, clock, logger, settings: [...DECLARED_SETTINGS, ...ofPairs] });
  if (!registry.ok) return registry;
  registry.value.start();
  return ok({ registry: registry.value, pairs: pairsOverTime(registry.value, ofPairs) });
}
