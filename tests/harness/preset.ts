// Terms that a database starts with, other than the first ones: put in before any server reads them, past the rules of announcements.

import type { Pool } from '@fairtick/server/platform/database/pools';

/** JSON by key; a pair's terms by `pair:<id>`, whole. As the owner, before a start. */
export async function presetSettings(owner: Pool, values: Readonly<Record<string, unknown>>): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query('BEGIN');
    await client.query('ALTER TABLE setting_versions DISABLE TRIGGER USER');
    await client.query(
      `INSERT INTO setting_versions (key, version, value, effective_from, created_time, actor_kind, actor_id)
       SELECT key, 1, value, 0, 0, 'system', 0 FROM jsonb_each($1::jsonb)
       ON CONFLICT (key, version) DO UPDATE SET value = excluded.value`,
      [JSON.stringify(values)],
    );
    await client.query('ALTER TABLE setting_versions ENABLE TRIGGER USER');
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}
