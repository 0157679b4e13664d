// The simulated market's numbers and its random process: volatility and spread by pair and hour, correlated legs. Floats are fine here:
// these are invented prices, and they leave this folder only as whole points.

import type { Random } from '@fairtick/kernel/random';

type Profile = 'europe' | 'asia' | 'index' | 'coin' | 'energy';
const FACTORS = ['usd', 'europe', 'risk', 'metal', 'oil', 'coin'] as const;
type Factor = (typeof FACTORS)[number];

interface AssetSpec {
  /** Standard deviation of a year's log return in percent. */
  readonly volPercent: number;
  readonly profile: Profile;
  /** Correlation with the shared factors; the rest is the asset's own. */
  readonly loads: Partial<Record<Factor, number>>;
}

/** Each asset's value in USD (DE40: in EUR), the legs of every pair. Volatilities are round figures of the last years. */
const ASSETS = {
  EUR: { volPercent: 7, profile: 'europe', loads: { usd: 0.75, europe: 0.4 } },
  GBP: { volPercent: 8, profile: 'europe', loads: { usd: 0.65, europe: 0.35, risk: 0.15 } },
  JPY: { volPercent: 9.5, profile: 'asia', loads: { usd: 0.5, risk: -0.3 } },
  CHF: { volPercent: 7.5, profile: 'europe', loads: { usd: 0.7, europe: 0.5, risk: -0.2 } },
  AUD: { volPercent: 10, profile: 'asia', loads: { usd: 0.6, risk: 0.4 } },
  NZD: { volPercent: 10.5, profile: 'asia', loads: { usd: 0.6, risk: 0.38 } },
  CAD: { volPercent: 6.5, profile: 'europe', loads: { usd: 0.5, risk: 0.35, oil: 0.25 } },
  XAU: { volPercent: 15, profile: 'europe', loads: { usd: 0.35, metal: 0.7 } },
  XAG: { volPercent: 28, profile: 'europe', loads: { usd: 0.3, metal: 0.75 } },
  WTI: { volPercent: 35, profile: 'energy', loads: { oil: 0.93, risk: 0.25 } },
  BRENT: { volPercent: 33, profile: 'energy', loads: { oil: 0.93, risk: 0.25 } },
  US500: { volPercent: 16, profile: 'index', loads: { risk: 0.95 } },
  US100: { volPercent: 21, profile: 'index', loads: { risk: 0.92 } },
  DE40: { volPercent: 17, profile: 'europe', loads: { risk: 0.7 } },
  BTC: { volPercent: 50, profile: 'coin', loads: { coin: 0.88, risk: 0.25 } },
  ETH: { volPercent: 65, profile: 'coin', loads: { coin: 0.82, risk: 0.25 } },
  SOL: { volPercent: 85, profile: 'coin', loads: { coin: 0.74, risk: 0.25 } },
  XRP: { volPercent: 75, profile: 'coin', loads: { coin: 0.62, risk: 0.2 } },
} as const satisfies Record<string, AssetSpec>;
type Asset = keyof typeof ASSETS;
const ASSET_NAMES: readonly Asset[] = Object.keys(ASSETS).filter((name): name is Asset => name in ASSETS);

/** How lively each hour (UTC) is, against the day's mean; scaled below so that a day keeps its volatility. */
const HOURS: Readonly<Record<Profile, readonly number[]>> = {
  europe: [
    0.6, 0.65, 0.65, 0.6, 0.55, 0.6, 0.8, 1.1, 1.25, 1.2, 1.1, 1.05, 1.3, 1.6, 1.6, 1.5, 1.25, 1, 0.85, 0.8, 0.7, 0.5,
    0.5, 0.55,
  ],
  asia: [
    1.1, 1.1, 1.05, 0.9, 0.85, 0.85, 0.9, 1.1, 1.15, 1.1, 1, 1, 1.2, 1.4, 1.4, 1.3, 1.1, 0.9, 0.8, 0.8, 0.75, 0.6, 0.7,
    0.9,
  ],
  index: [
    0.5, 0.5, 0.5, 0.45, 0.45, 0.5, 0.7, 1, 1, 0.9, 0.85, 0.85, 1.1, 1.9, 2, 1.7, 1.5, 1.4, 1.4, 1.6, 1.2, 0.5, 0.4,
    0.45,
  ],
  coin: [
    0.95, 0.9, 0.85, 0.8, 0.8, 0.8, 0.85, 0.9, 0.95, 0.95, 0.95, 1, 1.1, 1.3, 1.35, 1.3, 1.2, 1.15, 1.1, 1.1, 1.05, 1,
    0.95, 0.95,
  ],
  energy: [
    0.5, 0.5, 0.5, 0.5, 0.5, 0.55, 0.8, 1, 1.05, 1, 0.95, 1, 1.3, 1.8, 1.9, 1.8, 1.4, 1.3, 1.2, 0.9, 0.6, 0.45, 0.4,
    0.45,
  ],
};

