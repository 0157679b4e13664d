// Money in, in the simulation: lives in which mostly users say what they sent and the staff credit, book and send back, while processes die between any
// two steps.

import { seededRandom } from '@fairtick/kernel/random';
import { expect, test } from 'vitest';
import { type Event, type Kind, pick } from './events.ts';
import { run } from './run.ts';

const BUSY: readonly Kind[] = ['deposit', 'deposit', 'desk', 'desk', 'desk', 'desk', 'desk', 'tick'];
const STORM: readonly Kind[] = ['crash', 'crash_at', 'crash_at', 'conflict', 'lost', 'lost_after', 'zombie', 'slow'];
const LIFE: readonly Kind[] = ['tick', 'tick', 'feed', 'withdraw', 'serve', 'standing', 'quiet', 'hours', 'restart'];
const EVENTS = 700;
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** Two of three are of deposits; with the others life goes on, or what is under way breaks. */
function depositEvents(seed: number): Event[] {
  const random = seededRandom(seed);
  return Array.from({ length: EVENTS }, (): Event => {
    const kinds = random.below(3) > 0 ? BUSY : random.below(3) === 0 ? STORM : LIFE;
    return [pick(random, kinds) ?? 'quiet', random.uint32()];
  });
}

const met = new Set<string>();

test.each(SEEDS)('life %i: what came is credited or sent back once, by as many as it takes', async (seed) => {
  const { failure, figures } = await run({ seed, events: depositEvents(seed) });
  expect(failure).toBeUndefined();
  for (const answer of Object.keys(figures?.answers ?? {})) met.add(answer);
});

test('these lives met what they are there for', () => {
  const wanted = [
    ...['ok', 'AMOUNT_BELOW_MIN', 'DEPOSITS_WAITING'].map((answer) => `deposit ${answer}`),
    ...['deposit_claim ok', 'deposit_claim TAKEN_BY_OTHER', 'deposit_reject ok', 'deposit_reject ALREADY_DECIDED'],
    ...['ok', 'ALREADY_DECIDED', 'RECEIPT_USED', 'RATE_OLD', 'INPUT_INVALID', 'NOT_VERIFIED', 'NOT_ALLOWED'].map(
      (answer) => `deposit_credit ${answer}`,
    ),
    ...['ok', 'OWN_WORK', 'ALREADY_DECIDED', 'RECEIPT_USED', 'RATE_OLD', 'NOT_ALLOWED'].map(
      (answer) => `proposal_accept ${answer}`,
    ),
    ...['proposal_reject ok', 'receipt_book ok', 'receipt_book RECEIPT_USED', 'receipt_book RATE_OLD'],
    ...['receipt_assign ok', 'receipt_return ok', 'receipt_take ok', 'receipt_keep ok'],
    ...['ok', 'CLAIM_FIRST', 'TAKEN_BY_OTHER', 'PAYMENT_USED'].map((answer) => `receipt_sent ${answer}`),
  ];
  expect(wanted.filter((answer) => !met.has(answer))).toEqual([]);
});
