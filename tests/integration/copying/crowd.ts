// People who want to lead others, on the whole server: verified by a document, with closed orders of their own.

import { systemClock } from '@fairtick/kernel/clock';
import { z } from 'zod';
import { giveDollars } from '../../harness/real-user.ts';
import type { TestMember } from '../../harness/staff.ts';
import type { House, Person } from '../verification/house.ts';

/** Bitcoin: it trades at any hour. */
const PAIR = '21';
const order = z.object({ Id: z.string() }).loose();
const waiting = z.array(z.tuple([z.bigint()]));

export interface Crowd {
  /** With as many dollars on each account, verified by a document of this number. */
  verified(card: string, dollars?: number): Promise<Person>;
  /** As many orders of 0.01 BTC, opened and closed at the market. */
  trade(person: Person, count: number): Promise<void>;
  /** One that stays open. */
  open(person: Person): Promise<string>;
  /** With ten closed orders and an application that waits; its id. */
  applicant(card: string): Promise<{ readonly person: Person; readonly id: string }>;
}

export function crowdOf(house: House, compliance: TestMember): Crowd {
  const crowd: Crowd = {
    async verified(card, dollars = 2_000) {
      const person = await house.person();
      await giveDollars({ owner: house.db.owner }, person.id, dollars);
      const [front, back] = await house.images(person);
      const sent = await house.user(
        'real_name_submit',
        { name: 'Ann Example', card_id: card, country: 'HK', front_pic: front, reverse_pic: back },
        { token: person.token },
      );
      if (sent.said !== 'ok') throw new Error(`the documents were refused: ${sent.said}`);
      const [[id = 0n] = [0n]] = waiting.parse(
        await house.rows('SELECT id FROM verifications WHERE user_id = $1 AND status = 1', [person.id]),
      );
      await house.review(String(id), { token: compliance.token });
      const decided = await house.staff(
        'verification_decide',
        { id: String(id), decision: 'accept' },
        { token: compliance.token },
      );
      if (decided.said !== 'ok') throw new Error(`the verification was not accepted: ${decided.said}`);
      return person;
    },
    async open({ token }) {
      const place = () =>
        house.user('forex_submit', { type: '1', cont: '0.01', forex_id: PAIR, status: '1', multiple: '10' }, { token });
      let placed = await place();
      // On a busy machine the newest price may be older than the pair's limit for a moment.
      for (let tries = 0; tries < 50 && placed.said === 'QUOTE_STALE'; tries += 1) {
        await new Promise<void>((resume) => systemClock.after(100, resume));
        placed = await place();
      }
      if (placed.said !== 'ok') throw new Error(`an order was refused: ${placed.said}`);
      return order.parse(placed.data).Id;
    },
    async trade(person, count) {
      for (let at = 0; at < count; at += 1) {
        const id = await crowd.open(person);
        const closed = await house.user('forex_close', { id }, { token: person.token });
        if (closed.said !== 'ok') throw new Error(`an order was not closed: ${closed.said}`);
      }
    },
    async applicant(card) {
      const person = await crowd.verified(card);
      await crowd.trade(person, 10);
      const applied = await house.user('apply_trader', {}, { token: person.token });
      if (applied.said !== 'ok') throw new Error(`an application was refused: ${applied.said}`);
      const [[id = 0n] = [0n]] = waiting.parse(
        await house.rows('SELECT id FROM trader_applications WHERE user_id = $1 AND status = 1', [person.id]),
      );
      return { person, id: String(id) };
    },
  };
  return crowd;
}
