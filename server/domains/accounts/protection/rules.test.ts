// How a user's own limits change: at once to what is stricter, after exactly a day to what is looser; a break only grows.

import { type Amount, amount, UNIT } from '@fairtick/kernel/decimal';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lossLimitNow } from '../opening.ts';
import { NEVER_ENDS_MS, NOTHING_LOCKED, type Standing } from '../standing.ts';
import { type BreakLength, breakChange, limitChange } from './rules.ts';

const DAY_MS = 86_400_000;
const usd = (dollars: number): Amount => amount(BigInt(dollars) * UNIT);
const at = (nowMs: number, standing: Standing): Standing => ({ ...standing, nowMs });
const FREE: Standing = { ...NOTHING_LOCKED, real: true, nowMs: 1_000 };
const after = (standing: Standing, wanted: Amount | undefined): Standing => ({
  ...standing,
  ...limitChange(standing, wanted),
});

test('the first limit and a lower one hold at once', () => {
  const first = after(FREE, usd(100));
  expect(lossLimitNow(first)).toBe(usd(100));
  expect(lossLimitNow(after(first, usd(50)))).toBe(usd(50));
});

test.each([[usd(200)], [undefined]])('a limit of 100 becomes %s after 24 h exactly', (wanted) => {
  const asked = after(after(FREE, usd(100)), wanted);
  expect(asked).toMatchObject({ lossLimit: usd(100), lossLimitFrom: FREE.nowMs + DAY_MS });
  expect(lossLimitNow(at(FREE.nowMs + DAY_MS - 1, asked))).toBe(usd(100));
  expect(lossLimitNow(at(FREE.nowMs + DAY_MS, asked))).toBe(wanted);
});

test('a raise that waits: asked for again or for less it keeps its moment, for more it waits anew, and the limit in force ends it', () => {
  const asked = at(5_000, after(after(FREE, usd(100)), usd(200)));
  for (const wanted of [usd(200), usd(150)])
    expect(after(asked, wanted)).toMatchObject({ lossLimitNext: wanted, lossLimitFrom: FREE.nowMs + DAY_MS });
  for (const wanted of [usd(201), undefined])
    expect(after(asked, wanted)).toMatchObject({ lossLimitNext: wanted, lossLimitFrom: 5_000 + DAY_MS });
  expect(after(asked, usd(100))).toMatchObject({ lossLimit: usd(100), lossLimitFrom: undefined });
});

test('one that holds is what the next wish is held against', () => {
  const raised = at(FREE.nowMs + DAY_MS, after(after(FREE, usd(100)), usd(200)));
  expect(after(raised, usd(150))).toMatchObject({ lossLimit: usd(150), lossLimitFrom: undefined });
  expect(after(raised, usd(300))).toMatchObject({ lossLimit: usd(200), lossLimitNext: usd(300) });
});

const limit = fc.option(
  fc.integer({ min: 1, max: 500 }).map((dollars) => usd(dollars)),
  { nil: undefined },
);

test('whatever is asked for in a day, nothing looser than at its start holds before its end', () => {
  const wishes = fc.array(fc.tuple(fc.integer({ min: 0, max: DAY_MS - 1 }), limit), { maxLength: 8 });
  fc.assert(
    fc.property(limit, wishes, (first, list) => {
      let standing = { ...FREE, nowMs: 0, lossLimit: first };
      for (const [nowMs, wanted] of list.toSorted(([a], [b]) => a - b)) standing = after(at(nowMs, standing), wanted);
      const held = lossLimitNow(at(DAY_MS - 1, standing));
      expect(first === undefined || (held !== undefined && held <= first)).toBe(true);
    }),
  );
});

test('a break is never shortened, lasts as long as was said, and one without an end has none', () => {
  const lengths = ['24', '168', '720', 'forever'] as const;
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 100 * DAY_MS }), fc.constantFrom(...lengths))), (list) => {
      let end = 0;
      for (const [nowMs, length] of list.toSorted(([a], [b]) => a - b)) {
        const next = breakChange({ ...FREE, coolOffUntil: end, nowMs }, length).coolOffUntil;
        expect(next).toBe(Math.max(end, endOf(nowMs, length)));
        end = next;
      }
    }),
  );
});

const endOf = (nowMs: number, length: BreakLength): number =>
  length === 'forever' ? NEVER_ENDS_MS : nowMs + Number(length) * 3_600_000;