function scaled(shape: readonly number[]): readonly number[] {
  const meanSquare = shape.reduce((sum, v) => sum + v * v, 0) / shape.length;
  return shape.map((v) => v / Math.sqrt(meanSquare));
}
const ACTIVITY = Object.fromEntries(Object.entries(HOURS).map(([profile, shape]) => [profile, scaled(shape)]));

/** Spreads are widest at the change of the banking day and a little wider at night. */
const SPREAD_BY_HOUR = [
  1.25, 1.2, 1.2, 1.2, 1.2, 1.15, 1.1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1.05, 1.1, 1.2, 1.5, 3, 2.5, 1.4,
];

interface PairSpec {
  readonly base: Asset;
  /** 'USD': the price is the base's value itself (or one over it, see INVERSE). */
  readonly quote: Asset | 'USD';
  /** 0 for a cross: it follows from its legs. */
  readonly start: number;
  /** Usual spread in points (units of the last decimal). */
  readonly spreadPoints: number;
  readonly ticksPerSecond: number;
}

const MAJOR = 2;
const CROSS = 1;
const OTHER = 1.2;
const spec = (
  base: Asset,
  quote: Asset | 'USD',
  start: number,
  spreadPoints: number,
  ticksPerSecond: number,
): PairSpec => ({ base, quote, start, spreadPoints, ticksPerSecond });

/** Start prices of a fresh market; a restarted one goes on from its last logged prices. Crosses follow from their legs. */
export const SIMULATED_PAIRS: ReadonlyMap<string, PairSpec> = new Map([
  ['EURUSD', spec('EUR', 'USD', 1.1428, 6, MAJOR)],
  ['GBPUSD', spec('GBP', 'USD', 1.3421, 9, MAJOR)],
  ['AUDUSD', spec('AUD', 'USD', 0.6582, 8, MAJOR)],
  ['NZDUSD', spec('NZD', 'USD', 0.5963, 12, MAJOR)],
  ['XAUUSD', spec('XAU', 'USD', 3985.4, 300, OTHER)],
  ['XAGUSD', spec('XAG', 'USD', 47.62, 200, OTHER)],
  ['USOIL', spec('WTI', 'USD', 63.42, 30, OTHER)],
  ['UKOIL', spec('BRENT', 'USD', 67.18, 30, OTHER)],
  ['US500', spec('US500', 'USD', 6652.5, 50, OTHER)],
  ['US100', spec('US100', 'USD', 24310, 120, OTHER)],
  ['DE40', spec('DE40', 'USD', 24080, 120, OTHER)],
  ['BTCUSD', spec('BTC', 'USD', 96_400, 1_500, OTHER)],
  ['ETHUSD', spec('ETH', 'USD', 3_210, 120, OTHER)],
  ['SOLUSD', spec('SOL', 'USD', 148.3, 40, OTHER)],
  ['XRPUSD', spec('XRP', 'USD', 2.214, 60, OTHER)],
  ['USDJPY', spec('JPY', 'USD', 154.2, 8, MAJOR)],
  ['USDCHF', spec('CHF', 'USD', 0.8052, 10, MAJOR)],
  ['USDCAD', spec('CAD', 'USD', 1.3984, 11, MAJOR)],
  ['EURGBP', spec('EUR', 'GBP', 0, 10, CROSS)],
  ['EURJPY', spec('EUR', 'JPY', 0, 13, CROSS)],
  ['EURCHF', spec('EUR', 'CHF', 0, 14, CROSS)],
  ['GBPJPY', spec('GBP', 'JPY', 0, 20, CROSS)],
  ['GBPCHF', spec('GBP', 'CHF', 0, 24, CROSS)],
  ['AUDJPY', spec('AUD', 'JPY', 0, 14, CROSS)],
]);
/** Written as USD in the other currency: the price is one over the asset's value. */
const INVERSE: ReadonlySet<string> = new Set(['USDJPY', 'USDCHF', 'USDCAD']);

