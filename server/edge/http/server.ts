// The HTTP servers: one table of endpoints with its document a port; on the users' also the public logs, the app's files and health.

import { type UsersTable, usersTable } from '@fairtick/contract/http/index';
import type { EndpointTable } from '@fairtick/contract/table';
import type { FastifyInstance } from 'fastify';
import type { Sheet } from '../../platform/endpoints.ts';
import type { Files } from '../../platform/files/files.ts';
import { type BareServerOptions, bareServer } from './bare-server.ts';
import { serveDocument } from './document.ts';
import { type ServeOptions, serveEndpoints } from './endpoints.ts';
import { appPolicy, serveFolder } from './files.ts';
import { type Health, serveHealth } from './health.ts';
import { servePrivateFiles } from './private-files.ts';
import { type PublicLogs, servePublicLogs } from './public-log.ts';
import { type PublicPicturesOptions, servePublicPictures } from './public-pictures.ts';
import { serveSheet } from './sheets.ts';
import { serveUnsubscribe, type UnsubscribeOptions } from './unsubscribe.ts';

export interface ServerOptions<T extends EndpointTable>
  extends ServeOptions<T>,
    Pick<BareServerOptions, 'arrival' | 'connections'> {}

/** Serves one table on a port of its own. Not yet listening. */
export function buildServer<T extends EndpointTable>(table: T, options: ServerOptions<T>): FastifyInstance {
  const { app, bodies } = bareServer(options);
  serveEndpoints(app, table, bodies, options);
  serveDocument(app, table);
  return app;
}

export interface HttpOptions extends ServerOptions<UsersTable> {
  readonly logs: PublicLogs;
  readonly health: () => Promise<Health>;
  /** Private files by their links; undefined serves none (tests that have none). */
  readonly files?: Files | undefined;
  /** Pictures of what is published; none where it is left out. */
  readonly pictures?: PublicPicturesOptions['pictures'] | undefined;
  /** By the link of a letter of news: no more of them; no such link where it is left out. */
  readonly stopNews?: UnsubscribeOptions['stopNews'] | undefined;
  /** Tables for spreadsheets; none where it is left out. */
  readonly sheets?: readonly Sheet[] | undefined;
  /** The built web app; undefined serves none (tests, development beside its own server). */
  readonly staticDir?: string | undefined;
  /** Whose pages may stand in a frame of the app; nobody's where it is left out. */
  readonly frameHosts?: readonly string[] | undefined;
}

/** Serves the users. Not yet listening. A socket that was upgraded is not its own and must be closed before it. */
export function buildHttp(options: HttpOptions): FastifyInstance {
  const app = buildServer(usersTable, options);
  servePublicLogs(app, options);
  serveHealth(app, options.health, options.logger);
  if (options.files) servePrivateFiles(app, 'users', { ...options, files: options.files });
  const { pictures, stopNews } = options;
  if (pictures) servePublicPictures(app, { ...options, pictures });
  if (stopNews) serveUnsubscribe(app, { ...options, stopNews });
  for (const sheet of options.sheets ?? []) serveSheet(app, sheet, options);
  if (options.staticDir !== undefined) serveFolder(app, options.staticDir, '/', appPolicy(options.frameHosts ?? []));
  return app;
}
