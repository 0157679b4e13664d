// The pipeline over books of nothing but notes: batches, keys, retries, broken connections, stopping. What it promises holds for any business.

import { refuse } from '@fairtick/contract/errors';
import { type Clock, ManualClock, systemClock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import { seededRandom } from '@fairtick/kernel/random';
import { err, ok } from '@fairtick/kernel/result';
import type { Books, Command, Outcome } from '@fairtick/server/platform/commands/command';
import { keyOf } from '@fairtick/server/platform/commands/key';
import { Pipeline } from '@fairtick/server/platform/commands/pipeline';
import { BATCH_LIMIT, QUEUE_LIMIT } from '@fairtick/server/platform/commands/queue';
import { ATTEMPT_LIMIT } from '@fairtick/server/platform/commands/transaction';
import * as columns from '@fairtick/server/platform/database/columns';
import { createAppPool, type Pool, type PoolClient } from '@fairtick/server/platform/database/pools';
import type { Statement } from '@fairtick/server/platform/database/statement';
import { Unavailable } from '@fairtick/server/platform/endpoints';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { openCuttingProxy } from '../log/cutting-proxy.ts';

interface Notes {
  readonly written: string[];
  readonly seen: ReadonlySet<string>;
}
type NoteCommand = Command<Notes, string>;

let db: TestDatabase;
let doubts: string[];
let committed: string[][];
let logged: string[];
let pipelines: Pipeline<Notes, string, string[]>[];

beforeEach(async () => {
  db = await createTestDatabase();
  await db.owner.query("CREATE TABLE notes (note text PRIMARY KEY CHECK (note NOT LIKE 'forbidden%'))");
  await db.owner.query('GRANT SELECT, INSERT ON notes TO fairtick_app');
  await db.owner.query(
    "CREATE FUNCTION fail_with(code text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN RAISE 'a conflict' USING ERRCODE = code; END $$",
  );
  [doubts, committed, logged, pipelines] = [[], [], [], []];
});
afterEach(async () => {
  for (const pipeline of pipelines) await pipeline.close();
  await db.drop();
});

interface Hooks {
  /** What is sent before the notes. */
  readonly beforeNotes?: (notes: readonly string[]) => readonly Statement[];
  readonly onCommitted?: (notes: string[]) => void;
  readonly pool?: Pool;
  readonly moments?: string[];
  readonly clock?: Clock;
}

/** Notes that are there are locked out by their own table: a note stands once. */
function noteBooks(hooks: Hooks): Books<Notes, string, string[], PoolClient> {
  return {
    load: async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock(7)');
      const { rows } = await tx.query<{ note: string }>('SELECT note FROM notes');
      return { written: [], seen: new Set(rows.map((row) => row.note)) };
    },
    apply: (state, note) => {
      if (note.startsWith('unappliable')) throw new Error('broken promise: a test');
      state.written.push(note);
    },
    write: ({ written }) => {
      const first = hooks.beforeNotes?.(written) ?? [];
      if (written.length === 0) return first;
      const insert = 'INSERT INTO notes SELECT * FROM unnest($1::text[])';
      return [...first, { name: 'notes_insert', text: insert, values: [columns.text(written)] }];
    },
    committed: (state) => state.written,
  };
}

function open(hooks: Hooks = {}): Pipeline<Notes, string, string[]> {
  const pipeline = new Pipeline<Notes, string, string[]>({
    pool: hooks.pool ?? db.app,
    books: noteBooks(hooks),
    clock: hooks.clock ?? systemClock,
    random: seededRandom(1),
    logger: { debug: () => {}, info: () => {}, warn: () => {}, error: (_fields, message) => void logged.push(message) },
    onCommitted: (notes) => {
      hooks.moments?.push('told');
      committed.push(notes);
      hooks.onCommitted?.(notes);
    },
    onDoubt: (reason) => void doubts.push(reason),
    moment: (moment) => void hooks.moments?.push(moment),
  });
  pipelines.push(pipeline);
  return pipeline;
}

function note(text: string, key?: { owner?: Id; key: string; body?: string; call?: string }): NoteCommand {
  const { owner = 1n, body = text, call = 'note' } = key ?? {};
  return {
    name: call,
    realm: 'demo',
    owners: [],
    ...(key ? { key: keyOf(owner, key.key, call, { body }) } : {}),
    decide: (state) => {
      if (text.startsWith('undecidable')) throw new Error('broken promise: a test');
      if (text.startsWith('refused') || state.seen.has(text) || state.written.includes(text))
        return err(refuse('ORDER_CLOSED'));
      return ok({ change: text, answer: { note: text, at: state.seen.size + state.written.length } });
    },
  };
}

const stored = async (): Promise<string[]> =>
  (await db.owner.query<{ note: string }>('SELECT note FROM notes ORDER BY note')).rows.map((row) => row.note);
