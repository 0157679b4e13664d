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

  /** Once the bid of a pair is at or below `down` or its ask at or above `up`. -Infinity and Infinity: never. */
  add(holder: number, place: number, down: number, up: number): void {
    const slot = this.#free.pop() ?? this.#end++;
    this.#holder.set(slot, holder);
    this.#place.set(slot, place);
    this.#next.set(slot, this.#first.get(holder));
    this.#first.set(holder, slot + 1);
    const pair = this.#at(place);
    if (down !== -Infinity) pair.down.add(down, 2 * slot);
    if (up !== Infinity) pair.up.add(up, 2 * slot + 1);
  }

  has(holder: number, place: number): boolean {
    for (let at = this.#first.get(holder); at > 0; at = this.#next.get(at - 1))
      if (this.#place.get(at - 1) === place) return true;
    return false;
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

  /** A holder whose bound on this pair the quote has reached, and who is not reached by it again; -1 when there is none. */
  takeReached(place: number, bid: number, ask: number): number {
    const pair = this.#pairs[place];
    if (!pair) return -1;
    const low = pair.down.takeReached(bid);
    const node = low >= 0 ? low : pair.up.takeReached(ask);
    return node < 0 ? -1 : this.#holder.get(node >> 1);
  }

  #at(place: number): OfPair {
    while (this.#pairs.length <= place)
      this.#pairs.push({ down: new CrossingHeap('down', this.#nodes), up: new CrossingHeap('up', this.#nodes) });
    const pair = this.#pairs[place];
    if (!pair) throw new RangeError(`no pair at place ${place}`);
    return pair;
  }
}
