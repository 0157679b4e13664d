// A file comes by its own kind of endpoint: whole and in memory, for admitted senders alone, and its long time is no loophole for slow ones.

import * as http from 'node:http';
import * as net from 'node:net';
import { MAX_UPLOAD_BYTES } from '@fairtick/contract/endpoint';
import { changes, EVERYONE } from '@fairtick/contract/http/drafts';
import type { EndpointTable } from '@fairtick/contract/table';
import { ManualClock, systemClock } from '@fairtick/kernel/clock';
import { ok } from '@fairtick/kernel/result';
import { UPLOAD_HANDLER_LIMIT_MS } from '@fairtick/server/edge/http/endpoints';
import { buildServer } from '@fairtick/server/edge/http/server';
import { type RequestContext, uploadOf } from '@fairtick/server/platform/endpoints';
import type { UserPrincipal } from '@fairtick/server/platform/principals';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { codeOf, send } from './edge.ts';

const answer = z.object({ bytes: z.number(), type: z.string(), name: z.string(), note: z.string() });
const rate = { max: 1_000, perSeconds: 60, by: 'user' } as const;
const table = {
  name: 'Files',
  audience: 'users',
  prefixes: ['/api/'],
  about: '/v3',
  endpoints: {
    picture: changes({
      method: 'POST',
      path: '/api/picture',
      summary: 'A file',
      whileClosing: 'passes',
      input: z.object({ note: z.string().optional().default('') }),
      answer,
      rate,
      body: 'multipart',
    }),
    words: changes({
      method: 'POST',
      path: '/api/words',
      summary: 'Words',
      whileClosing: 'passes',
      input: z.object({ note: z.string() }),
      answer: z.object({ note: z.string() }),
      roles: EVERYONE,
      rate,
    }),
  },
} as const satisfies EndpointTable<'users'>;

const REQUEST_MS = 400;
const UPLOAD_MS = 3_000;
const user: UserPrincipal = { kind: 'user', userId: 7n, realm: 'live', tokenHash: new Uint8Array(32) };
const TOKEN = 'a'.repeat(43);

let app: ReturnType<typeof buildServer>;
let url: string;
let seen: RequestContext[];
const errors: string[] = [];

beforeAll(async () => {
  const note = (_: object, message: string): void => void errors.push(message);
  app = buildServer<typeof table>(table, {
    clock: systemClock,
    logger: { debug: () => {}, info: () => {}, warn: note, error: note },
    arrival: { requestMs: REQUEST_MS, uploadMs: UPLOAD_MS },
    checkAnswers: true,
    sessions: { known: (token) => (token === TOKEN ? user : undefined), find: async () => undefined },
    handlers: {
      picture: async ({ note }, context) => {
        seen.push(context);
        const { bytes, type, name } = uploadOf(context);
        return ok({ bytes: bytes.length, type, name, note });
      },
      words: async ({ note }) => ok({ note }),
    },
  });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  expect(errors).toEqual([]);
});
beforeEach(() => {
  seen = [];
});

const formOf = (bytes: number | Uint8Array<ArrayBuffer>, name = 'file'): FormData => {
  const form = new FormData();
  const content = typeof bytes === 'number' ? new Uint8Array(bytes).fill(7) : bytes;
  form.append(name, new Blob([content], { type: 'image/png' }), 'front.png');
  return form;
};
const upload = (body: BodyInit, headers: Record<string, string> = { authorization: TOKEN }) =>
  send(`${url}/api/picture`, { method: 'POST', body, headers: { lang: 'en', ...headers } });

