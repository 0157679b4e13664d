// The catalogue: what trades, in what size and at what cost, as data. Seeds a new database; after that
// each pair's own setting rules (settings.ts).

import type { CategoryName } from '@fairtick/contract/texts/keys';
import { NIGHTS_OF } from '@fairtick/engine/hours';
import type { Pair } from '@fairtick/engine/types';
import { amount, formatUnits, type Price, price, quantity, readUnits, UNIT_PLACES } from '@fairtick/kernel/decimal';
import { err, ok, type Result } from '@fairtick/kernel/result';

export interface Category {
  readonly id: number;
  /** Its name in the contract's texts. */
  readonly nameKey: `category.${CategoryName}`;
}

export const CATEGORIES: readonly Category[] = [
  { id: 1, nameKey: 'category.forex' },
  { id: 2, nameKey: 'category.metals' },
  { id: 3, nameKey: 'category.energy' },
  { id: 4, nameKey: 'category.indices' },
  { id: 5, nameKey: 'category.crypto' },
];

interface Terms {
  readonly categoryId: number;
  readonly hours: Pair['hours'];
  readonly contNum: string;
  readonly maxQuantity: string;
  readonly feeRate: string;
  readonly multiples: readonly number[];
}

/** feeRate is a share of the margin (fee type 2): 0.3 % of it; coins, with their wider stops, 0.5 %. */
const FOREX: Terms = {
  categoryId: 1,
  hours: 'fx',
  contNum: '100000',
  maxQuantity: '50',
  feeRate: '0.003',
  multiples: [10, 20, 50, 100, 200],
};
const METAL: Terms = { ...FOREX, categoryId: 2, hours: 'metal', maxQuantity: '20' };
const ENERGY: Terms = {
  ...FOREX,
  categoryId: 3,
  hours: 'metal',
  contNum: '1000',
  maxQuantity: '50',
  multiples: [10, 20, 50, 100],
};
const INDEX: Terms = { ...ENERGY, categoryId: 4, hours: 'index', contNum: '1', maxQuantity: '500' };
const COIN: Terms = {
  categoryId: 5,
  hours: 'always',
  contNum: '1',
  maxQuantity: '100',
  feeRate: '0.005',
  multiples: [2, 5, 10, 20, 50],
};

/** id, code, shown code, base, quote, PricePrecision, terms. Ids are fixed for ever: orders name them. */
type Row = readonly [number, string, string, string, string, number, Terms];
const ROWS: readonly Row[] = [
  [1, 'EURUSD', 'EUR/USD', 'EUR', 'USD', 5, FOREX],
  [2, 'GBPUSD', 'GBP/USD', 'GBP', 'USD', 5, FOREX],
  [3, 'USDJPY', 'USD/JPY', 'USD', 'JPY', 3, FOREX],
  [4, 'USDCHF', 'USD/CHF', 'USD', 'CHF', 5, FOREX],
  [5, 'AUDUSD', 'AUD/USD', 'AUD', 'USD', 5, FOREX],
  [6, 'NZDUSD', 'NZD/USD', 'NZD', 'USD', 5, FOREX],
  [7, 'USDCAD', 'USD/CAD', 'USD', 'CAD', 5, FOREX],
  [8, 'EURGBP', 'EUR/GBP', 'EUR', 'GBP', 5, FOREX],
  [9, 'EURJPY', 'EUR/JPY', 'EUR', 'JPY', 3, FOREX],
  [10, 'EURCHF', 'EUR/CHF', 'EUR', 'CHF', 5, FOREX],
  [11, 'GBPJPY', 'GBP/JPY', 'GBP', 'JPY', 3, FOREX],
  [12, 'GBPCHF', 'GBP/CHF', 'GBP', 'CHF', 5, FOREX],
  [13, 'AUDJPY', 'AUD/JPY', 'AUD', 'JPY', 3, FOREX],
  [14, 'XAUUSD', 'XAU/USD', 'XAU', 'USD', 3, { ...METAL, contNum: '100' }],
  [15, 'XAGUSD', 'XAG/USD', 'XAG', 'USD', 4, { ...METAL, contNum: '5000' }],
  [16, 'USOIL', 'US OIL', 'WTI', 'USD', 3, ENERGY],
  [17, 'UKOIL', 'UK OIL', 'BRENT', 'USD', 3, ENERGY],
  [18, 'US500', 'US 500', 'US500', 'USD', 2, INDEX],
  [19, 'US100', 'US 100', 'US100', 'USD', 2, INDEX],
  [20, 'DE40', 'DE 40', 'DE40', 'EUR', 2, INDEX],
  [21, 'BTCUSD', 'BTC/USD', 'BTC', 'USD', 2, COIN],
  [22, 'ETHUSD', 'ETH/USD', 'ETH', 'USD', 2, { ...COIN, maxQuantity: '1000' }],
  [23, 'SOLUSD', 'SOL/USD', 'SOL', 'USD', 3, { ...COIN, maxQuantity: '10000' }],
  [24, 'XRPUSD', 'XRP/USD', 'XRP', 'USD', 5, { ...COIN, maxQuantity: '100000' }],
];

