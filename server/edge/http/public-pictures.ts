// Pictures of what is published: for anybody who has their address, and kept by browsers for good, since the address is that of the bytes.

import { PICTURE_ID } from '@fairtick/contract/content-kinds';
import { refuse } from '@fairtick/contract/errors';
import type { Clock } from '@fairtick/kernel/clock';
import type { FastifyInstance } from 'fastify';
import type { Logger } from '../../platform/logger.ts';
import { sendRefusal } from './answering.ts';
import { type AddressOf, addressReader } from './client-address.ts';
import { failureOf } from './failures.ts';
import { RateLimiter } from './limits.ts';

const END = '.jpg';
const HEADERS = {
  'content-type': 'image/jpeg',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-site',
  'cache-control': 'public, max-age=31536000, immutable',
} as const;
/** A page shows some dozen at most, and a browser asks for each once. */
const RATE = { max: 300, perSeconds: 60 };
/** The newest asked for stay in memory: whoever asks for one again and again does not make the database read it. */
const KEPT_BYTES = 64 * 1_048_576;

export interface PublicPicturesOptions {
  /** Of an id that there is; undefined for any other. */
  readonly pictures: (id: string) => Promise<Uint8Array | undefined>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly rateFactor?: number;
  readonly addressOf?: AddressOf;
}

export function servePublicPictures(app: FastifyInstance, options: PublicPicturesOptions): void {
  const { pictures, clock, logger, rateFactor = 1, addressOf = addressReader(0) } = options;
  const limiter = new RateLimiter(clock, RATE.max * rateFactor, RATE.perSeconds);
  const kept = new KeptPictures(pictures);
  app.get('/content/*', async (request, reply) => {
    const waitMs = limiter.take(addressOf(request.raw));
    if (waitMs > 0) return sendRefusal(reply, refuse('RATE_LIMITED', { seconds: String(Math.ceil(waitMs / 1_000)) }));
    // The path as sent: a picture has one spelling only.
    const name = request.url.slice('/content/'.length);
    const id = name.endsWith(END) ? name.slice(0, -END.length) : '';
    if (!PICTURE_ID.test(id)) return sendRefusal(reply, refuse('CALL_UNKNOWN'));
    try {
      const bytes = await kept.read(id);
      return bytes ? reply.headers(HEADERS).send(Buffer.from(bytes)) : sendRefusal(reply, refuse('CALL_UNKNOWN'));
    } catch (error) {
      return sendRefusal(reply, failureOf(error, false, { call: 'picture' }, logger));
    }
  });
}

/** A picture never changes. Read once for all who ask at the same time; the longest unasked for goes first. */
class KeptPictures {
  readonly #read: PublicPicturesOptions['pictures'];
  readonly #kept = new Map<string, Uint8Array>();
  readonly #reading = new Map<string, Promise<Uint8Array | undefined>>();
  #bytes = 0;

  constructor(read: PublicPicturesOptions['pictures']) {
    this.#read = read;
  }

  async read(id: string): Promise<Uint8Array | undefined> {
    const known = this.#kept.get(id);
    if (known) {
      this.#kept.delete(id);
      this.#kept.set(id, known);
      return known;
    }
    let reading = this.#reading.get(id);
    if (!reading) {
      reading = this.#read(id).finally(() => this.#reading.delete(id));
      this.#reading.set(id, reading);
    }
    const bytes = await reading;
    if (bytes && !this.#kept.has(id)) this.#keep(id, bytes);
    return bytes;
  }

  #keep(id: string, bytes: Uint8Array): void {
    this.#kept.set(id, bytes);
    this.#bytes += bytes.length;
    for (const [oldest, { length }] of this.#kept) {
      if (this.#bytes <= KEPT_BYTES) return;
      this.#kept.delete(oldest);
      this.#bytes -= length;
    }
  }
}
