// A replay keeps the recorded gaps and times, never floods a slow reader, resumes where the log stopped, and refuses a folder it cannot play.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type CancelTimer, ManualClock } from '@fairtick/kernel/clock';
import { price, readUnits } from '@fairtick/kernel/decimal';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Bar, FeedQuote, FeedSink, LastPrice } from '../feed.ts';
import { CATALOGUE } from '../pairs.ts';
import { openReplay, type ReplayFeed } from './replay.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'replay-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

const write = (name: string, lines: readonly string[], header = 'time_ms,bid,ask'): Promise<void> =>
  writeFile(path.join(folder, name), gzipSync([header, ...lines, ''].join('\n')));

/** A clock that knows when the feed has nothing left to do: it waits for a timer, for its reader, or for nothing more. */
class FeedClock extends ManualClock {
  #resting = false;
  #rested: (() => void)[] = [];

  override after(delayMs: number, run: () => void): CancelTimer {
    const cancel = super.after(delayMs, () => {
      this.resume();
      run();
    });
    this.rest();
    return cancel;
  }
  rest(): void {
    this.#resting = true;
    for (const resolve of this.#rested.splice(0)) resolve();
  }
  resume(): void {
    this.#resting = false;
  }
  atRest(): Promise<void> {
    return this.#resting ? Promise.resolve() : new Promise((resolve) => this.#rested.push(resolve));
  }
  /** Lets time pass once the feed waits, and answers when it waits again: however long its reading of files takes. */
  async pass(byMs: number): Promise<void> {
    await this.atRest();
    this.advance(byMs);
    await this.atRest();
  }
}

/** Hears a feed; `until(n)` resolves when n quotes have come, `ended` when the recording is over. */
class Listener implements FeedSink {
  readonly quotes: FeedQuote[] = [];
  readonly histories = new Map<string, readonly Bar[]>();
  readonly refused: string[] = [];
  unreadable = 0;
  readonly ended: Promise<void>;
  readonly #clock: FeedClock;
  #hold: Promise<void> | undefined;
  #end = (): void => {};
  #release = (): void => {};
  #waiting: { count: number; resolve: () => void }[] = [];

  constructor(clock: FeedClock) {
    this.#clock = clock;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  /** From now on the feed is to wait after each quote. */
  hold(): void {
    this.#hold = new Promise((resolve) => {
      this.#release = resolve;
    });
  }
  release(): void {
    this.#hold = undefined;
    this.#clock.resume();
    this.#release();
  }
  quote(quote: FeedQuote): void | Promise<void> {
    this.quotes.push(quote);
    for (const wait of this.#waiting) if (this.quotes.length >= wait.count) wait.resolve();
    if (this.#hold) this.#clock.rest();
    return this.#hold;
  }
  until(count: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.quotes.length >= count) resolve();
      else this.#waiting.push({ count, resolve });
    });
  }
  malformed(): void {
    this.unreadable += 1;
  }
  status({ state }: { state: string }): void {
    if (state !== 'ended') return;
    this.#clock.rest();
    this.#end();
  }
  symbol({ code, state, reason }: { code: string; state: string; reason: string }): void {
    if (state === 'refused') this.refused.push(`${code}: ${reason}`);
  }
  history(code: string, period: number, bars: readonly Bar[], source: string): void {
    this.histories.set(`${code} ${period} ${source}`, bars);
  }
}

async function open(
  clock: FeedClock,
  options: { speed?: number; last?: ReadonlyMap<string, LastPrice> } = {},
): Promise<ReplayFeed> {
  const opened = await openReplay({ folder, speed: 1, clock, pairs: CATALOGUE, last: new Map(), ...options });
  if (!opened.ok) throw new Error(opened.error);
  return opened.value;
}
const seen = (listener: Listener): string[] => listener.quotes.map((q) => `${q.code} ${q.sourceTime}`);

