// Calls as any client makes them, bounded in time, with every outcome a value: an answer, or that none came.

import * as http from 'node:http';
import { type EndpointName, type InputOf, usersTable } from '@fairtick/contract/http/index';

/** Longer than the server's promise of 3 s, so that a broken promise is seen and measured. */
const GIVE_UP_MS = 8_000;

export interface Answer {
  readonly status: number;
  readonly code: number;
  readonly data: unknown;
  readonly tookMs: number;
}

/** What came of a call: `undefined` where no answer came at all. */
export type Heard = Answer | undefined;

export interface Sending {
  readonly token?: string;
  readonly key?: string;
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 400 });

export function call<N extends EndpointName>(
  url: string,
  name: N,
  input: InputOf<N>,
  sending: Sending = {},
): Promise<Heard> {
  return send(url, name, input, sending);
}

/** As `call`, for inputs that need not be of the contract's shape. */
export function send(url: string, name: EndpointName, input: object, { token, key }: Sending): Promise<Heard> {
  const { path, changesState, method } = usersTable.endpoints[name];
  const fields = new URLSearchParams();
  let place: string = path;
  for (const [field, value] of Object.entries(input)) {
    if (place.includes(`{${field}}`)) place = place.replace(`{${field}}`, encodeURIComponent(String(value)));
    else fields.set(field, String(value));
  }
  const posted = changesState || method === 'POST';
  const headers: Record<string, string> = {
    ...(token ? { authorization: token } : {}),
    ...(key ? { 'idempotency-key': key } : {}),
  };
  if (posted) headers['content-type'] = 'application/x-www-form-urlencoded';
  const query = !posted && fields.size > 0 ? `?${fields}` : '';
  return request(`${url}${place}${query}`, posted ? 'POST' : 'GET', headers, posted ? fields.toString() : '');
}

export async function text(url: string, path: string): Promise<string | undefined> {
  const heard = await exchange(`${url}${path}`, {}, '');
  return heard?.status === 200 || path === '/healthz' ? heard?.body : undefined;
}

async function request(url: string, method: string, headers: Record<string, string>, body: string): Promise<Heard> {
  const begun = performance.now();
  const heard = await exchange(url, { method, headers }, body);
  if (!heard) return undefined;
  const tookMs = performance.now() - begun;
  const read = parse(heard.body);
  if (typeof read !== 'object' || read === null || !('code' in read) || typeof read.code !== 'number') return undefined;
  return { status: heard.status, code: read.code, data: 'data' in read ? read.data : undefined, tookMs };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

interface Exchanged {
  readonly status: number;
  readonly body: string;
}

/** undefined where the connection broke before the whole answer was here. */
function exchange(url: string, options: http.RequestOptions, body: string): Promise<Exchanged | undefined> {
  return new Promise((resolve) => {
    const sent = http.request(url, { ...options, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('close', () => {
        clearTimeout(timer);
        const whole = { status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() };
        resolve(response.complete ? whole : undefined);
      });
    });
    const timer = setTimeout(() => sent.destroy(), GIVE_UP_MS);
    sent.on('error', () => {
      clearTimeout(timer);
      resolve(undefined);
    });
    sent.end(body);
  });
}
