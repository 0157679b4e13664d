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

test('a period begins at midnight of its first day, today among its days', () => {
  const now = new Date(2026, 10, 20, 14, 32).getTime();
  const from = (...day: [number, number, number]) => ({ from: String(new Date(...day).getTime()), to: '' });
  expect(rangeOf('all', NO_DAYS, now)).toEqual({ from: '', to: '' });
  expect(rangeOf('today', NO_DAYS, now)).toEqual(from(2026, 10, 20));
  expect(rangeOf('week', NO_DAYS, now)).toEqual(from(2026, 10, 14));
  expect(rangeOf('month', NO_DAYS, now)).toEqual(from(2026, 9, 22));
});

test('chosen days reach from the first moment of the first to the last of the last; what is no date bounds nothing', () => {
  const at = (...day: [number, number, number]) => String(new Date(...day).getTime());
  const days = (first: string, last: string) => rangeOf('days', { first, last }, 0);
  expect(days('2026-11-01', '2026-11-30')).toEqual({ from: at(2026, 10, 1), to: at(2026, 11, 1) });
  expect(days('2026-03-29', '2026-03-29')).toEqual({ from: at(2026, 2, 29), to: at(2026, 2, 30) });
  expect(days('', '2026-11-30')).toEqual({ from: '', to: at(2026, 11, 1) });
  expect(days('2026-11-01', '')).toEqual({ from: at(2026, 10, 1), to: '' });
  expect(days('yesterday', '0000-01-01')).toEqual({ from: '', to: '' });
});
