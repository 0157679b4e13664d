// What is published, in memory: lists are answered from here. By time alone nothing has to be read again.

import type { Clock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import type { Pool } from '../../platform/database/pools.ts';
import { Remembered } from './remembered.ts';
import { type Hit, inOrderOfHits, isShown, newestFirst, type Reader, type ShelfItem } from './rules.ts';
import { readHead, readShelf } from './table.ts';

interface Items {
  readonly newestFirst: readonly ShelfItem[];
  readonly byId: ReadonlyMap<Id, ShelfItem>;
}

export class Shelf {
  readonly #items: Remembered<Items>;

  /** `everyMs`: as `RememberedOptions` says. */
  constructor({
    db,
    clock,
    everyMs,
  }: {
    readonly db: Pool;
    readonly clock: Clock;
    readonly everyMs?: number;
  }) {
    this.#items = new Remembered({
      ...{ db, clock, readHead, ...(everyMs !== undefined && { everyMs }) },
      async read(from) {
        const items = (await readShelf(from)).sort(newestFirst);
        return { newestFirst: items, byId: new Map(items.map((item) => [item.id, item])) };
      },
    });
  }

  /** What this reader may see of a kind, newest first. */
  async shown(kind: ShelfItem['kind'], reader: Reader): Promise<readonly ShelfItem[]> {
    return (await this.#items.now()).newestFirst.filter((item) => item.kind === kind && isShown(item, reader));
  }

  async find(id: Id, reader: Reader): Promise<ShelfItem | undefined> {
    const item = (await this.#items.now()).byId.get(id);
    return item && isShown(item, reader) ? item : undefined;
  }

  /** What this reader may see of the hits: those in a title first, then the newest. */
  async found(hits: readonly Hit[], reader: Reader): Promise<readonly ShelfItem[]> {
    const { byId } = await this.#items.now();
    return inOrderOfHits(hits, (id) => byId.get(id), reader);
  }
}