/** An outcome in a word. */
const said = (outcome: Outcome): string =>
  outcome.ok ? `ok ${String(outcome.value.note)} ${String(outcome.value.at)}` : outcome.error.error;
/** What a submit came to, in a word. */
const came = (outcome: Promise<Outcome>): Promise<string> =>
  outcome.then(said, (error: unknown) =>
    error instanceof Unavailable ? `unavailable${error.unknown ? ', unknown' : ''}` : `threw ${String(error)}`,
  );

describe('batches', () => {
  test('what arrives together is one batch; what arrives while it commits is the next', async () => {
    const pipeline = open();
    const first = Array.from({ length: 10 }, (_, i) => pipeline.submit(note(`a${i}`)));
    await new Promise((resume) => setImmediate(resume));
    const second = Array.from({ length: 10 }, (_, i) => pipeline.submit(note(`b${i}`)));
    await Promise.all([...first, ...second]);
    expect(committed.map((notes) => notes.length)).toEqual([10, 10]);
    expect(pipeline.health()).toMatchObject({ batches: 2, commands: 20, failures: 0, largestBatch: 10 });
  });

  test('at most BATCH_LIMIT a batch, in the order of arrival', async () => {
    const pipeline = open();
    const count = BATCH_LIMIT * 2 + 3;
    const names = Array.from({ length: count }, (_, i) => String(i).padStart(5, '0'));
    await Promise.all(names.map((name) => pipeline.submit(note(name, { key: name }))));
    expect(committed.map((notes) => notes.length)).toEqual([BATCH_LIMIT, BATCH_LIMIT, 3]);
    expect(committed.flat()).toEqual(committed.flat().toSorted());
  });

  test('no reply before the commit, no telling before it either', async () => {
    const moments: string[] = [];
    const pipeline = open({ moments });
    await pipeline.submit(note('a')).then(() => moments.push('replied'));
    expect(moments.slice(0, 3)).toEqual(['before_commit', 'after_commit', 'told']);
    expect(moments).toContain('replied');
  });

  test('more than QUEUE_LIMIT waiting: refused at once, and all that were taken are done', async () => {
    const pipeline = open();
    const outcomes = Array.from({ length: QUEUE_LIMIT + 5 }, (_, i) =>
      came(pipeline.submit(note(`n${i}`, { key: `n${i}` }))),
    );
    const all = await Promise.all(outcomes);
    expect(all.filter((one) => one === 'unavailable')).toHaveLength(5);
    expect(all.slice(QUEUE_LIMIT).every((one) => one === 'unavailable')).toBe(true);
    expect((await stored()).length).toBe(QUEUE_LIMIT);
  });

  test('close lets the accepted finish and takes no more', async () => {
    const pipeline = open();
    const accepted = Array.from({ length: 50 }, (_, i) => came(pipeline.submit(note(`c${i}`))));
    const closing = pipeline.close();
    expect(await came(pipeline.submit(note('late')))).toBe('unavailable');
    await closing;
    expect((await Promise.all(accepted)).every((one) => one.startsWith('ok'))).toBe(true);
    expect((await stored()).length).toBe(50);
  });
});

describe('a command that fails by our own fault', () => {
  test('while deciding or applying: it alone is refused, its neighbours stand, its key is free', async () => {
    const pipeline = open();
    const key = { key: 'k1' };
    const all = [note('a'), note('undecidable', key), note('b'), note('unappliable'), note('c')];
    expect(await Promise.all(all.map((one) => came(pipeline.submit(one))))).toEqual([
      'ok a 0',
      'INTERNAL',
      'ok b 1',
      'INTERNAL',
      'ok c 2',
    ]);
    expect(pipeline.health().batches).toBe(1);
    expect(await came(pipeline.submit(note('d', { key: 'k1', body: 'undecidable' })))).toMatch(/^ok/);
  });

  test('while writing: the batch is tried one by one, only the poison is refused', async () => {
    const pipeline = open();
    const all = ['a', 'b', 'forbidden', 'c'].map((text) => came(pipeline.submit(note(text, { key: text }))));
    expect((await Promise.all(all)).map((one) => one.split(' ')[0])).toEqual(['ok', 'ok', 'INTERNAL', 'ok']);
    expect(await stored()).toEqual(['a', 'b', 'c']);
    expect(doubts).toEqual([]);
    const { rows } = await db.owner.query('SELECT key FROM command_keys ORDER BY key');
    expect(rows.map((row) => row.key)).toEqual(['a', 'b', 'c']);
  });

  test('while turning a value into bytes: nothing of the batch is sent, and only the poison is refused', async () => {
    const poison = { name: 'poison', text: 'SELECT $1::int[]', values: [columns.int4([1.5])] };
    const pipeline = open({ beforeNotes: (notes) => (notes.includes('b') ? [poison] : []) });
    const all = ['a', 'b', 'c'].map((text) => came(pipeline.submit(note(text, { key: text }))));
    expect((await Promise.all(all)).map((one) => one.split(' ')[0])).toEqual(['ok', 'INTERNAL', 'ok']);
    expect(await stored()).toEqual(['a', 'c']);
    const { rows } = await db.owner.query('SELECT key FROM command_keys ORDER BY key');
    expect(rows.map((row) => row.key)).toEqual(['a', 'c']);
  });

  test('a listener that throws after the commit: the answer stands, memory is in doubt', async () => {
    const pipeline = open({
      onCommitted: () => {
        throw new Error('a listener of ours');
      },
    });
    expect(await Promise.all([came(pipeline.submit(note('a'))), came(pipeline.submit(note('b')))])).toEqual([
      'ok a 0',
      'ok b 1',
    ]);
    expect(committed).toEqual([['a', 'b']]);
    expect(doubts).toHaveLength(1);
  });
});

