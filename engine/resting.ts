// The active orders as the engine keeps them: the fields that decide, in columns. An order becomes an object only while it is looked at.

import { type Amount, amount, type Price, price, quantity } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { byteColumn, doubleColumn, int32Column, int64Column, requireInt64 } from './columns.ts';
import { Slots } from './slots.ts';
import type { RestingOrder, TargetKind } from './types.ts';

/** The pair and those of its terms that decide. Orders share one object for equal terms, so there are few. */
export interface RestingTerms {
  readonly pairId: number;
  readonly terms: RestingOrder['terms'];
}

class TermsList {
  readonly #all: RestingTerms[] = [];
  readonly #ofPair = new Map<number, number[]>();

  at(index: number): RestingTerms {
    const found = this.#all[index];
    if (!found) throw new RangeError(`no terms ${index}`);
    return found;
  }

  indexOf(pairId: number, terms: RestingOrder['terms']): number {
    const ofPair = this.#ofPair.get(pairId) ?? [];
    for (const index of ofPair) if (sameTerms(this.at(index).terms, terms)) return index;
    const { contNum, markup, ratePairId, rateInverse } = terms;
    const index = this.#all.push({ pairId, terms: { contNum, markup, ratePairId, rateInverse } }) - 1;
    ofPair.push(index);
    this.#ofPair.set(pairId, ofPair);
    return index;
  }
}

const sameTerms = (a: RestingOrder['terms'], b: RestingOrder['terms']): boolean =>
  a.contNum === b.contNum && a.markup === b.markup && a.ratePairId === b.ratePairId && a.rateInverse === b.rateInverse;

/** A price as an exact double: units of 1e-8 below 2^53, so prices below 90 million. Throws beyond; PRICE_LIMIT lies far below. Rule E24. */
export function exactKey(units: bigint): number {
  const key = Number(units);
  if (!Number.isSafeInteger(key)) throw new RangeError('a price is beyond 90 million');
  return key;
}

const IS_OPEN = 1;
const IS_SELL = 2;
const HAS_LIMIT = 4;
const HAS_STOP = 8;
const IS_LIVE = 16;
const HAS_FILL = 32;
const KINDS = 64;

/** Where an order waits: which side and kind it is of. */
export type OrderKind = Pick<RestingOrder, 'side' | 'realm'> & {
  readonly status: 'pending' | 'open';
  readonly target: TargetKind | undefined;
};

const kinds: readonly OrderKind[] = Array.from({ length: KINDS }, (_, code) => ({
  status: code & IS_OPEN ? 'open' : 'pending',
  side: code & IS_SELL ? 'sell' : 'buy',
  realm: code & IS_LIVE ? 'live' : 'demo',
  target: code & HAS_LIMIT ? 'limit' : code & HAS_STOP ? 'stop' : undefined,
}));

function codeOf({ status, side, target, realm, open }: RestingOrder): number {
  const targetCode = target === undefined ? 0 : target.kind === 'limit' ? HAS_LIMIT : HAS_STOP;
  return (
    (status === 'open' ? IS_OPEN : 0) |
    (side === 'sell' ? IS_SELL : 0) |
    (realm === 'live' ? IS_LIVE : 0) |
    (open ? HAS_FILL : 0) |
    targetCode
  );
}

/** Throws on an order that does not fit into the columns without loss, or whose triggers do not. Rule E24. */
export function requireFits({ target, stopLoss, takeProfit, terms, open, quantity: lots, margin }: RestingOrder): void {
  for (const each of [target?.price ?? 0n, stopLoss, takeProfit, open?.price ?? 0n]) exactKey(each + terms.markup);
  requireInt64(lots);
  requireInt64(margin);
}

export type Position = Pick<RestingOrder, 'pairId' | 'side' | 'quantity' | 'terms'> & { readonly open: Price };

