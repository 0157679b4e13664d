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

/** A value of one row; NULL where there is none. */
type Cell<T> = T | null | undefined;
const isThere = <T>(cell: Cell<T>): cell is T => cell !== null && cell !== undefined;

/** The values of one column. */
export interface Column {
  readonly kind: Kind | 'label';
  /** As they would be handed over one by one: numerics as decimal text. */
  readonly plain: readonly unknown[];
  readonly length: number;
  /** Called by pg: a Buffer is sent as binary, a text as text. Throws RangeError for a value that the type can't hold. */
  toPostgres(): Buffer | string;
  /** Bytes that the cells of all rows need at most. */
  room(): number;
  /** Writes a row's length and value, and returns the place after. Throws RangeError for a value that the type can't hold. */
  writeCell(into: Buffer, at: number, row: number): number;
}

class BinaryColumn<T> implements Column {
  readonly #format: Format<T>;
  readonly #rows: readonly Cell<T>[];
  #bytes: Buffer | undefined;

  constructor(format: Format<T>, rows: readonly Cell<T>[]) {
    this.#format = format;
    this.#rows = rows;
  }

  get plain(): readonly unknown[] {
    return this.#rows.map((row) => (isThere(row) ? this.#format.plain(row) : null));
  }

  get kind(): Kind {
    return this.#format.kind;
  }

  get length(): number {
    return this.#rows.length;
  }

  room(): number {
    let size = 4 * this.#rows.length;
    for (const row of this.#rows) if (isThere(row)) size += this.#format.size(row);
    return size;
  }

  writeCell(into: Buffer, at: number, row: number): number {
    const value = this.#rows[row];
    if (!isThere(value)) return into.writeInt32BE(-1, at);
    const end = this.#format.write(into, at + 4, value);
    into.writeInt32BE(end - at - 4, at);
    return end;
  }

  toPostgres(): Buffer {
    this.#bytes ??= this.#encode();
    return this.#bytes;
  }

  #encode(): Buffer {
    const format = this.#format;
    const rows = this.#rows;
    const bytes = Buffer.allocUnsafe(HEADER_BYTES + this.room());
    bytes.writeInt32BE(rows.length === 0 ? 0 : 1, 0);
    bytes.writeInt32BE(rows.includes(null) || rows.includes(undefined) ? 1 : 0, 4);
    bytes.writeInt32BE(OID[format.kind], 8);
    if (rows.length === 0) return bytes.subarray(0, EMPTY_BYTES);
    bytes.writeInt32BE(rows.length, 12);
    bytes.writeInt32BE(1, 16);
    let at = HEADER_BYTES;
    for (let row = 0; row < rows.length; row += 1) at = this.writeCell(bytes, at, row);
    return bytes.subarray(0, at);
  }
}

const same = (value: unknown): unknown => value;

