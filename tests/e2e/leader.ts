// Somebody who leads others, for stories that begin there: verified, with ten closed orders of their own, approved by compliance in the console.

import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { giveDollars } from '../harness/real-user.ts';
import { DESKTOP, MoneyDesk } from './money-desk.ts';
import type { People, Session } from './people.ts';

/** Bitcoin: it trades at any hour. */
const ORDER = 'type=1&cont=0.01&forex_id=21&status=1&multiple=10';
const OPENED = z.object({ code: z.literal(1), data: z.object({ Id: z.string() }).loose() }).loose();
const PROVEN = z.object({ code: z.literal(1), data: z.unknown() }).loose();
const TRIES = 50;

async function ask(people: People, { token }: Session, path: string, init: RequestInit = {}): Promise<unknown> {
  const headers = { authorization: token, 'idempotency-key': randomUUID(), 'content-type': 'application/json' };
  return (await fetch(`${people.app.url}${path}`, { ...init, headers })).json();
}

/** Bought at the market; its id. On a busy machine the newest price may be too old for a moment. */
export async function opens(people: People, session: Session): Promise<string> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const placed = OPENED.safeParse(await ask(people, session, `/v2/api/forex/submit?${ORDER}`));
    if (placed.success) return placed.data.data.Id;
    await new Promise((resume) => setTimeout(resume, 100));
  }
  throw new Error('an order was refused');
}

export async function closes(people: People, session: Session, id: string): Promise<void> {
  OPENED.parse(await ask(people, session, `/v2/api/forex/close?id=${id}`));
}

/** What their browser is given when they verify an order. */
export async function proofOf(people: People, session: Session | undefined, id: string): Promise<unknown> {
  if (!session) throw new Error('nobody has this order');
  return PROVEN.parse(await ask(people, session, `/v3/api/proof/forex/${id}`)).data;
}

/** Verified, with money of their own. */
export async function verified(people: People, email: string): Promise<Session> {
  const session = await people.living(email);
  const { database } = people.app;
  const id = BigInt(session.user.id);
  await giveDollars(database, id, 2_000);
  await database.owner.query('UPDATE user_standing SET verified_time = 1 WHERE user_id = $1', [id]);
  return session;
}

export async function trades(people: People, session: Session, count = 10): Promise<void> {
  for (let at = 0; at < count; at += 1) await closes(people, session, await opens(people, session));
}

export async function leader(people: People, email: string, nickname: string): Promise<Session> {
  const session = await verified(people, email);
  await trades(people, session);
  const said = { method: 'POST', body: JSON.stringify({ nickname, multiple: '', max_amount: '' }) };
  await ask(people, session, '/v3/api/follow/profile', said);
  await ask(people, session, '/api/follow/apply_trader', { method: 'POST', body: '{}' });
  const amara = await MoneyDesk.at(people).hire('Amara Cole', 'compliance', DESKTOP);
  await amara.goTo('traders.title');
  await amara.page.getByRole('link', { name: nickname, exact: true }).click();
  await amara.button('traders.approve').click();
  await amara.inDialog('traders.title.approve', 'traders.approve', { name: nickname }).click();
  await amara.button('traders.suspend').waitFor();
  await amara.visitor.leave();
  return session;
}
