// The SQL of settings: versions that are announced, read and never changed. The app's role can only read them.

import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../database/pools.ts';
import type { Actor } from '../principals.ts';
import type { AnySetting, SettingVersion } from './setting.ts';

/** Versions read at once: of so many announced within a second the rest is read a second later. */
const PAGE = 10_000;

/** As the owner: gives each setting without a version its first value, as if it had always held. */
export async function seedSettings(owner: Queries, settings: readonly AnySetting[]): Promise<void> {
  await owner.query(
    `INSERT INTO setting_versions (key, version, value, effective_from, created_time, actor_kind, actor_id)
     SELECT f.key, 1, f.value::jsonb, 0, 0, 'system', 0 FROM unnest($1::text[], $2::text[]) AS f (key, value)
     WHERE NOT EXISTS (SELECT FROM setting_versions v WHERE v.key = f.key)`,
    [settings.map((one) => one.key), settings.map((one) => JSON.stringify(one.first))],
  );
}

interface VersionRow {
  readonly key: string;
  readonly version: number;
  readonly value: unknown;
  readonly effective_from: bigint;
  readonly place: bigint;
}

export interface VersionPage {
  /** The database's clock when it answered, UTC ms. */
  readonly databaseMs: number;
  readonly versions: readonly SettingVersion[];
  /** To be asked after the next time. */
  readonly place: bigint;
}

/** Versions that were committed after `place`, in the order of their commits. */
export async function readVersions(db: Queries, place: bigint): Promise<VersionPage> {
  const { rows } = await db.query<VersionRow & { readonly now: bigint }>({
    name: 'settings_versions',
    text: `SELECT n.now, v.key, v.version, v.value, v.effective_from, v.place FROM (SELECT database_ms() AS now) n
           LEFT JOIN LATERAL (SELECT * FROM setting_versions WHERE place > $1 ORDER BY place LIMIT ${PAGE}) v ON true ORDER BY v.place`,
    values: [place],
  });
  const found = rows.filter((row) => row.key !== null);
  return {
    databaseMs: Number(rows[0]?.now ?? 0n),
    versions: found.map(versionOf),
    place: found.at(-1)?.place ?? place,
  };
}

const versionOf = ({ key, version, value, effective_from }: VersionRow): SettingVersion => ({
  key,
  version,
  value,
  effectiveFrom: Number(effective_from),
});

export interface Announcement {
  readonly key: string;
  /** JSON. */
  readonly value: unknown;
  /** UTC ms by the database's clock; undefined for `leadMs` from now. */
  readonly atMs: number | undefined;
  readonly leadMs: number;
  readonly actor: Actor;
}

/** As the owner, in a transaction with `newestVersion`. Throws where the database refuses it, by the name of its constraint. */
export async function insertVersion(owner: Queries, announced: Announcement): Promise<SettingVersion> {
  const { key, value, atMs, leadMs, actor } = announced;
  const { rows } = await owner.query<VersionRow>(
    `INSERT INTO setting_versions (key, version, value, effective_from, created_time, actor_kind, actor_id)
     SELECT $1, 1 + coalesce((SELECT max(version) FROM setting_versions WHERE key = $1), 0), $2::jsonb,
       coalesce($3::bigint, greatest(database_ms(), (SELECT max(last_received_time) FROM log_state)) + $4), 0, $5, $6 RETURNING *`,
    [key, JSON.stringify(value), atMs, leadMs, actor.kind, actor.id],
  );
  const [row] = rows;
  if (!row) throw new Error('a version was inserted');
  return versionOf(row);
}

/** Announcements wait for each other from here to the end of the transaction. */
export async function newestVersion(owner: Queries, key: string): Promise<SettingVersion | undefined> {
  await owner.query('LOCK TABLE setting_versions IN SHARE ROW EXCLUSIVE MODE');
  const { rows } = await owner.query<VersionRow>(
    'SELECT * FROM setting_versions WHERE key = $1 ORDER BY version DESC LIMIT 1',
    [key],
  );
  return rows[0] && versionOf(rows[0]);
}

/** By key, for a tool that looks once. */
export async function readCurrent(db: Queries): Promise<ReadonlyMap<string, { version: number; value: unknown }>> {
  const { rows } = await db.query<{ key: string; version: number; value: unknown }>(
    'SELECT key, version, value FROM current_settings',
  );
  return new Map(rows.map((row) => [row.key, row]));
}

/** Of each of these keys the version in force and those that were announced, oldest first. */
export async function versionsSinceNow(db: Queries, keys: readonly string[]): Promise<SettingVersion[]> {
  const { rows } = await db.query<VersionRow>({
    name: 'settings_since_now',
    text: `SELECT v.* FROM setting_versions v
           WHERE v.key = ANY ($1::text[])
             AND v.version >= coalesce((SELECT c.version FROM current_settings c WHERE c.key = v.key), 1)
           ORDER BY v.key, v.version`,
    values: [keys],
  });
  return rows.map(versionOf);
}

/** Versions of one setting below `before`, the newest first. */
export async function versionsBefore(
  db: Queries,
  key: string,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<SettingVersion[]> {
  const { rows } = await db.query<VersionRow>({
    name: 'settings_before',
    text: `SELECT * FROM setting_versions WHERE key = $1 AND version < coalesce($2::int, 2147483647) ORDER BY version DESC LIMIT $3`,
    values: [key, before ?? null, limit],
  });
  return rows.map(versionOf);
}

export interface ProposedAnnouncement {
  /** Accepted in this transaction; it says which setting, which value, and on which version it is based. */
  readonly proposal: Id;
  /** Not before this moment of the database's clock, UTC ms. */
  readonly atMs: number;
  /** From now, at least. */
  readonly leadMs: number;
}

/**
 * As the app's role, which can announce nothing else. undefined where another version was announced since the proposal was made. Announcements
 * wait for each other from here to the end of the transaction. Throws where the proposal is not an accepted one of a setting.
 */
export async function announceProposed(
  tx: Queries,
  { proposal, atMs, leadMs }: ProposedAnnouncement,
): Promise<SettingVersion | undefined> {
  await tx.query({
    name: 'settings_announce_proposed',
    text: 'SELECT announce_proposed($1, $2, $3)',
    values: [proposal, atMs, leadMs],
  });
  // Its own statement: one does not see what a function within it has written.
  const { rows } = await tx.query<VersionRow>({
    name: 'settings_version_of_proposal',
    text: 'SELECT * FROM setting_versions WHERE proposal = $1',
    values: [proposal],
  });
  return rows[0] && versionOf(rows[0]);
}
