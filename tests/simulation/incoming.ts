// Money that comes into the simulated world from outside, whoever sent it: by where it was seen and its reference, as people read them there. The checks
// are told of each; the server is told by users and staff alone.

import { COIN_PLACES, formatUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import type { Random } from '@fairtick/kernel/random';
import { placeOfPayment, type Watch } from './checks/watch.ts';
import { chance, pick } from './events.ts';

export interface Way {
  /** The id of the deposit option. */
  readonly option: string;
  readonly kind: 'coin' | 'bank';
  readonly currency: string;
  /** Where it is seen, as receipts name it. */
  readonly method: string;
  /** The smallest piece of it that is sent, 1e-18. */
  readonly piece: bigint;
  /** Pieces of some ten USD: what is sent is once to a hundred and fifty times as much. */
  readonly least: number;
}

/** As the scene's options have them, written a second time. */
export const WAYS: readonly Way[] = [
  { option: '1', kind: 'coin', currency: 'USDT', method: 'evm:1', piece: 10n ** 12n, least: 10_000_000 },
  { option: '2', kind: 'coin', currency: 'BTC', method: 'bitcoin', piece: 10n ** 10n, least: 16_000 },
  {
    ...{ option: '3', kind: 'bank', currency: 'EUR', method: 'bank:DE02120300000000202051' },
    ...{ piece: 10n ** 16n, least: 950 },
  },
];

export interface Payment {
  readonly way: Way;
  /** Of a coin; nothing of a bank. */
  readonly txid: string;
  /** As a receipt names it. */
  readonly reference: string;
  /** 1e-18 of the currency. */
  readonly amount: bigint;
  readonly sender: Id | undefined;
}

export const coinText = (amount: bigint): string => formatUnits(amount, 0, COIN_PLACES);

/** Mostly small, now and then so much that it takes two. */
export function amountOf(random: Random, { piece, least }: Way): bigint {
  const most = pick(random, [4, 4, 30, 150]) ?? 4;
  return piece * BigInt(least + random.below(least * most));
}

export class Incoming {
  readonly #watch: Watch;
  readonly payments: Payment[] = [];

  constructor(watch: Watch) {
    this.#watch = watch;
  }

  /** Somebody sends something; now and then it is another output of a transaction that came before. */
  send(random: Random, way: Way, sender: Id | undefined, much?: bigint): Payment {
    const number = this.payments.length + 1;
    const before = chance(random, 8) ? this.payments.findLast((one) => one.way === way && one.txid !== '') : undefined;
    const txid = way.kind === 'bank' ? '' : (before?.txid ?? number.toString(16).padStart(64, '0'));
    const reference = way.kind === 'bank' ? `LINE${number}` : `${txid}:${number}`;
    const payment = { way, txid, reference, amount: much ?? amountOf(random, way), sender };
    this.payments.push(payment);
    const { currency, method } = way;
    this.#watch.came.set(placeOfPayment(method, reference), { currency, amount: payment.amount });
    return payment;
  }

  of(way: Way): Payment[] {
    return this.payments.filter((one) => one.way === way);
  }

  /** By how its row names it. */
  find(method: unknown, reference: unknown): Payment | undefined {
    return this.payments.find((one) => one.way.method === method && one.reference === reference);
  }
}
