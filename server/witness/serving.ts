// What a witness serves: the checkpoints it signed, its key, and the call by which a log or anybody brings a newer one (C2SP tlog-witness).

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { fromBase64, fromUtf8 } from '@fairtick/kernel/bytes';
import { HASH_BYTES } from '@fairtick/kernel/log/merkle';
import { parseCheckpoint } from '@fairtick/kernel/log/note';
import type { KeptLog, WitnessRefusal } from './kept.ts';

/** By the path that its note is found at: tlog/checkpoint. */
export type KeptByPath = ReadonlyMap<string, KeptLog>;

const MOST_BYTES = 65_536;
const MOST_HASHES = 63;
const ARRIVES_WITHIN_MS = 10_000;
const MOST_CONNECTIONS = 256;

/** As the protocol has them: the size that is kept goes with a 409, so that the caller can begin there. */
const STATUS: Readonly<Record<WitnessRefusal, number>> = { unsigned: 403, stale: 409, forked: 409, unproven: 422 };

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly type?: string;
}

export function witnessServer(kept: KeptByPath, keyText: string): Server {
  const server = createServer((request, response) => {
    answerTo(request, kept, keyText)
      .catch((): Answer => ({ status: 500, text: 'not now\n' }))
      .then(({ status, text, type = 'text/plain; charset=utf-8' }) => send(response, status, text, type));
  });
  server.requestTimeout = ARRIVES_WITHIN_MS;
  server.maxConnections = MOST_CONNECTIONS;
  return server;
}

function send(response: ServerResponse, status: number, text: string, type: string): void {
  response.writeHead(status, {
    ...{ 'content-type': type, 'cache-control': 'no-cache', 'access-control-allow-origin': '*' },
    ...{ 'x-content-type-options': 'nosniff', connection: 'close' },
  });
  response.end(text);
}

async function answerTo(request: IncomingMessage, kept: KeptByPath, keyText: string): Promise<Answer> {
  const path = (request.url ?? '').split('?', 1)[0]?.slice(1) ?? '';
  if (request.method === 'POST' && path === 'add-checkpoint') {
    const body = await bodyOf(request);
    return body === undefined ? { status: 413, text: 'too long\n' } : added(body, kept);
  }
  if (request.method !== 'GET') return { status: 405, text: 'GET, or POST add-checkpoint\n' };
  if (path === 'key') return { status: 200, text: `${keyText}\n` };
  const note = kept.get(path)?.note;
  return note === undefined ? { status: 404, text: 'no such checkpoint\n' } : { status: 200, text: note };
}

/** undefined where it is too long. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    const bytes: Buffer = part;
    length += bytes.length;
    if (length > MOST_BYTES) return undefined;
    parts.push(bytes);
  }
  return fromUtf8(new Uint8Array(Buffer.concat(parts)));
}

/** `old` and a size, the proof's hashes a line each, an empty line, the note. */
export function added(body: string, kept: KeptByPath): Answer {
  const asked = readAsked(body);
  if (!asked) return { status: 400, text: 'old SIZE, the proof, an empty line, the checkpoint\n' };
  const log = [...kept.values()].find(({ origin }) => origin === asked.origin);
  if (!log) return { status: 404, text: 'no log of this witness\n' };
  const taken = log.take(asked.note, asked.old, asked.proof);
  if (taken.ok) return { status: 200, text: taken.value };
  const status = STATUS[taken.error];
  return status === 409
    ? { status, text: `${log.size}\n`, type: 'text/x.tlog.size' }
    : { status, text: `${taken.error}\n` };
}

interface Asked {
  readonly old: number;
  readonly proof: readonly Uint8Array[];
  readonly note: string;
  readonly origin: string;
}

function readAsked(body: string): Asked | undefined {
  const end = body.indexOf('\n\n');
  if (end < 0) return undefined;
  const [head = '', ...lines] = body.slice(0, end).split('\n');
  const old = /^old (0|[1-9]\d{0,15})$/.exec(head)?.[1];
  const note = body.slice(end + 2);
  const checkpoint = parseCheckpoint(note.slice(0, note.indexOf('\n\n') + 1));
  if (old === undefined || !checkpoint || Number(old) > checkpoint.size || lines.length > MOST_HASHES) return undefined;
  const proof = lines.map((line) => fromBase64(line));
  const hashes = proof.filter((hash) => hash?.length === HASH_BYTES);
  if (hashes.length !== lines.length) return undefined;
  return { old: Number(old), proof: hashes.flatMap((hash) => hash ?? []), note, origin: checkpoint.origin };
}
