// The console's port: the staff's endpoints and the built console.

import { type StaffTable, staffTable } from '@fairtick/contract/staff/index';
import { ok } from '@fairtick/kernel/result';
import type { FastifyInstance } from 'fastify';
import type { HandlersOf } from '../../platform/endpoints.ts';
import type { Files } from '../../platform/files/files.ts';
import { type PagePolicy, serveFolder } from '../http/files.ts';
import type { Health } from '../http/health.ts';
import { servePrivateFiles } from '../http/private-files.ts';
import { type PublicPicturesOptions, servePublicPictures } from '../http/public-pictures.ts';
import { buildServer, type ServerOptions } from '../http/server.ts';

/**
 * Scripts, styles, fonts and calls are this port's own; the images of documents are made in the page from what was fetched with the token.
 * Trusted types: no text of anybody's ever becomes script or markup.
 */
const POLICY: PagePolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
];

export interface ConsoleOptions extends Omit<ServerOptions<StaffTable>, 'handlers'> {
  /** All but health, which the server itself tells. */
  readonly handlers: Omit<HandlersOf<StaffTable>, 'health'>;
  readonly health: () => Promise<Health>;
  /** The built console; undefined serves none (tests, development beside its own server). */
  readonly staticDir?: string | undefined;
  /** Private files by their links; undefined serves none (tests that have none). */
  readonly files?: Files | undefined;
  /** Pictures of what is written, as users are shown them; none where it is left out. */
  readonly pictures?: PublicPicturesOptions['pictures'] | undefined;
}

/** Not yet listening. */
export function buildConsole({ health, ...options }: ConsoleOptions): FastifyInstance {
  const handlers: HandlersOf<StaffTable> = {
    ...options.handlers,
    health: async () => {
      const { ok: well, details } = await health();
      return ok({ ok: well, details });
    },
  };
  const app = buildServer(staffTable, { ...options, handlers });
  if (options.files) servePrivateFiles(app, 'staff', { ...options, files: options.files });
  const { pictures } = options;
  if (pictures) servePublicPictures(app, { ...options, pictures });
  if (options.staticDir !== undefined) serveFolder(app, options.staticDir, '/', POLICY);
  return app;
}
