// The list of named checks that a verification fills, and how it reads decimals and ticks out of a proof. No rules of trading.

import { formatUnits, parseDecimal, RATE_PLACES, UNIT_PLACES } from '@fairtick/kernel/decimal';
import type { ProofTick } from './proof.ts';
import type { Tick } from './types.ts';

export interface ProofCheck {
  /** Stable, for translation: 'open.price', 'margin', 'result' … */
  readonly name: string;
  readonly ok: boolean;
  /** What the ticks and terms give. */
  readonly expected: string;
  /** What the proof states. */
  readonly actual: string;
  /** Nothing shows it either way: not ok, and not false. */
  readonly open?: true;
}

export class UnreadableProof extends Error {
  override readonly name = 'UnreadableProof';
}

export class Checks {
  readonly list: ProofCheck[] = [];

  /** Equal numbers, however they are written. */
  equal(name: string, expected: bigint, actual: bigint, places = UNIT_PLACES): void {
    this.list.push({
      name,
      ok: expected === actual,
      expected: formatUnits(expected, 0, places),
      actual: formatUnits(actual, 0, places),
    });
  }

  same(name: string, expected: string, actual: string): void {
    this.list.push({ name, ok: expected === actual, expected, actual });
  }

  holds(name: string, ok: boolean, expected: string, actual: string): void {
    this.list.push({ name, ok, expected, actual });
  }

  fail(name: string, expected: string, actual: string): void {
    this.list.push({ name, ok: false, expected, actual });
  }

  /** Never counted as ok, for nothing shows it. */
  open(name: string, expected: string, actual: string): void {
    this.list.push({ name, ok: false, open: true, expected, actual });
  }
}

/** What may be none is said to be none: what is left out says nothing. Throws UnreadableProof. */
export function there<T extends object>(all: T, fields: readonly (keyof T & string)[]): void {
  const lost = fields.find((field) => all[field] === undefined);
  if (lost !== undefined) throw new UnreadableProof(lost);
}

/** A decimal of the proof in units of 1e-8 (1e-12 for a rate). */
export function read(field: string, text: unknown, places = UNIT_PLACES): bigint {
  if (typeof text !== 'string') throw new UnreadableProof(`${field} is missing`);
  const parsed = parseDecimal(text, places);
  if (!parsed.ok) throw new UnreadableProof(`${field}: ${parsed.error}`);
  return parsed.value;
}

export const readRate = (field: string, text: unknown): bigint => read(field, text, RATE_PLACES);

export type DecidingTick = Pick<Tick, 'seq' | 'receivedTime'> & {
  bid: bigint;
  ask: bigint;
  index: number;
  pair: string;
};

/** No tick is there that no check looks at. `moments`: `close close`. Throws UnreadableProof. */
export function known(ticks: readonly ProofTick[], moments: readonly string[]): void {
  const other = ticks.find(({ role, at }) => !moments.includes(`${role} ${at}`));
  if (other) throw new UnreadableProof(`a tick for ${other.role} at ${other.at}`);
}

/** The ticks of a role at a moment. */
export function ticksOf(ticks: readonly ProofTick[], role: ProofTick['role'], at: ProofTick['at']): DecidingTick[] {
  return ticks
    .filter((tick) => tick.role === role && tick.at === at)
    .map((tick) => {
      const bid = read(`${role} bid`, tick.bid);
      const ask = read(`${role} ask`, tick.ask);
      if (bid <= 0n || bid > ask) throw new UnreadableProof(`${role} tick at ${at} has no sound prices`);
      const { seq, index, pair, receivedTime } = tick;
      if (![seq, index, receivedTime].every(Number.isSafeInteger))
        throw new UnreadableProof(`${role} tick at ${at} has no place or time`);
      return { seq, bid, ask, index, pair, receivedTime };
    });
}

/** The tick of a role at a moment, or undefined; two of them are no proof. */
export function tickOf(
  ticks: readonly ProofTick[],
  role: ProofTick['role'],
  at: ProofTick['at'],
): DecidingTick | undefined {
  const found = ticksOf(ticks, role, at);
  if (found.length > 1) throw new UnreadableProof(`${role} tick at ${at} is there twice`);
  return found[0];
}
