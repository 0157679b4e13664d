// Why somebody may take no loan now, one reason after the other.

import { refuse } from '@fairtick/contract/errors';
import { expect, test } from 'vitest';
import { FIRST_VALUES } from '../../platform/settings/setting.ts';
import { NOTHING_LOCKED, readJurisdictions, type Standing } from '../accounts/index.ts';
import { loanRefusal } from './barred.ts';

const NOW = Date.UTC(2026, 2, 1, 12);
const NOTHING = { stopOut: undefined, coolOff: undefined, excluded: undefined };
const offered = { byCountry: new Map([['HK', { off: new Set<never>(), caps: new Map() }]]) };
const HERE = { jurisdictions: offered, limit: undefined };
const GOOD: Standing = { ...NOTHING_LOCKED, real: true, country: 'HK', verifiedTime: 1, nowMs: NOW };
const told = (change: Partial<Standing>, stopOut?: number) =>
  loanRefusal({ standing: { ...GOOD, ...change }, ...HERE, person: { ...NOTHING, stopOut } })?.error;

test('nobody else than a real, verified resident of where loans are offered', () => {
  expect(told({})).toBeUndefined();
  expect(told({ real: false })).toBe('REAL_ONLY');
  expect(loanRefusal({ standing: undefined, ...HERE, person: NOTHING })?.error).toBe('REAL_ONLY');
  expect(told({ country: 'PL' })).toBe('PRODUCT_NOT_OFFERED');
  expect(told({ country: undefined })).toBe('PRODUCT_NOT_OFFERED');
  expect(told({ verifiedTime: undefined })).toBe('NOT_VERIFIED');
  const first = readJurisdictions(FIRST_VALUES);
  expect(loanRefusal({ standing: GOOD, jurisdictions: first, person: NOTHING, limit: undefined })?.error).toBe(
    'PRODUCT_NOT_OFFERED',
  );
});

test('not while orders are locked, a break runs, or a stop-out is a day old', () => {
  const freeze = { reason: 'x', time: 1, by: '1', until: null };
  expect(told({ freezes: { orders: freeze } })).toBe('FROZEN');
  expect(told({ coolOffUntil: NOW + 1 })).toBe('COOLING');
  expect(told({ coolOffUntil: NOW })).toBeUndefined();
  expect(told({ coolOffUntil: 8_640_000_000_000_000 })).toBe('COOLING');
  const refused = loanRefusal({ standing: GOOD, ...HERE, person: { ...NOTHING, stopOut: NOW - 1 } });
  expect(refused).toMatchObject({ error: 'LOAN_AFTER_STOP_OUT', params: { until: '2026-03-02 11:59 UTC' } });
  const elsewhere = { ...NOTHING, coolOff: NOW + 1 };
  expect(loanRefusal({ standing: GOOD, ...HERE, person: elsewhere })?.error).toBe('COOLING');
  const kept = (excluded: number) => loanRefusal({ standing: GOOD, ...HERE, person: { ...NOTHING, excluded } });
  expect(kept(NOW + 1)).toMatchObject({ error: 'LOAN_EXCLUDED', params: { until: '2026-03-01 12:00 UTC' } });
  expect(kept(8_640_000_000_000_000)?.params).toEqual({});
  expect(kept(NOW)).toBeUndefined();
});

test('not once the limit of the day is reached', () => {
  const limit = refuse('SELF_LIMIT', { limit: '100.00', left: '0.00' });
  expect(loanRefusal({ ...HERE, standing: GOOD, person: NOTHING, limit })).toEqual(limit);
});
