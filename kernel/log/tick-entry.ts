// The text of one tick in the public log (rules 5), written and read. Whoever checks a proof hashes exactly these bytes.

import { equalBytes, fromUtf8, utf8 } from '../bytes.ts';

export interface TickEntry {
  /** The pair's code, such as EURUSD. */
  readonly pair: string;
  /** Number within the pair, from 0. */
  readonly seq: number;
  /** Decimal text with exactly the pair's PricePrecision places. */
  readonly bid: string;
  readonly ask: string;
  /** UTC ms. */
  readonly sourceTime: number;
  readonly receivedTime: number;
  readonly source: string;
}

const HEADER = 'fairtick/tick/v1';
/** A bundle carries an entry's length in 16 bits; ours stay far below. */
const MAX_ENTRY_BYTES = 1024;

const NAME = /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,31}$/;
const COUNT = /^(?:0|[1-9]\d{0,15})$/;
const PRICE = /^-?(?:0|[1-9]\d{0,21})(?:\.\d{1,8})?$/;

/** The bytes of the entry. Throws when a field has a form that could not be read back: the caller checks what comes from outside. */
export function encodeTickEntry(entry: TickEntry): Uint8Array<ArrayBuffer> {
  const bytes = utf8(tickEntryText(entry));
  if (!parseTickEntry(bytes)) throw new Error('not a tick that the log can carry');
  return bytes;
}

export const isTickName = (text: string): boolean => NAME.test(text);

/** The text alone, unchecked: for ticks whose fields were checked before. */
function tickEntryText(entry: TickEntry): string {
  return `${HEADER}\n${entry.pair}\n${entry.seq}\n${entry.bid}\n${entry.ask}\n${entry.sourceTime}\n${entry.receivedTime}\n${entry.source}\n`;
}

/** The tick in an entry, or undefined unless the bytes are exactly what encodeTickEntry writes for it. */
export function parseTickEntry(bytes: Uint8Array): TickEntry | undefined {
  if (bytes.length > MAX_ENTRY_BYTES) return undefined;
  const lines = decode(bytes)?.split('\n');
  if (lines?.length !== 9) return undefined;
  const [header, pair = '', seq = '', bid = '', ask = '', sourceTime = '', receivedTime = '', source = '', end] = lines;
  if (header !== HEADER || end !== '' || !NAME.test(pair) || !NAME.test(source)) return undefined;
  if (!PRICE.test(bid) || !PRICE.test(ask) || ![seq, sourceTime, receivedTime].every((text) => COUNT.test(text)))
    return undefined;
  const entry: TickEntry = {
    pair,
    seq: Number(seq),
    bid,
    ask,
    sourceTime: Number(sourceTime),
    receivedTime: Number(receivedTime),
    source,
  };
  return equalBytes(utf8(tickEntryText(entry)), bytes) ? entry : undefined;
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return fromUtf8(bytes);
  } catch {
    return undefined;
  }
}
