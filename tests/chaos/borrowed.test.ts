// A connection that breaks in the hands of its borrower, between two queries, is that borrower's trouble and not the end of the process.

import { expect, test } from 'vitest';
import { createTestDatabase } from '../harness/database.ts';

test('a borrowed connection whose server process is ended: the next query fails, the pool goes on, the process lives', async () => {
  const db = await createTestDatabase();
  const client = await db.app.connect();
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  await db.owner.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
  await ended;
  await expect(client.query('SELECT 1')).rejects.toThrow();
  client.release();
  expect((await db.app.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await db.drop();
});
