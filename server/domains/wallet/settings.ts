// The settings of money in and out, all of them changed by two people. A running deposit or withdrawal keeps the terms that it began on.

import { hash } from 'node:crypto';
import { addressRule, readAddress } from '@fairtick/contract/addresses/chain';
import { type Amount, amount, COIN_PLACES, formatUnits, readUnits, UNIT_PLACES } from '@fairtick/kernel/decimal';
import { z } from 'zod';
import { defineSetting, type SettingsReader } from '../../platform/settings/setting.ts';
import { type Branch, deriveAddress, FIRST, looksPrivate, readXpub, type XpubFault } from './addresses/derived.ts';
import type { RateSource } from './rates.ts';
import type { MoneyKind } from './types.ts';

const usd = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,2})?$/)
  .transform((text) => amount(readUnits(text)));
const code = z.string().regex(/^[A-Z][A-Z0-9]{1,11}$/);
const id = z.number().int().min(1).max(1_000_000);
const line = (most: number) => z.string().trim().max(most);

/** A network of the settings, as evm:1. */
const network = z.string().regex(/^(bitcoin|tron|evm:[1-9][0-9]{0,11})$/);
export const isNetwork = (name: string): boolean => network.safeParse(name).success;

const ids = <T extends { readonly id: number }>(list: readonly T[], context: z.core.$RefinementCtx): void => {
  for (const one of list)
    if (list.filter((other) => other.id === one.id).length > 1)
      context.addIssue({ code: 'custom', message: `the id ${one.id} stands twice` });
};

const coinOption = z.strictObject({
  id,
  kind: z.literal('coin'),
  currency: code,
  network,
  /** As people know the network: ERC20. */
  protocol: line(40).min(1),
  /** One for all: who sent what is found out by the transaction. Nothing where each user has their own. */
  address: line(200).default(''),
  /** An extended public key, from which each user gets an address of their own; left out where there is one for all. */
  xpub: line(130).min(1).optional(),
  /** Of the token on its chain; empty for the chain's own coin. */
  token: line(100),
  /** Decimals of the currency, as people type it. */
  places: z.number().int().min(0).max(UNIT_PLACES),
  /** Decimals of the token on its chain, where they are others: USDT has 6 on one chain and 18 on another. */
  decimals: z.number().int().min(0).max(COIN_PLACES).optional(),
  /** The least that is credited, USD. */
  min: usd,
  confirmations: z.number().int().min(1).max(1_000),
});
const bankOption = z.strictObject({
  id,
  kind: z.literal('bank'),
  currency: code,
  bank_name: line(120).min(1),
  bank_address: line(200),
  bank_swift: line(20),
  payee_name: line(120).min(1),
  payee_account: line(60).min(1),
  /** What the user writes on the transfer; {uid} stands for theirs. */
  bank_remark: line(140).includes('{uid}'),
  places: z.number().int().min(0).max(UNIT_PLACES),
  min: usd,
});
export type CoinOption = z.output<typeof coinOption>;
export type BankOption = z.output<typeof bankOption>;
export type DepositOption = CoinOption | BankOption;

const depositOption = z.discriminatedUnion('kind', [coinOption, bankOption]);

/** As it is kept with what came by it. */
export const optionText = (option: DepositOption): string =>
  JSON.stringify({ ...option, min: formatUnits(option.min, 2) });

/** Throws where the text is none of `optionText`. */
export const readOptionText = (text: string): DepositOption => depositOption.parse(JSON.parse(text));

/** Of a coin whose users have addresses of their own: by which they are derived; undefined where there is one for all. */
export function branchOf({ network: name, xpub }: CoinOption): Branch | undefined {
  if (xpub === undefined) return undefined;
  const read = readXpub(addressRule(name), xpub);
  return read.ok ? read.value : undefined;
}

const XPUB_FAULTS: Readonly<Record<XpubFault, string>> = {
  private: 'this is a private key, which spends: it must never be typed here, and what lies on it is to be moved',
  network:
    'this extended key is of a test network or of addresses of another kind; give the xpub (of Bitcoin the zpub)',
  checksum: 'this is no extended public key: a sign of it is wrong or missing',
};

