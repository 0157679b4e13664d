// Whole columns as parameters, in PostgreSQL's binary array format: neither side writes or reads text. Numbers stay exact: money and prices are
// written from their whole units.

import { formatUnits, UNIT_PLACES } from '@fairtick/kernel/decimal';

const OID = { bool: 16, bytea: 17, int8: 20, int2: 21, int4: 23, text: 25, numeric: 1700 } as const;
type Kind = keyof typeof OID;

/** Dimensions, whether there are nulls, the elements' type, their count, the lower bound. */
const HEADER_BYTES = 20;
const EMPTY_BYTES = 12;

/** What a column needs to know of its type. `write` returns the place after what it wrote; `size` may be too much, never too little. */
interface Format<T> {
  readonly kind: Kind;
  size(value: T): number;
  write(into: Buffer, at: number, value: T): number;
  /** The value as it would be handed over by itself. */
  plain(value: T): unknown;
}

/** The values of one column, null for NULL. */
export interface Column {
  /** As they would be handed over one by one: numerics as decimal text. */
  readonly plain: readonly unknown[];
  /** Called by pg: a Buffer is sent as binary, a text as text. Throws RangeError for a value that the type can't hold. */
  toPostgres(): Buffer | string;
}

class BinaryColumn<T> implements Column {
  readonly #format: Format<T>;
  readonly #rows: readonly (T | null)[];
  #bytes: Buffer | undefined;

  constructor(format: Format<T>, rows: readonly (T | null)[]) {
    this.#format = format;
    this.#rows = rows;
  }

  get plain(): readonly unknown[] {
    return this.#rows.map((row) => (row === null ? null : this.#format.plain(row)));
  }

  toPostgres(): Buffer {
    this.#bytes ??= this.#encode();
    return this.#bytes;
  }

  #encode(): Buffer {
    const format = this.#format;
    const rows = this.#rows;
    let size = HEADER_BYTES + 4 * rows.length;
    let nulls = 0;
    for (const row of rows) {
      if (row === null) nulls = 1;
      else size += format.size(row);
    }
    const bytes = Buffer.allocUnsafe(size);
    bytes.writeInt32BE(rows.length === 0 ? 0 : 1, 0);
    bytes.writeInt32BE(nulls, 4);
    bytes.writeInt32BE(OID[format.kind], 8);
    if (rows.length === 0) return bytes.subarray(0, EMPTY_BYTES);
    bytes.writeInt32BE(rows.length, 12);
    bytes.writeInt32BE(1, 16);
    let at = HEADER_BYTES;
    for (const row of rows) {
      const end = row === null ? at + 4 : format.write(bytes, at + 4, row);
      bytes.writeInt32BE(row === null ? -1 : end - at - 4, at);
      at = end;
    }
    return bytes.subarray(0, at);
  }
}

const same = (value: unknown): unknown => value;

const INT8: Format<bigint | number> = {
  kind: 'int8',
  size: () => 8,
  write: (into, at, value) => into.writeBigInt64BE(typeof value === 'bigint' ? value : BigInt(value), at),
  plain: same,
};
const INT4: Format<number> = {
  kind: 'int4',
  size: () => 4,
  write: (into, at, value) => into.writeInt32BE(whole(value), at),
  plain: same,
};
const INT2: Format<number> = {
  kind: 'int2',
  size: () => 2,
  write: (into, at, value) => into.writeInt16BE(whole(value), at),
  plain: same,
};
const BOOL: Format<boolean> = {
  kind: 'bool',
  size: () => 1,
  write: (into, at, value) => into.writeUInt8(value ? 1 : 0, at),
  plain: same,
};
const BYTEA: Format<Uint8Array> = {
  kind: 'bytea',
  size: (value) => value.length,
  write: (into, at, value) => {
    into.set(value, at);
    return at + value.length;
  },
  plain: same,
};
const TEXT: Format<string> = {
  kind: 'text',
  // UTF-8 needs at most three bytes for a unit of UTF-16.
  size: (value) => value.length * 3,
  write: (into, at, value) => at + into.write(value, at),
  plain: same,
};

function whole(value: number): number {
  if (!Number.isInteger(value)) throw new RangeError(`not a whole number: ${value}`);
  return value;
}

const GROUP = 10_000;
const GROUP_PLACES = 4;
const POSITIVE = 0x0000;
const NEGATIVE = 0x4000;
/** Groups of four digits, the lowest first; numeric(30, 8) has eight at most. */
const groups = new Uint16Array(64);

const numericOf = (places: number): Format<bigint> => ({
  kind: 'numeric',
  size: (value) => 8 + 2 * groupsOf(value),
  write: (into, at, value) => writeNumeric(into, at, value, places),
  plain: (value) => formatUnits(value, 0, places),
});
const MONEY = numericOf(UNIT_PLACES);

/** Splits the value's digits into `groups` and says how many there are. */
function groupsOf(value: bigint): number {
  let big = value < 0n ? -value : value;
  let count = 0;
  while (big > Number.MAX_SAFE_INTEGER) {
    groups[count++] = Number(big % 10_000n);
    big /= 10_000n;
  }
  let rest = Number(big);
  while (rest > 0) {
    groups[count++] = rest % GROUP;
    rest = Math.floor(rest / GROUP);
  }
  return count;
}

/** Count of groups, weight of the first, sign, places shown, then the groups, the highest first and without zeros at the end. */
function writeNumeric(into: Buffer, start: number, value: bigint, places: number): number {
  const count = groupsOf(value);
  let lowest = 0;
  while (lowest < count && groups[lowest] === 0) lowest += 1;
  let at = into.writeInt16BE(count - lowest, start);
  at = into.writeInt16BE(count === 0 ? 0 : count - 1 - places / GROUP_PLACES, at);
  at = into.writeUInt16BE(value < 0n ? NEGATIVE : POSITIVE, at);
  at = into.writeInt16BE(places, at);
  for (let i = count - 1; i >= lowest; i -= 1) at = into.writeInt16BE(groups[i] ?? 0, at);
  return at;
}

export const int8 = (rows: readonly (bigint | number | null)[]): Column => new BinaryColumn(INT8, rows);
export const int4 = (rows: readonly (number | null)[]): Column => new BinaryColumn(INT4, rows);
export const int2 = (rows: readonly (number | null)[]): Column => new BinaryColumn(INT2, rows);
export const bool = (rows: readonly (boolean | null)[]): Column => new BinaryColumn(BOOL, rows);
export const bytea = (rows: readonly (Uint8Array | null)[]): Column => new BinaryColumn(BYTEA, rows);
export const text = (rows: readonly (string | null)[]): Column => new BinaryColumn(TEXT, rows);
/** Units of 10^-`places`, exactly; places is a multiple of four. */
export const numeric = (rows: readonly (bigint | null)[], places: number = UNIT_PLACES): Column =>
  new BinaryColumn(places === UNIT_PLACES ? MONEY : numericOf(places), rows);

/** Names of ours (enum labels) as an array's text: the binary form would have to know the enum's own number. */
export function labels(rows: readonly (string | null)[]): Column {
  const odd = rows.find((row) => row !== null && !/^\w+$/.test(row));
  if (odd !== undefined) throw new RangeError(`not a label: ${odd}`);
  return { plain: rows, toPostgres: () => `{${rows.map((row) => row ?? 'NULL').join(',')}}` };
}
