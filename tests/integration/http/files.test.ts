// What is served beside the calls: the app's files, the public log, the API's own pages, health, and bytes that are no HTTP.

import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as net from 'node:net';
import * as os from 'node:os';
import * as path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, type Edge, send, startEdge } from './edge.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairtick-files-'));
const script = `export const long = '${'x'.repeat(5_000)}';\n`;
let edge: Edge;
let healthy = true;
beforeAll(async () => {
  fs.mkdirSync(path.join(folder, 'assets'));
  fs.writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>app</title>');
  fs.writeFileSync(
    path.join(folder, 'booting.html'),
    '<script data-a="b">boot()</script><script src="./x.js"></script>',
  );
  fs.writeFileSync(path.join(folder, 'assets', 'app-1a2b3c.js'), script);
  fs.writeFileSync(path.join(folder, 'manifest.webmanifest'), '{}');
  fs.writeFileSync(path.join(folder, '.secret'), 'no');
  edge = await startEdge({
    staticDir: folder,
    health: async () => ({ ok: healthy, details: { feed: 'simulated' } }),
    logs: {
      ticks: {
        verifierKey: 'example/log+0badc0de+AQ==',
        epochNote: async () => undefined,
        checkpointText: async () => 'example/log\n300\nroot\n\n— example sig\n',
        tile: async (level, n, width) => (n === 0 ? Uint8Array.of(level, width ?? 0) : undefined),
        entries: async (n, width) => (n === 0 ? Uint8Array.of(255, width ?? 0) : undefined),
      },
    },
  });
});
afterAll(async () => {
  await edge.close();
  fs.rmSync(folder, { recursive: true });
});

describe('the app', () => {
  test('its page is checked each time and lets no foreign script run', async () => {
    const page = await fetch(`${edge.url}/`);
    expect(await page.text()).toContain('<title>app</title>');
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'self'(;|$)/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    const again = await fetch(`${edge.url}/`, { headers: { 'if-none-match': page.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  });

  test('a script that was built into a page runs by its hash, and no other', async () => {
    const policy = (await fetch(`${edge.url}/booting.html`)).headers.get('content-security-policy') ?? '';
    const hash = createHash('sha256').update('boot()').digest('base64');
    expect(policy).toMatch(/script-src 'self' 'sha256-[^';]+'(;|$)/);
    expect(policy).toContain(`'sha256-${hash}'`);
  });

  test('hashed files are kept for ever and come compressed', async () => {
    const response = await fetch(`${edge.url}/assets/app-1a2b3c.js`, { headers: { 'accept-encoding': 'br' } });
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(Number(response.headers.get('content-length'))).toBeLessThan(200);
    expect(await response.text()).toBe(script);
    const plain = await rawGet('/assets/app-1a2b3c.js', 'identity');
    expect(plain).toContain(script.trim());
  });

  test('hidden files and paths outside are not there', async () => {
    for (const path of ['/.secret', '/assets/../.secret', '/..%2f.secret', '/assets/', '/assets/none.js']) {
      expect([path, (await send(`${edge.url}${path}`)).status]).toEqual([path, 404]);
    }
  });
});

describe('the public log', () => {
  test('the checkpoint is text, fresh, and readable from any site', async () => {
    const response = await fetch(`${edge.url}/tlog/checkpoint`);
    expect(await response.text()).toContain('example/log\n300\n');
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('says by which key a verifier knows it', async () => {
    expect(await (await fetch(`${edge.url}/tlog/key`)).text()).toBe('example/log+0badc0de+AQ==\n');
  });

  test.each([
    ['tile/0/000', [0, 0], true],
    ['tile/1/000.p/7', [1, 7], false],
    ['tile/entries/000', [255, 0], true],
    ['tile/entries/000.p/44', [255, 44], false],
  ])('%s is bytes; a full one never changes', async (name, bytes, full) => {
    const response = await fetch(`${edge.url}/tlog/${name}`);
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual(bytes);
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('cache-control')?.includes('immutable')).toBe(full);
  });

  test.each([
    'tile/0/001',
    'tile/0/0',
    'tile/00/000',
    'tile/0/000.p/0',
    'tile/0/000.p/256',
    'tile/0/%3000',
    'tile/x/000',
    'tile/',
    'none',
  ])('%s is 404', async (name) => {
    expect((await send(`${edge.url}/tlog/${name}`)).status).toBe(404);
  });
});

describe('the API about itself', () => {
  test('OpenAPI and the page to try it', async () => {
    const document = (await (await fetch(`${edge.url}/v3/api/openapi.json`)).json()) as { openapi: string };
    expect(document.openapi).toBe('3.1.0');
    const page = await fetch(`${edge.url}/v3/docs`);
    expect(page.url).toBe(`${edge.url}/v3/docs/`);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    for (const [, file] of (await page.text()).matchAll(/(?:src|href)="([\w.]+)"/g)) {
      expect([file, (await fetch(`${edge.url}/v3/docs/${file}`)).status]).toEqual([file, 200]);
    }
  });

  test('health says 503 when it is not well', async () => {
    expect(await send(`${edge.url}/healthz`)).toMatchObject({ status: 200, code: 1, data: { feed: 'simulated' } });
    healthy = false;
    expect(await send(`${edge.url}/healthz`)).toMatchObject({ status: 503, code: codeOf('UNAVAILABLE') });
  });
});

/** What the server answers to exactly these bytes, until it closes the connection. */
function exchange(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(edge.url);
    const socket = net.connect(Number(port), hostname, () => socket.write(bytes));
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('end', () => resolve(answer)).on('error', reject);
  });
}
const rawGet = (target: string, encoding: string): Promise<string> =>
  exchange(`GET ${target} HTTP/1.1\r\nhost: x\r\naccept-encoding: ${encoding}\r\nconnection: close\r\n\r\n`);

describe('bytes that are no request', () => {
  test.each([
    ['nonsense\r\n\r\n', '400'],
    ['POST /v2/api/forex/close HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n', '400'],
    ['POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n', '400'],
    [`GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, '431'],
  ])('%# get the envelope and the end of the connection', async (bytes, status) => {
    const answer = await exchange(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status}`));
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)).code).toBeGreaterThan(999);
  });
});