describe('a replay', () => {
  test('gives ticks of all pairs in order of time, at the recorded gaps divided by the speed', async () => {
    await write('EURUSD.ticks.a.csv.gz', ['1000,1.1,1.2', '3000,1.1,1.2', '9000,1.1,1.2']);
    await write('USDJPY.ticks.a.csv.gz', ['2000,110,110.1', '3000,110,110.1']);
    const clock = new FeedClock(5_000_000);
    const feed = await open(clock, { speed: 2 });
    const listener = new Listener(clock);
    await feed.start(listener, new Set());
    await listener.until(1);
    await clock.pass(499);
    expect(seen(listener)).toEqual(['EURUSD 1000']);
    await clock.pass(1);
    expect(seen(listener)).toEqual(['EURUSD 1000', 'USDJPY 2000']);
    expect(feed.marketNow()).toBe(2_000);
    await clock.pass(500);
    expect(seen(listener).slice(2)).toEqual(['EURUSD 3000', 'USDJPY 3000']);
    await clock.pass(2_999);
    expect(listener.quotes.length).toBe(4);
    expect(feed.marketNow()).toBe(8_998);
    await clock.pass(1);
    expect(listener.quotes.length).toBe(5);
    await listener.ended;
    expect(feed.marketNow()).toBe(9_000);
    expect([...feed.codes]).toEqual(['EURUSD', 'USDJPY']);
    await feed.stop();
  });

  test('a gap of years is waited for in pieces that a timer can hold (24.8 days)', async () => {
    const years = 3 * 365 * 86_400_000;
    await write('EURUSD.ticks.a.csv.gz', ['1000,1.1,1.2', `${1_000 + years},1.1,1.2`]);
    const clock = new FeedClock(0);
    const asked: number[] = [];
    const after = clock.after.bind(clock);
    clock.after = (delayMs, run) => {
      asked.push(delayMs);
      return after(delayMs, run);
    };
    const feed = await open(clock);
    const listener = new Listener(clock);
    await feed.start(listener, new Set());
    await listener.until(1);
    await clock.pass(60_000);
    await clock.pass(60_000);
    expect(listener.quotes.length).toBe(1);
    expect(asked.length).toBeGreaterThanOrEqual(2);
    expect(Math.max(...asked)).toBeLessThan(2 ** 31);
    await feed.stop();
  });

  test('a slow reader is waited for; afterwards the clock is set back instead of pouring out what was missed', async () => {
    await write(
      'EURUSD.ticks.a.csv.gz',
      Array.from({ length: 100 }, (_, i) => `${1_000 + i * 1_000},1.1,1.2`),
    );
    const clock = new FeedClock(0);
    const feed = await open(clock);
    const listener = new Listener(clock);
    listener.hold();
    await feed.start(listener, new Set());
    await listener.until(1);
    await clock.pass(60_000);
    expect(listener.quotes.length).toBe(1);
    listener.release();
    await clock.pass(0);
    expect(listener.quotes.length).toBe(2);
    await clock.pass(1_000);
    expect(listener.quotes.length).toBe(3);
    await feed.stop();
  });

  test('resumes after what the log has, by pair, also within one millisecond', async () => {
    await write('EURUSD.ticks.a.csv.gz', [
      '1000,1.1,1.2',
      '2000,1.1,1.3',
      '2000,1.1,1.4',
      '2000,1.1,1.5',
      '3000,1.1,1.6',
    ]);
    await write('USDJPY.ticks.a.csv.gz', ['1500,110,110.1', '1900,110,110.2', '2500,110,110.3']);
    const clock = new FeedClock(0);
    const at = (bid: string, ask: string, sourceTime: number): LastPrice => ({
      bid: price(readUnits(bid)),
      ask: price(readUnits(ask)),
      sourceTime,
      source: 'replay',
    });
    const last = new Map([
      ['EURUSD', at('1.1', '1.4', 2_000)],
      ['USDJPY', at('110', '110.1', 1_500)],
    ]);
    const feed = await open(clock, { last });
    const listener = new Listener(clock);
    await feed.start(listener, new Set());
    await listener.until(2);
    expect(listener.quotes.map((q) => `${q.code} ${q.sourceTime} ${q.ask}`)).toEqual([
      'USDJPY 1900 11020000000',
      'EURUSD 2000 150000000',
    ]);
    await clock.pass(500);
    expect(listener.quotes.length).toBe(3);
    await feed.stop();
  });

  test('the last price of another source does not count: the replay starts at its beginning', async () => {
    await write('EURUSD.ticks.a.csv.gz', ['1000,1.1,1.2']);
    const other = { bid: price(1n), ask: price(1n), sourceTime: 9e12, source: 'simulated' };
    const clock = new FeedClock(0);
    const feed = await open(clock, { last: new Map([['EURUSD', other]]) });
    const listener = new Listener(clock);
    await feed.start(listener, new Set());
    await listener.until(1);
    await feed.stop();
  });

  test('unreadable lines are counted and passed over; a file that breaks off ends its pair with a reason', async () => {
    await write('EURUSD.ticks.a.csv.gz', [
      '1000,1.1,1.2',
      '1001,NaN,1.2',
      '1002,1.1',
      'x,1,1',
      '1003,1e3,1',
      '1004,1.1,1.2',
    ]);
    const clock = new FeedClock(0);
    const feed = await open(clock, { speed: 1_000 });
    const listener = new Listener(clock);
    await feed.start(listener, new Set());
    await clock.pass(10);
    await listener.ended;
    expect(seen(listener)).toEqual(['EURUSD 1000', 'EURUSD 1004']);
    expect(listener.unreadable).toBe(4);
    await feed.stop();
  });

  test('shows the bars that were over before the first tick, summed to the six periods, under their own label', async () => {
    const minute = 60_000;
    const bars = Array.from({ length: 9 }, (_, i) => `${i * minute},1.${i + 1},1.9,1.0,1.${i + 2},3`);
    await write('EURUSD.m1.bid.a.csv.gz', bars, 'time_ms,open,high,low,close,volume');
    await write('EURUSD.ticks.a.csv.gz', [`${7 * minute + 5},1.1,1.2`]);
    const clock = new FeedClock(0);
    const feed = await open(clock);
    const listener = new Listener(clock);
    await feed.start(listener, new Set(['EURUSD']));
    await feed.stop();
    expect(listener.histories.get('EURUSD 1 replay-history-bid')?.map((bar) => bar.time)).toEqual(
      [0, 1, 2, 3, 4, 5, 6].map((i) => i * minute),
    );
    const five = listener.histories.get('EURUSD 5 replay-history-bid') ?? [];
    expect(five.map((bar) => [bar.time, bar.open, bar.close, bar.volume])).toEqual([
      [0, 110_000_000n, 160_000_000n, 15],
      [5 * minute, 160_000_000n, 180_000_000n, 6],
    ]);
  });
});