export class RestingOrders {
  readonly #slots = new Slots();
  readonly #terms = new TermsList();
  readonly #codes = byteColumn();
  readonly #termsAt = int32Column();
  /** By order: the holder's slot, and the slot of the holder's next open order. The equity keeps both. */
  readonly holder = int32Column();
  readonly next = int32Column();
  readonly #quantity = int64Column();
  readonly #margin = int64Column();
  readonly #stopLoss = doubleColumn();
  readonly #takeProfit = doubleColumn();
  readonly #target = doubleColumn();
  readonly #armedIndex = doubleColumn();
  readonly #openPrice = doubleColumn();
  readonly #openTick = doubleColumn();
  readonly #userAt: (holder: number) => Id;

  /** `userAt` gives the user of a holder's slot. */
  constructor(userAt: (holder: number) => Id) {
    this.#userAt = userAt;
  }

  get size(): number {
    return this.#slots.size;
  }

  /** The slot of an order; -1 where it isn't known. */
  find(id: Id): number {
    return this.#slots.find(id);
  }

  taken(): Iterable<number> {
    return this.#slots.taken();
  }

  kindAt(slot: number): OrderKind {
    const kind = kinds[this.#codes.get(slot)];
    if (!kind) throw new RangeError(`no order at ${slot}`);
    return kind;
  }

  termsAt(slot: number): RestingTerms {
    return this.#terms.at(this.#termsAt.get(slot));
  }

  /** The same number for the same pair and terms. */
  termsIndexAt(slot: number): number {
    return this.#termsAt.get(slot);
  }

  termsOf(index: number): RestingTerms {
    return this.#terms.at(index);
  }

  idAt(slot: number): Id {
    return this.#slots.idAt(slot);
  }

  /** Takes an order in, or its newer state. It fits (`requireFits`). Returns its slot. */
  put(order: RestingOrder, holder: number): number {
    const known = this.#slots.find(order.id);
    const slot = known < 0 ? this.#slots.take(order.id) : known;
    this.#codes.set(slot, codeOf(order));
    this.#termsAt.set(slot, this.#terms.indexOf(order.pairId, order.terms));
    this.holder.set(slot, holder);
    this.next.set(slot, -1);
    this.#quantity.set(slot, order.quantity);
    this.#margin.set(slot, order.margin);
    this.#stopLoss.set(slot, Number(order.stopLoss));
    this.#takeProfit.set(slot, Number(order.takeProfit));
    this.#target.set(slot, Number(order.target?.price ?? 0n));
    this.#armedIndex.set(slot, order.armedIndex);
    this.#openPrice.set(slot, Number(order.open?.price ?? 0n));
    this.#openTick.set(slot, order.open?.tickIndex ?? 0);
    return slot;
  }

  remove(slot: number): void {
    this.#slots.release(slot);
  }

  /** The fields of an open order that its result depends on. */
  positionAt(slot: number): Position {
    if ((this.#codes.get(slot) & HAS_FILL) === 0) throw new Error('broken promise: an open order has its opening fill');
    const { pairId, terms } = this.termsAt(slot);
    return {
      pairId,
      side: this.kindAt(slot).side,
      quantity: quantity(this.#quantity.get(slot)),
      terms,
      open: price(BigInt(this.#openPrice.get(slot))),
    };
  }

  marginAt(slot: number): Amount {
    return amount(this.#margin.get(slot));
  }

  at(slot: number): RestingOrder {
    const code = this.#codes.get(slot);
    const { side, status, target, realm } = this.kindAt(slot);
    const { pairId, terms } = this.termsAt(slot);
    const units = (column: { get(slot: number): number }): Price => price(BigInt(column.get(slot)));
    return {
      id: this.#slots.idAt(slot),
      realm,
      userId: this.#userAt(this.holder.get(slot)),
      pairId,
      side,
      quantity: quantity(this.#quantity.get(slot)),
      terms,
      status,
      margin: this.marginAt(slot),
      target: target === undefined ? undefined : { kind: target, price: units(this.#target) },
      stopLoss: units(this.#stopLoss),
      takeProfit: units(this.#takeProfit),
      armedIndex: this.#armedIndex.get(slot),
      open: code & HAS_FILL ? { price: units(this.#openPrice), tickIndex: this.#openTick.get(slot) } : undefined,
    };
  }
}
