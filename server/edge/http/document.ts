// A table of endpoints about itself: its OpenAPI document, and a page to try it.

import { fileURLToPath } from 'node:url';
import { openApiDocument } from '@fairtick/contract/openapi';
import type { EndpointTable } from '@fairtick/contract/table';
import type { FastifyInstance } from 'fastify';
import { DOCS_POLICY, serveFolder } from './files.ts';

const docsFolder = fileURLToPath(new URL('./docs/', import.meta.url));

export function serveDocument(app: FastifyInstance, table: EndpointTable): void {
  // Made when it is asked for first: a server that has just died must be back soon.
  let document: Buffer | undefined;
  app.get(`${table.about}/api/openapi.json`, (_request, reply) => {
    document ??= Buffer.from(JSON.stringify(openApiDocument(table)));
    return reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(document);
  });
  // The page finds its document by the path beside it.
  serveFolder(app, docsFolder, `${table.about}/docs/`, DOCS_POLICY);
  app.get(`${table.about}/docs`, (_request, reply) => reply.redirect(`${table.about}/docs/`, 302));
}
