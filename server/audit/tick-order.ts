// What must hold between the ticks of the log: a pair's are numbered without a gap, and time never goes back. No I/O.

import type { TickEntry } from '@fairtick/kernel/log/tick-entry';
import type { Findings } from './findings.ts';

export type OrderedTick = Pick<TickEntry, 'pair' | 'seq' | 'receivedTime'>;

export class TickOrder {
  readonly #findings: Findings;
  readonly #nextSeqs = new Map<string, number>();
  readonly #fromStart: boolean;
  /** Ticks that went by as hashes alone and are not yet accounted for in a pair's numbers. */
  #unseen = 0;
  #receivedTime = 0;

  /** `first`: the place of the first tick that comes. */
  constructor(findings: Findings, first: number) {
    this.#findings = findings;
    this.#fromStart = first === 0;
  }

  /** UTC ms; 0 before the first tick. */
  get lastReceivedTime(): number {
    return this.#receivedTime;
  }

  /** The next tick is no longer kept. */
  skip(): void {
    this.#unseen += 1;
  }

  /** The next tick, which stands at `place`. Numbers may be missing where ticks are no longer kept. */
  add(place: number, { pair, seq, receivedTime }: OrderedTick): void {
    const expected = this.#nextSeqs.get(pair) ?? (this.#fromStart ? 0 : seq);
    const jump = seq - expected;
    if (jump > 0 && jump <= this.#unseen) this.#unseen -= jump;
    else if (jump !== 0) this.#findings.add(`tick ${place} is number ${seq} of ${pair} where ${expected} was to come`);
    this.#nextSeqs.set(pair, seq + 1);
    if (receivedTime < this.#receivedTime) this.#findings.add(`tick ${place} was received before the tick before it`);
    this.#receivedTime = Math.max(this.#receivedTime, receivedTime);
  }
}
