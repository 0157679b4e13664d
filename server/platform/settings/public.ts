// The settings as anybody reads them: those that two people change as they are, and every setting as it ever was.

import { refuse } from '@fairtick/contract/errors';
import type { settingsEndpoints } from '@fairtick/contract/http/settings';
import { PAGE_SIZE } from '@fairtick/contract/page-size';
import type { SettingByTwo } from '@fairtick/contract/staff/settings';
import { text } from '@fairtick/contract/texts/index';
import { PUBLIC_SETTINGS } from '@fairtick/contract/texts/keys';
import { toHex } from '@fairtick/kernel/bytes';
import { err, ok } from '@fairtick/kernel/result';
import { type ActRow, readSettingActs } from '../acts/table.ts';
import type { Queries } from '../database/pools.ts';
import type { Handlers } from '../endpoints.ts';
import type { AnySetting, SettingVersion } from './setting.ts';
import { versionsBefore, versionsSinceNow } from './table.ts';

/**
 * Those of `all` that two people change, each with the version in force and those that were announced: whole for the staff, for anybody else as they
 * are shown.
 */
export async function settingsByTwo(
  db: Queries,
  all: readonly AnySetting[],
  reader: 'staff' | 'anybody',
): Promise<SettingByTwo[]> {
  const byTwo = all.flatMap(({ act, ...one }) => (act === undefined ? [] : [{ ...one, act }]));
  const keys = byTwo.map(({ key }) => key);
  const versions = Map.groupBy(await versionsSinceNow(db, keys), ({ key }) => key);
  return byTwo.flatMap(({ key, doc, act, example, shown }) => {
    const [now, ...announced] = (versions.get(key) ?? []).map((one) =>
      versionView(one, reader === 'staff' ? one.value : shown(one.value)),
    );
    return now
      ? [{ key, doc, act, example: example === undefined ? '' : JSON.stringify(example), now, announced }]
      : [];
  });
}

const versionView = ({ version, effectiveFrom }: SettingVersion, value: unknown) => ({
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
    const found = await settingsByTwo(reads(), settings, 'anybody');
    return ok(
      found.map(({ doc, act: _, example: __, ...one }) => {
        const named = PUBLIC_SETTINGS.find((key) => key === one.key);
        return { ...one, about: named ? text(lang, `setting.${named}`) : doc };
      }),
    );
  },
  setting_history: async ({ key, before }) => {
    const setting = settings.find((one) => one.key === key);
    if (!setting) return err(refuse('INPUT_INVALID', { field: 'key' }));
    const db = reads();
    const found = await versionsBefore(db, key, { before, limit: PAGE_SIZE + 1 });
    const shown = found.slice(0, PAGE_SIZE);
    const acts = await readSettingActs(
      db,
      key,
      shown.map(({ version }) => version),
    );
    const byVersion = new Map(acts.map((act) => [act.version, act]));
    return ok({
      data: shown.map((one) => ({
        ...versionView(one, setting.shown(one.value)),
        act: actView(byVersion.get(one.version)),
      })),
      more: found.length > PAGE_SIZE,
    });
  },
});

/** What anybody needs to find the act in the log's tree: its contents are public with the setting. */
function actView(act: ActRow | undefined) {
  if (!act || act.contents === null || act.salt === null) return null;
  return { index: act.index, contents: act.contents, salt: toHex(act.salt) };
}
