// `npm run latency-player -- [--others FOLDER]`: a player who knows the source's prices ahead, tuned on the bundled recording, measured there and on
// other recordings where a folder of them is named; by the rule of before and by the one in force, at the bundled payouts. Fails where the rule in
// force leaves them a gain on recordings that they were not tuned on.

import * as fs from 'node:fs';
import { parseArgs } from 'node:util';
import { formatUnits } from '@fairtick/kernel/decimal';
import { readMicroSettings } from '@fairtick/server/domains/micro/index';
import { FIRST_VALUES } from '@fairtick/server/platform/settings/setting';
import {
  type Bet,
  bestPlan,
  betsOf,
  type Gain,
  gainOf,
  type OpeningRule,
  type RecordedMarket,
  tradesOf,
} from './latency.ts';
import { bundledMarkets, otherMarkets } from './recorded-market.ts';

const { values } = parseArgs({ options: { others: { type: 'string' } } });
const AHEAD_MS = [250, 1_000, 3_000] as const;

const settings = readMicroSettings(FIRST_VALUES);
const rules: readonly (readonly [string, OpeningRule])[] = [
  ['newest price (before)', 'newest'],
  ['next tick', { delayMs: 0 }],
  [`first tick after ${settings.openDelayMs / 1_000} s (in force)`, { delayMs: settings.openDelayMs }],
];
const bundled = bundledMarkets();
const there = values.others !== undefined && fs.existsSync(values.others);
if (!there)
  console.log(
    'No folder of other recordings (--others FOLDER): only the bundled one is played, on which the player was tuned.',
  );
const others = there ? otherMarkets(values.others ?? '', bundled) : [];

const percent = (share: number): string => `${share < 0 ? '' : '+'}${(share * 100).toFixed(1)} %`;
const said = ({ bets, mean, within }: Gain): string =>
  bets === 0 ? 'no bet' : `${percent(mean)} a stake, ±${(within * 100).toFixed(1)}, ${bets} bets`;
const all = (markets: readonly RecordedMarket[], aheadMs: number, seconds: number, rule: OpeningRule): Bet[][] =>
  markets.map((market) => betsOf(market, aheadMs, seconds, rule));

let gained = 0;
for (const { seconds, profitRatio } of settings.durations) {
  const ratio = Number(formatUnits(profitRatio));
  for (const aheadMs of AHEAD_MS) {
    for (const [name, rule] of rules) {
      const tuned = all(bundled, aheadMs, seconds, rule);
      const plan = bestPlan(tuned, ratio);
      const other = gainOf(all(others, aheadMs, seconds, rule), plan, ratio);
      const how = `${plan.side === 1 ? 'with' : 'against'} what is known, from ${plan.strength}`;
      console.log(
        `${seconds} s, ${aheadMs} ms ahead, ${name}: bundled ${said(gainOf(tuned, plan, ratio))}; others ${said(other)} (${how})`,
      );
      if (name.endsWith('(in force)') && other.bets > 0 && other.mean - other.within > 0) gained += 1;
    }
  }
}
for (const aheadMs of AHEAD_MS) {
  for (const [name, fill, freshMs] of [
    ['newest quote, up to 15 s old (before)', 'newest', 15_000],
    ['newest quote, up to 2 s old', 'newest', 2_000],
    ['next tick', 'next', 2_000],
  ] as const) {
    const gains = [...bundled, ...others].flatMap((market) => tradesOf(market, aheadMs, fill, freshMs));
    const mean = gains.reduce((sum, one) => sum + one, 0) / Math.max(1, gains.length);
    console.log(
      `lots, ${aheadMs} ms ahead, ${name}: ${gains.length} trades that were known to pay, ${mean.toFixed(2)} spreads each`,
    );
  }
}
console.log(`${gained} ways to gain by the rule in force on recordings that were not tuned on.`);
process.exitCode = gained > 0 ? 1 : 0;
