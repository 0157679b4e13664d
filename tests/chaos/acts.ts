// What a trader does next: half of it sensible and close to the market, so that orders open, trigger and end; half of it anything at all.

import type { EndpointName } from '@fairtick/contract/http/index';
import type { Random } from '@fairtick/kernel/random';
import type { Quote, Quotes } from './quotes.ts';

export interface Act {
  readonly name: EndpointName;
  readonly input: Readonly<Record<string, string>>;
}

/** A trader's own orders, as far as answers told. */
export interface Known {
  readonly pending: Set<string>;
  readonly open: Set<string>;
  readonly all: string[];
}

const pick = <T>(random: Random, list: readonly T[]): T | undefined => list[random.below(Math.max(1, list.length))];
const anOrder = (random: Random, known: Known, from: ReadonlySet<string>): string =>
  pick(random, [...from]) ?? pick(random, known.all) ?? '1';

export function randomAct(random: Random, quotes: Quotes, known: Known): Act {
  const wild = random.below(2) === 0;
  const drawn = random.below(100);
  const quote = pick(random, quotes.all());
  if (!quote) return { name: 'forex_close_all', input: {} };
  if (drawn < 28) return submit(random, quote, wild, false);
  if (drawn < 46) return submit(random, quote, wild, true);
  if (drawn < 58) return { name: 'forex_close', input: { id: anOrder(random, known, known.open) } };
  if (drawn < 66) return { name: 'cancel_trade', input: { id: anOrder(random, known, known.pending) } };
  if (drawn < 76) return stops(random, quote, anOrder(random, known, known.open), wild);
  if (drawn < 94) return option(random, quote, wild);
  if (drawn < 98) return { name: 'forex_close_all', input: {} };
  return { name: 'resetForexDemoAccount', input: {} };
}

function submit(random: Random, quote: Quote, wild: boolean, pending: boolean): Act {
  const side = 1 + random.below(2);
  const near = (points: number): string => quote.shifted(random.below(2 * points + 1) - points);
  const typed = {
    type: String(side),
    forex_id: String(quote.pairId),
    status: pending ? '0' : '1',
    cont: `0.${String(1 + random.below(wild ? 99 : 9)).padStart(2, '0')}`,
    multiple: String(pick(random, quote.multiples) ?? 10),
    target_price: pending ? near(12) : '0',
    stop_loss_price: random.below(2) === 0 ? near(20) : '0',
    target_profit_price: random.below(2) === 0 ? near(20) : '0',
  };
  return { name: 'forex_submit', input: wild ? spoilt(random, typed) : typed };
}

function stops(random: Random, quote: Quote, id: string, wild: boolean): Act {
  const typed = {
    id,
    stop_loss_price: quote.shifted(-random.below(25)),
    target_profit_price: quote.shifted(random.below(25)),
  };
  return { name: 'set_stop_price', input: wild ? spoilt(random, typed) : typed };
}

function option(random: Random, quote: Quote, wild: boolean): Act {
  const typed = {
    forex_id: String(quote.pairId),
    type: String(1 + random.below(2)),
    number: String(10 + random.below(90)),
    seconds: '1',
  };
  return { name: 'micro_submit', input: wild ? spoilt(random, typed) : typed };
}

const ODD = [
  '',
  '0',
  '-1',
  '1e3',
  '0.00000001',
  '99999999999',
  'NaN',
  '1.005',
  '٣',
  ' 1',
  '0x10',
  '200',
  '50',
  '2',
] as const;

/** One field or none replaced by something odd. */
function spoilt(random: Random, typed: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const name = pick(random, Object.keys(typed));
  if (name === undefined || random.below(3) === 0) return typed;
  return { ...typed, [name]: pick(random, ODD) ?? '' };
}
