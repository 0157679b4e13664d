// Numbers by slot, in pages of typed arrays: growing moves nothing, a slot costs what its numbers need, and none of it is work for the
// garbage collector. A page is 4,096 slots.

const PAGE_BITS = 12;
const PAGE_SLOTS = 1 << PAGE_BITS;
const IN_PAGE = PAGE_SLOTS - 1;

interface Cells<E> {
  [at: number]: E;
}

/** A cell that was never set reads as 0. */
class Column<E extends number | bigint> {
  readonly #pages: Cells<E>[] = [];
  readonly #newPage: (slots: number) => Cells<E>;
  readonly #zero: E;

  constructor(newPage: (slots: number) => Cells<E>, zero: E) {
    this.#newPage = newPage;
    this.#zero = zero;
  }

  get(at: number): E {
    return this.#pages[at >>> PAGE_BITS]?.[at & IN_PAGE] ?? this.#zero;
  }

  set(at: number, value: E): void {
    const page = this.#pages[at >>> PAGE_BITS] ?? this.#grow(at >>> PAGE_BITS);
    page[at & IN_PAGE] = value;
  }

  #grow(page: number): Cells<E> {
    for (let made = this.#pages.length; made < page; made += 1) this.#pages.push(this.#newPage(PAGE_SLOTS));
    const newest = this.#newPage(PAGE_SLOTS);
    this.#pages.push(newest);
    return newest;
  }
}

export type Numbers = Column<number>;
export type Wholes = Column<bigint>;

export const byteColumn = (): Numbers => new Column<number>((slots) => new Uint8Array(slots), 0);
export const int32Column = (): Numbers => new Column<number>((slots) => new Int32Array(slots), 0);
export const doubleColumn = (): Numbers => new Column<number>((slots) => new Float64Array(slots), 0);
/** Whole numbers of 64 bits: `requireInt64` of what is set, for beyond them it would be cut without a word. */
export const int64Column = (): Wholes => new Column<bigint>((slots) => new BigInt64Array(slots), 0n);

/** Throws on a number beyond 64 bits: in units of 1e-8, beyond 92 billion. */
export function requireInt64(value: bigint): void {
  if (BigInt.asIntN(64, value) !== value) throw new RangeError('an amount is beyond 92 billion');
}

const WORD = 64n;

/** Whole numbers of 128 bits, in two cells each. Beyond them it throws. */
export class WideColumn {
  readonly #words = int64Column();

  get(at: number): bigint {
    const low = this.#words.get(2 * at);
    const high = this.#words.get(2 * at + 1);
    if (high === (low < 0n ? -1n : 0n)) return low;
    return (high << WORD) | BigInt.asUintN(64, low);
  }

  set(at: number, value: bigint): void {
    if (BigInt.asIntN(128, value) !== value) throw new RangeError('a sum is beyond 128 bits');
    this.#words.set(2 * at, BigInt.asIntN(64, value));
    this.#words.set(2 * at + 1, value >> WORD);
  }
}