describe('idempotency', () => {
  test('the same key and body: done once, answered the same, fifty at once and later', async () => {
    const pipeline = open();
    const one = () => came(pipeline.submit(note('once', { key: 'k' })));
    const answers = await Promise.all(Array.from({ length: 50 }, one));
    expect(new Set(answers)).toEqual(new Set(['ok once 0']));
    expect(await one()).toBe(answers[0]);
    expect(await stored()).toEqual(['once']);
  });

  test('across two pipelines on one database', async () => {
    const [a, b] = [open(), open()];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        came((i % 2 === 0 ? a : b).submit(note('once', { key: `k${i % 4}`, body: 'x' }))),
      ),
    );
    // Four keys, one note: one key did it, the three others were refused, and each key says the same to everybody.
    for (let key = 0; key < 4; key += 1) expect(new Set(answers.filter((_, i) => i % 4 === key)).size).toBe(1);
    expect(answers.filter((one) => one.startsWith('ok'))).toHaveLength(10);
    expect(answers.filter((one) => one === 'ORDER_CLOSED')).toHaveLength(30);
    expect(await stored()).toEqual(['once']);
  });

  test('another body or another call under the key: KEY_REUSED, and the first answer stands', async () => {
    const pipeline = open();
    await pipeline.submit(note('first', { key: 'k' }));
    expect(await came(pipeline.submit(note('second', { key: 'k' })))).toBe('KEY_REUSED');
    expect(await came(pipeline.submit(note('third', { key: 'k', body: 'first', call: 'other' })))).toBe('KEY_REUSED');
    const [a, b] = [pipeline.submit(note('x', { key: 'q' })), pipeline.submit(note('y', { key: 'q' }))];
    expect(await Promise.all([came(a), came(b)])).toEqual(['ok x 1', 'KEY_REUSED']);
    expect(await came(pipeline.submit(note('first', { key: 'k' })))).toBe('ok first 0');
    expect(await stored()).toEqual(['first', 'x']);
  });

  test('a key belongs to its owner', async () => {
    const pipeline = open();
    expect(await came(pipeline.submit(note('mine', { key: 'k', owner: 1n })))).toMatch(/^ok/);
    expect(await came(pipeline.submit(note('theirs', { key: 'k', owner: 2n })))).toMatch(/^ok/);
  });

  test('a refusal is remembered, also when it would be accepted now', async () => {
    const pipeline = open();
    await pipeline.submit(note('taken'));
    expect(await came(pipeline.submit(note('taken', { key: 'k' })))).toBe('ORDER_CLOSED');
    const now = { ...note('free', { key: 'k', body: 'taken' }) };
    expect(await came(pipeline.submit(now))).toBe('ORDER_CLOSED');
    expect(await stored()).toEqual(['taken']);
  });

  test('two spellings of one input are one body; two inputs never are', () => {
    const hash = (input: Readonly<Record<string, unknown>>): string =>
      Buffer.from(keyOf(1n, 'k', 'c', input).bodyHash).toString('hex');
    expect(hash({ a: '1', b: '2' })).toBe(hash({ b: '2', a: '1' }));
    expect(
      new Set([
        hash({ a: '1', b: '2' }),
        hash({ a: '1,b', b: '' }),
        hash({ a: 1, b: '2' }),
        hash({ a: '1' }),
        hash({ a: '12' }),
      ]).size,
    ).toBe(5);
  });
});