describe('a folder', () => {
  const refusal = async (): Promise<string> => {
    const opened = await openReplay({ folder, speed: 1, clock: new FeedClock(0), pairs: CATALOGUE, last: new Map() });
    return opened.ok ? 'accepted' : opened.error.replaceAll(folder, 'FOLDER');
  };

  test('without recordings, of unknown pairs only, or absent is refused with a sentence', async () => {
    expect(await refusal()).toBe('REPLAY_DIR FOLDER holds no PAIR.ticks.*.csv.gz file of a known pair.');
    await write('ABCXYZ.ticks.a.csv.gz', ['1,1,1']);
    expect(await refusal()).toBe('REPLAY_DIR FOLDER holds no PAIR.ticks.*.csv.gz file of a known pair.');
    const there = folder;
    folder = path.join(there, 'absent');
    expect(await refusal()).toBe('REPLAY_DIR FOLDER cannot be read.');
    folder = there;
  });

  test('with another header or broken packing is refused by the file’s name', async () => {
    await write('EURUSD.ticks.a.csv.gz', ['1,1,1'], 'time,bid,ask');
    expect(await refusal()).toBe('EURUSD.ticks.a.csv.gz cannot be read: its first line is not time_ms,bid,ask');
    await writeFile(path.join(folder, 'EURUSD.ticks.a.csv.gz'), gzipSync('time_ms,bid,ask\n1,1,1\n').subarray(0, 25));
    expect(await refusal()).toContain('EURUSD.ticks.a.csv.gz cannot be read');
  });

  test('files of one pair follow each other; an overlap is refused; another venue’s overlap gives way and is noted', async () => {
    await write('EURUSD.ticks.b.csv.gz', ['3000,1.1,1.2', '4000,1.1,1.2']);
    await write('EURUSD.ticks.c.csv.gz', ['1000,1.1,1.2', '2000,1.1,1.2']);
    await write('EURUSD-FXCM.ticks.a.csv.gz', ['1500,1.1,1.2', '1600,1.1,1.2']);
    const clock = new FeedClock(0);
    const feed = await open(clock, { speed: 1_000 });
    expect(feed.notes).toEqual(['EURUSD-FXCM.ticks.a.csv.gz is left out: EURUSD.ticks.c.csv.gz covers the same time.']);
    const listener = new Listener(clock);
    await feed.start(listener, new Set());
    for (let i = 0; i < 6; i += 1) await clock.pass(1);
    await listener.ended;
    expect(listener.quotes.map((q) => q.sourceTime)).toEqual([1_000, 2_000, 3_000, 4_000]);
    await feed.stop();
    await write('EURUSD.ticks.d.csv.gz', ['3500,1.1,1.2']);
    expect(await refusal()).toBe(
      'REPLAY_DIR holds EURUSD.ticks.b.csv.gz and EURUSD.ticks.d.csv.gz, which overlap in time: keep one of them.',
    );
  });

  test('another venue’s file alone is that pair’s recording', async () => {
    await write('EURUSD-FXCM.ticks.a.csv.gz', ['1500,1.1,1.2']);
    expect([...(await open(new FeedClock(0))).codes]).toEqual(['EURUSD']);
  });
});