/** The pair whose mid turns a quote currency into USD, and whether that pair is written USD/quote. */
const RATE_PAIRS: ReadonlyMap<string, { readonly pairId: number; readonly inverse: boolean }> = new Map([
  ['EUR', { pairId: 1, inverse: false }],
  ['GBP', { pairId: 2, inverse: false }],
  ['JPY', { pairId: 3, inverse: true }],
  ['CHF', { pairId: 4, inverse: true }],
  ['CAD', { pairId: 7, inverse: true }],
]);

function pairOf([id, code, showCode, base, quote, pricePrecision, terms]: Row): Pair {
  const ratePair = RATE_PAIRS.get(quote);
  return {
    id,
    code,
    showCode,
    base,
    quote,
    categoryId: terms.categoryId,
    // A key, not an address: the app draws the mark itself, nothing is fetched from elsewhere.
    logo: code.toLowerCase(),
    pricePrecision,
    hours: terms.hours,
    enabled: true,
    marginMode: 2,
    contNum: quantity(readUnits(terms.contNum)),
    minQuantity: quantity(readUnits('0.01')),
    quantityStep: quantity(readUnits('0.01')),
    maxQuantity: quantity(readUnits(terms.maxQuantity)),
    feeRate: amount(readUnits(terms.feeRate)),
    multiples: terms.multiples,
    markup: price(0n),
    ratePairId: ratePair?.pairId,
    rateInverse: ratePair?.inverse ?? false,
    maxJumpPercent: 20,
    financingBuy: amount(0n),
    financingSell: amount(0n),
    // By the pair's own hours, also under a feed that trades around the clock.
    financingNights: NIGHTS_OF[terms.hours],
  };
}

export const CATALOGUE: readonly Pair[] = ROWS.map(pairOf);

/** A pair's terms as its setting holds them: decimals as texts, so that no float is ever near them. */
export type PairSettings = Readonly<Record<string, string | number | boolean | null | readonly number[]>>;

const UNIT_FIELDS = [
  'contNum',
  'minQuantity',
  'quantityStep',
  'maxQuantity',
  'feeRate',
  'markup',
  'financingBuy',
  'financingSell',
] as const;

export function settingsOf(pair: Pair): PairSettings {
  const decimals = Object.fromEntries(UNIT_FIELDS.map((field) => [field, formatUnits(pair[field])]));
  return {
    enabled: pair.enabled,
    showCode: pair.showCode,
    base: pair.base,
    quote: pair.quote,
    categoryId: pair.categoryId,
    logo: pair.logo,
    pricePrecision: pair.pricePrecision,
    hours: pair.hours,
    marginMode: pair.marginMode,
    multiples: pair.multiples,
    ratePairId: pair.ratePairId ?? null,
    rateInverse: pair.rateInverse,
    maxJumpPercent: pair.maxJumpPercent,
    freshMs: pair.freshMs ?? null,
    ...decimals,
  };
}