const YEAR_MS = 365.25 * 86_400_000;
const HOUR_MS = 3_600_000;
/** Half of a departure from the start level is gone after 20 days: prices wander but stay believable for months. */
const REVERSION_PER_MS = Math.LN2 / (20 * 86_400_000);

const hourOf = (timeMs: number): number => Math.floor((((timeMs % 86_400_000) + 86_400_000) % 86_400_000) / HOUR_MS);

/** Every asset's value moving together from its start level; deterministic for a Random. Runs forward or, for history, back. */
export class PriceModel {
  readonly #random: Random;
  readonly #levels = new Float64Array(ASSET_NAMES.length);
  readonly #values = new Float64Array(ASSET_NAMES.length);
  readonly #loads: readonly (readonly number[])[];
  readonly #own: readonly number[];

  /** `mids`: where pairs stand now, by code; the fresh start price for those absent. */
  constructor(random: Random, mids: ReadonlyMap<string, number>) {
    this.#random = random;
    for (const [code, pair] of SIMULATED_PAIRS) {
      if (pair.quote !== 'USD') continue;
      const mid = mids.get(code) ?? pair.start;
      const at = ASSET_NAMES.indexOf(pair.base);
      this.#levels[at] = Math.log(INVERSE.has(code) ? 1 / mid : mid);
    }
    this.#values.set(this.#levels);
    const specs: readonly AssetSpec[] = ASSET_NAMES.map((name) => ASSETS[name]);
    this.#loads = specs.map((asset) => FACTORS.map((factor) => asset.loads[factor] ?? 0));
    this.#own = this.#loads.map((loads) => Math.sqrt(1 - loads.reduce((sum, v) => sum + v * v, 0)));
  }

  /** Lets `spanMs` pass at the liveliness of the hour of `timeMs`: the middle of a span that is long. */
  advance(spanMs: number, timeMs: number): void {
    if (spanMs <= 0) return;
    const shared = FACTORS.map(() => this.#random.normal());
    const keep = Math.exp(-REVERSION_PER_MS * spanMs);
    const root = Math.sqrt(spanMs / YEAR_MS);
    const hour = hourOf(timeMs);
    ASSET_NAMES.forEach((name, i) => {
      const { volPercent, profile } = ASSETS[name];
      const activity = ACTIVITY[profile]?.[hour] ?? 1;
      let shock = (this.#own[i] ?? 0) * this.#random.normal();
      this.#loads[i]?.forEach((load, f) => {
        shock += load * (shared[f] ?? 0);
      });
      const level = this.#levels[i] ?? 0;
      const value = this.#values[i] ?? 0;
      this.#values[i] = level + (value - level) * keep + (volPercent / 100) * activity * root * shock;
    });
  }

  /** The pair's mid now; a cross is the ratio of its legs, so that no round trip through three pairs gains. */
  mid(code: string): number {
    const pair = SIMULATED_PAIRS.get(code);
    if (!pair) throw new Error(`the simulated market does not know ${code}`);
    const base = this.#values[ASSET_NAMES.indexOf(pair.base)] ?? 0;
    if (pair.quote === 'USD') return Math.exp(INVERSE.has(code) ? -base : base);
    return Math.exp(base - (this.#values[ASSET_NAMES.indexOf(pair.quote)] ?? 0));
  }
}

/** Whole points, at least 1; `unit` in [0, 1) is the quote's own luck. */
export function spreadPointsAt(code: string, timeMs: number, unit: number): number {
  const usual = SIMULATED_PAIRS.get(code)?.spreadPoints ?? 1;
  const base = SIMULATED_PAIRS.get(code)?.base;
  const hourly = base && ASSETS[base].profile === 'coin' ? 1 : (SPREAD_BY_HOUR[hourOf(timeMs)] ?? 1);
  return Math.max(1, Math.round(usual * hourly * (0.75 + 0.5 * unit)));
}

/** Mean quotes a second at that hour. */
export function ticksPerSecondAt(code: string, timeMs: number): number {
  const pair = SIMULATED_PAIRS.get(code);
  if (!pair) return 0;
  const activity = ACTIVITY[ASSETS[pair.base].profile]?.[hourOf(timeMs)] ?? 1;
  return pair.ticksPerSecond * Math.min(1.6, Math.max(0.6, activity));
}
