// What no screen would send: how a request shows that none did, by looking at it as a ticket does, and requests that are made so on purpose. Shares
// nothing with the readers that the server and the tickets have in common.

import type { Pair } from '@fairtick/engine/types';
import { formatUnits } from '@fairtick/kernel/decimal';
import type { Random } from '@fairtick/kernel/random';
import type { Settings } from '@fairtick/server/domains/parts';
import { entryPrice, exitPrice } from './checks/plain.ts';
import { chance, pick } from './events.ts';
import { type Input, NONSENSE, type Request, type Sight } from './requests.ts';
import { stepOf } from './scene.ts';

type ForexInput = Extract<Input, { call: 'forex_submit' }>['input'];
type MicroInput = Extract<Input, { call: 'micro_submit' }>['input'];

/** `key`: one that something else was asked by; `needless`: a target where none is asked for. The others name what is wrong with a field. */
export type Oddity =
  | 'pair'
  | 'needless'
  | 'lots'
  | 'multiple'
  | 'price'
  | 'side'
  | 'reached'
  | 'stake'
  | 'seconds'
  | 'key';
/** Whatever the market does meanwhile, and whoever decides: nothing comes of these. */
const NEVER_TAKEN: ReadonlySet<Oddity> = new Set(['pair', 'lots', 'price', 'stake', 'seconds', 'key']);
export const neverTaken = (odd: readonly Oddity[]): boolean => odd.some((one) => NEVER_TAKEN.has(one));

/** In units of 1e-8, of digits with a sign and a point at most and so many places that say something; undefined for anything else. */
function plain(text: string, places: number): bigint | undefined {
  const sign = text.startsWith('-') ? -1n : 1n;
  const [whole = '', fraction = '', ...more] = text.replace(/^[+-]/, '').split('.');
  const digits = [...whole, ...fraction].every((one) => one >= '0' && one <= '9');
  if (!digits || whole === '' || more.length > 0 || (text.includes('.') && fraction === '')) return undefined;
  const said = fraction.replace(/0+$/, '');
  if (BigInt(whole) > 10n ** 12n || said.length > places) return undefined;
  return sign * BigInt(whole + said.padEnd(8, '0'));
}

/** Why a ticket would not send this now; empty where it would. */
export function odditiesOf(request: Request, sight: Sight): Oddity[] {
  if (request.call === 'forex_submit') return ofForex(request.input, sight);
  return request.call === 'micro_submit' ? ofMicro(request.input, sight) : [];
}

function ofForex(input: ForexInput, sight: Sight): Oddity[] {
  const pair = sight.pairs.find(({ id }) => id === input.forex_id);
  if (!pair) return ['pair'];
  const odd: Oddity[] = [];
  const lots = plain(input.cont, 8) ?? -1n;
  if (lots < pair.minQuantity || lots > pair.maxQuantity || lots % pair.quantityStep !== 0n) odd.push('lots');
  if (pair.marginMode === 2 && !pair.multiples.some((one) => String(one) === input.multiple)) odd.push('multiple');
  if (input.status === 1 && input.target_price !== '') odd.push('needless');
  const prices = [input.stop_loss_price || '0', input.target_profit_price || '0'].map((text) =>
    plain(text, pair.pricePrecision),
  );
  const target = input.status === 0 ? plain(input.target_price, pair.pricePrecision) : 0n;
  const [loss, profit] = prices;
  if (loss === undefined || profit === undefined || target === undefined) return [...odd, 'price'];
  if (loss < 0n || profit < 0n || target < 0n || (input.status === 0 && target === 0n)) return [...odd, 'price'];
  const side = input.type === 1 ? 'buy' : 'sell';
  const tick = sight.quote(pair);
  if (!tick) return odd;
  if (input.status === 0 && target === entryPrice(side, tick, pair.markup)) odd.push('reached');
  const from = input.status === 0 ? target : exitPrice(side, tick, pair.markup);
  const [low, high] = side === 'buy' ? [loss, profit] : [profit, loss];
  if ((low !== 0n && low >= from) || (high !== 0n && high <= from)) odd.push('side');
  return odd;
}

function ofMicro(input: MicroInput, { pairs, durations }: Sight): Oddity[] {
  if (!pairs.some(({ id }) => id === input.forex_id)) return ['pair'];
  const asked = plain(input.seconds, 0);
  const duration = durations.find(({ seconds }) => BigInt(seconds) * 10n ** 8n === asked);
  const stake = plain(input.number, 2) ?? -1n;
  const { minStake, maxStake } = duration ?? { minStake: 0n, maxStake: stake };
  return [
    ...(duration ? [] : (['seconds'] as const)),
    ...(stake < minStake || stake > maxStake ? (['stake'] as const) : []),
  ];
}

/** The same order or option as no screen would send it. */
export function strangeTwin(random: Random, request: Request, sight: Sight): Request | undefined {
  const key = sight.newKey();
  if (request.call === 'micro_submit') return { ...request, key, input: strangeOption(random, request.input, sight) };
  if (request.call !== 'forex_submit') return undefined;
  const pair = sight.pairs.find(({ id }) => id === request.input.forex_id) ?? sight.pairs[0];
  return pair && { ...request, key, input: strangeOrder(random, request.input, pair, sight) };
}

