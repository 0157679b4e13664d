// The built app: a small, known set of files, read once at start, each served at its own path, compressed when first asked for.

import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { reads } from './encodings.ts';

const MAX_FILES = 2_000;
const MAX_TOTAL_BYTES = 128 * 1024 * 1024;
const MIN_COMPRESSED_BYTES = 1_024;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};
const COMPRESSED = new Set(['.html', '.js', '.css', '.json', '.webmanifest', '.svg', '.txt', '.map', '.wasm']);

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** Scripts come from files of ours alone, and from the page as it was built. */
function pagePolicy(page: string, policy: PagePolicy): string {
  const own = [...page.matchAll(INLINE_SCRIPT)].map(
    ([, script = '']) => ` 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [...policy, `script-src 'self'${own.join('')}`].join('; ');
}

/** All but where scripts may come from. */
export type PagePolicy = readonly string[];

/** Inline styles are allowed: chart and menu libraries set them. */
const PAGES: PagePolicy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

/** Of the page to try calls. */
export const DOCS_POLICY: PagePolicy = [...PAGES, "frame-src 'none'"];

/**
 * Of the users' app. A frame shows the customers' service of a host that the operator's config names, and nothing else. Trusted types: no text of
 * anybody's ever becomes script or markup; the one policy names the app's own worker (web/stores/own-worker.ts).
 */
export const appPolicy = (frameHosts: readonly string[]): PagePolicy => [
  ...PAGES,
  `frame-src ${frameHosts.length === 0 ? "'none'" : frameHosts.map((host) => `https://${host}`).join(' ')}`,
  "require-trusted-types-for 'script'",
  'trusted-types fairtick',
];

const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

interface Encoded {
  readonly name: 'br' | 'gzip';
  readonly bytes: Promise<Buffer>;
}

class StaticFile {
  readonly type: string;
  /** Of a page only. */
  readonly headers: Readonly<Record<string, string>>;
  readonly cacheControl: string;
  readonly etag: string;
  readonly bytes: Buffer;
  readonly #compressible: boolean;
  #br: Promise<Buffer> | undefined;
  #gzip: Promise<Buffer> | undefined;

  constructor(name: string, bytes: Buffer, policy: PagePolicy) {
    const extension = path.extname(name);
    this.type = TYPES[extension] ?? 'application/octet-stream';
    const isPage = extension === '.html';
    this.headers = isPage ? { ...PAGE_HEADERS, 'content-security-policy': pagePolicy(bytes.toString(), policy) } : {};
    this.cacheControl = name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    this.etag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    this.bytes = bytes;
    this.#compressible = COMPRESSED.has(extension) && bytes.length >= MIN_COMPRESSED_BYTES;
  }

  encoded(accepted: string | string[] | undefined): Encoded | undefined {
    if (!this.#compressible) return undefined;
    if (reads('br', accepted)) {
      // Quality 9: nearly the size of 11 at a tenth of the time, since somebody waits for it once.
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: this.bytes.length };
      this.#br ??= promisify(brotliCompress)(this.bytes, { params });
      return { name: 'br', bytes: this.#br };
    }
    if (!reads('gzip', accepted)) return undefined;
    this.#gzip ??= promisify(gzip)(this.bytes, { level: 9 });
    return { name: 'gzip', bytes: this.#gzip };
  }
}

/**
 * Serves every file below `folder` at `prefix` + its path, index.html at the prefix itself. Files in assets/ carry a hash in their name.
 * Its pages come with `policy`. Throws a sentence when the folder is far larger than a built app.
 */
export function serveFolder(app: FastifyInstance, folder: string, prefix: string, policy: PagePolicy): void {
  let total = 0;
  const names = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    // Anything else would mean something to the router; the build writes no such name.
    .filter((name) => /^[\w./@-]+$/.test(name));
  if (names.length > MAX_FILES) throw new Error(`${folder} holds more than ${MAX_FILES} files: it is no built app.`);
  for (const name of names) {
    const bytes = fs.readFileSync(path.join(folder, name));
    total += bytes.length;
    if (total > MAX_TOTAL_BYTES)
      throw new Error(`${folder} holds more than ${MAX_TOTAL_BYTES} bytes: it is no built app.`);
    const file = new StaticFile(name, bytes, policy);
    serveFile(app, `${prefix}${name}`, file);
    if (name === 'index.html') serveFile(app, prefix, file);
  }
}

function serveFile(app: FastifyInstance, url: string, file: StaticFile): void {
  app.route({
    method: ['GET', 'HEAD'],
    url,
    handler: (request, reply) => sendFile(file, request, reply),
  });
}

async function sendFile(file: StaticFile, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.header('x-content-type-options', 'nosniff').header('cache-control', file.cacheControl);
  reply.headers(file.headers);
  const encoded = file.encoded(request.headers['accept-encoding']);
  const etag = `"${file.etag}${encoded ? `-${encoded.name}` : ''}"`;
  reply.header('etag', etag).header('vary', 'accept-encoding');
  if (request.headers['if-none-match']?.split(/,\s*/).includes(etag)) return reply.code(304).send();
  reply.header('content-type', file.type);
  if (!encoded) return reply.send(file.bytes);
  return reply.header('content-encoding', encoded.name).send(await encoded.bytes);
}
