// Which copies are open of which of a trader's orders, kept in memory: an event concerns these alone, and not everybody who follows.

import type { Id } from '@fairtick/kernel/ids';
import type { CopyEvent, Follow } from './columns.ts';
import type { KeptFollow } from './table.ts';

/** A copy as far as it is kept here. */
export interface OpenCopy extends Pick<Follow, 'realm' | 'userId'> {
  readonly id: Id;
  readonly originId?: Id | undefined;
  readonly followId?: Id | undefined;
  readonly status: string;
}

export class OpenCopies {
  /** By the trader's order, then by relation. */
  readonly #ofOrder = new Map<Id, Map<Id, Pick<KeptFollow, 'id' | 'userId' | 'realm'>>>();
  /** By user, then by the trader's order: of an order a user has one copy, for nobody follows the same trader twice. */
  readonly #ofUser = new Map<Id, Map<Id, Id>>();
  /** How many of a relation are open. */
  readonly #ofRelation = new Map<Id, number>();
  /** Of relations that have ended: the newest event of the trader that still holds for them. */
  readonly #ended = new Map<Id, number>();

  /** A copy as it is now. Whether it was not there before. */
  put({ originId, followId, userId, realm, status }: OpenCopy): boolean {
    if (originId === undefined || followId === undefined) return false;
    const copies = this.#ofOrder.get(originId);
    if (status !== 'open') {
      if (copies?.delete(followId)) {
        if (copies.size === 0) this.#ofOrder.delete(originId);
        this.#forget({ originId, followId, userId });
      }
      return false;
    }
    if (copies?.has(followId)) return false;
    const one = { id: followId, userId, realm };
    if (copies) copies.set(followId, one);
    else this.#ofOrder.set(originId, new Map([[followId, one]]));
    this.#ofUser.set(userId, (this.#ofUser.get(userId) ?? new Map()).set(originId, followId));
    this.#ofRelation.set(followId, (this.#ofRelation.get(followId) ?? 0) + 1);
    return true;
  }

  #forget({ originId, followId, userId }: Readonly<Record<'originId' | 'followId' | 'userId', Id>>): void {
    const orders = this.#ofUser.get(userId);
    orders?.delete(originId);
    if (orders?.size === 0) this.#ofUser.delete(userId);
    const left = (this.#ofRelation.get(followId) ?? 1) - 1;
    if (left > 0) this.#ofRelation.set(followId, left);
    else {
      this.#ofRelation.delete(followId);
      this.#ended.delete(followId);
    }
  }

  /** The relation has ended: its copies follow no event behind this number. */
  ended(followId: Id, event: number): void {
    if (this.#ofRelation.has(followId)) this.#ended.set(followId, event);
  }

  /** Whom the event concerns. */
  of({ orderId, traderId, number }: Pick<CopyEvent, 'orderId' | 'traderId' | 'number'>): KeptFollow[] {
    const copies = [...(this.#ofOrder.get(orderId)?.values() ?? [])];
    return copies.filter(({ id }) => (this.#ended.get(id) ?? Infinity) >= number).map((one) => ({ ...one, traderId }));
  }

  /** Of those whom the event concerns, one relation, by a look-up: an order may have thousands of copies. */
  one({ orderId, traderId, number }: Pick<CopyEvent, 'orderId' | 'traderId' | 'number'>, followId: Id): KeptFollow[] {
    const copy = this.#ofOrder.get(orderId)?.get(followId);
    return copy && (this.#ended.get(followId) ?? Infinity) >= number ? [{ ...copy, traderId }] : [];
  }

  /** The traders' orders of which a user has an open copy, each with the relation that it is of. */
  ordersOf(userId: Id): Iterable<readonly [Id, Id]> {
    return this.#ofUser.get(userId) ?? [];
  }
}