const INT8: Format<bigint | number> = {
  kind: 'int8',
  size: () => 8,
  write: (into, at, value) =>
    typeof value === 'bigint' ? into.writeBigInt64BE(value, at) : writeWhole64(into, at, whole(value)),
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

const HALF = 2 ** 32;

/** Twice as fast as by way of a bigint. */
function writeWhole64(into: Buffer, at: number, value: number): number {
  const low = ((value % HALF) + HALF) % HALF;
  return into.writeUInt32BE(low, into.writeInt32BE((value - low) / HALF, at));
}

function whole(value: number): number {
  if (!Number.isInteger(value)) throw new RangeError(`not a whole number: ${value}`);
  return value;
}

/** Counting a value's digits costs more than room for some more. */
const ROOMY = 10n ** 20n;
const ROOMY_GROUPS = 5;
const GROUP = 10_000;
const GROUP_PLACES = 4;
const POSITIVE = 0x0000;
const NEGATIVE = 0x4000;
/** Groups of four digits, the lowest first; numeric(30, 8) has eight at most. */
const groups = new Uint16Array(64);

function numericOf(places: number): Format<bigint> {
  // The groups begin at the point: places that fill none are filled with zeros.
  const filling = 10n ** BigInt((GROUP_PLACES - (places % GROUP_PLACES)) % GROUP_PLACES);
  const filled = (value: bigint): bigint => (filling === 1n ? value : value * filling);
  const sizeOf = (value: bigint): number => 8 + 2 * (value < ROOMY && value > -ROOMY ? ROOMY_GROUPS : groupsOf(value));
  return {
    kind: 'numeric',
    size: (value) => sizeOf(filled(value)),
    write: (into, at, value) => writeNumeric(into, at, filled(value), places),
    plain: (value) => formatUnits(value, 0, places),
  };
}
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

/** Count of groups, weight of the first, sign, places shown, then the groups, the highest first and without zeros at the end. The value fills its last group. */
function writeNumeric(into: Buffer, start: number, value: bigint, places: number): number {
  const count = groupsOf(value);
  let lowest = 0;
  while (lowest < count && groups[lowest] === 0) lowest += 1;
  let at = into.writeInt16BE(count - lowest, start);
  at = into.writeInt16BE(count === 0 ? 0 : count - 1 - Math.ceil(places / GROUP_PLACES), at);
  at = into.writeUInt16BE(value < 0n ? NEGATIVE : POSITIVE, at);
  at = into.writeInt16BE(places, at);
  for (let i = count - 1; i >= lowest; i -= 1) at = into.writeInt16BE(groups[i] ?? 0, at);
  return at;
}

export const int8 = (rows: readonly Cell<bigint | number>[]): Column => new BinaryColumn(INT8, rows);
export const int4 = (rows: readonly Cell<number>[]): Column => new BinaryColumn(INT4, rows);
export const int2 = (rows: readonly Cell<number>[]): Column => new BinaryColumn(INT2, rows);
export const bool = (rows: readonly Cell<boolean>[]): Column => new BinaryColumn(BOOL, rows);
export const bytea = (rows: readonly Cell<Uint8Array>[]): Column => new BinaryColumn(BYTEA, rows);
export const text = (rows: readonly Cell<string>[]): Column => new BinaryColumn(TEXT, rows);
/** Units of 10^-`places`, exactly. */
export const numeric = (rows: readonly Cell<bigint>[], places: number = UNIT_PLACES): Column =>
  new BinaryColumn(places === UNIT_PLACES ? MONEY : numericOf(places), rows);

/** Names of ours (enum labels): as an array their text, for the binary form would have to know the enum's own number. */
export function labels(rows: readonly Cell<string>[]): Column {
  const odd = rows.find((row) => isThere(row) && !/^\w+$/.test(row));
  if (odd !== undefined) throw new RangeError(`not a label: ${odd}`);
  const cells = new BinaryColumn(TEXT, rows);
  return {
    kind: 'label',
    get plain() {
      return rows.map((row) => row ?? null);
    },
    length: rows.length,
    toPostgres: () => `{${rows.map((row) => row ?? 'NULL').join(',')}}`,
    room: () => cells.room(),
    writeCell: (into, at, row) => cells.writeCell(into, at, row),
  };
}

const COPY_HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');

/** Rows in PostgreSQL's binary COPY format. All columns are of one length. Throws RangeError for a value that its type can't hold. */
export function copyBytes(columns: readonly Column[]): Buffer {
  const count = columns[0]?.length ?? 0;
  if (columns.some((column) => column.length !== count)) throw new RangeError('columns of different lengths');
  const bytes = Buffer.allocUnsafe(
    columns.reduce((size, one) => size + one.room(), COPY_HEADER.length + 2 * count + 2),
  );
  let at = COPY_HEADER.copy(bytes, 0);
  for (let row = 0; row < count; row += 1) {
    at = bytes.writeInt16BE(columns.length, at);
    for (const column of columns) at = column.writeCell(bytes, at, row);
  }
  return bytes.subarray(0, bytes.writeInt16BE(-1, at));
}
