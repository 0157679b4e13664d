// HTTP by hand over a plain connection: any bytes may be sent, and what comes back is read as strictly as a careful client would.

import * as net from 'node:net';
import { systemClock } from '@fairtick/kernel/clock';

/** Rules: an answer within 3 s, whatever was asked. */
export const ANSWER_LIMIT_MS = 3_000;

export interface Answer {
  readonly kind: 'answered';
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  readonly tookMs: number;
}
/** closed: the connection ended without an answer. hung: neither an answer nor an end in time. */
export type Exchange =
  | Answer
  | { readonly kind: 'closed' | 'hung'; readonly received: string; readonly tookMs: number };

export interface SendOptions {
  readonly port: number;
  readonly bytes: Buffer;
  /** The answer of a HEAD has no body whatever its headers say. */
  readonly head?: boolean;
  /** Ends our side after the bytes: the server learns that nothing more comes. */
  readonly finish?: boolean;
}

export function exchange({ port, bytes, head = false, finish = false }: SendOptions): Promise<Exchange> {
  const startedMs = systemClock.monotonic();
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let received: Buffer = Buffer.alloc(0);
    let settled = false;
    const settle = (ended: boolean, late = false): void => {
      if (settled) return;
      const answer = readAnswer(received, head, ended);
      if (!answer && !ended && !late) return;
      settled = true;
      clearTimeout(timer);
      // With a reset no closed connection lingers: a long run would use up the ports.
      socket.resetAndDestroy();
      const tookMs = systemClock.monotonic() - startedMs;
      if (answer) resolve({ kind: 'answered', ...answer, tookMs });
      else resolve({ kind: ended ? 'closed' : 'hung', received: received.toString('latin1').slice(0, 500), tookMs });
    };
    const timer = setTimeout(() => settle(false, true), ANSWER_LIMIT_MS);
    socket.on('connect', () => {
      socket.write(bytes);
      if (finish) socket.end();
    });
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      settle(false);
    });
    socket.on('end', () => settle(true));
    socket.on('error', () => settle(true));
    socket.on('close', () => settle(true));
  });
}

type Parsed = Omit<Answer, 'kind' | 'tookMs'>;

/** The first final answer in the bytes; undefined while it is not whole. `ended`: nothing more will come. */
function readAnswer(bytes: Buffer, head: boolean, ended: boolean): Parsed | undefined {
  const cut = bytes.indexOf('\r\n\r\n');
  if (cut < 0) return undefined;
  const [first = '', ...lines] = bytes.subarray(0, cut).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3}) /.exec(`${first} `)?.[1] ?? Number.NaN);
  const rest = bytes.subarray(cut + 4);
  if (status >= 100 && status < 200 && status !== 101) return readAnswer(rest, head, ended);
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  const done = (body: Buffer): Parsed => ({ status, headers, body: body.toString('utf8') });
  if (head || status === 204 || status === 304 || status === 101) return done(Buffer.alloc(0));
  const length = headers.get('content-length');
  if (length !== undefined) return rest.length >= Number(length) ? done(rest.subarray(0, Number(length))) : undefined;
  if (headers.get('transfer-encoding') === 'chunked') {
    const body = readChunks(rest);
    return body && done(body);
  }
  return ended ? done(rest) : undefined;
}

function readChunks(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const line = bytes.indexOf('\r\n', at);
    if (line < 0) return undefined;
    const size = Number.parseInt(bytes.subarray(at, line).toString('latin1'), 16);
    const from = line + 2;
    if (bytes.length < from + size + 2) return undefined;
    if (size === 0) return Buffer.concat(parts);
    parts.push(bytes.subarray(from, from + size));
    at = from + size + 2;
  }
}
