// `npm run bench -- queues`: the staff's queues of money with 100,000 rows that wait beside those with 1,000, on a database each and in turns. Judged are
// the medians of the rounds' ratios: what is asked when a queue is opened, its page and its figures.

import { systemClock } from '@fairtick/kernel/clock';
import {
  countWaiting,
  listDeposits,
  othersWithTransaction,
} from '@fairtick/server/domains/wallet/deposits/staff-table';
import { countFree, listReceipts, suitingReceipts } from '@fairtick/server/domains/wallet/receipts/table';
import { countQueues, listQueue } from '@fairtick/server/domains/wallet/withdrawals/staff-table';
import { openDatabase } from '@fairtick/server/platform/database/open';
import { connectOwner, type Queries } from '@fairtick/server/platform/database/pools';
import { DataFolder } from '../chaos/server.ts';
import { fillQueues, METHOD, transactionAt } from './queues-fill.ts';
import { limited, median } from './ratios.ts';

const SHORT = 1_000;
const LONG = 100_000;
const ROUNDS = 60;
const LIMIT = 2;
const PAGE = 21;

type Read = (db: Queries, rows: number) => Promise<unknown>;
const suiting = (txid: string): Parameters<typeof suitingReceipts>[1] => ({
  ...{ method: METHOD, currency: 'USDT', txid, assigned: undefined, limit: 10 },
});

const JUDGED: Readonly<Record<string, Read>> = {
  'deposits that wait': (db) => listDeposits(db, { status: 'unchecked', before: undefined, limit: PAGE }),
  'how many deposits wait': (db) => countWaiting(db),
  'who names the same transaction': (db, rows) =>
    othersWithTransaction(db, { userId: 0n, txid: transactionAt(rows / 2) }),
  'money of nobody': (db) => listReceipts(db, { state: 'free', before: undefined, limit: PAGE }),
  'how much money is of nobody': (db) => countFree(db),
  'money that suits a deposit': (db, rows) => suitingReceipts(db, suiting(transactionAt(rows / 2))),
  'withdrawals to approve': (db) => listQueue(db, { queue: 'approve', after: 0n, limit: PAGE }),
  'withdrawals to pay': (db) => listQueue(db, { queue: 'pay', after: 0n, limit: PAGE }),
  'withdrawals that are overdue': (db) => listQueue(db, { queue: 'overdue', after: 0n, limit: PAGE }),
  'how many withdrawals wait': (db) => countQueues(db),
};

export async function benchQueues(): Promise<void> {
  const [short, long] = [await openFilled(SHORT), await openFilled(LONG)];
  try {
    for (const [name, read] of Object.entries(JUDGED)) {
      const [few, many]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round += 1)
        for (const one of round % 2 === 0 ? [short, long] : [long, short]) {
          const begun = systemClock.monotonic();
          await read(one.db, one.rows);
          (one === short ? few : many).push(systemClock.monotonic() - begun);
        }
      const ratio = median(many.map((ms, at) => ms / (few[at] ?? ms)));
      const told = `${median(many).toFixed(2)} ms against ${median(few).toFixed(2)} ms`;
      console.log(limited('queues', `${name}, 100,000 rows against 1,000 (${told})`, ratio, '<=', LIMIT));
    }
  } finally {
    for (const one of [short, long]) await one.close();
  }
}

async function openFilled(rows: number) {
  const folder = new DataFolder();
  const database = await openDatabase({ dataDir: folder.dir, databaseUrl: undefined });
  if (!database.ok) throw new Error(database.error);
  const { app: db, ownerUrl, close } = database.value;
  const owner = await connectOwner(ownerUrl);
  await fillQueues(owner, rows);
  await owner.end();
  return {
    ...{ db, rows },
    async close(): Promise<void> {
      await close();
      await folder.remove();
    },
  };
}
