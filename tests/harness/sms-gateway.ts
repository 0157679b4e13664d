// A gateway for text messages on this machine, as docs/sms-gateway.md has it: takes what is signed and young, and keeps what it took.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { systemClock } from '@fairtick/kernel/clock';
import { z } from 'zod';
import { portOf } from './post-office.ts';

const SECRET = 'a secret of the gateway and us';
/** A gateway refuses what is older: a message that was listened to cannot be sent once more. */
const OLDEST_MS = 60_000;
const sent = z.object({ to: z.string(), text: z.string(), id: z.string() }).strict();

export interface SmsGateway {
  readonly url: string;
  readonly secret: string;
  readonly came: z.infer<typeof sent>[];
  /** Each answer's status, in order; 204 from then on. */
  readonly answers: number[];
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

function isOurs(request: IncomingMessage, body: string): boolean {
  const time = String(request.headers['fairtick-time']);
  const given = Buffer.from(String(request.headers['fairtick-signature']), 'hex');
  const wanted = createHmac('sha256', SECRET).update(`${time}.${body}`).digest();
  const young = Math.abs(systemClock.now() - Number(time)) < OLDEST_MS;
  return young && given.length === wanted.length && timingSafeEqual(given, wanted);
}

export async function openSmsGateway(): Promise<SmsGateway> {
  const came: z.infer<typeof sent>[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      if (request.method !== 'POST' || !isOurs(request, body)) return void response.writeHead(401).end();
      came.push(sent.parse(JSON.parse(body)));
      const status = answers.shift() ?? 204;
      response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:1/' } : {}).end();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server.address())}/send`,
    secret: SECRET,
    came,
    answers,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
