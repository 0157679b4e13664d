// Makes a picture of our own out of an image that somebody sent. The decoder itself, which meets hostile bytes, is a process that serves one image
// and ends: its crash is a damaged upload, and what one image did to it the next never meets.

import { MAX_UPLOAD_BYTES } from '@fairtick/contract/endpoint';
import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { Clock } from '@fairtick/kernel/clock';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { z } from 'zod';
import { runAlone } from './child.ts';
import { endsWhole, formatOf, type ImageFormat, isJpeg } from './formats.ts';
import { MAX_PIXELS, MAX_SIDE, type Told } from './protocol.ts';

/** Images that may wait while one is decoded. */
const MOST_WAITING = 20;

/** A JPEG of at most 2,400 px a side, upright, without metadata. */
export interface Image {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

type Decoded = Result<
  Image,
  Refusal<'UPLOAD_TYPE' | 'UPLOAD_TOO_LARGE' | 'UPLOAD_PIXELS' | 'UPLOAD_DAMAGED' | 'UPLOADS_BUSY'>
>;

/** Runs the decoder's process on an image, and resolves with what it wrote; undefined where it crashed, wrote too much or took too long. */
export type RunsDecoder = (bytes: Uint8Array, format: ImageFormat) => Promise<Buffer | undefined>;

export class Decoder {
  readonly #run: RunsDecoder;
  /** The last of the images that are decoded one after the other. */
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(clock: Clock, run: RunsDecoder = (bytes, format) => runAlone(clock, bytes, format)) {
    this.#run = run;
  }

  /** One at a time, in the order in which they come. */
  async decode(bytes: Uint8Array): Promise<Decoded> {
    if (bytes.length > MAX_UPLOAD_BYTES) return err(refuse('UPLOAD_TOO_LARGE', { max: '10 MB' }));
    const format = formatOf(bytes);
    if (!format) return err(refuse('UPLOAD_TYPE'));
    if (!endsWhole(bytes, format)) return err(refuse('UPLOAD_DAMAGED'));
    // One is being decoded beside those that wait.
    if (this.#waiting > MOST_WAITING) return err(refuse('UPLOADS_BUSY'));
    this.#waiting += 1;
    const turn = this.#last.then(() => this.#run(bytes, format));
    this.#last = turn.catch(() => undefined);
    try {
      return pictureOf(await turn);
    } finally {
      this.#waiting -= 1;
    }
  }
}

const side = z.int().min(1).max(MAX_SIDE);
const told: z.ZodType<Told> = z.union([
  z.strictObject({ width: side, height: side }),
  z.strictObject({ refused: z.enum(['UPLOAD_PIXELS', 'UPLOAD_DAMAGED']) }),
]);
const HEADER_BYTES = 200;

/** What came out of the process is held to be as hostile as what went in. */
function pictureOf(said: Buffer | undefined): Decoded {
  const damaged = err(refuse('UPLOAD_DAMAGED'));
  const end = said?.subarray(0, HEADER_BYTES).indexOf('\n') ?? -1;
  if (!said || end < 0) return damaged;
  const header = told.safeParse(jsonOf(said.toString('utf8', 0, end)));
  if (!header.success) return damaged;
  if ('refused' in header.data) {
    if (header.data.refused === 'UPLOAD_DAMAGED') return damaged;
    return err(refuse('UPLOAD_PIXELS', { max: String(MAX_PIXELS / 1_000_000) }));
  }
  const bytes = said.subarray(end + 1);
  return isJpeg(bytes) ? ok({ bytes, ...header.data }) : damaged;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
