// A database from before journals were numbered: each gets its owner, its number and its actor, and nothing else of it changes.

import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { toHex } from '@fairtick/kernel/bytes';
import { systemEntropy } from '@fairtick/kernel/random';
import { migrate, migrationsFolder } from '@fairtick/server/platform/database/migrate';
import { connectOwner } from '@fairtick/server/platform/database/pools';
import { expect, test } from 'vitest';
import { clusterUrlVariable, onDatabase } from '../../harness/database.ts';

/** Two users, demo 7 and live 8, and the house: as the server before wrote them. Only columns that the migration looks at have a meaning. */
const BEFORE = `
  INSERT INTO users (id, realm, uid, created_time) VALUES (7, 'demo', 'u7', 1), (8, 'live', 'u8', 1), (9, 'demo', 'u9', 1);
  INSERT INTO ledger_accounts (id, realm, owner_id, kind, currency) VALUES (1, 'live', 0, 'external', 'USD'), (2, 'live', 0, 'trading', 'USD'),
    (101, 'demo', 0, 'external', 'USD'), (102, 'demo', 0, 'trading', 'USD'), (103, 'demo', 0, 'capital', 'USD'),
    (70, 'demo', 7, 'forex', 'USD'), (80, 'live', 8, 'forex', 'USD');
  INSERT INTO forex_orders (id, realm, user_id, pair_id, side, quantity, multiple, margin_mode, cont_num, fee_type, fee_rate, markup, price_precision,
    rate_inverse, placed_rate, margin, fee, created_time, status, held, stop_loss, take_profit, armed_index, financing_rate, financing_nights)
    VALUES (500, 'demo', 7, 1, 'buy', 1, 1, 1, 1, 1, 0, 0, 5, false, 1, 1, 0, 1, 'pending', 1, 0, 0, 0, 0, 'fx');
  INSERT INTO journals VALUES (1, 'demo', 1, 3, 0, 'seed:demo-capital', 2), (20, 'demo', 2, 1, 7, 'a/b', 2), (30, 'demo', 3, 3, 500, 'system:stop_loss:500', 2),
    (31, 'demo', 3, 14, 500, 'system:stop_loss:500', 2), (25, 'live', 2, 3, 8, 'gift', 2), (40, 'demo', 4, 2, 7, 'tap', 2), (41, 'demo', 4, 3, 0, 'more', 2);
  INSERT INTO entries VALUES (1, 0, 101, -100, 0), (1, 1, 103, 100, 0), (20, 0, 101, -50, 0), (20, 1, 70, 50, 0), (30, 0, 103, -5, 0), (30, 1, 102, 5, 0),
    (31, 0, 102, -5, 0), (31, 1, 70, 5, 0), (25, 0, 1, -9, 0), (25, 1, 80, 9, 0), (40, 0, 70, -5, 0), (40, 1, 101, 5, 0), (41, 0, 103, -1, 0), (41, 1, 102, 1, 0);
`;

test('journals are numbered by owner and id, and name who caused them', async () => {
  const cluster = process.env[clusterUrlVariable];
  if (!cluster) throw new Error('the run has a PostgreSQL');
  const name = `test_${toHex(systemEntropy.bytes(6))}`;
  const before = fs.mkdtempSync(path.join(os.tmpdir(), 'fairtick-migrations-'));
  const admin = await connectOwner(cluster);
  await admin.query(`CREATE DATABASE ${name}`);
  const url = onDatabase(cluster, name);
  try {
    for (const file of fs.readdirSync(migrationsFolder))
      if (file < '0013') fs.copyFileSync(path.join(migrationsFolder, file), path.join(before, file));
    await migrate(url, before);
    const owner = await connectOwner(url);
    await owner.query(BEFORE);
    await migrate(url);
    const journals = await owner.query({
      text: 'SELECT owner_id, realm, number, id, actor_kind, actor_id FROM journals ORDER BY owner_id, realm, number',
      rowMode: 'array',
    });
    expect(journals.rows).toEqual([
      [0n, 'demo', 1, 1n, 0, 0n],
      [0n, 'demo', 2, 41n, 0, 0n],
      [7n, 'demo', 1, 20n, 0, 0n],
      [7n, 'demo', 2, 30n, 0, 0n],
      [7n, 'demo', 3, 31n, 0, 0n],
      [7n, 'demo', 4, 40n, 1, 7n],
      [8n, 'live', 1, 25n, 1, 8n],
    ]);
    const owners = await owner.query({
      text: 'SELECT id, realm, version FROM owners ORDER BY id, realm',
      rowMode: 'array',
    });
    expect(owners.rows).toEqual([
      [0n, 'live', 0],
      [0n, 'demo', 2],
      [7n, 'demo', 4],
      [8n, 'live', 1],
      [9n, 'demo', 0],
    ]);
    await expect(owner.query('UPDATE journals SET time = time')).rejects.toThrow('append-only');
    await owner.end();
  } finally {
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.end();
    fs.rmSync(before, { recursive: true });
  }
});
