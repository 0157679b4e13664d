// What goes into the log and what comes out, and how it fails.

import type { Tick } from '@fairtick/engine/types';
import type { Price } from '@fairtick/kernel/decimal';

/** A cleaned tick that is not yet in the log. */
export interface NewTick {
  readonly pairId: number;
  /** The pair's code, as the entry has it. */
  readonly code: string;
  /** 0 to 8; the prices carry no more places. */
  readonly pricePrecision: number;
  /** 0 < bid <= ask. */
  readonly bid: Price;
  readonly ask: Price;
  /** UTC ms. */
  readonly sourceTime: number;
  /** UTC ms; raised to that of the tick before it in the log where it is lower. */
  readonly receivedTime: number;
  readonly source: string;
}

/** A committed tick: it has its place in the log and its number within the pair. */
export type LoggedTick = Tick;

export interface StoredCheckpoint {
  /** Leaves that it covers: indexes 0 to size-1. */
  readonly size: number;
  readonly root: Uint8Array;
  /** The whole signed note. */
  readonly note: string;
  /** UTC ms. */
  readonly createdTime: number;
}

export type TickLogFailure =
  /** The tick has a form that the log cannot carry: a defect of the caller. */
  | 'bad_tick'
  /** More is waiting than may wait. */
  | 'overloaded'
  /** The database did not take the ticks; none of them is in the log. */
  | 'unavailable'
  /** The log was stopped. A tick whose commit was under way may be in it; the next start evaluates it. */
  | 'stopped'
  /** The database holds less or other than what this process committed or signed: nothing may be added. */
  | 'corrupt';

export class TickLogError extends Error {
  readonly failure: TickLogFailure;

  constructor(failure: TickLogFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'TickLogError';
    this.failure = failure;
  }
}
