// What somebody with every right in the database might change: one random edit at a time, the clever ones included that mend what they can.

import { utf8 } from '@fairtick/kernel/bytes';
import { leafHash } from '@fairtick/kernel/log/merkle';
import type { Random } from '@fairtick/kernel/random';
import type { PoolClient } from '@fairtick/server/platform/database/pools';
import { sha256 } from '@fairtick/server/platform/transparency/index';
import { randomBytes } from './hostile.ts';
import { pick } from './live-app.ts';

export interface Edit {
  readonly what: string;
  readonly sql: readonly (readonly [text: string, values?: readonly unknown[]])[];
}

type Db = Pick<PoolClient, 'query'>;
export type Make = (db: Db, random: Random) => Promise<Edit>;

/** No row that such an edit could change. */
export class NothingThere extends Error {}

export async function one<T extends Record<string, unknown>>(
  db: Db,
  random: Random,
  table: string,
  where = 'true',
): Promise<T> {
  const { rows } = await db.query<T>(`SELECT *, ctid::text AS place FROM ${table} WHERE ${where} ORDER BY ctid`);
  if (rows.length === 0) throw new NothingThere(`${table} where ${where}`);
  return pick(random, rows);
}

/** Adds something to a number of one random row. */
export const nudge =
  (table: string, column: string, amounts: readonly string[], where?: string): Make =>
  async (db, random) => {
    const row = await one<{ place: string }>(db, random, table, where);
    const by = pick(random, amounts);
    return {
      what: `${table}.${column} ${by}`,
      sql: [[`UPDATE ${table} SET ${column} = ${column} ${by} WHERE ctid = $1::tid`, [row.place]]],
    };
  };

/** Sets something in one random row. */
export const put =
  (table: string, column: string, value: (random: Random) => unknown, where?: string): Make =>
  async (db, random) => {
    const row = await one<{ place: string }>(db, random, table, where);
    return {
      what: `${table}.${column} replaced`,
      sql: [[`UPDATE ${table} SET ${column} = $2 WHERE ctid = $1::tid`, [row.place, value(random)]]],
    };
  };

export const drop =
  (table: string, where?: string): Make =>
  async (db, random) => {
    const row = await one<{ place: string }>(db, random, table, where);
    return { what: `${table}: a row removed`, sql: [[`DELETE FROM ${table} WHERE ctid = $1::tid`, [row.place]]] };
  };

const flipped = (random: Random, bytes: Uint8Array): Buffer => {
  const out = Buffer.from(bytes);
  const at = random.below(out.length);
  out[at] = (out[at] ?? 0) ^ (1 << random.below(8));
  return out;
};

const flipBytes =
  (table: string, column: string): Make =>
  async (db, random) => {
    const row = await one<{ place: string } & Record<string, Uint8Array>>(db, random, table);
    return {
      what: `${table}.${column}: a bit flipped`,
      sql: [
        [
          `UPDATE ${table} SET ${column} = $2 WHERE ctid = $1::tid`,
          [row.place, flipped(random, row[column] ?? Buffer.alloc(1))],
        ],
      ],
    };
  };

interface TickRow extends Record<string, unknown> {
  readonly log_index: bigint;
  readonly pair_id: number;
  readonly seq: bigint;
  readonly received_time: bigint;
}

/** A tick with another price and the hash that belongs to it. */
const priceWithHash: Make = async (db, random) => {
  const tick = await one<TickRow & { bid: string; ask: string; source_time: bigint; source: string }>(
    db,
    random,
    'ticks',
    'bid < ask',
  );
  const { rows } = await db.query<{ code: string; places: number }>(
    `SELECT code, (value ->> 'pricePrecision')::int AS places FROM pairs JOIN current_settings ON key = 'pair:' || id WHERE id = $1`,
    [tick.pair_id],
  );
  const { code = '', places = 5 } = rows[0] ?? {};
  const cut = (text: string): string => text.slice(0, text.indexOf('.') + 1 + places);
  const fields = [code, tick.seq, cut(tick.ask), cut(tick.ask), tick.source_time, tick.received_time, tick.source];
  const hash = leafHash(sha256, utf8(`fairtick/tick/v1\n${fields.join('\n')}\n`));
  return {
    what: 'a tick with another bid and its hash mended',
    sql: [['UPDATE ticks SET bid = ask, leaf_hash = $2 WHERE log_index = $1', [tick.log_index, Buffer.from(hash)]]],
  };
};

