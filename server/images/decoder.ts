// What an image that somebody sent becomes: bytes of our own making, with nothing in them but the picture. The decoder runs in a process of its own.

import type { Refusal } from '@fairtick/contract/errors';
import type { Result } from '@fairtick/kernel/result';

/** A JPEG within MAX_SIDE, upright, without metadata. */
export interface Image {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export type ImageRefusal = Refusal<
  'UPLOAD_TYPE' | 'UPLOAD_TOO_LARGE' | 'UPLOAD_PIXELS' | 'UPLOAD_DAMAGED' | 'UPLOADS_BUSY'
>;

export interface ImageDecoder {
  decode(bytes: Uint8Array): Promise<Result<Image, ImageRefusal>>;
}