describe('a file', () => {
  test('arrives whole, with the texts beside it', async () => {
    const form = new FormData();
    form.append('note', 'mine');
    form.append('file', new Blob([new Uint8Array([1, 2, 3])], { type: 'image/png' }), '../../front.png');
    const answered = await upload(form);
    expect(answered).toMatchObject({ status: 200, code: 1 });
    expect(answered.data).toEqual({
      bytes: 3,
      type: 'image/png',
      name: expect.stringContaining('front.png'),
      note: 'mine',
    });
    expect([...uploadOf(seen[0] ?? expect.fail()).bytes]).toEqual([1, 2, 3]);
  });

  test('of exactly 10 MB is taken; with one byte more it is refused as too large, chunked or not', async () => {
    expect(await upload(formOf(MAX_UPLOAD_BYTES))).toMatchObject({ code: 1, data: { bytes: MAX_UPLOAD_BYTES } });
    const tooLarge = { status: 413, code: codeOf('UPLOAD_TOO_LARGE') };
    expect(await upload(formOf(MAX_UPLOAD_BYTES + 1))).toMatchObject(tooLarge);
    expect(await upload(formOf(3 * MAX_UPLOAD_BYTES))).toMatchObject(tooLarge);
    const whole = new Response(formOf(MAX_UPLOAD_BYTES + 1));
    const chunked = await fetch(`${url}/api/picture`, {
      method: 'POST',
      body: whole.body,
      headers: { authorization: TOKEN, 'content-type': whole.headers.get('content-type') ?? '' },
      ...{ duplex: 'half' },
    });
    expect(chunked.status).toBe(413);
    // Nothing is left of them: the next one is taken.
    expect((await upload(formOf(1))).code).toBe(1);
    expect(seen).toHaveLength(2);
  });

  test('is refused where it is missing, twice there, under another name, or with a long text beside it', async () => {
    const twice = formOf(1);
    twice.append('file', new Blob([new Uint8Array(1)]), 'b.png');
    const long = formOf(1);
    long.append('note', 'x'.repeat(1_025));
    const prototype = formOf(1);
    prototype.append('__proto__', 'x');
    const repeated = formOf(1);
    for (const note of ['a', 'b']) repeated.append('note', note);
    const many = formOf(1);
    for (let n = 0; n < 9; n += 1) many.append(`note${n}`, 'a');
    const empty = new FormData();
    empty.append('note', 'x');
    for (const form of [twice, long, prototype, repeated, many, formOf(1, 'picture')])
      expect(await upload(form)).toMatchObject({ status: 400, code: codeOf('BODY_MALFORMED') });
    expect((await upload(empty)).code).toBe(codeOf('VALUE_MISSING'));
    expect(seen).toEqual([]);
  });

  test('that is none, or breaks off, is malformed and never a 5xx', async () => {
    const boundary = 'multipart/form-data; boundary=x';
    const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc';
    for (const [body, type] of [
      ['{"note":"a"}', 'application/json'],
      ['note=a', 'application/x-www-form-urlencoded'],
      ['--x', boundary],
      [part, boundary],
      ['', 'multipart/form-data'],
      [part, 'multipart/form-data; boundary='],
      ['abc', 'image/png'],
    ] as const)
      expect(await upload(body, { authorization: TOKEN, 'content-type': type })).toMatchObject({ status: 400 });
    expect(seen).toEqual([]);
  });

  test('is not read from whoever may not send one, nor at any other endpoint', async () => {
    expect((await upload(formOf(1_000_000), {})).code).toBe(codeOf('SESSION_EXPIRED'));
    const other = await send(`${url}/api/words`, {
      method: 'POST',
      body: formOf(1),
      headers: { authorization: TOKEN },
    });
    expect([other.status, other.code]).toEqual([400, codeOf('BODY_MALFORMED')]);
  });

  test('of one sender waits for no more than two of theirs', async () => {
    const slow = await Promise.all([0, 1, 2].map(() => slowUpload(formOf(1_000))));
    // Only one can be answered before the last byte of any: the one that found no place.
    expect(await Promise.race(slow.map(({ answered }) => answered))).toContain(`"code":${codeOf('UPLOADS_BUSY')}`);
    for (const one of slow) one.finish();
    const all = await Promise.all(slow.map(({ answered }) => answered));
    expect(all.filter((text) => text.includes('"code":1,'))).toHaveLength(2);
    expect((await upload(formOf(1))).code).toBe(1);
  });
});

test('a sender’s place ends with the handler, not with the file, nor with a late answer', async () => {
  const clock = new ManualClock(0);
  const held = Promise.withResolvers<void>();
  const bothBegun = Promise.withResolvers<void>();
  let begun = 0;
  const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const other = { ...user, userId: 8n };
  const slow = buildServer<typeof table>(table, {
    ...{ clock, logger: quiet, checkAnswers: true },
    sessions: { known: (token) => (token === TOKEN ? user : other), find: async () => undefined },
    handlers: {
      picture: async ({ note }, context) => {
        begun += 1;
        if (begun === 2) bothBegun.resolve();
        if (context.principal?.userId === user.userId) await held.promise;
        return ok({ bytes: 1, type: '', name: '', note });
      },
      words: async ({ note }) => ok({ note }),
    },
  });
  const at = await slow.listen({ port: 0, host: '127.0.0.1' });
  const from = async (authorization: string) =>
    (await send(`${at}/api/picture`, { method: 'POST', body: formOf(1), headers: { authorization } })).code;
  const two = [from(TOKEN), from(TOKEN)];
  await bothBegun.promise;
  expect([await from(TOKEN), await from('another'), begun]).toEqual([codeOf('UPLOADS_BUSY'), 1, 3]);
  clock.advance(UPLOAD_HANDLER_LIMIT_MS + 1_000);
  expect(await Promise.all(two)).toEqual([codeOf('OUTCOME_UNKNOWN'), codeOf('OUTCOME_UNKNOWN')]);
  expect(await from(TOKEN)).toBe(codeOf('UPLOADS_BUSY'));
  held.resolve();
  expect(await from(TOKEN)).toBe(1);
  await slow.close();
});

