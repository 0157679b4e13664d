// What is published, in memory: lists are answered from here. Held against the database every two seconds while somebody asks, so that what one
// server publishes is read on every other; by time alone nothing has to be read again.

import type { Clock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import type { Pool } from '../../platform/database/pools.ts';
import { isShown, newestFirst, type Reader, type ShelfItem } from './rules.ts';
import { readHead, readShelf } from './table.ts';

const LOOK_EVERY_MS = 2_000;

export class Shelf {
  readonly #db: Pool;
  readonly #clock: Clock;
  #items: readonly ShelfItem[] = [];
  #version: bigint | undefined;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;

  constructor({ db, clock }: { readonly db: Pool; readonly clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** What this reader may see of a kind, newest first. */
  async shown(kind: ShelfItem['kind'], reader: Reader): Promise<readonly ShelfItem[]> {
    return (await this.#all()).filter((item) => item.kind === kind && isShown(item, reader));
  }

  async find(id: Id, reader: Reader): Promise<ShelfItem | undefined> {
    return (await this.#all()).find((item) => item.id === id && isShown(item, reader));
  }

  async #all(): Promise<readonly ShelfItem[]> {
    if (this.#clock.monotonic() - this.#lookedAtMs >= LOOK_EVERY_MS) {
      this.#looking ??= this.#look().finally(() => {
        this.#looking = undefined;
      });
      await this.#looking;
    }
    return this.#items;
  }

  /** The version is read first: what is published in between is found by the next look. */
  async #look(): Promise<void> {
    const version = await readHead(this.#db);
    if (version !== this.#version) {
      this.#items = (await readShelf(this.#db)).sort(newestFirst);
      this.#version = version;
    }
    this.#lookedAtMs = this.#clock.monotonic();
  }
}
