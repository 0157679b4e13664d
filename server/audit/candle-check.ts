// What must hold between the log of candles and the log of ticks: each minute is what its ticks give, each hour what its minutes give, each day what its hours
// give, none is left out and none said twice. No I/O: whoever reads the two logs hands their entries in, the ticks first.

import { endOf, joinCandles, type LogCandle, minutesOf, windowOf } from '@fairtick/engine/log-candles';
import { price, readUnits } from '@fairtick/kernel/decimal';
import { CANDLE_MS, parseCandleEntry } from '@fairtick/kernel/log/candle-entry';
import type { TickEntry } from '@fairtick/kernel/log/tick-entry';
import { numbersOf } from '../domains/market/index.ts';
import type { Findings } from './findings.ts';

/** A server closes a window within seconds; one that waits for so long while ticks came in was passed over. */
const LONGEST_WAIT_MS = 60_000;

export type CheckedTick = Pick<TickEntry, 'pair' | 'seq' | 'bid' | 'ask' | 'receivedTime'>;

export class CandleCheck {
  readonly #findings: Findings;
  /** Pairs as numbers, in the order in which they were met. */
  readonly #ids = new Map<string, number>();
  readonly #codes: string[] = [];
  /** Minutes as their ticks give them, by `keyOf`; those that some tick is not known of are null. */
  readonly #minutes = new Map<string, LogCandle | null>();
  /** The windows under way: of which shorter candles have come, and the whole not yet. */
  readonly #parts = new Map<string, LogCandle[]>();
  readonly #nextSeqs = new Map<number, number>();
  #lastEnd = 0;
  #lastLength = 0;
  #newestTick = 0;
  /** The next tick's minute may hold ticks that were not seen. */
  #unsure: boolean;
  #unsureWindow = -1;
  readonly #fromStart: boolean;
  /** The first entry's window: of those that begin earlier something may not have been seen. */
  #since: number | undefined;

  /** `fromStart`: both logs come from their first entries on. */
  constructor(findings: Findings, fromStart: boolean) {
    this.#findings = findings;
    this.#fromStart = fromStart;
    this.#unsure = !fromStart;
  }

