// The public logs for anybody's verifier, each at /tlog/<name>/ and below it the paths that C2SP tlog-tiles names. No login, readable from any site.

import { refuse } from '@fairtick/contract/errors';
import type { Clock } from '@fairtick/kernel/clock';
import { parseTilePath, TILE_WIDTH } from '@fairtick/kernel/log/tiles';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../../platform/logger.ts';
import { sendRefusal } from './answering.ts';
import { type AddressOf, addressReader } from './client-address.ts';
import { failureOf } from './failures.ts';
import { RateLimiter } from './limits.ts';

/** The newest checkpoint, and tiles of the committed tree; undefined where it has none such, 'gone' where entries are no longer kept. Width undefined = full. */
interface PublicLog {
  /** name+id+key text by which a verifier knows the log. */
  readonly verifierKey: string;
  checkpointText(): Promise<string>;
  /** The note of its newest open break with its past. */
  epochNote(): Promise<string | undefined>;
  tile(level: number, n: number, width?: number): Promise<Uint8Array | undefined>;
  entries(n: number, width?: number): Promise<Uint8Array | 'gone' | undefined>;
}

/** The ticks' log is also found at /tlog/ itself, where it was when it was the only one. */
export type PublicLogs = { readonly ticks: PublicLog } & Readonly<Record<string, PublicLog>>;

export interface PublicLogOptions {
  /** By name. */
  readonly logs: PublicLogs;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly rateFactor?: number;
  readonly addressOf?: AddressOf;
}

/** A verifier that starts anew reads many tiles. */
const RATE = { max: 6_000, perSeconds: 60 };

export function servePublicLogs(app: FastifyInstance, options: PublicLogOptions): void {
  const addressOf = options.addressOf ?? addressReader(0);
  const limiter = new RateLimiter(options.clock, RATE.max * (options.rateFactor ?? 1), RATE.perSeconds);
  const serve =
    (read: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      reply.header('access-control-allow-origin', '*');
      const waitMs = limiter.take(addressOf(request.raw));
      if (waitMs > 0) return sendRefusal(reply, refuse('RATE_LIMITED', { seconds: String(Math.ceil(waitMs / 1_000)) }));
      try {
        return (await read(request, reply)) ?? sendRefusal(reply, refuse('CALL_UNKNOWN'));
      } catch (error) {
        return sendRefusal(reply, failureOf(error, false, { call: 'tlog' }, options.logger));
      }
    };

  const serveLog = (folder: string, log: PublicLog): void => {
    app.get(
      `${folder}checkpoint`,
      serve(async (_, reply) => {
        const note = await log.checkpointText();
        return reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(note);
      }),
    );
    app.get(
      `${folder}key`,
      serve(async (_, reply) =>
        reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(`${log.verifierKey}\n`),
      ),
    );
    app.get(
      `${folder}epoch`,
      serve(async (_, reply) => {
        const note = await log.epochNote();
        if (note === undefined) return undefined;
        return reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(note);
      }),
    );
    app.get(
      `${folder}tile/*`,
      serve(async (request, reply) => {
        // The path as sent: a tile has one spelling only, and an escaped one is none.
        const tile = parseTilePath(request.url.slice(folder.length).split('?', 1)[0] ?? '');
        if (!tile) return undefined;
        const full = tile.width === TILE_WIDTH;
        const width = full ? undefined : tile.width;
        const bytes =
          tile.level === 'entries' ? await log.entries(tile.n, width) : await log.tile(tile.level, tile.n, width);
        if (!bytes) return undefined;
        if (bytes === 'gone') return sendRefusal(reply, refuse('TICKS_GONE'));
        // A partial tile never changes either, but the full one replaces it: no use in keeping it long.
        reply.header('cache-control', full ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
        const sent = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
        return reply.type('application/octet-stream').send(sent);
      }),
    );
  };

  serveLog('/tlog/', options.logs.ticks);
  for (const [name, log] of Object.entries(options.logs)) serveLog(`/tlog/${name}/`, log);
}
