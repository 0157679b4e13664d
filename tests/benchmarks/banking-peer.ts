// The peer: the classic debit-credit transaction (TPC-B) over plain connections, in a database of its own in the same cluster.

import { connectOwner } from '@fairtick/server/platform/database/pools';

const ACCOUNTS = 100_000;
const TELLERS = 10;

export interface BankingPeer {
  /** Transactions committed in the time. */
  run(ms: number): Promise<number>;
  close(): Promise<void>;
}

export async function openBankingPeer(ownerUrl: string, clients: number): Promise<BankingPeer> {
  const owner = await connectOwner(ownerUrl);
  await owner.query('CREATE DATABASE bank');
  await owner.end();
  const url = new URL(ownerUrl);
  url.pathname = '/bank';
  const connections = await Promise.all(Array.from({ length: clients }, () => connectOwner(url.href)));
  const [first] = connections;
  await first?.query(`CREATE TABLE accounts (aid int PRIMARY KEY, balance int NOT NULL, filler char(84));
    CREATE TABLE tellers (tid int PRIMARY KEY, balance int NOT NULL, filler char(84));
    CREATE TABLE branches (bid int PRIMARY KEY, balance int NOT NULL, filler char(88));
    CREATE TABLE history (tid int, bid int, aid int, delta int, time timestamp, filler char(22));
    INSERT INTO accounts SELECT n, 0, '' FROM generate_series(1, ${ACCOUNTS}) n;
    INSERT INTO tellers SELECT n, 0, '' FROM generate_series(1, ${TELLERS}) n;
    INSERT INTO branches VALUES (1, 0, '')`);
  let next = 1;
  const once = async (client: (typeof connections)[number]): Promise<void> => {
    next = (next * 48_271) % 2_147_483_647;
    const aid = 1 + (next % ACCOUNTS);
    const tid = 1 + (next % TELLERS);
    await client.query('BEGIN');
    await client.query({
      name: 'a',
      text: 'UPDATE accounts SET balance = balance + $1 WHERE aid = $2',
      values: [1, aid],
    });
    await client.query({ name: 's', text: 'SELECT balance FROM accounts WHERE aid = $1', values: [aid] });
    await client.query({
      name: 't',
      text: 'UPDATE tellers SET balance = balance + $1 WHERE tid = $2',
      values: [1, tid],
    });
    await client.query({ name: 'b', text: 'UPDATE branches SET balance = balance + $1 WHERE bid = 1', values: [1] });
    await client.query({
      name: 'h',
      text: 'INSERT INTO history (tid, bid, aid, delta, time) VALUES ($1, 1, $2, $3, now())',
      values: [tid, aid, 1],
    });
    await client.query('COMMIT');
  };
  return {
    async run(ms) {
      const until = performance.now() + ms;
      let done = 0;
      const work = connections.map(async (client) => {
        while (performance.now() < until) {
          await once(client);
          done += 1;
        }
      });
      await Promise.all(work);
      return done;
    },
    async close() {
      await Promise.all(connections.map((client) => client.end()));
    },
  };
}
