// Private files by their links: bytes and no envelope, so a path of its own beside the endpoints. Whoever has the link has the file, for five minutes.

import type { Audience } from '@fairtick/contract/endpoint';
import { refuse } from '@fairtick/contract/errors';
import type { Clock } from '@fairtick/kernel/clock';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Files } from '../../platform/files/files.ts';
import { FILE_PATHS } from '../../platform/files/links.ts';
import type { Logger } from '../../platform/logger.ts';
import { sendRefusal } from './answering.ts';
import { type AddressOf, addressReader } from './client-address.ts';
import { failureOf } from './failures.ts';
import { RateLimiter } from './limits.ts';

/** Links an address may open: a page of the staff's shows two at once. */
const RATE = { max: 300, perSeconds: 60 };

/** Nothing that a browser could make of it but a picture, shown by the page that has the link. */
const IMAGE = { 'content-type': 'image/jpeg', 'content-disposition': 'inline; filename="image.jpg"' } as const;
/** A copy of somebody's data is saved and never shown. */
const ARCHIVE = {
  'content-type': 'application/zip',
  'content-disposition': 'attachment; filename="fairtick-data.zip"',
} as const;
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
} as const;

export interface PrivateFilesOptions {
  readonly files: Pick<Files, 'links' | 'show'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly rateFactor?: number;
  /** Whom requests count for; the connection's own address where it is left out. */
  readonly addressOf?: AddressOf;
}

/** One answer to every link that is no good: nobody learns which files there are. */
export function servePrivateFiles(app: FastifyInstance, audience: Audience, options: PrivateFilesOptions): void {
  const { files, clock, logger, rateFactor = 1, addressOf = addressReader(0) } = options;
  const limiter = new RateLimiter(clock, RATE.max * rateFactor, RATE.perSeconds);
  app.get(`${FILE_PATHS[audience]}:id`, async (request, reply) => {
    const waitMs = limiter.take(addressOf(request.raw));
    if (waitMs > 0) return tooSoon(reply, waitMs);
    const { id, e, s } = linkOf(request);
    const viewer = files.links.viewerOf(audience, id, e, s);
    if (!viewer) return sendRefusal(reply, refuse('UPLOAD_UNKNOWN'));
    try {
      const bytes = await files.show(id, viewer);
      return bytes
        ? reply.headers({ ...HEADERS, ...typeOf(bytes) }).send(bytes)
        : sendRefusal(reply, refuse('UPLOAD_UNKNOWN'));
    } catch (error) {
      return sendRefusal(reply, failureOf(error, false, { call: 'file' }, logger));
    }
  });
}

/** By what every zip begins with: all that is kept was written by us, and the rest are pictures. */
const typeOf = (bytes: Uint8Array) => (bytes[0] === 0x50 && bytes[1] === 0x4b ? ARCHIVE : IMAGE);

function tooSoon(reply: FastifyReply, waitMs: number): FastifyReply {
  const seconds = String(Math.ceil(waitMs / 1_000));
  return sendRefusal(reply, refuse('RATE_LIMITED', { seconds }));
}

function linkOf({ params, query }: FastifyRequest): { id: string; e: string; s: string } {
  const id = textIn(params, 'id');
  const fields = new URLSearchParams(textIn(query, 'raw'));
  return { id, e: fields.get('e') ?? '', s: fields.get('s') ?? '' };
}

function textIn(from: unknown, name: string): string {
  const value: unknown = typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined;
  return typeof value === 'string' ? value : '';
}
