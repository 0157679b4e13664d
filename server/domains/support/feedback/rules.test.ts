// Limits, deadlines, texts, and what the staff may do in which state: each rule as a table.

import { describe, expect, test } from 'vitest';
import {
  ADDRESS_LIMIT,
  type Claimed,
  complaintDue,
  doingRefusal,
  limitRefusal,
  mayRead,
  readAnswer,
  readText,
  type StaffDoing,
  USER_LIMIT,
} from './rules.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 25, 12);

describe('limits', () => {
  test.each([
    [USER_LIMIT, 4, undefined],
    [USER_LIMIT, 5, 'RATE_LIMITED'],
    [USER_LIMIT, 6, 'RATE_LIMITED'],
    [ADDRESS_LIMIT, 2, undefined],
    [ADDRESS_LIMIT, 3, 'RATE_LIMITED'],
  ])('of %s a day, after %s: %s', (limit, sent, said) => {
    const times = Array.from({ length: sent }, (_, at) => NOW - 1_000 + at);
    expect(limitRefusal(times, limit, NOW)?.error).toBe(said);
  });

  test('the fifth last is what is waited for, to the millisecond', () => {
    const times = [NOW - DAY + 1, NOW - 4, NOW - 3, NOW - 2, NOW - 1];
    expect(limitRefusal(times, USER_LIMIT, NOW)?.params).toEqual({ seconds: '1' });
    expect(limitRefusal(times, USER_LIMIT, NOW + 1)).toBeUndefined();
    expect(limitRefusal([NOW - DAY, ...times], USER_LIMIT, NOW)?.params).toEqual({ seconds: '1' });
  });
});

describe('a complaint is answered by the end of the fifteenth working day after it came', () => {
  test.each([
    ['a Monday, at its first moment', Date.UTC(2026, 10, 2), Date.UTC(2026, 10, 24)],
    ['a Monday, at its last moment', Date.UTC(2026, 10, 3) - 1, Date.UTC(2026, 10, 24)],
    ['a Friday', Date.UTC(2026, 10, 6, 15), Date.UTC(2026, 10, 28)],
    ['a Saturday', Date.UTC(2026, 10, 7, 15), Date.UTC(2026, 10, 28)],
    ['a Sunday', Date.UTC(2026, 10, 8, 15), Date.UTC(2026, 10, 28)],
    ['a Wednesday before the year ends', Date.UTC(2026, 11, 30, 8), Date.UTC(2027, 0, 21)],
    ['before a leap day', Date.UTC(2028, 1, 14), Date.UTC(2028, 2, 7)],
  ])('%s', (_, received, due) => expect(complaintDue(received)).toBe(due));
});

describe('what is written', () => {
  test.each([
    ['a'.repeat(9), 'TEXT_TOO_SHORT'],
    ['a'.repeat(10), undefined],
    ['a'.repeat(2_000), undefined],
    ['a'.repeat(2_001), 'TEXT_TOO_LONG'],
    // Signs and not halves of them; what is not seen is none.
    ['𠮷'.repeat(10), undefined],
    ['𠮷'.repeat(2_000), undefined],
    ['\u200b'.repeat(50), 'VALUE_MISSING'],
    [` \n${'a'.repeat(9)}\u202e\u2066\u0000`, 'TEXT_TOO_SHORT'],
    [' \n\t ', 'VALUE_MISSING'],
  ])('%j: %s', (typed, refused) => {
    const text = readText(typed);
    expect(text.ok ? undefined : text.error.error).toBe(refused);
  });

  test('what looks like markup is signs, and stays as it was typed', () => {
    const typed = '<img src=x onerror=alert(1)> & "so" <script>';
    expect(readText(typed)).toEqual({ ok: true, value: typed });
  });

  test.each([
    ['We have mended it today.', undefined],
    ['Look at https://example.com now', 'REASON_LEADS_AWAY'],
    ['Call us: 0800 123 45 67', 'REASON_LEADS_AWAY'],
    ['Too short', 'TEXT_TOO_SHORT'],
  ])('of an answer: %j: %s', (typed, refused) => {
    const text = readAnswer(typed);
    expect(text.ok ? undefined : text.error.error).toBe(refused);
  });
});

const [ME, OTHER] = [1n, 2n];
const SITUATIONS = {
  received: { status: 1, holder: undefined },
  'in work, mine': { status: 2, holder: ME },
  "in work, another's": { status: 2, holder: OTHER },
  'in work, its claim over': { status: 2, holder: undefined },
  answered: { status: 3, holder: undefined },
  closed: { status: 4, holder: undefined },
} as const;
/** What is said of claim, answer and close; of a complaint in brackets where it is another thing. */
const CELLS: Readonly<Record<keyof typeof SITUATIONS, string>> = {
  received: 'ok, CLAIM_FIRST, CLAIM_FIRST',
  'in work, mine': 'ok, ok, ok (COMPLAINT_UNANSWERED)',
  "in work, another's": 'TAKEN_BY_OTHER, TAKEN_BY_OTHER, TAKEN_BY_OTHER',
  'in work, its claim over': 'ok, CLAIM_FIRST, CLAIM_FIRST',
  answered: 'ALREADY_DECIDED, ALREADY_DECIDED, ok',
  closed: 'ALREADY_DECIDED, ALREADY_DECIDED, ALREADY_DECIDED',
};
const DOINGS = ['claim', 'answer', 'close'] as const satisfies readonly StaffDoing[];

test.each(Object.entries(CELLS))('states and what the staff do: %s', (name, cells) => {
  const found = Object.entries(SITUATIONS).find(([one]) => one === name)?.[1];
  if (!found) throw new Error(`no situation ${name}`);
  const said = (kind: Claimed['kind'], doing: StaffDoing): string =>
    doingRefusal({ kind, ...found }, doing, ME)?.error ?? 'ok';
  const shown = DOINGS.map((doing) => {
    const [plain, complaint] = [said('bug', doing), said('complaint', doing)];
    return plain === complaint ? plain : `${plain} (${complaint})`;
  });
  expect(shown.join(', ')).toBe(cells);
});

test.each([
  ['received', null, false],
  ['in work, mine', ME, true],
  ["in work, another's", OTHER, false],
  ['in work, its claim over', ME, false],
  ['answered', ME, true],
  ['answered', OTHER, false],
  ['closed', ME, true],
  ['closed', OTHER, false],
] as const)('%s, held last by %s: I read the words: %s', (name, last, reads) =>
  expect(mayRead({ kind: 'bug', ...SITUATIONS[name] }, last, ME)).toBe(reads),
);
