// The console's port: health by the staff's endpoint, the console's files and their policy, the staff's document.

import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { staffTable } from '@fairtick/contract/staff/index';
import { systemClock } from '@fairtick/kernel/clock';
import { buildConsole } from '@fairtick/server/edge/console/console';
import type { Health } from '@fairtick/server/edge/http/health';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answeringHandlers } from '../../harness/samples.ts';
import { codeOf, send } from './edge.ts';

let health: () => Promise<Health> = async () => ({ ok: true, details: { log: { size: 7 } } });
/** Stands for the built console. */
const built = fs.mkdtempSync(path.join(os.tmpdir(), 'fairtick-console-'));
fs.writeFileSync(path.join(built, 'index.html'), '<script type="module" src="main.js"></script>');
fs.writeFileSync(path.join(built, 'main.js'), '');
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const { health: _, ...handlers } = answeringHandlers(staffTable);
const server = buildConsole({
  health: () => health(),
  handlers,
  sessions: { known: () => undefined, find: async () => undefined },
  clock: systemClock,
  logger: silent,
  checkAnswers: true,
  staticDir: built,
});
let url = '';
beforeAll(async () => {
  url = await server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await server.close();
  fs.rmSync(built, { recursive: true });
});

describe('health', () => {
  test('is told to anybody, also where the server is not well', async () => {
    expect(await send(`${url}/staff/api/health`)).toMatchObject({
      code: 1,
      data: { ok: true, details: { log: { size: 7 } } },
    });
    health = async () => ({ ok: false, details: {} });
    expect(await send(`${url}/staff/api/health`)).toMatchObject({ status: 200, code: 1, data: { ok: false } });
  });

  test('that can’t be told is a defect, and nothing of its cause goes out', async () => {
    health = async () => {
      throw new Error('secret 42');
    };
    const answer = await send(`${url}/staff/api/health`);
    expect([answer.status, answer.code]).toEqual([500, codeOf('INTERNAL')]);
    expect(answer.msg).not.toContain('secret');
  });
});

test('the console takes scripts, styles, images and answers from its own port alone, and nothing that stands in a page', async () => {
  const { headers } = await fetch(`${url}/`);
  const policy = headers.get('content-security-policy')?.split('; ') ?? [];
  expect(policy).toEqual(
    expect.arrayContaining(["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"]),
  );
  expect(policy.join(' ')).not.toMatch(/unsafe|https?:|data:|\*/);
  expect([headers.get('x-frame-options'), headers.get('referrer-policy')]).toEqual(['DENY', 'no-referrer']);
  expect((await fetch(`${url}/main.js`)).status).toBe(200);
});

test('the page to try the endpoints comes with its files and lets no foreign script run', async () => {
  const path = '/staff/docs/';
  const page = await fetch(url + path);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self'(;|$)/);
  const files = [...(await page.text()).matchAll(/(?:src|href)="([\w.]+\.(?:js|css))"/g)].map(([, file = '']) => file);
  expect(files.length).toBe(2);
  for (const file of files) expect([file, (await fetch(`${url}${path}${file}`)).status]).toEqual([file, 200]);
});

test('the document is the staff’s', async () => {
  const document: unknown = await (await fetch(`${url}/staff/api/openapi.json`)).json();
  expect(document).toMatchObject({ info: { title: 'Fairtick console' }, paths: { '/staff/api/health': {} } });
});

test('the users’ endpoints are not there', async () => {
  for (const path of ['/api/user/info', '/v2/api/forex/trade_list', '/healthz', '/tlog/checkpoint'])
    expect([path, (await send(url + path)).code]).toEqual([path, codeOf('CALL_UNKNOWN')]);
});
