// What a night costs: which 17:00s of New York lie between two moments, and the sum for one of them. Pure; knows no accounts.

import {
  type Amount,
  amount,
  divideToPlaces,
  type Quantity,
  RATE_UNIT,
  type Rate,
  UNIT,
} from '@fairtick/kernel/decimal';
import { PROFIT_PLACES } from './formulas.ts';
import { endOfTradingDay, tradingDay } from './hours.ts';
import type { FinancingNights } from './types.ts';

export interface Night {
  /** Days since 1970-01-01 of the New York date at whose 17:00 it is taken. */
  readonly day: number;
  /** That 17:00, UTC ms. */
  readonly timeMs: number;
  /** How many times the rate is taken. */
  readonly times: 1 | 3;
}

const WEDNESDAY = 3;
const DAY_MS = 86_400_000;

/** 0 = Sunday. */
const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;

/** The first 17:00 of New York after a moment, UTC ms. */
export const nextEvening = (afterMs: number): number => endOfTradingDay(tradingDay(afterMs));

/** How many times the rate is taken at the 17:00 of a date; 0 = not at all. Rule E81. */
function timesOf(nights: FinancingNights, day: number): 0 | 1 | 3 {
  if (nights === 'daily') return 1;
  const weekday = weekdayOf(day);
  if (weekday === 0 || weekday === 6) return 0;
  return nights === 'fx' && weekday === WEDNESDAY ? 3 : 1;
}

/** The nights whose 17:00 lies after `afterMs` and not after `throughMs` (UTC ms on the market's clock), oldest first. Rules E80, E81. */
export function nightsBetween(nights: FinancingNights, afterMs: number, throughMs: number): Night[] {
  const found: Night[] = [];
  for (let day = tradingDay(afterMs); ; day += 1) {
    const timeMs = endOfTradingDay(day);
    if (timeMs > throughMs) return found;
    const times = timesOf(nights, day);
    if (times !== 0) found.push({ day, timeMs, times });
  }
}

/** quantity x rate x times x conversion, in USD, half-even to 6 places; above 0 it is taken from the user. Rule E82. */
export function financingOf(lots: Quantity, perLot: Amount, times: number, rate: Rate): Amount {
  return amount(divideToPlaces(lots * perLot * BigInt(times) * rate, UNIT * RATE_UNIT, PROFIT_PLACES));
}

/** YYYY-MM-DD of a night. */
export const nightName = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
