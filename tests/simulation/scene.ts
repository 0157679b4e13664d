// How a seed's world looks before the first event: pairs and their terms, the operator's settings, the house's capital, the first users.

import type { Pair, Realm } from '@fairtick/engine/types';
import { type Amount, amount, price, quantity, readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { type Random, seededRandom } from '@fairtick/kernel/random';
import { EVERYTHING, readJurisdictions } from '@fairtick/server/domains/accounts/jurisdictions';
import { insertName } from '@fairtick/server/domains/accounts/names/table';
import { insertUsers } from '@fairtick/server/domains/accounts/table';
import { readCopyingSettings } from '@fairtick/server/domains/copying/settings';
import { readForexSettings } from '@fairtick/server/domains/forex/settings';
import {
  type Account,
  type CausedJournal,
  HOUSE,
  type HouseKind,
  insertAccounts,
  insertJournals,
} from '@fairtick/server/domains/ledger/index';
import { readLoanSettings } from '@fairtick/server/domains/loans/index';
import { CATALOGUE } from '@fairtick/server/domains/market/pairs';
import type { Settings } from '@fairtick/server/domains/parts';
import { LEDGER } from '@fairtick/server/domains/parts';
import { readWalletSettings } from '@fairtick/server/domains/wallet/index';
import type { Pool } from '@fairtick/server/platform/database/pools';
import { runAll, send } from '@fairtick/server/platform/database/statement';
import { SYSTEM } from '@fairtick/server/platform/principals';
import { FIRST_VALUES } from '@fairtick/server/platform/settings/setting';
import { chance, pick } from './events.ts';
import { TWO_PEOPLE } from './memory/loan-tables.ts';

const CODES = ['EURUSD', 'GBPUSD', 'USDJPY', 'EURGBP', 'EURJPY', 'XAUUSD', 'BTCUSD'];

export const FIRST_LEVEL: Readonly<Record<string, bigint>> = {
  EURUSD: 110_000_000n,
  GBPUSD: 127_000_000n,
  USDJPY: 15_012_300_000n,
  EURGBP: 86_000_000n,
  EURJPY: 16_320_000_000n,
  XAUUSD: 203_400_000_000n,
  BTCUSD: 6_432_100_000_000n,
};

/** Midweek mostly; also around the end of the week, its start with a clock change, the daily pause, Christmas. */
const STARTS = [
  '2024-05-15T12:00:00Z',
  '2024-05-14T08:00:00Z',
  '2024-09-03T15:30:00Z',
  '2024-03-08T21:40:00Z',
  '2024-03-10T20:50:00Z',
  '2024-06-12T20:50:00Z',
  '2024-12-24T21:50:00Z',
];

export const startMs = (random: Random): number => Date.parse(pick(random, STARTS) ?? '') + random.below(60_000);

export const stepOf = (pair: Pair): bigint => 10n ** BigInt(8 - pair.pricePrecision);

/** Dollars and more a lot and night: from none to more than a position holds, now and then paid to the user. */
const perNight = (random: Random): Amount => {
  const size = BigInt(pick(random, [0, 0, 7, 60, 3_000]) ?? 0) * 100_000_000n + BigInt(random.below(3));
  return amount(chance(random, 4) ? -size : size);
};

/** The same pairs with other public terms: fees, markups, margin modes, contract sizes, nights. */
export function pairsOf(random: Random, nights: Random): Pair[] {
  return CATALOGUE.filter(({ code }) => CODES.includes(code)).map((pair) => ({
    ...pair,
    markup: price(BigInt(random.below(4)) * stepOf(pair)),
    feeRate: amount(BigInt(random.below(5) * 100_000 + random.below(3))),
    marginMode: chance(random, 8) ? 1 : 2,
    contNum: chance(random, 6) ? quantity(pair.contNum / 10n) : pair.contNum,
    maxJumpPercent: chance(random, 5) ? 5 : pair.maxJumpPercent,
    financingBuy: perNight(nights),
    financingSell: perNight(nights),
  }));
}

const dollars = (whole: number): Amount => amount(BigInt(whole) * 100_000_000n);
const pairIdOf = (code: string): number | undefined => CATALOGUE.find((pair) => pair.code === code)?.id;

const FIRST_WALLET = readWalletSettings(FIRST_VALUES);
const RATED = [
  { currency: 'EUR', code: 'EURUSD' },
  { currency: 'BTC', code: 'BTCUSD' },
] as const;

/** One currency out, three in of which two are rated by a pair, and limits that people of this world meet. */
const WALLET: Settings['wallet'] = {
  ...FIRST_WALLET,
  rates: new Map([
    ...FIRST_WALLET.rates,
    ...RATED.map(({ currency, code }) => [currency, { currency, pairId: pairIdOf(code) }] as const),
  ]),
  options: [
    {
      ...{ id: 1, kind: 'coin', currency: 'USDT', network: 'evm:1', protocol: 'ERC20', token: '', places: 6 },
      ...{ address: '0x52908400098527886E0F7030069857D2E4169EE7', min: dollars(10), confirmations: 12 },
    },
    {
      ...{ id: 2, kind: 'coin', currency: 'BTC', network: 'bitcoin', protocol: 'Bitcoin', token: '', places: 8 },
      ...{ address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', min: dollars(10), confirmations: 2 },
    },
    {
      ...{ id: 3, kind: 'bank', currency: 'EUR', bank_name: 'Bank', bank_address: '', bank_swift: '', places: 2 },
      ...{
        payee_name: 'Fairtick',
        payee_account: 'DE02 1203 0000 0000 2020 51',
        bank_remark: '{uid}',
        min: dollars(10),
      },
    },
  ],
  currencies: [
    {
      ...{ id: 1, kind: 'coin', currency: 'USDT', network: 'evm:1', protocol: 'ERC20', places: 8 },
      ...{ feeType: 1, drawRate: dollars(5), min: dollars(10), max: dollars(2_000) },
    },
  ],
  limits: { day: dollars(3_000), twoPeople: dollars(1_000), unverified: dollars(0), travel: dollars(1_500) },
};

const HOURS = ['fx', 'metal', 'index', 'always'] as const;

/** Shocks from the least to more than a day's, limits that some orders pass. */
function riskOf(random: Random): Settings['forex']['risk'] {
  const classRisk = () => ({
    shock: BigInt(2 + random.below(20)),
    userLimit: dollars(pick(random, [50_000, 2_000_000, 50_000_000]) ?? 1),
    pairLimit: dollars(pick(random, [200_000, 10_000_000, 500_000_000]) ?? 1),
  });
  const [fx, metal, index, always] = HOURS.map(classRisk);
  if (!fx || !metal || !index || !always) throw new Error('four classes');
  return { fx, metal, index, always };
}

/** Limits that some of a trader's orders and copies pass, and wide ones. Drawn apart, so that lives that are known by their seeds stay what they were. */
function copyingOf({ risk }: Settings['forex']): Settings['copying'] {
  const random = seededRandom(Object.values(risk).reduce((sum, { shock }) => sum * 31 + Number(shock), 7));
  const first = readCopyingSettings(FIRST_VALUES);
  const most = dollars(pick(random, [100_000, 20_000_000, 20_000_000]) ?? 1);
  return {
    openingsADay: pick(random, [4, 200, 200, 200]) ?? 200,
    betweenMs: pick(random, [0, 0, 0, first.betweenMs]) ?? 0,
    copied: { fx: most, metal: most, index: most, always: most },
  };
}

/** As the operator's list has it, and in one more country what is offered nowhere else. */
const OFFERED: Settings['jurisdictions'] = {
  byCountry: new Map([...readJurisdictions(FIRST_VALUES).byCountry, ['HK', EVERYTHING]]),
};

/** Terms that end within days: of a loan days, least and most, free days and rates; of a product percent, days, what leaving early costs, least and most. */
const LOANS = [
  [3, 10, 800, 25, 1, 25],
  [7, 50, 3_000, 33, 0, 33],
  [1, 10, 2_000, 100, 0, 50],
  [30, 100, 1_000, 25, 7, 25],
] as const;
const PRODUCTS = [
  ['0.5', 3, '5', 1, 3_000],
  ['0.333', 10, '3.5', 10, 900],
  ['0.0001', 2, '0', 1, 20_000],
  ['0.01', 1, '1', 1, 20_000],
] as const;

/** Loans and fund products. A wish of the operator's makes other terms of them for what is taken from then on. */
export function lentOf({ risk }: Settings['forex'], wish = 0): Pick<Settings, 'loans' | 'funds'> {
  const random = seededRandom(Object.values(risk).reduce((sum, { shock }) => sum * 17 + Number(shock), 3 + wish));
  const other = (rate: number): number => (wish === 0 ? rate : Math.max(1, rate - random.below(20)));
  return {
    loans: {
      ...readLoanSettings(FIRST_VALUES),
      twoPeople: amount(readUnits(TWO_PEOPLE)),
      configs: LOANS.map(([period, min, max, rate, freePeriod, penaltyRate], at) => {
        const interestRate = other(rate);
        const terms = { id: at + 1, period, min: dollars(min), max: dollars(max), interestRate, freePeriod };
        return { ...terms, penaltyRate: Math.min(interestRate, penaltyRate) };
      }),
    },
    funds: {
      products: PRODUCTS.map(([percent, term, damages, min, max], at) => {
        const days = wish === 0 ? term : 1 + random.below(term + 2);
        const known = { id: at + 1, title: { en: `Fund ${at + 1}` }, desc: {}, image: '', sold: !chance(random, 9) };
        const terms = { percent: readUnits(percent), days, damages: readUnits(damages) };
        return { ...known, ...terms, min: dollars(min), max: dollars(max), terms: `${at} ${days} ${percent}` };
      }),
      redemptionHours: pick(random, [0, 0, 0, 24]) ?? 0,
    },
  };
}

export function settingsOf(random: Random): Settings {
  const { opening } = readForexSettings(FIRST_VALUES);
  const forex: Settings['forex'] = { feeType: chance(random, 2) ? 1 : 2, risk: riskOf(random), opening };
  return {
    forex,
    micro: {
      durations: [1, 5, 30, 60, 300].map((seconds, id) => ({
        id,
        seconds,
        profitRatio: amount(BigInt(50_000_000 + random.below(60_000_000))),
        minStake: dollars(10),
        maxStake: dollars(5_000),
      })),
      presets: [],
      lossLevel: chance(random, 2) ? 0 : 1,
      maxPerExpiry: dollars(8_000),
      openDelayMs: pick(random, [0, 700, 3_000]) ?? 0,
      opening,
    },
    wallet: WALLET,
    ...lentOf(forex),
    copying: copyingOf(forex),
    jurisdictions: OFFERED,
    keepsImagesYears: 5,
    isMain: false,
    chat: { answerMinutes: 60, prepared: [] },
  };
}

/** Ample as in the demo realm, or so little that the house must refuse. */
function capitalOf(random: Random, realm: Realm): Readonly<Partial<Record<HouseKind, Amount>>> {
  const scale = realm === 'demo' ? 1_000_000_000 : (pick(random, [20_000, 400_000, 50_000_000]) ?? 1);
  const trade = {
    capital: dollars(random.below(scale)),
    trading: dollars(1 + random.below(scale)),
    micro: dollars(random.below(scale)),
    protection: dollars(random.below(scale)),
  };
  // Drawn apart: lives that are known by their seeds stay what they were.
  const apart = seededRandom(Number(trade.trading % 1_000_003n));
  const lends = realm === 'live' ? { loan: dollars(pick(apart, [300, 2_000, 60_000]) ?? 1) } : {};
  return { ...trade, ...lends, fund: dollars(pick(apart, realm === 'live' ? [2, 40, 90_000] : [9_000]) ?? 1) };
}

export interface KnownUser {
  readonly id: Id;
  readonly realm: Realm;
}

/** House, capital and some users of the live realm; users of the demo realm make themselves. */
export async function seedStorage(db: Pool, random: Random, newId: () => Id, timeMs: number): Promise<KnownUser[]> {
  const users: KnownUser[] = [];
  for (const realm of ['live', 'demo'] as const) {
    const house = LEDGER.houseKinds.map((kind): Account => account(newId(), realm, HOUSE, kind));
    await runAll(db, insertAccounts(house));
    await give(db, newId, timeMs, house, capitalOf(random, realm));
    for (let at = 0; realm === 'live' && at < 4; at += 1) {
      const id = newId();
      users.push({ id, realm });
      const user = { id, realm, uid: String(id), createdTime: timeMs };
      await runAll(db, insertUsers([user]));
      if (realm === 'live')
        await insertName(db, { userId: id, kind: 'email', name: `u${id}@example.com`, verifiedTime: timeMs });
      const own = LEDGER.userKinds.map((kind) => account(newId(), realm, id, kind));
      await runAll(db, insertAccounts(own));
      const external = house.filter(({ kind }) => kind === 'external');
      await give(db, newId, timeMs, [...external, ...own], {
        forex: dollars(1 + random.below(20_000)),
        micro: dollars(1 + random.below(3_000)),
        change: dollars(5_000),
      });
    }
  }
  return users;
}

const account = (id: Id, realm: Realm, ownerId: Id, kind: Account['kind']): Account => ({
  id,
  realm,
  ownerId,
  kind,
  available: amount(0n),
  locked: amount(0n),
});

/** An owner's first journal. */
async function give(
  db: Pool,
  newId: () => Id,
  time: number,
  accounts: readonly Account[],
  sums: Readonly<Partial<Record<Account['kind'], Amount>>>,
): Promise<void> {
  const given = accounts.flatMap(({ id, kind }) => {
    const sum = sums[kind] ?? amount(0n);
    return sum > 0n ? [{ accountId: id, available: sum, locked: amount(0n) }] : [];
  });
  const external = accounts.find(({ kind }) => kind === 'external');
  const total = given.reduce((sum, { available }) => sum + available, 0n);
  if (!external || total === 0n) return;
  const id = newId();
  const out = { accountId: external.id, available: amount(-total), locked: amount(0n) };
  const journal: CausedJournal = {
    id,
    realm: external.realm,
    ownerId: accounts.at(-1)?.ownerId ?? HOUSE,
    number: 1,
    time,
    type: 'house_capital',
    reference: 0n,
    key: `seed:${id}`,
    actor: SYSTEM,
    entries: [out, ...given],
  };
  const connection = await db.connect();
  for (const write of insertJournals([journal])) await send(connection, write);
  connection.release();
}
