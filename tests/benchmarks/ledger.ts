// `npm run bench -- ledger`: pages of a ledger of 1,000,000 lines beside those of one of 1,000, on one database and in turns. Judged are the medians of
// the rounds' ratios: the first page as people open it, and what an attacker would ask for instead.

import { systemClock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import { linesBefore, type OwnAccount, pageOf } from '@fairtick/server/domains/ledger/pages-table';
import { openDatabase } from '@fairtick/server/platform/database/open';
import { connectOwner, type Queries } from '@fairtick/server/platform/database/pools';
import { DataFolder } from '../chaos/server.ts';
import { fillLedgers, lineId } from './ledger-fill.ts';
import { limited, median } from './ratios.ts';

const SHORT = { id: 1_000_000_000n, lines: 1_000 } as const;
const LONG = { id: 2_000_000_000n, lines: 1_000_000 } as const;
const ROUNDS = 60;
const PAGE_LIMIT = 2;
const PAGE = 20;

type Read = (db: Queries, id: Id, lines: number) => Promise<unknown>;
const of = (ownerId: Id, kind: OwnAccount['kind']): OwnAccount => ({ ownerId, realm: 'live', kind });
const page =
  (kind: OwnAccount['kind'], at: number): Read =>
  (db, id) =>
    pageOf(db, of(id, kind), { limit: PAGE, offset: PAGE * (at - 1) });
const before =
  (wanted: (id: Id, lines: number) => Omit<Parameters<typeof linesBefore>[2], 'limit'>): Read =>
  (db, id, lines) =>
    linesBefore(db, of(id, 'forex'), { ...wanted(id, lines), limit: PAGE + 1 });

const JUDGED: Readonly<Record<string, Read>> = {
  'page 1 of the forex account': page('forex', 1),
  'page 1 of the fund account, whose lines lie behind all others': page('change', 1),
  'the middle, by the line before it': before((id, lines) => ({ before: lineId(id, lines / 2) })),
};
const SEEN: Readonly<Record<string, Read>> = {
  'page 45 of the forex account': page('forex', 45),
  'page 1 of the option account, whose lines lie behind all others': page('micro', 1),
  'a kind of line that is rare': before(() => ({ before: undefined, type: 15 })),
  'the first days of all': before(() => ({ before: undefined, to: 3_600_000 })),
};

export async function benchLedger(): Promise<void> {
  const folder = new DataFolder();
  const database = await openDatabase({ dataDir: folder.dir, databaseUrl: undefined });
  if (!database.ok) throw new Error(database.error);
  const { app, ownerUrl, close } = database.value;
  try {
    const owner = await connectOwner(ownerUrl);
    await fillLedgers(owner, [SHORT, LONG]);
    await owner.end();
    for (const [name, read] of Object.entries(JUDGED)) {
      const { ratio, told } = await compared(app, read);
      console.log(limited('ledger', `${name}, 1,000,000 lines against 1,000 (${told})`, ratio, '<=', PAGE_LIMIT));
    }
    for (const [name, read] of Object.entries(SEEN)) {
      const { told } = await compared(app, read);
      console.log(`ledger ${name}: ${told}`);
    }
  } finally {
    await close();
    await folder.remove();
  }
}

async function compared(db: Queries, read: Read): Promise<{ ratio: number; told: string }> {
  const took = async ({ id, lines }: { readonly id: Id; readonly lines: number }): Promise<number> => {
    const begun = systemClock.monotonic();
    await read(db, id, lines);
    return systemClock.monotonic() - begun;
  };
  const [short, long]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const turn = round % 2 === 0 ? [SHORT, LONG] : [LONG, SHORT];
    for (const one of turn) (one === SHORT ? short : long).push(await took(one));
  }
  const ratio = median(long.map((ms, at) => ms / (short[at] ?? ms)));
  return { ratio, told: `${median(long).toFixed(2)} ms against ${median(short).toFixed(2)} ms` };
}
