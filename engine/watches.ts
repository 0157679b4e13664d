// At which prices a holder must be looked at again: for each pair that enters their equity a lower and an upper bound.

import { int32Column } from './columns.ts';
import { CrossingHeap, NodePlaces } from './heap.ts';

interface OfPair {
  readonly down: CrossingHeap;
  readonly up: CrossingHeap;
}

/** A watch has a slot, and two nodes: 2 x slot for its lower bound, the next for its upper one. */
export class Watches {
  readonly #nodes = new NodePlaces();
  readonly #pairs: OfPair[] = [];
  readonly #holder = int32Column();
  readonly #place = int32Column();
  /** One more than the holder's next watch, by watch; one more than the holder's first, by holder. 0 = none. */
  readonly #next = int32Column();
  readonly #first = int32Column();
  readonly #free: number[] = [];
  #end = 0;

  get count(): number {
    return this.#end - this.#free.length;
  }

  /** Watches for a bid at or below `down` or an ask at or above `up` on a pair; -Infinity and Infinity: never. Replaces the holder's watch there. */
  set(holder: number, place: number, down: number, up: number): void {
    const known = this.#find(holder, place);
    if (known < 0 && down === -Infinity && up === Infinity) return;
    const slot = known < 0 ? this.#take(holder, place) : known;
    const pair = this.#at(place);
    this.#aim(pair.down, 2 * slot, down);
    this.#aim(pair.up, 2 * slot + 1, up);
  }

  #find(holder: number, place: number): number {
    for (let at = this.#first.get(holder); at > 0; at = this.#next.get(at - 1))
      if (this.#place.get(at - 1) === place) return at - 1;
    return -1;
  }

  #take(holder: number, place: number): number {
    const slot = this.#free.pop() ?? this.#end++;
    this.#holder.set(slot, holder);
    this.#place.set(slot, place);
    this.#next.set(slot, this.#first.get(holder));
    this.#first.set(holder, slot + 1);
    return slot;
  }

  #aim(heap: CrossingHeap, node: number, key: number): void {
    const held = this.#nodes.holds(node);
    if (key === heap.never) {
      if (held) heap.remove(node);
    } else if (held) heap.move(key, node);
    else heap.add(key, node);
  }

  /** Nothing is watched for this holder any more. */
  drop(holder: number): void {
    for (let at = this.#first.get(holder); at > 0; at = this.#next.get(at - 1)) {
      const slot = at - 1;
      const pair = this.#at(this.#place.get(slot));
      if (this.#nodes.holds(2 * slot)) pair.down.remove(2 * slot);
      if (this.#nodes.holds(2 * slot + 1)) pair.up.remove(2 * slot + 1);
      this.#free.push(slot);
    }
    this.#first.set(holder, 0);
  }

  /** Adds to `out` the holders whose bound on this pair the quote has reached, some of them twice. Their watches stay until they are set anew. */
  listReached(place: number, bid: number, ask: number, out: number[]): void {
    const pair = this.#pairs[place];
    if (!pair) return;
    const begin = out.length;
    pair.down.listReached(bid, out);
    pair.up.listReached(ask, out);
    for (let at = begin; at < out.length; at += 1) out[at] = this.#holder.get((out[at] ?? 0) >> 1);
  }

  #at(place: number): OfPair {
    while (this.#pairs.length <= place)
      this.#pairs.push({ down: new CrossingHeap('down', this.#nodes), up: new CrossingHeap('up', this.#nodes) });
    const pair = this.#pairs[place];
    if (!pair) throw new RangeError(`no pair at place ${place}`);
    return pair;
  }
}
