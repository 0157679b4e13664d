// What is published, in memory: lists are answered from here. By time alone nothing has to be read again.

import type { Clock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import type { Pool } from '../../platform/database/pools.ts';
import { Remembered } from './remembered.ts';
import { type Hit, inOrderOfHits, isShown, pinnedFirst, type Reader, type ShelfItem, shownUntil } from './rules.ts';
import { readHead, readShelf } from './table.ts';

/** What readers of a realm see of a kind, while time alone changes nothing of it. */
interface List {
  readonly items: readonly ShelfItem[];
  readonly fromMs: number;
  readonly untilMs: number;
}

interface Items {
  /** What is pinned, then the newest. */
  readonly byKind: ReadonlyMap<ShelfItem['kind'], readonly ShelfItem[]>;
  readonly byId: ReadonlyMap<Id, ShelfItem>;
  /** By kind, realm and country, made when they are asked for: who asks for a page does not pay for all there is. */
  readonly lists: Map<string, List>;
  /** Whether some are for some countries alone. */
  readonly byCountry: boolean;
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
        const items = (await readShelf(from)).sort(pinnedFirst);
        return {
          byKind: Map.groupBy(items, ({ kind }) => kind),
          byId: new Map(items.map((item) => [item.id, item])),
          lists: new Map(),
          byCountry: items.some(({ countries }) => countries.length > 0),
        };
      },
    });
  }

  /** Whether it matters where a reader lives. */
  async isByCountry(): Promise<boolean> {
    return (await this.#items.now()).byCountry;
  }

  /** What this reader may see of a kind: what is pinned, then the newest. The same list while nothing of it changes. */
  async shown(kind: ShelfItem['kind'], reader: Reader): Promise<readonly ShelfItem[]> {
    const { byKind, lists } = await this.#items.now();
    const { nowMs, realm, country } = reader;
    const name = `${kind}/${realm}/${country}`;
    const known = lists.get(name);
    if (known && nowMs >= known.fromMs && nowMs < known.untilMs) return known.items;
    const all = byKind.get(kind) ?? [];
    const items = all.filter((item) => isShown(item, reader));
    lists.set(name, { items, fromMs: nowMs, untilMs: shownUntil(all, nowMs) });
    return items;
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