/** What is wrong with where a coin is sent to; never says a key again. */
function placeFault({ network: name, address, xpub }: CoinOption): string | undefined {
  if ((address === '') === (xpub === undefined)) return 'a coin has either an address or an xpub';
  const rule = addressRule(name);
  if (looksPrivate(address)) return XPUB_FAULTS.private;
  if (xpub === undefined) return readAddress(rule, address).ok ? undefined : `${address} is no address of ${name}`;
  const read = readXpub(rule, xpub);
  return read.ok ? undefined : XPUB_FAULTS[read.error];
}

/** Whoever has an extended key knows every user's address by it: the public reads what stands for it, and may compare. */
function withoutKeys(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((one: unknown) =>
    typeof one === 'object' && one !== null && 'xpub' in one && typeof one.xpub === 'string'
      ? { ...one, xpub: `sha256:${hash('sha256', one.xpub.trim())}` }
      : one,
  );
}

/** Of each extended key the first two addresses: whoever agrees to it compares them with the wallet's own. */
function firstAddresses(list: readonly DepositOption[]): Readonly<Record<string, string>> {
  const lines = list.flatMap((one) => {
    const branch = one.kind === 'coin' ? branchOf(one) : undefined;
    if (one.kind === 'bank' || branch === undefined) return [];
    return FIRST.map((at) => [`${one.id} m/0/${at}`, deriveAddress(addressRule(one.network), branch, at)]);
  });
  return Object.fromEntries(lines);
}

const USDT = { id: 1, kind: 'coin', currency: 'USDT', network: 'evm:1', protocol: 'ERC20', places: 6 };
const USD = { id: 2, kind: 'bank', currency: 'USD', network: '', protocol: 'SWIFT', places: 2 };
const OPTION_EXAMPLES = [
  {
    ...{ ...USDT, address: 'YOUR ADDRESS', token: '0xdAC17F958D2ee523a2206206994597C13D831ec7' },
    ...{ min: '10', confirmations: 12 },
  },
  {
    ...{
      id: 2,
      kind: 'bank',
      currency: 'USD',
      bank_name: 'YOUR BANK',
      bank_address: 'ITS ADDRESS',
      bank_swift: 'ITS BIC',
    },
    ...{ payee_name: 'YOUR COMPANY', payee_account: '', bank_remark: 'Deposit {uid}', places: 2, min: '10' },
  },
];

const depositOptions = defineSetting({
  key: 'deposit_options',
  doc: 'Where money can be sent to us: coins with their address or the extended public key of addresses of one’s own, banks with their account.',
  first: [],
  example: OPTION_EXAMPLES,
  schema: z
    .array(depositOption)
    .max(200)
    .superRefine((list, context) => {
      ids(list, context);
      for (const one of list) {
        const fault = one.kind === 'coin' ? placeFault(one) : undefined;
        if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
      }
    }),
  by: 'money_terms',
  shown: withoutKeys,
  means: firstAddresses,
  // Where people send their money: nobody is surprised by it from one minute to the next.
  worse: () => true,
});

const currencyOut = z
  .strictObject({
    id,
    kind: z.enum(['coin', 'bank']),
    currency: code,
    network: z.union([network, z.literal('')]),
    protocol: line(40),
    places: z.number().int().min(0).max(UNIT_PLACES),
    /** 1: `draw_rate` is USD; 2: percent. */
    fee_type: z.union([z.literal(1), z.literal(2)]),
    draw_rate: usd,
    min: usd,
    max: usd,
  })
  .refine(({ kind, network: name }) => (kind === 'coin') === (name !== ''), 'a coin has a network, a bank has none')
  .refine(({ min, max }) => min > 0n && min <= max, 'the least is above nothing and at most the most')
  .refine(
    ({ fee_type, draw_rate }) => fee_type === 1 || draw_rate <= amount(readUnits('100')),
    'a fee is at most all of it',
  );

