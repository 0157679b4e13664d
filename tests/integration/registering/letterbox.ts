// Where codes arrive: a real SMTP server and an SMS gateway, and the outbox that sends to both.

import { createServer, type Server } from 'node:http';
import { domainToASCII } from 'node:url';
import type { Clock } from '@fairtick/kernel/clock';
import { messagesOutbox } from '@fairtick/server/main/messages';
import type { Logger } from '@fairtick/server/platform/logger';
import { z } from 'zod';
import type { TestDatabase } from '../../harness/database.ts';
import { TEST_ADDRESSES, testKeys } from '../../harness/outside.ts';
import { openPostOffice, type PostOffice, partOf, portOf } from '../../harness/post-office.ts';

const SECRET = 'a secret of the gateway';
const sent = z.object({ to: z.string(), text: z.string(), id: z.string() });

export interface Letterbox {
  /** Sends what waits, and answers what has come for that e-mail or mobile, as plain text, the oldest first. */
  read(name: string): Promise<string[]>;
  /** The newest code that has come there. Throws where none has. */
  code(name: string): Promise<string>;
  close(): Promise<void>;
}

const silent: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

async function openGateway(texts: z.infer<typeof sent>[]): Promise<Server> {
  const gateway = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      texts.push(sent.parse(JSON.parse(Buffer.concat(chunks).toString())));
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => void gateway.listen(0, '127.0.0.1', resolve));
  return gateway;
}

/** A mail server is told a domain as people read it. */
const written = (email: string): string => {
  const at = email.lastIndexOf('@') + 1;
  return email.slice(0, at) + domainToASCII(email.slice(at));
};

const codeIn = (text: string | undefined): string => {
  const code = /\b\d{6}\b/.exec(text ?? '')?.[0];
  if (code === undefined) throw new Error(`no code came: ${text}`);
  return code;
};

export async function openLetterbox(database: TestDatabase, clock: Clock): Promise<Letterbox> {
  const office: PostOffice = await openPostOffice();
  const texts: z.infer<typeof sent>[] = [];
  const gateway = await openGateway(texts);
  const outbox = messagesOutbox({
    config: {
      smtp: { url: `smtp://127.0.0.1:${office.port}`, from: 'no-reply@fairtick.example' },
      sms: { url: `http://127.0.0.1:${portOf(gateway.address())}/`, secret: SECRET },
      printsLetters: false,
    },
    ...{ pool: database.app, clock, logger: silent, keys: testKeys, addresses: () => TEST_ADDRESSES },
  });
  const read: Letterbox['read'] = async (name) => {
    await outbox.look();
    const letters = office.taken
      .filter(({ to }) => to.map(written).includes(name))
      .map((one) => partOf(one, 'text/plain'));
    return [...letters, ...texts.filter(({ to }) => to === name).map(({ text }) => text)];
  };
  return {
    read,
    code: async (name) => codeIn((await read(name)).at(-1)),
    async close() {
      await office.close();
      await new Promise((resolve) => gateway.close(resolve));
    },
  };
}
