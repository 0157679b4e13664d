// A 4-ary min-heap of (key, node) on typed arrays, with the place of every node known, so that removal needs no search.

import { int32Column } from './columns.ts';

/** Where each node stands in the heap that holds it. Shared by heaps that never hold the same node at once. */
export class NodePlaces {
  /** One more than the place; 0 = in none. */
  readonly #places = int32Column();

  /** -1 = in none. */
  placeOf(node: number): number {
    return this.#places.get(node) - 1;
  }

  put(node: number, place: number): void {
    this.#places.set(node, place + 1);
  }

  holds(node: number): boolean {
    return this.#places.get(node) > 0;
  }
}

const FIRST_CAPACITY = 16;
/** Half as much again: a heap that doubled would keep up to half of its memory empty. */
const GROWTH = 1.5;

/**
 * Fires upwards (sign 1: when value >= key) or downwards (sign -1: when value <= key). Keys are whole numbers within 2^53, or
 * infinite. Ties come out in no particular order: the caller sorts what fired.
 */
export class CrossingHeap {
  readonly #sign: 1 | -1;
  readonly #nodes: NodePlaces;
  #keys = new Float64Array(FIRST_CAPACITY);
  #held = new Int32Array(FIRST_CAPACITY);
  #size = 0;

  constructor(direction: 'up' | 'down', nodes: NodePlaces) {
    this.#sign = direction === 'up' ? 1 : -1;
    this.#nodes = nodes;
  }

  get size(): number {
    return this.#size;
  }

  /** The key that no value reaches. */
  get never(): number {
    return this.#sign * Infinity;
  }

  /** Takes out one node whose key `value` has reached; -1 when there is none. */
  takeReached(value: number): number {
    if (this.#size === 0 || (this.#keys[0] ?? Infinity) > value * this.#sign) return -1;
    const node = this.#held[0] ?? -1;
    this.remove(node);
    return node;
  }

  /** Adds to `out` every node whose key `value` has reached; they stay. */
  listReached(value: number, out: number[]): void {
    const limit = value * this.#sign;
    if (this.#size === 0 || (this.#keys[0] ?? Infinity) > limit) return;
    const begin = out.length;
    // First their places: those below a place that is reached may be too.
    out.push(0);
    for (let at = begin; at < out.length; at += 1) {
      const first = (out[at] ?? 0) * 4 + 1;
      const end = Math.min(first + 4, this.#size);
      for (let child = first; child < end; child += 1) if ((this.#keys[child] ?? Infinity) <= limit) out.push(child);
    }
    for (let at = begin; at < out.length; at += 1) out[at] = this.#held[out[at] ?? 0] ?? -1;
  }

  /** `node` is in no heap. */
  add(key: number, node: number): void {
    if (this.#size === this.#keys.length) this.#grow();
    this.#size += 1;
    this.#up(this.#size - 1, key * this.#sign, node);
  }

  /** `node` is in this heap: from now on at another key. */
  move(key: number, node: number): void {
    const place = this.#nodes.placeOf(node);
    if (place < 0 || this.#held[place] !== node) throw new Error('broken promise: the node is in this heap');
    this.#settle(place, key * this.#sign, node);
  }

  /** `node` is in this heap. */
  remove(node: number): void {
    const place = this.#nodes.placeOf(node);
    if (place < 0 || this.#held[place] !== node) throw new Error('broken promise: the node is in this heap');
    this.#nodes.put(node, -1);
    this.#size -= 1;
    if (place === this.#size) return;
    const key = this.#keys[this.#size] ?? 0;
    this.#settle(place, key, this.#held[this.#size] ?? -1);
  }

  /** `place` is to be filled with this node: it, or what must be above or below it, finds its own. */
  #settle(place: number, key: number, node: number): void {
    const parent = (place - 1) >> 2;
    if (place > 0 && (this.#keys[parent] ?? 0) > key) this.#up(place, key, node);
    else this.#down(place, key, node);
  }

  #up(start: number, key: number, node: number): void {
    const keys = this.#keys;
    const held = this.#held;
    const nodes = this.#nodes;
    let place = start;
    while (place > 0) {
      const parent = (place - 1) >> 2;
      const parentKey = keys[parent] ?? 0;
      if (parentKey <= key) break;
      const parentNode = held[parent] ?? -1;
      keys[place] = parentKey;
      held[place] = parentNode;
      nodes.put(parentNode, place);
      place = parent;
    }
    keys[place] = key;
    held[place] = node;
    nodes.put(node, place);
  }

  #down(start: number, key: number, node: number): void {
    const keys = this.#keys;
    const held = this.#held;
    const nodes = this.#nodes;
    const size = this.#size;
    let place = start;
    for (;;) {
      const first = place * 4 + 1;
      if (first >= size) break;
      const end = Math.min(first + 4, size);
      let least = first;
      let leastKey = keys[first] ?? 0;
      for (let child = first + 1; child < end; child += 1) {
        const childKey = keys[child] ?? 0;
        if (childKey < leastKey) {
          least = child;
          leastKey = childKey;
        }
      }
      if (leastKey >= key) break;
      const leastNode = held[least] ?? -1;
      keys[place] = leastKey;
      held[place] = leastNode;
      nodes.put(leastNode, place);
      place = least;
    }
    keys[place] = key;
    held[place] = node;
    nodes.put(node, place);
  }

  #grow(): void {
    const capacity = Math.ceil(this.#keys.length * GROWTH);
    const keys = new Float64Array(capacity);
    keys.set(this.#keys);
    this.#keys = keys;
    const held = new Int32Array(capacity);
    held.set(this.#held);
    this.#held = held;
  }
}
