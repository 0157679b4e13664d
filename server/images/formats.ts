// Which images are taken, told by their bytes alone: a name and a declared type are whatever their sender likes.

export type ImageFormat = 'jpeg' | 'png' | 'webp';

const HEAD_BYTES = 12;
const JPEG_START = Buffer.from('ffd8ff', 'hex');
const JPEG_END = Buffer.from('ffd9', 'hex');
const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex');

/** By the first 12 bytes; undefined where it is none of the three. */
export function formatOf(bytes: Uint8Array): ImageFormat | undefined {
  if (bytes.length < HEAD_BYTES) return undefined;
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES));
  if (startsWith(head, JPEG_START)) return 'jpeg';
  if (startsWith(head, PNG_START)) return 'png';
  const riff = head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP';
  return riff ? 'webp' : undefined;
}

/**
 * Whether the file ends where its picture does. What has something behind it (an archive, a script, a second file) is two files in one; zeros, with
 * which some cameras fill up, are nothing.
 */
export function endsWhole(bytes: Uint8Array, format: ImageFormat): boolean {
  const file = withoutZeros(bytes, format);
  if (format === 'jpeg') return endsWith(file, JPEG_END);
  if (format === 'png') return endsWith(file, PNG_END);
  // A WebP says its own length, made even.
  const said = Buffer.from(bytes.subarray(4, 8)).readUInt32LE() + 8;
  return bytes.length === said || (bytes.length === said + 1 && said % 2 === 1);
}

/** A JPEG as it must leave the decoder, whatever became of that. */
export const isJpeg = (bytes: Uint8Array): boolean =>
  startsWith(Buffer.from(bytes.subarray(0, HEAD_BYTES)), JPEG_START) && endsWith(bytes, JPEG_END);

function withoutZeros(bytes: Uint8Array, format: ImageFormat): Uint8Array {
  if (format === 'webp') return bytes;
  let end = bytes.length;
  while (end > HEAD_BYTES && bytes[end - 1] === 0) end -= 1;
  return bytes.subarray(0, end);
}

const startsWith = (bytes: Buffer, start: Buffer): boolean => bytes.subarray(0, start.length).equals(start);
const endsWith = (bytes: Uint8Array, end: Buffer): boolean => Buffer.from(bytes.subarray(-end.length)).equals(end);
