import { expect, test } from 'vitest';
import { linesOfSheet, statementOf } from './statement.ts';

const HEAD = '\uFEFFTime (UTC),Kind,Type,Value,Held,Line\r\n';
const SHEET = [
  '2026-11-03T10:00:00.000Z,"Withdrawal, asked for",110,-500,500,9\r\n',
  '2026-11-02T09:00:00.000Z,"A ""gift""",130,0.1,0,7\r\n',
  '2026-11-01T08:00:00.000Z,Deposit,100,600.000001,0,4\r\n',
].reduce((all, row) => all + row, HEAD);

test('a sheet is read as it was written, quoted cells too', () => {
  expect(linesOfSheet(SHEET)?.map(({ kind, value }) => [kind, value])).toEqual([
    ['Withdrawal, asked for', '-500'],
    ['A "gift"', '0.1'],
    ['Deposit', '600.000001'],
  ]);
  expect(linesOfSheet(HEAD)).toEqual([]);
});

test.each([
  ['nothing', ''],
  ['an envelope', '{"code":1003,"message":"x"}'],
  ['an amount that is none', `${HEAD}2026-11-03T10:00:00.000Z,Deposit,100,=1+1,0,9\r\n`],
  ['a time that is none', `${HEAD}yesterday,Deposit,100,1,0,9\r\n`],
  ['a row that was cut', `${HEAD}2026-11-03T10:00:00.000Z,Deposit,1`],
])('%s is no sheet', (_, text) => {
  expect(linesOfSheet(text)).toBeUndefined();
});

test('what there was, what moved and what that makes agree to the last place, and end at what there is now', () => {
  const lines = linesOfSheet(SHEET) ?? [];
  const whole = statementOf(lines, { free: '100.100001', held: '500.00' }, { from: '', to: '' });
  expect(whole.opening).toEqual({ free: '0.00', held: '0.00' });
  expect(whole.lines.map(({ freeAfter }) => freeAfter)).toEqual(['600.000001', '600.100001', '100.100001']);
  expect(whole.closing).toEqual({ free: '100.100001', held: '500.00' });
});

test('what came behind the last day counts towards now and is not listed', () => {
  const lines = linesOfSheet(SHEET) ?? [];
  const to = String(Date.UTC(2026, 10, 3));
  const part = statementOf(lines, { free: '100.100001', held: '500.00' }, { from: '', to });
  expect([part.lines.length, part.closing]).toEqual([2, { free: '600.100001', held: '0.00' }]);
});