/** A currency that can be withdrawn, with its terms. */
export interface CurrencyOut {
  readonly id: number;
  readonly kind: MoneyKind;
  readonly currency: string;
  readonly network: string;
  readonly protocol: string;
  readonly places: number;
  readonly feeType: 1 | 2;
  readonly drawRate: Amount;
  /** USD. */
  readonly min: Amount;
  readonly max: Amount;
}

const withdrawalCurrencies = defineSetting({
  key: 'withdrawal_currencies',
  doc: 'Currencies that can be withdrawn: network, decimals, fee, least and most of one withdrawal in USD.',
  first: [],
  example: [
    { ...USDT, fee_type: 1, draw_rate: '5', min: '10', max: '50000' },
    { ...USD, fee_type: 2, draw_rate: '0.1', min: '50', max: '50000' },
  ],
  schema: z
    .array(
      currencyOut.transform(
        ({ fee_type: feeType, draw_rate: drawRate, ...one }): CurrencyOut => ({ ...one, feeType, drawRate }),
      ),
    )
    .max(200)
    .superRefine(ids),
  by: 'money_terms',
  worse: (before, after) => before.some((one) => !isAtLeastAsGood(one, after)),
});

const isAtLeastAsGood = (one: CurrencyOut, after: readonly CurrencyOut[]): boolean => {
  const now = after.find(({ id: same }) => same === one.id);
  if (now === undefined || now.min > one.min || now.max < one.max || now.places < one.places) return false;
  if (now.kind !== one.kind || now.currency !== one.currency || now.network !== one.network) return false;
  return now.feeType === one.feeType && now.drawRate <= one.drawRate;
};

const moneyRates = defineSetting({
  key: 'money_rates',
  doc: 'By which pair a currency is turned into USD; without a pair one of it counts as one USD. A currency that is not here is not offered.',
  first: [{ currency: 'USD' }, { currency: 'USDT' }, { currency: 'USDC' }],
  schema: z
    .array(z.strictObject({ currency: code, pair: z.number().int().min(1).optional() }))
    .max(200)
    .transform((list): ReadonlyMap<string, RateSource> => {
      return new Map(list.map(({ currency, pair }) => [currency, { currency, pairId: pair }]));
    }),
  by: 'money_terms',
  worse: () => true,
});

const moneyLimits = defineSetting({
  key: 'money_limits',
  doc: 'USD: the most that leaves in 24 hours, what somebody unverified may hold of deposits, and from what amount on a destination says whose it is.',
  first: { day: '100000', unverified: '0', travel: '1000' },
  schema: z.strictObject({ day: usd, unverified: usd, travel: usd }),
  by: 'money_terms',
  worse: (before, after) => after.day < before.day || after.unverified < before.unverified,
});

const twoPeopleLimit = defineSetting({
  key: 'two_people_limit',
  doc: 'USD: from what sum of 24 hours on a second person is asked. Never proposed by who handles the money.',
  first: '10000',
  schema: usd,
  by: 'jurisdictions',
  // A second person who is asked less often guards users less.
  worse: (before, after) => after > before,
});

export const walletSettings = [depositOptions, withdrawalCurrencies, moneyRates, moneyLimits, twoPeopleLimit];

/** Of one moment, as the rules want them. */
export interface WalletSettings {
  readonly options: readonly DepositOption[];
  readonly currencies: readonly CurrencyOut[];
  readonly rates: ReadonlyMap<string, RateSource>;
  readonly limits: {
    readonly day: Amount;
    /** From this sum of a user's last 24 hours on. */
    readonly twoPeople: Amount;
    readonly unverified: Amount;
    /** From this amount on a destination says whose it is. */
    readonly travel: Amount;
  };
}

export const readWalletSettings = (settings: SettingsReader): WalletSettings => ({
  options: settings.read(depositOptions),
  currencies: settings.read(withdrawalCurrencies),
  rates: settings.read(moneyRates),
  limits: { ...settings.read(moneyLimits), twoPeople: settings.read(twoPeopleLimit) },
});
