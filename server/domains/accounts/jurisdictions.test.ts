// What a residence is offered: the caps of the regulators by the kind of pair, and which change takes something away from somebody.

import { expect, test } from 'vitest';
import { FIRST_VALUES } from '../../platform/settings/setting.ts';
import { CATALOGUE } from '../market/pairs.ts';
import {
  ELSEWHERE,
  EVERYTHING,
  isUncapped,
  jurisdictions,
  offeredPair,
  offerTo,
  readJurisdictions,
} from './jurisdictions.ts';

const first = readJurisdictions(FIRST_VALUES);
const multiples = (code: string, country: string | undefined): string => {
  const pair = CATALOGUE.find((one) => one.code === code);
  return (pair && offeredPair(pair, offerTo(first, country))?.multiples.join(' ')) ?? 'none';
};

test('in the EU and the UK by the kind of pair, elsewhere and unknown everything', () => {
  for (const country of ['DE', 'GB', 'CY']) {
    expect(multiples('EURUSD', country)).toBe('10 20');
    expect(multiples('AUDUSD', country)).toBe('10 20');
    expect(multiples('XAUUSD', country)).toBe('10 20');
    expect(multiples('XAGUSD', country)).toBe('10');
    expect(multiples('USOIL', country)).toBe('10');
    expect(multiples('US500', country)).toBe('10 20');
    expect(multiples('BTCUSD', country)).toBe('2');
    expect([...offerTo(first, country).off]).toEqual(['micro', 'loans', 'funds']);
    expect(isUncapped(offerTo(first, country))).toBe(false);
  }
  for (const country of ['HK', 'CH', undefined]) {
    expect(multiples('EURUSD', country)).toBe('10 20 50 100 200');
    expect(offerTo(first, country)).toBe(country === undefined ? EVERYTHING : ELSEWHERE);
    expect(isUncapped(offerTo(first, country))).toBe(true);
  }
});

test('loans and funds are offered only where a line says so', () => {
  const line = { name: 'x', countries: ['HK'], off: ['micro'], on: ['funds'], caps: {} };
  const version = { key: 'jurisdictions', version: 1, value: [line], effectiveFrom: 0 };
  const offers = jurisdictions.valueOf(version);
  expect([...offerTo(offers, 'HK').off]).toEqual(['micro', 'loans']);
  expect([...offerTo(offers, 'CH').off]).toEqual(['loans', 'funds']);
  expect([...offerTo(offers, undefined).off]).toEqual([]);
  expect(jurisdictions.fault([{ ...line, on: ['micro'] }])).toBeDefined();
  expect(jurisdictions.isWorse([line], [{ ...line, on: [] }])).toBe(true);
  expect(jurisdictions.isWorse([{ ...line, on: [] }], [line])).toBe(false);
});

test('a pair is not offered where no multiple is left, and where its margin is fixed', () => {
  const [pair] = CATALOGUE;
  if (!pair) throw new Error('the catalogue has a pair');
  const german = offerTo(first, 'DE');
  expect(offeredPair({ ...pair, multiples: [50, 100] }, german)).toBeUndefined();
  expect(offeredPair({ ...pair, marginMode: 1 }, german)).toBeUndefined();
  expect(offeredPair({ ...pair, marginMode: 1 }, EVERYTHING)).toBeDefined();
  expect(offeredPair(pair, { off: new Set(['forex']), caps: new Map() })).toBeUndefined();
});

test('a country stands in one jurisdiction, and a name is a country', () => {
  const one = { name: 'x', countries: ['DE'], off: [], caps: {} };
  expect(jurisdictions.fault([one, { ...one, name: 'y' }])).toContain('DE stands in two jurisdictions');
  expect(jurisdictions.fault([{ ...one, countries: ['Germany'] }])).toBeDefined();
  expect(jurisdictions.fault([{ ...one, off: ['stocks'] }])).toBeDefined();
  expect(jurisdictions.fault([])).toBeUndefined();
});

test('worse is a product less or a lower cap for somebody, wherever it stands', () => {
  const of = (off: readonly string[], caps: Readonly<Record<string, number>>, countries = ['DE']) => [
    { name: 'x', countries, off, caps },
  ];
  expect(jurisdictions.isWorse([], of(['micro'], {}))).toBe(true);
  expect(jurisdictions.isWorse([], of([], { coin: 2 }))).toBe(true);
  expect(jurisdictions.isWorse(of([], { coin: 5 }), of([], { coin: 2 }))).toBe(true);
  expect(jurisdictions.isWorse(of(['micro'], {}), of(['micro'], {}, ['DE', 'FR']))).toBe(true);
  expect(jurisdictions.isWorse(of(['micro'], { coin: 2 }), of([], { coin: 5 }))).toBe(false);
  expect(jurisdictions.isWorse(of(['micro'], {}), [])).toBe(false);
});