describe('conflicts', () => {
  const failing = (times: number, code: string) => {
    let left = times;
    return (): Statement[] => {
      left -= 1;
      return left >= 0 ? [{ name: 'fail_with', text: 'SELECT fail_with($1)', values: [code] }] : [];
    };
  };

  test('serialisation failures and deadlocks are tried again, to a limit', async () => {
    for (const code of ['40001', '40P01']) {
      const pipeline = open({ beforeNotes: failing(ATTEMPT_LIMIT - 1, code) });
      expect(await came(pipeline.submit(note(code)))).toMatch(/^ok/);
      expect(pipeline.health()).toMatchObject({ retries: ATTEMPT_LIMIT - 1, failures: 0 });
    }
    const hopeless = open({ beforeNotes: failing(ATTEMPT_LIMIT, '40001') });
    expect(await came(hopeless.submit(note('hopeless')))).toBe('unavailable');
    expect(await stored()).toEqual(['40001', '40P01']);
    expect(doubts).toEqual(['conflict']);
  });

  test('a real deadlock with another session: one is told, the batch is done', async () => {
    const pipeline = open({
      beforeNotes: () => [{ name: 'lock_8', text: 'SELECT pg_advisory_xact_lock(8)', values: [] }],
    });
    const other = await db.owner.connect();
    await other.query("SET deadlock_timeout = '20s'");
    await other.query('BEGIN');
    await other.query('SELECT pg_advisory_xact_lock(8)');
    const outcome = came(pipeline.submit(note('a')));
    for (let waits = false; !waits; ) {
      const { rows } = await other.query(
        "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
      );
      waits = rows.length > 0;
    }
    await other.query('SELECT pg_advisory_xact_lock(7)');
    await other.query('COMMIT');
    other.release();
    expect(await outcome).toMatch(/^ok/);
    expect(pipeline.health().retries).toBe(1);
  });
});

describe('a database that breaks', () => {
  test('in the middle of a batch: nothing is done, everybody is told, doubt is raised, and the next batch works', async () => {
    let broken = false;
    const pipeline = open({
      beforeNotes: () => {
        if (broken) return [];
        broken = true;
        return [{ name: 'end_itself', text: 'SELECT pg_terminate_backend(pg_backend_pid())', values: [] }];
      },
    });
    const all = ['a', 'b', 'c'].map((text) => came(pipeline.submit(note(text, { key: text }))));
    expect(await Promise.all(all)).toEqual(['unavailable', 'unavailable', 'unavailable']);
    expect(doubts).toEqual(['database']);
    expect(await stored()).toEqual([]);
    expect(await came(pipeline.submit(note('a', { key: 'a' })))).toMatch(/^ok/);
    expect(await stored()).toEqual(['a']);
  });

  for (const cut of ['before_commit', 'after_commit'] as const) {
    test(`cut ${cut.replace('_', ' its ')}: the outcome is unknown, the key tells, and it is done once`, async () => {
      const proxy = await openCuttingProxy(db.ownerUrl);
      const pool = createAppPool(proxy.through(db.ownerUrl), { max: 2 });
      const pipeline = open({ pool });
      await pipeline.submit(note('warm'));
      proxy.cutNext(cut);
      const all = ['a', 'b'].map((text) => came(pipeline.submit(note(text, { key: text }))));
      expect(await Promise.all(all)).toEqual(['unavailable, unknown', 'unavailable, unknown']);
      expect(doubts).toEqual(['database']);
      expect(committed).toEqual([['warm']]);
      expect(await stored()).toEqual(cut === 'after_commit' ? ['a', 'b', 'warm'] : ['warm']);
      expect(await came(pipeline.submit(note('a', { key: 'a' })))).toBe('ok a 1');
      expect(await came(pipeline.submit(note('b', { key: 'b' })))).toBe('ok b 2');
      expect(await stored()).toEqual(['a', 'b', 'warm']);
      await pipeline.close();
      await pool.end();
      await proxy.close();
    });
  }

  test('a full disk: health says so until something is committed, and half a minute at most', async () => {
    const clock = new ManualClock(1_800_000_000_000);
    const noRoom = { name: 'no_room', text: "SELECT fail_with('53100')", values: [] };
    const pipeline = open({ clock, beforeNotes: (notes) => (notes.includes('fits') ? [] : [noRoom]) });
    const well = () => pipeline.health().commits;
    const wellAfter = (name: string) => came(pipeline.submit(note(name))).then(well);
    expect([well(), await wellAfter('a')]).toEqual([true, false]);
    expect([await wellAfter('fits'), await wellAfter('c')]).toEqual([true, false]);
    clock.advance(29_999);
    expect(well()).toBe(false);
    clock.advance(1);
    expect(well()).toBe(true);
  });

  test('a pool without a connection to give: unavailable, and again available after', async () => {
    const pool = createAppPool(db.ownerUrl, { max: 1 });
    const pipeline = open({ pool });
    const only = await pool.connect();
    expect(await came(pipeline.submit(note('a')))).toBe('unavailable');
    only.release();
    expect(await came(pipeline.submit(note('a')))).toMatch(/^ok/);
    await pipeline.close();
    await pool.end();
  });
});
