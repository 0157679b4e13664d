// Lines of a ledger as a page shows them: by day, with what was free after each, and sums that prove the balance. Pure.

import type { LedgerEntryView } from '@fairtick/contract/http/ledger';
import { formatUnits, readUnits } from '@fairtick/kernel/decimal';

export interface LedgerLine {
  readonly entry: LedgerEntryView;
  /** What was free after it; undefined where lines between it and now are not shown. */
  readonly freeAfter: string | undefined;
}

export interface LedgerDay {
  readonly day: string;
  readonly lines: readonly LedgerLine[];
}

/** `free`: what is free now, where the lines are all there are since; the newest comes first. */
export function linesOf(entries: readonly LedgerEntryView[], free: string | undefined): readonly LedgerLine[] {
  let after = free === undefined ? undefined : readUnits(free);
  return entries.map((entry) => {
    const line = { entry, freeAfter: after === undefined ? undefined : formatUnits(after, 2) };
    if (after !== undefined) after -= readUnits(entry.Value);
    return line;
  });
}

export function daysOf(lines: readonly LedgerLine[], dayOf: (ms: number) => string): readonly LedgerDay[] {
  const days: { day: string; lines: LedgerLine[] }[] = [];
  for (const line of lines) {
    const day = dayOf(line.entry.CreatedAt);
    const last = days.at(-1);
    if (last?.day === day) last.lines.push(line);
    else days.push({ day, lines: [line] });
  }
  return days;
}

export interface LedgerSums {
  readonly value: string;
  readonly lock: string;
}

export function sumsOf(entries: readonly LedgerEntryView[]): LedgerSums {
  let [value, lock] = [0n, 0n];
  for (const { Value, LockValue } of entries) {
    value += readUnits(Value);
    lock += readUnits(LockValue);
  }
  return { value: formatUnits(value, 2), lock: formatUnits(lock, 2) };
}

/** What there was before: `now` less what moved since. */
export const beforeOf = (now: string, moved: string): string => formatUnits(readUnits(now) - readUnits(moved), 2);

export const PERIODS = ['all', 'today', 'week', 'month'] as const;
export type Period = (typeof PERIODS)[number];
const DAYS: Readonly<Record<Exclude<Period, 'all'>, number>> = { today: 1, week: 7, month: 30 };

/** From when lines are wanted: the first moment of so many days with today, by this device's time zone; '' for all. */
export function startOf(period: Period, nowMs: number): string {
  if (period === 'all') return '';
  const day = new Date(nowMs);
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() - DAYS[period] + 1);
  return String(day.getTime());
}
