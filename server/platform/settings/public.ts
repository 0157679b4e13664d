// The settings that two people change, as the staff and anybody else read them.

import type { settingsEndpoints } from '@fairtick/contract/http/settings';
import type { SettingByTwo } from '@fairtick/contract/staff/settings';
import { text } from '@fairtick/contract/texts/index';
import { PUBLIC_SETTINGS } from '@fairtick/contract/texts/keys';
import { ok } from '@fairtick/kernel/result';
import type { Queries } from '../database/pools.ts';
import type { Handlers } from '../endpoints.ts';
import type { AnySetting, SettingVersion } from './setting.ts';
import { versionsSinceNow } from './table.ts';

/** Those of `all` that two people change, each with the version in force and those that were announced. */
export async function settingsByTwo(db: Queries, all: readonly AnySetting[]): Promise<SettingByTwo[]> {
  const byTwo = all.filter((one) => one.byTwo);
  const keys = byTwo.map(({ key }) => key);
  const versions = Map.groupBy(await versionsSinceNow(db, keys), ({ key }) => key);
  return byTwo.flatMap(({ key, doc }) => {
    const [now, ...announced] = (versions.get(key) ?? []).map(versionView);
    return now ? [{ key, doc, now, announced }] : [];
  });
}

const versionView = ({ version, value, effectiveFrom }: SettingVersion) => ({
  version,
  value: JSON.stringify(value),
  from: effectiveFrom,
});

export interface PublicSettingsOptions {
  readonly reads: () => Queries;
  /** All that the domains declare. */
  readonly settings: readonly AnySetting[];
}

export const publicSettings = ({
  reads,
  settings,
}: PublicSettingsOptions): Handlers<keyof typeof settingsEndpoints> => ({
  public_settings: async (_, { lang }) => {
    const found = await settingsByTwo(reads(), settings);
    return ok(
      found.map(({ doc, ...one }) => {
        const named = PUBLIC_SETTINGS.find((key) => key === one.key);
        return { ...one, about: named ? text(lang, `setting.${named}`) : doc };
      }),
    );
  },
});
