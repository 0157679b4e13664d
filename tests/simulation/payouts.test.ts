// Money out in the simulation: lives in which mostly users withdraw and the staff serve them, while processes die between any two steps.

import { seededRandom } from '@fairtick/kernel/random';
import { expect, test } from 'vitest';
import { type Event, type Kind, pick } from './events.ts';
import { run } from './run.ts';

const BUSY: readonly Kind[] = ['withdraw', 'withdraw', 'withdraw', 'serve', 'serve', 'serve', 'serve', 'serve'];
const STORM: readonly Kind[] = ['crash', 'crash_at', 'crash_at', 'conflict', 'lost', 'lost_after', 'zombie', 'slow'];
const LIFE: readonly Kind[] = ['tick', 'transfer', 'transfer', 'standing', 'quiet', 'hours', 'restart'];
const EVENTS = 700;
const SEEDS = [1, 2, 3, 4, 5];

/** Two of three are of withdrawals; with the others life goes on, or what is under way breaks. */
function payoutEvents(seed: number): Event[] {
  const random = seededRandom(seed);
  return Array.from({ length: EVENTS }, (): Event => {
    const kinds = random.below(3) > 0 ? BUSY : random.below(3) === 0 ? STORM : LIFE;
    return [pick(random, kinds) ?? 'quiet', random.uint32()];
  });
}

const met = new Set<string>();

test.each(SEEDS)(
  'life %i: what leaves was let go by as many as it takes, and is paid or given back once',
  async (seed) => {
    const { failure, figures } = await run({ seed, events: payoutEvents(seed) });
    expect(failure).toBeUndefined();
    for (const answer of Object.keys(figures?.answers ?? {})) met.add(answer);
  },
);

test('these lives met what they are there for', () => {
  const wanted = [
    ...['draw ok', 'draw DESTINATION_RESTS', 'draw DAILY_LIMIT', 'draw FROZEN', 'draw BALANCE_INSUFFICIENT'],
    ...['draw_cancel ok', 'draw_cancel WITHDRAWAL_NOT_WAITING', 'bind ok', 'unbind ok', 'unbind DESTINATION_IN_USE'],
    ...['approve ok', 'approve OWN_WORK', 'approve ALREADY_DECIDED', 'approve FROZEN', 'reject ok', 'claim ok'].map(
      ofStaff,
    ),
    ...['claim OWN_WORK', 'claim NOT_ALLOWED', 'release ok', 'paid ok', 'paid CLAIM_FIRST', 'paid TAKEN_BY_OTHER'].map(
      ofStaff,
    ),
    ...['nothing_sent ok', 'nothing_sent OWN_WORK'].map(ofStaff),
  ];
  expect(wanted.filter((answer) => !met.has(answer))).toEqual([]);
});

function ofStaff(answer: string): string {
  return `withdrawal_${answer}`;
}
