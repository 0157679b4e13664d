// A small number for each id, so that everything about it can stand in columns: an open hash table without an object for each entry.

import type { Id } from '@fairtick/kernel/ids';
import { int32Column } from './columns.ts';

const EMPTY = -1;
const FIRST_PLACES = 64;

/** One id in two halves; their order does not matter, for the same machine writes and reads them. */
const whole = new BigInt64Array(1);
const halves = new Int32Array(whole.buffer);

/** Ids are 64-bit. A slot that was released is given to the next id. */
export class Slots {
  /** The slot whose id hashes here or, while that place was taken, to the nearest free place after it. */
  #places = new Int32Array(FIRST_PLACES).fill(EMPTY);
  readonly #first = int32Column();
  readonly #second = int32Column();
  readonly #free: number[] = [];
  #next = 0;

  get size(): number {
    return this.#next - this.#free.length;
  }

  /** The slot of an id; -1 where it has none. */
  find(id: Id): number {
    whole[0] = id;
    return this.#places[this.#placeOf(halves[0] ?? 0, halves[1] ?? 0)] ?? EMPTY;
  }

  idAt(slot: number): Id {
    halves[0] = this.#first.get(slot);
    halves[1] = this.#second.get(slot);
    return whole[0] ?? 0n;
  }

  /** A slot for an id that has none. */
  take(id: Id): number {
    if ((this.size + 1) * 3 > this.#places.length * 2) this.#grow();
    whole[0] = id;
    const first = halves[0] ?? 0;
    const second = halves[1] ?? 0;
    const place = this.#placeOf(first, second);
    if (this.#places[place] !== EMPTY) throw new Error('broken promise: the id has no slot yet');
    const slot = this.#free.pop() ?? this.#next++;
    this.#places[place] = slot;
    this.#first.set(slot, first);
    this.#second.set(slot, second);
    return slot;
  }

  /** The id of this slot has none from now on. What stood behind it in the table moves up, so that a search ends at the first empty place. */
  release(slot: number): void {
    const last = this.#places.length - 1;
    let hole = this.#placeOf(this.#first.get(slot), this.#second.get(slot));
    if (this.#places[hole] !== slot) throw new Error('broken promise: the slot is taken');
    for (let at = (hole + 1) & last; ; at = (at + 1) & last) {
      const held = this.#places[at] ?? EMPTY;
      if (held === EMPTY) break;
      const home = this.#home(this.#first.get(held), this.#second.get(held));
      if (((at - home) & last) < ((at - hole) & last)) continue;
      this.#places[hole] = held;
      hole = at;
    }
    this.#places[hole] = EMPTY;
    this.#free.push(slot);
  }

  /** Every slot taken, in no particular order. */
  *taken(): Iterable<number> {
    for (const slot of this.#places) if (slot !== EMPTY) yield slot;
  }

  #home(first: number, second: number): number {
    const mixed = Math.imul(first ^ Math.imul(second, 0x9e3779b1), 0x85ebca6b);
    return Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35) & (this.#places.length - 1);
  }

  /** Where the id stands, or the empty place where it would. */
  #placeOf(first: number, second: number): number {
    const last = this.#places.length - 1;
    for (let place = this.#home(first, second); ; place = (place + 1) & last) {
      const slot = this.#places[place] ?? EMPTY;
      if (slot === EMPTY || (this.#first.get(slot) === first && this.#second.get(slot) === second)) return place;
    }
  }

  #grow(): void {
    const old = this.#places;
    this.#places = new Int32Array(old.length * 2).fill(EMPTY);
    for (const slot of old) {
      if (slot === EMPTY) continue;
      this.#places[this.#placeOf(this.#first.get(slot), this.#second.get(slot))] = slot;
    }
  }
}
