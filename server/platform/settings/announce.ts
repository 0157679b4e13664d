// The one way a setting changes: a new version, announced before its moment comes. As the owner's role alone.

import { err, ok, type Result } from '@fairtick/kernel/result';
import { connectOwner } from '../database/pools.ts';
import type { Actor } from '../principals.ts';
import type { AnySetting, SettingVersion } from './setting.ts';
import { insertVersion, newestVersion } from './table.ts';

/** From an announcement to its moment, where nobody names one: well above the 5 s that the database asks for. */
const LEAD_MS = 15_000;

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
  const { setting, value, atMs, actor } = change;
  const owner = await connectOwner(ownerUrl);
  try {
    await owner.query('BEGIN');
    const before = await newestVersion(owner, setting.key);
    const fault = setting.fault(value, before?.value);
    if (fault !== undefined) return err(fault);
    const version = await insertVersion(owner, { key: setting.key, value, atMs, leadMs: LEAD_MS, actor });
    await owner.query('COMMIT');
    return ok(version);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '23514')
      return err(`The setting ${setting.key} stays as it is: a change is announced at least 5 s before its moment.`);
    throw error;
  } finally {
    await owner.end();
  }
}
