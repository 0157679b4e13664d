// One number for everything an engine knows, in an order of its own: two engines that know the same have the same hash.

import type { Id } from '@fairtick/kernel/ids';
import type { AccountFigures } from './surface.ts';
import type { MicroOrder, RestingOrder, Tick } from './types.ts';

export interface EngineState {
  readonly quotes: Iterable<Tick>;
  readonly forex: Iterable<{ readonly order: RestingOrder; readonly armed: boolean }>;
  readonly micro: Iterable<{ readonly order: MicroOrder; readonly armed: boolean }>;
  /** Of users with an open position. */
  readonly accounts: Iterable<AccountFigures & { readonly inFlight: boolean }>;
}

const LINE_END = 10;

/** FNV-1a, 64 bits in two halves. Finds differences; proves nothing against an enemy. */
class Fnv {
  #high = 0xcbf29ce4;
  #low = 0x84222325;

  line(...parts: readonly (string | number | bigint | boolean | undefined)[]): void {
    const text = parts.join(' ');
    for (let at = 0; at < text.length; at += 1) this.#byte(text.charCodeAt(at) & 255);
    this.#byte(LINE_END);
  }

  /** Times the prime 2^40 + 0x1b3. */
  #byte(value: number): void {
    const low = (this.#low ^ value) >>> 0;
    const product = low * 0x1b3;
    this.#high = (Math.imul(this.#high, 0x1b3) + Math.floor(product / 4_294_967_296) + (low << 8)) >>> 0;
    this.#low = product >>> 0;
  }

  hex(): string {
    return this.#high.toString(16).padStart(8, '0') + this.#low.toString(16).padStart(8, '0');
  }
}

const byId = <T>(items: Iterable<T>, id: (item: T) => Id): T[] =>
  [...items].sort((a, b) => {
    const first = id(a);
    const second = id(b);
    return first < second ? -1 : first > second ? 1 : 0;
  });

/** 16 hex digits. Rule E60. */
export function hashState(state: EngineState): string {
  const hash = new Fnv();
  for (const tick of [...state.quotes].sort((a, b) => a.pairId - b.pairId)) {
    hash.line('quote', tick.pairId, tick.seq, tick.logIndex, tick.bid, tick.ask, tick.sourceTime, tick.receivedTime);
  }
  for (const { order, armed } of byId(state.forex, (item) => item.order.id)) {
    const { terms, target } = order;
    hash.line(
      'forex',
      order.id,
      order.userId,
      order.realm,
      order.pairId,
      order.side,
      order.quantity,
      order.status,
      armed,
    );
    hash.line(order.margin, target?.kind, target?.price, order.stopLoss, order.takeProfit, order.armedIndex);
    hash.line(
      order.open?.price,
      order.open?.tickIndex,
      terms.markup,
      terms.contNum,
      terms.ratePairId,
      terms.rateInverse,
    );
  }
  for (const { order, armed } of byId(state.micro, (item) => item.order.id)) {
    hash.line('micro', order.id, order.userId, order.status, order.armedIndex, order.expiryTime, armed);
  }
  for (const account of byId(state.accounts, (item) => item.userId)) {
    hash.line('account', account.userId, account.realm, account.available, account.locked, account.inFlight);
  }
  return hash.hex();
}
