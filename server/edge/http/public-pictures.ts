// Pictures of what is published: for anybody who has their address, and kept by browsers for good, since the address is that of the bytes.

import { PICTURE_ID } from '@fairtick/contract/content-kinds';
import { refuse } from '@fairtick/contract/errors';
import type { FastifyInstance } from 'fastify';
import type { Logger } from '../../platform/logger.ts';
import { sendRefusal } from './answering.ts';
import { failureOf } from './failures.ts';

const END = '.jpg';
const HEADERS = {
  'content-type': 'image/jpeg',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-site',
  'cache-control': 'public, max-age=31536000, immutable',
} as const;

export interface PublicPicturesOptions {
  /** Of an id that there is; undefined for any other. */
  readonly pictures: (id: string) => Promise<Uint8Array | undefined>;
  readonly logger: Logger;
}

export function servePublicPictures(app: FastifyInstance, { pictures, logger }: PublicPicturesOptions): void {
  app.get('/content/*', async (request, reply) => {
    // The path as sent: a picture has one spelling only.
    const name = request.url.slice('/content/'.length);
    const id = name.endsWith(END) ? name.slice(0, -END.length) : '';
    if (!PICTURE_ID.test(id)) return sendRefusal(reply, refuse('CALL_UNKNOWN'));
    try {
      const bytes = await pictures(id);
      return bytes ? reply.headers(HEADERS).send(Buffer.from(bytes)) : sendRefusal(reply, refuse('CALL_UNKNOWN'));
    } catch (error) {
      return sendRefusal(reply, failureOf(error, false, { call: 'picture' }, logger));
    }
  });
}