const swapTicks: Make = async (db, random) => {
  const [a, b] = [await one<TickRow>(db, random, 'ticks'), await one<TickRow>(db, random, 'ticks')];
  const move = 'UPDATE ticks SET log_index = $2 WHERE log_index = $1';
  return {
    what: 'two ticks swapped',
    sql:
      a.log_index === b.log_index
        ? []
        : [
            [move, [a.log_index, -1n]],
            [move, [b.log_index, a.log_index]],
            [move, [-1n, b.log_index]],
          ],
  };
};

const addTick: Make = async () => ({
  what: 'a tick added at the end, with the log grown by it',
  sql: [
    [
      `INSERT INTO ticks SELECT log_index + 1, pair_id, seq + 1, bid, ask, source_time, received_time, source, leaf_hash
       FROM ticks ORDER BY log_index DESC LIMIT 1`,
    ],
    ['UPDATE log_state SET size = size + 1'],
  ],
});

const cutLast: Make = async () => ({
  what: 'the last tick removed, with the log shortened by it',
  sql: [
    ['DELETE FROM ticks WHERE log_index = (SELECT max(log_index) FROM ticks)'],
    [
      'UPDATE log_state SET size = size - 1, evaluated_through = size - 2, last_received_time = (SELECT max(received_time) FROM ticks)',
    ],
  ],
});

const swapTiles: Make = async () => ({
  what: 'the hashes of two tiles swapped',
  sql: [
    [
      `UPDATE log_tiles t SET hashes = o.hashes FROM log_tiles o
       WHERE t.level = 0 AND o.level = 0 AND ((t.idx = 0 AND o.idx = 1) OR (t.idx = 1 AND o.idx = 0))`,
    ],
  ],
});

const noteByte: Make = async (db, random) => {
  const row = await one<{ place: string; note: string }>(db, random, 'log_checkpoints');
  const at = random.below(row.note.length);
  const note = `${row.note.slice(0, at)}${row.note[at] === 'A' ? 'B' : 'A'}${row.note.slice(at + 1)}`;
  return {
    what: 'a sign of a note changed',
    sql: [['UPDATE log_checkpoints SET note = $2 WHERE ctid = $1::tid', [row.place, note]]],
  };
};

const noteSigned: Make = async (db, random) => {
  const row = await one<{ place: string; note: string }>(db, random, 'log_checkpoints');
  const line = `— somebody ${Buffer.from(randomBytes(random, 68)).toString('base64')}\n`;
  return {
    what: "another's signature added to a note",
    sql: [['UPDATE log_checkpoints SET note = note || $2 WHERE ctid = $1::tid', [row.place, line]]],
  };
};

/** Two lines of one journal changed alike, and the balances with them: sums and balances agree again. */
const balancedTheft: Make = async (db, random) => {
  const { rows } = await db.query<{ id: bigint }>(
    'SELECT id FROM journals WHERE reason IN (10, 11, 14, 20, 21) ORDER BY id',
  );
  const journal = pick(random, rows).id;
  const lines = await db.query<{ line: number; account_id: bigint }>(
    'SELECT line, account_id FROM entries WHERE journal_id = $1 ORDER BY line',
    [journal],
  );
  const sql = lines.rows.slice(0, 2).flatMap(({ line, account_id }, i): Edit['sql'][number][] => [
    [
      `UPDATE entries SET available_change = available_change ${i === 0 ? '+' : '-'} 5 WHERE journal_id = $1 AND line = $2`,
      [journal, line],
    ],
    [`UPDATE ledger_accounts SET available = available ${i === 0 ? '+' : '-'} 5 WHERE id = $1`, [account_id]],
  ]);
  return { what: 'a journal of an order changed on both sides, balances mended', sql };
};

const FIVE = ['+ 5', '- 5', '* 2'];
const PIPS = ['+ 0.00001', '- 0.00001', '+ 0.001', '* 1.1'];
const ONE = ['+ 1', '- 1', '+ 1000'];

