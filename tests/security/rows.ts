// What lies in the database, as texts that can be compared: whether a refused call left a trace, and whose call a change belongs to.

import type { Pool, PoolClient } from '@fairtick/server/platform/database/pools';

type Db = Pick<PoolClient, 'query'>;

/** The market goes on by itself, and a key remembers refusals; everything else stands still while every call is refused. */
const STILL: Readonly<Record<string, string>> = {
  users: 'SELECT * FROM users',
  user_standing: 'SELECT * FROM user_standing',
  standing_history: 'SELECT * FROM standing_history',
  sessions: 'SELECT token_hash, user_id, created_time, revoked_time, elevated_until FROM sessions',
  ledger_accounts: 'SELECT * FROM ledger_accounts',
  journals: 'SELECT * FROM journals',
  entries: 'SELECT * FROM entries',
  setting_versions: 'SELECT * FROM setting_versions',
  pairs: 'SELECT * FROM pairs',
  proposals: 'SELECT * FROM proposals',
  // Without the place, which comes by itself.
  acts: 'SELECT id, time, kind, actor_id, subject_kind, subject_id, contents, salt FROM acts',
  acceptances: 'SELECT id, user_id, order_id, kind, time, contents, salt FROM acceptances',
  forex_orders: 'SELECT * FROM forex_orders',
  micro_orders: 'SELECT * FROM micro_orders',
  house_exposure: 'SELECT * FROM house_exposure',
  log_epochs: 'SELECT * FROM log_epochs',
  log_keys: 'SELECT log, origin, public_key, created_time FROM log_keys',
  staff: 'SELECT * FROM staff',
  staff_roles: 'SELECT * FROM staff_roles',
  staff_sessions: 'SELECT token_hash, staff_id, elevated_until, revoked_time FROM staff_sessions',
  staff_passkeys: 'SELECT * FROM staff_passkeys',
  staff_passwords: 'SELECT * FROM staff_passwords',
  staff_totp: 'SELECT * FROM staff_totp',
  staff_links: 'SELECT * FROM staff_links',
  staff_user_links: 'SELECT * FROM staff_user_links',
  uploads: 'SELECT * FROM uploads',
  upload_views: 'SELECT * FROM upload_views',
  verifications: 'SELECT * FROM verifications',
  notices: 'SELECT * FROM notices',
  account_names: 'SELECT * FROM account_names',
  credentials: 'SELECT * FROM credentials',
  invites: 'SELECT * FROM invites',
  user_devices: 'SELECT * FROM user_devices',
  user_totp: 'SELECT * FROM user_totp',
  user_passkeys: 'SELECT * FROM user_passkeys',
  recovery_codes: 'SELECT * FROM recovery_codes',
  preferences: 'SELECT * FROM preferences',
  push_key: 'SELECT * FROM push_key',
  push_subscriptions: 'SELECT * FROM push_subscriptions',
  exports: 'SELECT * FROM exports',
  support_lines: 'SELECT * FROM support_lines',
  support_threads: 'SELECT * FROM support_threads',
  support_messages: 'SELECT * FROM support_messages',
};

export interface Rows {
  readonly tables: ReadonlyMap<string, string>;
  /** Journals by the key of the command that caused them. */
  readonly keys: ReadonlySet<string>;
  readonly systemJournals: number;
}

async function digest(db: Db, query: string): Promise<string> {
  const { rows } = await db.query<{ digest: string }>(
    `SELECT count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0) AS digest FROM (${query}) t`,
  );
  return rows[0]?.digest ?? '';
}

/** All of one moment: the market settles what is due while we read. */
export async function readRows(pool: Pool): Promise<Rows> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return await readAll(client);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

async function readAll(db: Db): Promise<Rows> {
  const tables = new Map<string, string>();
  for (const [name, query] of Object.entries(STILL)) tables.set(name, await digest(db, query));
  const { rows } = await db.query<{ key: string; count: bigint }>(
    'SELECT idempotency_key AS key, count(*) AS count FROM journals GROUP BY idempotency_key',
  );
  const system = rows.filter((row) => row.key.startsWith('system:'));
  return {
    tables,
    keys: new Set(rows.filter((row) => !system.includes(row)).map((row) => row.key)),
    systemJournals: system.reduce((sum, row) => sum + Number(row.count), 0),
  };
}

export function changedTables(before: Rows, after: Rows): string[] {
  return [...after.tables].filter(([name, text]) => before.tables.get(name) !== text).map(([name]) => name);
}

/** Everything of one user but their sessions' last use. */
export async function rowsOfUser(db: Pool, userId: string): Promise<string> {
  const id = String(BigInt(userId));
  const parts = [
    `SELECT * FROM users WHERE id = ${id}`,
    `SELECT * FROM user_standing WHERE user_id = ${id}`,
    `SELECT token_hash, revoked_time, elevated_until FROM sessions WHERE user_id = ${id}`,
    `SELECT * FROM ledger_accounts WHERE owner_id = ${id}`,
    `SELECT e.* FROM entries e JOIN ledger_accounts a ON a.id = e.account_id WHERE a.owner_id = ${id}`,
    `SELECT * FROM forex_orders WHERE user_id = ${id}`,
    `SELECT * FROM micro_orders WHERE user_id = ${id}`,
    `SELECT * FROM command_keys WHERE owner_id = ${id}`,
    `SELECT * FROM uploads WHERE owner_id = ${id}`,
    `SELECT v.* FROM upload_views v JOIN uploads u ON u.id = v.upload_id WHERE u.owner_id = ${id}`,
    `SELECT * FROM verifications WHERE user_id = ${id}`,
    `SELECT * FROM notices WHERE user_id = ${id}`,
    `SELECT * FROM account_names WHERE user_id = ${id}`,
    `SELECT * FROM credentials WHERE user_id = ${id}`,
    `SELECT * FROM invites WHERE user_id = ${id}`,
    `SELECT * FROM user_devices WHERE user_id = ${id}`,
    `SELECT * FROM user_totp WHERE user_id = ${id}`,
    `SELECT * FROM user_passkeys WHERE user_id = ${id}`,
    `SELECT * FROM recovery_codes WHERE user_id = ${id}`,
    `SELECT * FROM preferences WHERE user_id = ${id}`,
    `SELECT * FROM push_subscriptions WHERE user_id = ${id}`,
    `SELECT * FROM exports WHERE user_id = ${id}`,
    `SELECT * FROM support_lines WHERE user_id = ${id}`,
    `SELECT * FROM support_threads WHERE user_id = ${id}`,
    `SELECT * FROM support_messages WHERE user_id = ${id}`,
  ];
  const digests: string[] = [];
  for (const part of parts) digests.push(await digest(db, part));
  return digests.join(' ');
}

/** Everything of one realm but what the market does by itself. */
export async function rowsOfRealm(db: Pool, realm: 'live' | 'demo'): Promise<string> {
  const tables = [
    'users',
    'user_standing',
    'ledger_accounts',
    'journals',
    'forex_orders',
    'micro_orders',
    'house_exposure',
    'notices',
  ];
  const digests: string[] = [];
  for (const table of tables) digests.push(await digest(db, `SELECT * FROM ${table} WHERE realm = '${realm}'`));
  digests.push(
    await digest(
      db,
      `SELECT e.* FROM entries e JOIN ledger_accounts a ON a.id = e.account_id WHERE a.realm = '${realm}'`,
    ),
  );
  return digests.join(' ');
}
