// Servers die while people write in the chat: whatever was acknowledged is there once and in its order, and nothing that was sent is there twice.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { User } from './client.ts';
import { insist } from './insisting.ts';
import { Server } from './server.ts';

const PEOPLE = 4;
/** Below what somebody may write in a minute, tries that nobody answered among them. */
const MESSAGES = 20;
const KILLS = 3;
const PATIENCE_MS = 100_000;

const sent = z.object({ message: z.object({ seq: z.number(), text: z.string() }) });
const line = z.object({ data: z.array(z.object({ seq: z.number(), text: z.string() })), last: z.number() });

let db: TestDatabase;
let server: Server;
beforeAll(async () => {
  db = await createTestDatabase();
  server = await Server.start({ databaseUrl: db.ownerUrl });
});
afterAll(async () => {
  await server?.kill();
  await db?.drop();
});

const url = (): string => server.url;

/** One message under its own key until somebody answers; the place it was given. */
async function writes({ token }: User, text: string, key: string): Promise<number> {
  const headers = { authorization: token, 'idempotency-key': key };
  const init = { method: 'POST', headers, body: new URLSearchParams({ text }) };
  const { code, data } = await insist({
    url: () => `${url()}/v3/api/chat/send`,
    init,
    limitMs: () => PATIENCE_MS,
  });
  expect(code).toBe(1);
  const { message } = sent.parse(data);
  expect(message.text).toBe(text);
  return message.seq;
}

test('kill -9 while they are sent, and behind a commit: each is there once, in the order of its writer', async () => {
  const people: User[] = [];
  for (let at = 0; at < PEOPLE; at += 1) people.push(await User.signUp(url));
  let acknowledged = 0;
  const written = async (): Promise<number> => {
    const { rows } = await db.owner.query<{ n: number }>('SELECT count(*)::int AS n FROM support_messages');
    return rows[0]?.n ?? 0;
  };
  const places = people.map(() => new Map<string, number>());
  const writing = people.map(async (user, who) => {
    for (let at = 0; at < MESSAGES; at += 1) {
      const text = `message ${at} of writer ${who}`;
      places[who]?.set(text, await writes(user, text, `chat-${who}-${at}-of-chaos`));
      acknowledged += 1;
    }
  });
  const killing = (async () => {
    const { port } = server;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await expect
        .poll(() => acknowledged, { timeout: PATIENCE_MS, interval: 5 })
        .toBeGreaterThan((kill * PEOPLE * MESSAGES) / (KILLS + 2));
      // More is committed than anybody was told: between the two it dies.
      await expect.poll(async () => (await written()) > acknowledged, { timeout: PATIENCE_MS, interval: 1 }).toBe(true);
      await server.kill();
      server = await Server.start({ databaseUrl: db.ownerUrl, port });
    }
  })();
  await Promise.all([...writing, killing]);
  for (const [who, user] of people.entries()) {
    const { data, last } = line.parse(await user.ask('chat', { limit: 100 }));
    const expected = Array.from({ length: MESSAGES }, (_, at) => `message ${at} of writer ${who}`);
    expect(data.map(({ text }) => text)).toEqual(expected);
    expect(data.map(({ seq }) => seq)).toEqual(expected.map((_, at) => at + 1));
    expect(data.map(({ text, seq }) => [text, seq])).toEqual([...(places[who] ?? [])]);
    expect(last).toBe(MESSAGES);
  }
});