export const EDITS: readonly Make[] = [
  nudge('ticks', 'bid', ['- 0.00001', '- 0.01', '* 0.9']),
  nudge(
    'ticks',
    'ask',
    PIPS.filter((by) => !by.startsWith('-')),
  ),
  nudge('ticks', 'source_time', ONE),
  nudge('ticks', 'received_time', ONE),
  nudge('ticks', 'seq', ['+ 100000']),
  nudge('ticks', 'log_index', ['+ 100000']),
  nudge('ticks', 'pair_id', ['+ 1', '+ 500']),
  put('ticks', 'source', () => 'kraken'),
  flipBytes('ticks', 'leaf_hash'),
  priceWithHash,
  drop('ticks'),
  swapTicks,
  addTick,
  cutLast,
  flipBytes('log_tiles', 'hashes'),
  drop('log_tiles'),
  nudge('log_tiles', 'idx', ['+ 7']),
  nudge('log_tiles', 'level', ['+ 1']),
  nudge('log_tiles', 'log', ['+ 1']),
  swapTiles,
  flipBytes('log_checkpoints', 'root'),
  nudge('log_checkpoints', 'size', ['+ 1', '+ 1000000']),
  nudge('log_checkpoints', 'log', ['+ 1']),
  noteByte,
  noteSigned,
  flipBytes('log_keys', 'public_key'),
  nudge('log_keys', 'log', ['+ 1']),
  nudge('log_state', 'size', ONE),
  nudge('log_state', 'last_received_time', ONE),
  nudge('log_state', 'evaluated_through', ['+ 1000']),
  nudge('entries', 'available_change', FIVE, 'available_change <> 0'),
  nudge('entries', 'locked_change', FIVE, 'locked_change <> 0'),
  nudge('entries', 'account_id', ['+ 1']),
  drop('entries'),
  balancedTheft,
  drop('journals'),
  nudge('journals', 'lines', ['+ 1']),
  put('journals', 'realm', () => 'live', "realm = 'demo'"),
  nudge('journals', 'reference', ['+ 1'], 'reason IN (13, 14, 21, 22, 23)'),
  nudge('ledger_accounts', 'available', ['+ 5', '+ 0.00000001'], "kind <> 'external'"),
  nudge('ledger_accounts', 'locked', ['+ 5', '+ 0.00000001']),
  nudge('house_exposure', 'buy_units', ['+ 1']),
  nudge('house_exposure', 'sell_value', ['+ 1']),
  nudge('house_exposure', 'sell_units', ['+ 0.00000001']),
  nudge('forex_orders', 'open_price', PIPS, 'open_price IS NOT NULL'),
  nudge('forex_orders', 'close_price', PIPS, 'close_price IS NOT NULL'),
  nudge('forex_orders', 'open_tick', ['+ 1', '- 1'], 'open_tick IS NOT NULL'),
  nudge('forex_orders', 'close_tick', ['+ 1', '- 1'], 'close_tick IS NOT NULL'),
  nudge('forex_orders', 'close_rate', ['+ 0.000001'], 'close_rate IS NOT NULL'),
  nudge('forex_orders', 'placed_rate', ['+ 0.000001']),
  nudge('forex_orders', 'result', ['+ 0.000001', '+ 5', '* -1'], 'result <> 0'),
  nudge('forex_orders', 'margin', ['+ 0.00001', '- 5']),
  nudge('forex_orders', 'fee', ['+ 0.00001', '+ 5']),
  nudge('forex_orders', 'quantity', ['+ 1', '* 2']),
  nudge('forex_orders', 'held', ['+ 5'], "status IN ('pending', 'open')"),
  nudge('forex_orders', 'stop_loss', PIPS, 'stop_loss > 0'),
  nudge('forex_orders', 'take_profit', PIPS, 'take_profit > 0'),
  nudge('forex_orders', 'markup', ['+ 0.00001'], 'open_price IS NOT NULL'),
  put('forex_orders', 'side', () => 'sell', "side = 'buy' AND open_price IS NOT NULL"),
  put('forex_orders', 'close_reason', () => 'take_profit', "close_reason = 'user'"),
  nudge('micro_orders', 'open_price', PIPS, 'open_price IS NOT NULL'),
  nudge('micro_orders', 'end_price', PIPS, 'end_price IS NOT NULL'),
  nudge('micro_orders', 'open_tick', ['+ 1', '- 1'], 'open_tick IS NOT NULL'),
  nudge('micro_orders', 'armed_index', ['+ 1', '- 1'], 'open_tick IS NOT NULL'),
  nudge('micro_orders', 'end_tick', ['+ 1', '- 1'], 'end_tick IS NOT NULL'),
  nudge('micro_orders', 'result', ['+ 5', '* -1'], 'result <> 0'),
  nudge('micro_orders', 'stake', ['+ 5']),
  nudge('micro_orders', 'reserve', ['+ 5']),
  nudge('micro_orders', 'expiry_time', ONE),
  put('micro_orders', 'direction', () => 'down', "direction = 'up' AND outcome IN ('win', 'loss')"),
  put('micro_orders', 'outcome', () => 'tie', "outcome = 'win'"),
];
