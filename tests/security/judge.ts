// Sends one malformed call and holds the answer to what every server of endpoints promises: an envelope, no 5xx, no hang, nothing of our inside.

import { ERROR_CODES } from '@fairtick/contract/errors';
import { z } from 'zod';
import type { Attempt } from './attempts.ts';
import { ANSWER_LIMIT_MS, type Answer, type Exchange, exchange } from './wire.ts';

const CODES = new Set<number>([1, ...Object.values(ERROR_CODES)]);
/** Of these nothing reaches the client. */
const LEAKS = /node_modules|\bat .*\.ts:|\/server\/|postgres|SELECT |INSERT |syntax error|TypeError|undefined is not/;
const STATUSES = new Set([200, 302, 400, 404, 413, 429, 431]);
const envelope = z.object({ code: z.number(), msg: z.string(), data: z.unknown() }).strict();

export interface Judgement {
  /** An HTTP status, or how the connection ended. */
  readonly outcome: string;
  /** The envelope's, where there is one. */
  readonly code: number | undefined;
  /** The promise that was broken, and by what. */
  readonly fault: string | undefined;
  readonly tookMs: number;
}

export async function tried(one: Attempt): Promise<Judgement> {
  const got = await exchange({ port: one.port, bytes: one.bytes, head: one.head, finish: one.raw });
  const { tookMs } = got;
  if (got.kind !== 'answered')
    return { outcome: got.kind, code: undefined, fault: told(one, faultOfEnd(one, got)), tookMs };
  const { code, fault } = judged(one, got);
  return { outcome: String(got.status), code, fault: told(one, fault), tookMs };
}

const told = (one: Attempt, fault: string | undefined): string | undefined =>
  fault && `${fault}; ${one.what}; sent ${JSON.stringify(one.bytes.toString('latin1').slice(0, 600))}`;

type Judged = Pick<Judgement, 'code' | 'fault'>;
const FINE: Judged = { code: undefined, fault: undefined };
const broken = (fault: string): Judged => ({ code: undefined, fault });

function judged(one: Attempt, got: Answer): Judged {
  if (got.tookMs > ANSWER_LIMIT_MS) return broken(`answered after ${Math.round(got.tookMs)} ms`);
  if (!STATUSES.has(got.status)) return broken(`status ${got.status} ${got.body.slice(0, 200)}`);
  if (one.head || got.status === 302) return FINE;
  const type = got.headers.get('content-type') ?? '';
  // The app's own files and the log's notes and tiles are no calls.
  if (got.status === 200 && !type.startsWith('application/json'))
    return one.call === undefined ? FINE : broken(`type ${type}`);
  let body: unknown;
  try {
    body = JSON.parse(got.body);
  } catch {
    return broken(`status ${got.status} without JSON: ${JSON.stringify(got.body.slice(0, 200))}`);
  }
  if (typeof body === 'object' && body !== null && ('openapi' in body || 'name' in body)) return FINE;
  const read = envelope.safeParse(body);
  if (!read.success) return broken(`no envelope: ${got.body.slice(0, 200)}`);
  return { code: read.data.code, fault: faultOfEnvelope(read.data) };
}

/** Why a value does not fit, which is for whoever typed it, what a step-up can be made with, and how long another code is waited for. */
const SAID_BESIDE = [
  `${ERROR_CODES.INPUT_INVALID} fault`,
  `${ERROR_CODES.STEP_UP_NEEDED} methods`,
  `${ERROR_CODES.CODE_TOO_SOON} wait`,
];

function faultOfEnvelope({ code, msg, data }: z.infer<typeof envelope>): string | undefined {
  if (!CODES.has(code)) return `unknown code ${code}`;
  if (code === ERROR_CODES.INTERNAL) return 'an internal error';
  if (code === 1) return undefined;
  if (msg === '') return `a refusal (${code}) without a sentence`;
  const beside = Object.keys(Object(data)).filter((name) => !SAID_BESIDE.includes(`${code} ${name}`));
  if (beside.length > 0) return `a refusal (${code}) with data`;
  const told = msg + JSON.stringify(data);
  return LEAKS.test(told) ? `a refusal tells of our inside: ${told}` : undefined;
}

/** A stream that is no request may be cut off; a whole request may not. A 10 MB body may be cut off while it is still being sent. */
function faultOfEnd(one: Attempt, got: Exclude<Exchange, Answer>): string | undefined {
  if (got.kind === 'hung')
    return `no answer and no end within ${ANSWER_LIMIT_MS} ms, got ${JSON.stringify(got.received)}`;
  if (/HTTP\/1\.[01] 5/.test(got.received)) return `a 5xx: ${got.received}`;
  return one.raw ? undefined : `the connection ended without an answer, got ${JSON.stringify(got.received)}`;
}