/** The pair with these terms; a sentence naming pair and field where they are no pair's. */
export function pairOfSettings(id: number, code: string, settings: unknown): Result<Pair, string> {
  if (typeof settings !== 'object' || settings === null) return err(`Pair ${code} has no settings.`);
  const fields = new Map<string, unknown>(Object.entries(settings));
  try {
    return ok({
      id,
      code,
      enabled: flagOf(fields, 'enabled'),
      showCode: textOf(fields, 'showCode'),
      base: textOf(fields, 'base'),
      quote: textOf(fields, 'quote'),
      categoryId: wholeOf(fields, 'categoryId', 1, 1_000),
      logo: textOf(fields, 'logo'),
      pricePrecision: wholeOf(fields, 'pricePrecision', 0, 8),
      hours: hoursOf(fields),
      marginMode: wholeOf(fields, 'marginMode', 1, 2) === 1 ? 1 : 2,
      contNum: quantity(unitsOf(fields, 'contNum')),
      minQuantity: quantity(unitsOf(fields, 'minQuantity')),
      quantityStep: quantity(unitsOf(fields, 'quantityStep')),
      maxQuantity: quantity(unitsOf(fields, 'maxQuantity')),
      feeRate: amount(unitsOf(fields, 'feeRate')),
      multiples: multiplesOf(fields),
      markup: markupOf(fields),
      ratePairId: fields.get('ratePairId') === null ? undefined : wholeOf(fields, 'ratePairId', 1, 1_000_000),
      rateInverse: fields.get('rateInverse') === true,
      maxJumpPercent: wholeOf(fields, 'maxJumpPercent', 1, 1_000),
      // Settings of before there was such a limit have none.
      ...(fields.get('freshMs') == null ? {} : { freshMs: wholeOf(fields, 'freshMs', 100, 15_000) }),
      financingBuy: amount(unitsOf(fields, 'financingBuy')),
      financingSell: amount(unitsOf(fields, 'financingSell')),
      financingNights: NIGHTS_OF[hoursOf(fields)],
    });
  } catch (error) {
    return err(`Pair ${code}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

type Fields = ReadonlyMap<string, unknown>;

function textOf(fields: Fields, name: string): string {
  const value = fields.get(name);
  if (typeof value !== 'string' || value === '') throw new Error(`${name} is not a text`);
  return value;
}

function flagOf(fields: Fields, name: string): boolean {
  const value = fields.get(name);
  if (typeof value !== 'boolean') throw new Error(`${name} is neither true nor false`);
  return value;
}

function wholeOf(fields: Fields, name: string, least: number, most: number): number {
  const value = fields.get(name);
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most) {
    throw new Error(`${name} is not a whole number from ${least} to ${most}`);
  }
  return value;
}

function unitsOf(fields: Fields, name: string): bigint {
  try {
    return readUnits(textOf(fields, name));
  } catch {
    throw new Error(`${name} is not a decimal text`);
  }
}

/** Prices show PricePrecision places, so a markup may have no more. */
function markupOf(fields: Fields): Price {
  const markup = unitsOf(fields, 'markup');
  const step = 10n ** BigInt(UNIT_PLACES - wholeOf(fields, 'pricePrecision', 0, UNIT_PLACES));
  if (markup < 0n || markup % step !== 0n) throw new Error('markup has more places than its prices');
  return price(markup);
}

function hoursOf(fields: Fields): Pair['hours'] {
  const value = fields.get('hours');
  if (value === 'fx' || value === 'metal' || value === 'index' || value === 'always') return value;
  throw new Error('hours is not one of fx, metal, index, always');
}

function multiplesOf(fields: Fields): readonly number[] {
  const value = fields.get('multiples');
  if (!Array.isArray(value)) throw new Error('multiples is not a list');
  return value.map((entry: unknown) => {
    if (typeof entry !== 'number' || !Number.isInteger(entry) || entry < 1 || entry > 1_000) {
      throw new Error('multiples holds something that is not a whole number from 1 to 1000');
    }
    return entry;
  });
}