  /** The next tick of the log of ticks. */
  tick({ pair, seq, bid, ask, receivedTime }: CheckedTick): void {
    const start = windowOf('minute', receivedTime);
    if (this.#unsure) this.#unsureWindow = start;
    this.#unsure = false;
    this.#newestTick = receivedTime;
    const pairId = this.#idOf(pair);
    const key = keyOf({ pairId, period: 'minute', start });
    if (start === this.#unsureWindow) {
      this.#minutes.set(key, null);
      return;
    }
    const quote = { bid: price(readUnits(bid)), ask: price(readUnits(ask)) };
    const alone = minutesOf([{ pairId, seq, ...quote, receivedTime }]);
    const known = this.#minutes.get(key);
    const [minute] = known ? joinCandles([known, ...alone], 'minute') : alone;
    if (known !== null) this.#minutes.set(key, minute ?? null);
  }

  /** The next tick is no longer kept: the minute before it and the one behind it are not known whole. */
  gone(): void {
    this.#unsure = true;
    const start = windowOf('minute', this.#newestTick);
    this.#unsureWindow = start;
    for (const pairId of this.#codes.keys()) {
      const key = keyOf({ pairId, period: 'minute', start });
      if (this.#minutes.has(key)) this.#minutes.set(key, null);
    }
  }

  /** The next entry of the log of candles. */
  entry(place: number, bytes: Uint8Array): void {
    const said = parseCandleEntry(bytes);
    if (!said) {
      this.#findings.add(`entry ${place} is no candle`);
      return;
    }
    const candle: LogCandle = { pairId: this.#idOf(said.pair), ...numbersOf(said) };
    const name = `candle ${place} (${said.pair}, ${said.period} ${new Date(said.start).toISOString()})`;
    this.#since ??= candle.start;
    this.#compareOrder(candle, name);
    if (candle.period === 'minute') this.#compareMinute(candle, name);
    else this.#compareJoined(candle, name);
    if (candle.period !== 'day') this.#addPart(candle);
  }

  /** After the last entry of both. */
  finish(): void {
    const since = this.#since;
    // A log without an entry was never opened.
    if (since === undefined) return;
    this.#missing(this.#lastEnd);
    const wanted = this.#newestTick - LONGEST_WAIT_MS;
    for (const candle of this.#minutes.values())
      if (candle && endOf(candle) <= wanted && candle.start >= since) this.#lacks(candle);
  }

  #idOf(code: string): number {
    const known = this.#ids.get(code);
    if (known !== undefined) return known;
    this.#ids.set(code, this.#codes.length);
    return this.#codes.push(code) - 1;
  }

  #lacks({ pairId, period, start }: Pick<LogCandle, 'pairId' | 'period' | 'start'>): void {
    this.#findings.add(`the ${period} of ${this.#codes[pairId]} from ${new Date(start).toISOString()} has no candle`);
  }

  #compareOrder(candle: LogCandle, name: string): void {
    const end = endOf(candle);
    const length = CANDLE_MS[candle.period];
    if (end < this.#lastEnd || (end === this.#lastEnd && length < this.#lastLength))
      this.#findings.add(`${name} comes after a candle of a later window`);
    if (end > this.#lastEnd) this.#missing(this.#lastEnd);
    this.#lastEnd = Math.max(end, this.#lastEnd);
    this.#lastLength = length;
  }

  #compareMinute(candle: LogCandle, name: string): void {
    const next = this.#nextSeqs.get(candle.pairId);
    if (next !== undefined && next !== candle.firstSeq)
      this.#findings.add(`${name} begins with tick ${candle.firstSeq} of its pair where ${next} was to come`);
    this.#nextSeqs.set(candle.pairId, candle.lastSeq + 1);
    const key = keyOf(candle);
    const expected = this.#minutes.get(key);
    if (expected && textOf(expected) !== textOf(candle)) this.#findings.add(`${name} is not what its ticks give`);
    this.#minutes.delete(key);
  }

  #compareJoined(candle: LogCandle, name: string): void {
    const key = keyOf(candle);
    const [expected] = joinCandles(this.#parts.get(key) ?? [], candle.period);
    const whole = this.#fromStart || candle.start >= (this.#since ?? 0);
    if (whole && (!expected || textOf(expected) !== textOf(candle)))
      this.#findings.add(`${name} is not what the shorter candles in it give`);
    this.#parts.delete(key);
  }

  #addPart(candle: LogCandle): void {
    const period = candle.period === 'minute' ? 'hour' : 'day';
    const key = keyOf({ ...candle, period, start: windowOf(period, candle.start) });
    const parts = this.#parts.get(key);
    if (parts) parts.push(candle);
    else this.#parts.set(key, [candle]);
  }

  /** Windows that ended at this moment or before, and whose candle has not come. */
  #missing(end: number): void {
    for (const [key, [first]] of this.#parts) {
      if (!first) continue;
      const period = first.period === 'minute' ? 'hour' : 'day';
      const window = { pairId: first.pairId, period, start: windowOf(period, first.start) } as const;
      if (endOf(window) > end) continue;
      this.#parts.delete(key);
      if (window.start >= (this.#since ?? 0)) this.#lacks(window);
    }
  }
}

const keyOf = ({ pairId, period, start }: Pick<LogCandle, 'pairId' | 'period' | 'start'>): string =>
  `${pairId}/${period}/${start}`;

const textOf = ({ pairId, period, start, firstSeq, lastSeq, bidLow, bidHigh, askLow, askHigh }: LogCandle): string =>
  [pairId, period, start, firstSeq, lastSeq, bidLow, bidHigh, askLow, askHigh].join('/');