/** No pair of this market. */
const foreign = (random: Random): number => 500 + random.below(1_000);
const nonsense = (random: Random): string => pick(random, NONSENSE) ?? '';

function strangeOrder(random: Random, input: ForexInput, pair: Pair, sight: Sight): ForexInput {
  const side = input.type === 1 ? 'buy' : 'sell';
  const level = sight.level(pair);
  const tick = sight.quote(pair);
  const far = (up: boolean): string => {
    const moved = level + ((up ? 1n : -1n) * level * BigInt(1 + random.below(20))) / 100n;
    return formatUnits(moved - (moved % stepOf(pair)));
  };
  const tooFine = `${formatUnits(level, pair.pricePrecision)}${'0'.repeat(random.below(3))}${1 + random.below(9)}`;
  switch (random.below(9)) {
    case 0:
      return {
        ...input,
        cont: formatUnits(pair.quantityStep * BigInt(1 + random.below(500)) + pair.quantityStep / 2n),
      };
    case 1:
      return {
        ...input,
        cont: pick(random, ['0', '-1', '0.001', formatUnits(pair.maxQuantity + pair.quantityStep)]) ?? '',
      };
    case 2:
      return { ...input, multiple: pick(random, ['0', '-10', '137', '2.5', '1e2', '1000000', ...NONSENSE]) ?? '' };
    case 3:
      return { ...input, ...(input.status === 0 ? { target_price: tooFine } : { stop_loss_price: tooFine }) };
    case 4:
      return { ...input, target_profit_price: tooFine };
    case 5: {
      const wrong = chance(random, 2);
      const [loss, profit] = [far(side === 'buy'), far(side === 'sell')];
      return {
        ...input,
        status: 1,
        target_price: '',
        ...(wrong ? { stop_loss_price: loss } : { target_profit_price: profit }),
      };
    }
    case 6:
      if (!tick) return { ...input, cont: nonsense(random) };
      return { ...input, status: 0, target_price: formatUnits(entryPrice(side, tick, pair.markup)) };
    case 7:
      return { ...input, forex_id: foreign(random) };
    default:
      return { ...input, cont: nonsense(random) };
  }
}

function strangeOption(random: Random, input: MicroInput, { durations }: Sight): MicroInput {
  const { minStake, maxStake } = pick(random, durations) ?? { minStake: 0n, maxStake: 0n };
  switch (random.below(5)) {
    case 0:
      return { ...input, number: formatUnits(minStake + BigInt(1 + random.below(999)) * 1_000n) };
    case 1:
      return { ...input, number: formatUnits(chance(random, 2) ? minStake - 1_000_000n : maxStake + 1_000_000n) };
    case 2:
      return { ...input, seconds: pick(random, ['0', '-30', '2', '31', '0.5', '86400', ...NONSENSE]) ?? '' };
    case 3:
      return { ...input, forex_id: foreign(random) };
    default:
      return { ...input, number: nonsense(random) };
  }
}

export type Durations = Settings['micro']['durations'];

/** How many orders and options were asked for, and how many of them as no screen would. */
export class Askings {
  readonly orders = { all: 0, odd: 0 };
  readonly options = { all: 0, odd: 0 };
  /** Of odd ones: what was wrong, and how the server answered. */
  readonly counts: Record<string, number> = {};

  asked({ call }: Request, odd: readonly Oddity[]): void {
    const of = call === 'forex_submit' ? this.orders : call === 'micro_submit' ? this.options : undefined;
    if (!of) return;
    of.all += 1;
    if (odd.length === 0) return;
    of.odd += 1;
    for (const one of odd) this.#count(one);
  }

  answered(odd: readonly Oddity[], accepted: boolean): void {
    if (odd.length > 0) this.#count(accepted ? 'accepted' : 'refused');
  }

  #count(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }
}

/** Over many lives. */
export class Sums {
  readonly #orders = { all: 0, odd: 0 };
  readonly #options = { all: 0, odd: 0 };
  readonly #counts = new Map<string, number>();

  add({ orders, options, counts }: Pick<Askings, 'orders' | 'options' | 'counts'>): void {
    for (const [to, of] of [[this.#orders, orders] as const, [this.#options, options] as const]) {
      to.all += of.all;
      to.odd += of.odd;
    }
    for (const [name, count] of Object.entries(counts)) this.#counts.set(name, (this.#counts.get(name) ?? 0) + count);
  }

  /** At least half of the orders, and of the options. */
  get enough(): boolean {
    return [this.#orders, this.#options].every(({ all, odd }) => 2 * odd >= all);
  }

  told(): string {
    const part = ({ all, odd }: { all: number; odd: number }, what: string): string =>
      `${Math.floor((100 * odd) / Math.max(1, all))} % of ${all.toLocaleString('en')} ${what}`;
    const kinds = [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, count]) => `${name} ${count}`);
    return `${part(this.#orders, 'orders')} and ${part(this.#options, 'options')} were asked for as no screen would: ${kinds.join(', ')}.`;
  }
}
