// Somebody whom thousands follow, written by few statements: what is measured is what their orders bring about.

import type { Queries } from '@fairtick/server/platform/database/pools';
import { hashToken } from '@fairtick/server/platform/sign-in/token';

/** Ids of real people; three accounts lie behind each. */
const PEOPLE = 20_000_000;
const FOLLOWS = 40_000_000;
const DOLLARS = 10_000;
const HOUSE_DOLLARS = 5_000_000_000;

export interface Led {
  readonly traderId: string;
  readonly token: string;
}

/** A trader with as many who follow in lots, one for one; each has some thousand dollars, and the house enough for all of them. Before the server starts. */
export async function fillFollowers(owner: Queries, followers: number): Promise<Led> {
  const token = 'a'.repeat(43);
  const run = (text: string, values: readonly unknown[] = []) => owner.query(text, [...values]);
  await run('BEGIN');
  const ids = `SELECT ${PEOPLE} + 10 * n AS id FROM generate_series(0, ${followers}) n`;
  await run(`INSERT INTO users (id, realm, uid, created_time) SELECT id, 'live', 'U' || id, 1 FROM (${ids}) x`);
  await run(
    `INSERT INTO account_names (user_id, kind, name, verified_time) SELECT id, 'email', 'user' || id || '@example.com', 1 FROM (${ids}) x`,
  );
  await run(
    `INSERT INTO ledger_accounts (id, realm, owner_id, kind, currency) SELECT id + n, 'live', id, kind, 'USD'
     FROM (${ids}) x, unnest(ARRAY['change', 'forex', 'micro']) WITH ORDINALITY AS k (kind, n)`,
  );
  await run(`UPDATE user_standing SET verified_time = 1 WHERE user_id >= ${PEOPLE}`);
  await run(
    `INSERT INTO traders (user_id, person_key, status, max_followers, applied_time, approved_time) VALUES (${PEOPLE}, ${PEOPLE}, 2, 100000, 1, 1)`,
  );
  await run(
    'INSERT INTO sessions (token_hash, user_id, created_time, last_used_time) SELECT $1, $2, t, t FROM (SELECT database_ms() AS t) x',
    [hashToken(token), PEOPLE],
  );
  // What no cause that the database would take can write, and what its triggers count row by row.
  await run('SET LOCAL session_replication_role = replica');
  await run(
    `INSERT INTO trader_applications (user_id, status, agreement_version, agreement_lang, agreement_hash, applied_time, due_time, decided_by, decided_time)
     VALUES (${PEOPLE}, 2, 1, 'en', decode(repeat('00', 32), 'hex'), 1, 2, 1, 1)`,
  );
  await giveMoney(run, ids);
  const relations = `SELECT ${FOLLOWS} + n AS id, ${PEOPLE} + 10 * n AS user_id FROM generate_series(1, ${followers}) n`;
  await run(
    `INSERT INTO follows (id, realm, user_id, trader_id, share_rate, began_event, began_time, closed_num, closed_net, closed_margin)
     SELECT id, 'live', user_id, ${PEOPLE}, 0.1, 0, 1, 0, 0, 0 FROM (${relations}) x`,
  );
  await run(
    `INSERT INTO follow_settings (follow_id, number, user_id, from_event, mode, multiple, max_amount, stop_amount, paused, set_time)
     SELECT id, 1, user_id, 0, 'lots', 1, 5000, 5000, false, 1 FROM (${relations}) x`,
  );
  await run(`UPDATE trader_following SET followers = $1, live_followers = $1 WHERE trader_id = ${PEOPLE}`, [followers]);
  await run('COMMIT');
  await run(
    'VACUUM ANALYZE users, user_standing, owners, ledger_accounts, follows, follow_settings, trader_following, journals, entries',
  );
  return { traderId: String(PEOPLE), token };
}

/** Everybody's forex account, and the house's, each by a journal of its owner's. */
async function giveMoney(run: (text: string) => Promise<unknown>, ids: string): Promise<void> {
  const given = `SELECT id AS owner_id, id AS journal_id, 'forex' AS kind, ${DOLLARS}::numeric AS sum FROM (${ids}) x
    UNION ALL SELECT 0, ${PEOPLE} - 1, 'trading', ${HOUSE_DOLLARS}`;
  await run(
    `INSERT INTO journals (id, realm, time, reason, reference, idempotency_key, lines, owner_id, number, actor_kind, actor_id)
     SELECT g.journal_id, 'live', 1, 3, g.journal_id, 'test:money', 2, o.id, o.version + 1, 0, 0 FROM (${given}) g
     JOIN owners o ON o.id = g.owner_id AND o.realm = 'live'`,
  );
  await run(
    `INSERT INTO entries (journal_id, line, account_id, available_change, locked_change)
     SELECT g.journal_id, 0, a.id, g.sum, 0 FROM (${given}) g JOIN ledger_accounts a ON a.owner_id = g.owner_id AND a.realm = 'live' AND a.kind = g.kind
     UNION ALL SELECT g.journal_id, 1, a.id, -g.sum, 0 FROM (${given}) g JOIN ledger_accounts a ON a.owner_id = 0 AND a.realm = 'live' AND a.kind = 'external'`,
  );
  await run(
    `UPDATE ledger_accounts a SET available = a.available + e.sum, entry_count = a.entry_count + e.count FROM (
       SELECT account_id, sum(available_change) AS sum, count(*) AS count FROM entries WHERE journal_id >= ${PEOPLE} - 1 GROUP BY account_id) e
     WHERE a.id = e.account_id`,
  );
  await run(
    `UPDATE owners o SET version = version + 1 WHERE realm = 'live' AND id IN (SELECT owner_id FROM (${given}) g)`,
  );
}
