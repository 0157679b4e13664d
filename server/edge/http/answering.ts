// Writes an answer or a refusal into a reply, as the envelope.

import { type Refusal, statusOf } from '@fairtick/contract/errors';
import type { LanguageKey } from '@fairtick/contract/languages';
import type { FastifyReply } from 'fastify';
import { reads } from './encodings.ts';
import { markOf, refusalText, successText, zippedAnswer } from './envelope.ts';
import { languageOfRequest } from './reading.ts';

const asEnvelope = (reply: FastifyReply): FastifyReply =>
  reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store');

/** `msg` is said beside the answer: the sentence of success, or nothing. `kept`: seconds, see Endpoint. */
export function sendAnswer(reply: FastifyReply, value: unknown, msg: string, kept?: number): FastifyReply {
  const answer = successText(value, msg);
  const packed = reads('gzip', reply.request.headers['accept-encoding']) ? zippedAnswer(answer) : undefined;
  asEnvelope(reply);
  if (kept !== undefined && reply.request.method === 'GET' && isKnown(reply, answer, kept))
    return reply.code(304).send();
  return packed ? reply.header('content-encoding', 'gzip').send(packed) : reply.send(answer);
}

/** Whether the caller has it already. What is somebody's own is kept by nobody between. */
function isKnown(reply: FastifyReply, answer: string | Buffer, kept: number): boolean {
  const { authorization, 'if-none-match': known } = reply.request.headers;
  const mark = markOf(answer);
  reply
    .header('etag', mark)
    .header('vary', 'authorization, lang, accept-encoding')
    .header('cache-control', authorization === undefined ? `public, max-age=${kept}` : 'private, no-cache');
  return known?.split(/,\s*/).includes(mark) === true;
}

/** Whoever has to wait is told how long in the header too, whichever limit it was. */
export function sendRefusal(
  reply: FastifyReply,
  refusal: Refusal,
  lang: LanguageKey = languageOfRequest(reply.request),
): FastifyReply {
  const seconds = waitOf(refusal);
  if (seconds !== undefined) reply.header('retry-after', seconds);
  return asEnvelope(reply).code(statusOf(refusal.error)).send(refusalText(refusal, lang));
}

/** Seconds, as the refusal's sentence says them. */
function waitOf({ error, params }: Refusal): string | undefined {
  if (error === 'RATE_LIMITED') return params?.seconds;
  return error === 'CLOSING_ONLY' ? String(60 * Number(params?.minutes)) : undefined;
}
