import type { LedgerEntryView } from '@fairtick/contract/http/ledger';
import { expect, test } from 'vitest';
import { beforeOf, daysOf, linesOf, NO_DAYS, rangeOf, sumsOf } from './ledger.ts';

const entry = (Id: string, Value: string, LockValue: string, CreatedAt: number): LedgerEntryView => ({
  ...{ Id, Value, LockValue, CreatedAt },
  ...{ Type: 1, Memo: '', MemoTran: '', CreatedAtTran: '' },
});
const ENTRIES = [
  entry('3', '-500.00', '500.00', 3_000),
  entry('2', '0.100000', '0.00', 2_500),
  entry('1', '600.000001', '0.00', 1_000),
];

test('what was free after each line leads back from what is free now', () => {
  expect(linesOf(ENTRIES, '4820.55').map(({ freeAfter }) => freeAfter)).toEqual(['4820.55', '5320.55', '5320.45']);
});

test('where lines are left out nothing is said of what was free after one', () => {
  expect(linesOf(ENTRIES, undefined).map(({ freeAfter }) => freeAfter)).toEqual([undefined, undefined, undefined]);
});

test('before + moved = now, to the last place', () => {
  const { value, lock } = sumsOf(ENTRIES);
  expect({ value, lock }).toEqual({ value: '100.100001', lock: '500.00' });
  expect(beforeOf('4820.55', value)).toBe('4720.449999');
});

test('lines stand under their day, in their order', () => {
  const days = daysOf(linesOf(ENTRIES, undefined), (ms) => (ms >= 2_000 ? 'two' : 'one'));
  expect(days.map(({ day, lines }) => [day, lines.map(({ entry: { Id } }) => Id)])).toEqual([
    ['two', ['3', '2']],
    ['one', ['1']],
  ]);
});

test('a period begins at midnight of its first day in the zone, today among its days', () => {
  const now = Date.UTC(2026, 10, 20, 15, 32);
  const from = (zone: string, period: 'today' | 'week' | 'month') =>
    new Date(Number(rangeOf(period, NO_DAYS, now, zone).from)).toISOString();
  expect(rangeOf('all', NO_DAYS, now, 'UTC')).toEqual({ from: '', to: '' });
  // It is the 21st there already.
  expect(from('Asia/Tokyo', 'today')).toBe('2026-11-20T15:00:00.000Z');
  expect(from('Asia/Tokyo', 'week')).toBe('2026-11-14T15:00:00.000Z');
  expect(from('UTC', 'today')).toBe('2026-11-20T00:00:00.000Z');
  // Its clocks were set back on the first: that midnight was one of summer.
  expect(from('America/New_York', 'month')).toBe('2026-10-22T04:00:00.000Z');
  expect(rangeOf('today', NO_DAYS, now, 'Asia/Tokyo').to).toBe('');
});

test('chosen days reach from the first moment of the first to the last of the last; what is no date bounds nothing', () => {
  const days = (first: string, last: string, zone = 'Asia/Tokyo') =>
    Object.values(rangeOf('days', { first, last }, 0, zone)).map(
      (text) => text && new Date(Number(text)).toISOString().slice(0, 16),
    );
  expect(days('2026-11-01', '2026-11-30')).toEqual(['2026-10-31T15:00', '2026-11-30T15:00']);
  // A day of 23 hours, one of 25, and one that begins at 1:00.
  expect(days('2026-03-08', '2026-03-08', 'America/New_York')).toEqual(['2026-03-08T05:00', '2026-03-09T04:00']);
  expect(days('2026-11-01', '2026-11-01', 'America/New_York')).toEqual(['2026-11-01T04:00', '2026-11-02T05:00']);
  expect(days('2026-03-29', '2026-03-29', 'Asia/Beirut')).toEqual(['2026-03-28T22:00', '2026-03-29T21:00']);
  expect(days('', '2026-11-30')).toEqual(['', '2026-11-30T15:00']);
  expect(days('2026-11-01', '')).toEqual(['2026-10-31T15:00', '']);
  expect(days('yesterday', '0000-01-01')).toEqual(['', '']);
  expect(days('2026-13-01', '1969-12-31', 'UTC')).toEqual(['', '']);
});
