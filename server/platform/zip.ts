// A zip archive of a few files, as every reader takes it (APPNOTE 6.3.10): deflated, names in UTF-8, one fixed date, no extensions. What goes in is
// never in memory as a whole, what comes out is.

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  /** Asked for once, one after the other; each small enough to hold up nobody. */
  readonly parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** 2.0: deflate. */
const VERSION = 20;
const UTF8_NAME = 0x0800;
const DEFLATE = 8;
/** The first of January 1980, the oldest that the format knows: the same files are the same bytes whenever they are packed. */
const DATE = 0x21;
/** Without the 64-bit records no size may be larger, nor may there be more entries. */
const LARGEST = 0xffff_ffff;
const MOST_ENTRIES = 0xffff;

/** Holds up the event loop for one part at most. undefined where the files take more than `most` bytes, packed. */
export async function zipped(entries: readonly ZipEntry[], most: number): Promise<Uint8Array | undefined> {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, parts } of entries) {
    const deflated = await deflate(parts, most - offset);
    if (!deflated) return undefined;
    const { packed, crc, plain } = deflated;
    const names = Buffer.from(name);
    const shared = sharedHeader({ crc, packed: packed.length, plain, name: names.length });
    const local = Buffer.concat([word(LOCAL), shared, names, packed]);
    // Made by, then what the local header says, then comment, disk and attributes, all empty, and where the entry begins.
    directory.push(Buffer.concat([word(CENTRAL), half(VERSION), shared, Buffer.alloc(10), word(offset), names]));
    bodies.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  if (offset + central.length > LARGEST || entries.length > MOST_ENTRIES) throw new Error('too much for one archive');
  const count = half(entries.length);
  const end = [word(END), Buffer.alloc(4), count, count, word(central.length), word(offset), half(0)];
  return Buffer.concat([...bodies, central, ...end]);
}

interface Deflated {
  readonly packed: Buffer;
  /** Of what was packed, as its length. */
  readonly crc: number;
  readonly plain: number;
}

async function deflate(parts: ZipEntry['parts'], most: number): Promise<Deflated | undefined> {
  let [crc, plain, length] = [0, 0, 0];
  const chunks: Buffer[] = [];
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const part of parts) {
      crc = crc32(part, crc);
      plain += part.length;
      // Nobody reads what is too much already.
      if (length > most) return;
      yield part;
    }
  }
  await pipeline(Readable.from(counted()), createDeflateRaw(), async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) {
      length += chunk.length;
      if (length <= most) chunks.push(chunk);
    }
  });
  return length > most ? undefined : { packed: Buffer.concat(chunks), crc, plain };
}

interface Sizes {
  readonly crc: number;
  readonly packed: number;
  readonly plain: number;
  readonly name: number;
}

const sharedHeader = ({ crc, packed, plain, name }: Sizes): Buffer =>
  Buffer.concat([
    ...[half(VERSION), half(UTF8_NAME), half(DEFLATE), half(0), half(DATE)],
    ...[word(crc), word(packed), word(plain), half(name), half(0)],
  ]);

function half(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
