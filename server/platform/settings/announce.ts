// The one way a setting changes: a new version, announced before its moment comes, and the act that says so. As the owner's role alone.

import { err, ok, type Result } from '@fairtick/kernel/result';
import { insertActs, type NewAct } from '../acts/table.ts';
import { connectOwner, type Queries } from '../database/pools.ts';
import { runAll } from '../database/statement.ts';
import type { Actor } from '../principals.ts';
import type { AnySetting, SettingVersion } from './setting.ts';
import { insertVersion, newestVersion } from './table.ts';

/** From an announcement to its moment, where nobody names one: well above the 5 s that the database asks for. */
export const LEAD_MS = 15_000;

export interface SettingChange {
  readonly setting: AnySetting;
  /** JSON. */
  readonly value: unknown;
  /** UTC ms by the database's clock. */
  readonly atMs?: number;
  readonly actor: Actor;
}

/** The version that was announced, or a sentence: the value is not the setting's, or its moment is too near. Throws when the database is away. */
export async function announce(ownerUrl: string, change: SettingChange): Promise<Result<SettingVersion, string>> {
  const owner = await connectOwner(ownerUrl);
  try {
    await owner.query('BEGIN');
    const announced = await announceWithin(owner, change);
    if (announced.ok) await owner.query('COMMIT');
    return announced;
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && TOO_NEAR.has(error.constraint))
      return err(
        `The setting ${change.setting.key} stays as it is: a change is announced at least 5 s before its moment.`,
      );
    throw error;
  } finally {
    await owner.end();
  }
}

/** The promises that a moment breaks; the first is asked at the commit. */
const TOO_NEAR: ReadonlySet<unknown> = new Set(['announced_ahead', 'setting_versions_check']);

/** In a transaction of the owner's, together with whatever else stands or falls with it. */
async function announceWithin(owner: Queries, change: SettingChange): Promise<Result<SettingVersion, string>> {
  const { setting, value, atMs, actor } = change;
  const before = await newestVersion(owner, setting.key);
  const fault = setting.fault(value, before?.value);
  if (fault !== undefined) return err(fault);
  const version = await insertVersion(owner, { key: setting.key, value, atMs, leadMs: LEAD_MS, actor });
  await runAll(owner, insertActs([actOf(setting, version, before, actor)]));
  return ok(version);
}

/** Settings are public terms, so the act says both values as anybody reads them. */
const actOf = (
  { shown }: AnySetting,
  { key, version, value, effectiveFrom }: SettingVersion,
  before: SettingVersion | undefined,
  actor: Actor,
): NewAct => ({
  kind: 'setting_changed',
  actor,
  subject: { kind: 'setting', id: key },
  contents: { key, version, old: before ? shown(before.value) : null, new: shown(value), from: effectiveFrom },
});