/** Sends all but the last byte, and that when it is told to. */
async function slowUpload(form: FormData): Promise<{ answered: Promise<string>; finish: () => void }> {
  const whole = new Response(form);
  const bytes = Buffer.from(await whole.arrayBuffer());
  const headers = { authorization: TOKEN, 'content-type': whole.headers.get('content-type') ?? '' };
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const request = http.request(`${url}/api/picture`, { method: 'POST', headers }, (response) => {
    let text = '';
    response.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    response.once('end', () => resolve(text));
  });
  request.once('error', reject);
  request.write(bytes.subarray(0, -1));
  return { answered: promise, finish: () => request.end(bytes.subarray(-1)) };
}

/** Sends the pieces of a request one after the other; what came back, and after how long it was cut off. */
function dribble(pieces: readonly string[], everyMs: number): Promise<{ said: string; ms: number }> {
  const startedMs = performance.now();
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
  let said = '';
  let at = 0;
  const write = (): void => {
    const piece = pieces[at];
    at += 1;
    if (piece !== undefined && socket.writable) socket.write(piece);
  };
  write();
  const timer = setInterval(write, everyMs);
  socket.on('data', (bytes) => {
    said += bytes.toString();
  });
  socket.on('error', () => {});
  return new Promise((resolve) => {
    socket.once('close', () => {
      clearInterval(timer);
      resolve({ said, ms: performance.now() - startedMs });
    });
  });
}

const headOf = (path: string, headers: Record<string, string>): string =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
const FORM = 'multipart/form-data; boundary=x';
const PART = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n';

describe('who sends slowly', () => {
  const endless = Array.from({ length: 200 }, () => 'a');

  test('is cut off at an ordinary endpoint, in ordinary time, however steadily the bytes come', async () => {
    const head = headOf('/api/words', {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': '5000',
    });
    const { said, ms } = await dribble([head, ...endless], 50);
    expect(said).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":1004/);
    expect(ms).toBeGreaterThanOrEqual(REQUEST_MS - 1);
    expect(ms).toBeLessThan(UPLOAD_MS);
  });

  test.each([
    ['a path that is none', '/api/none', FORM],
    ['an upload without a session', '/api/picture', FORM],
    ['a type that nobody reads', '/api/words', 'image/png'],
  ])('is cut off at %s too, though it was answered', async (_, path, type) => {
    const head = headOf(path, { 'content-type': type, 'content-length': '5000' });
    const { said, ms } = await dribble([head, PART, ...endless], 50);
    expect(said).toMatch(/^HTTP\/1\.1 (200|400|404) /);
    expect(ms).toBeLessThan(UPLOAD_MS);
  });

  test('a file has the time of a slow line: it arrives though it takes longer than a request may', async () => {
    const pieces = Array.from({ length: 12 }, () => 'a'.repeat(100));
    const end = '\r\n--x--\r\n';
    const length = String(PART.length + 1_200 + end.length);
    const head = headOf('/api/picture', { 'content-type': FORM, 'content-length': length, authorization: TOKEN });
    const { said, ms } = await dribble([head + PART, ...pieces, end], 80);
    expect(ms).toBeGreaterThan(2 * REQUEST_MS);
    expect(said).toMatch(/"code":1,[\s\S]*"bytes":1200/);
  });

  test('and no more than that', async () => {
    const head = headOf('/api/picture', { 'content-type': FORM, 'content-length': '5000', authorization: TOKEN });
    const { ms } = await dribble([head + PART, ...endless], 100);
    expect(ms).toBeGreaterThanOrEqual(UPLOAD_MS - 1);
    expect(ms).toBeLessThan(2 * UPLOAD_MS);
    expect((await upload(formOf(1))).code).toBe(1);
  });

  test('a connection that never said a word is closed without one: a browser would take it for the answer to what it sends next', async () => {
    expect((await dribble([], REQUEST_MS)).said).toBe('');
  });
});

test('a handler knows who asks by what, in which request', async () => {
  await upload(formOf(1), { authorization: TOKEN, 'user-agent': 'x'.repeat(1_000) });
  await upload(formOf(1), { authorization: TOKEN, 'user-agent': 'Phone' });
  expect(seen.map(({ agent }) => agent)).toEqual(['x'.repeat(256), 'Phone']);
  const [one, two] = seen.map(({ requestId }) => requestId);
  expect(one).toMatch(/^r[0-9a-f]{8}-[0-9a-z]+$/);
  expect(two).not.toBe(one);
});

test('its document says that it takes a file', async () => {
  const document = await (await fetch(`${url}/v3/api/openapi.json`)).text();
  expect(document).toContain('"multipart/form-data":{"schema":{"type":"object","required":["file"]');
});
