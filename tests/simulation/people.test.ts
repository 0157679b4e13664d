// People in the simulation: lives in which mostly people register, send documents and are decided on, while processes die between any two steps.

import { seededRandom } from '@fairtick/kernel/random';
import { expect, test } from 'vitest';
import { type Event, type Kind, pick } from './events.ts';
import { run } from './run.ts';

const BUSY: readonly Kind[] = [
  'register',
  'register',
  'prove',
  'prove',
  'prove',
  'review',
  'review',
  'review',
  'review',
];
const STORM: readonly Kind[] = ['crash', 'crash_at', 'crash_at', 'conflict', 'lost', 'lost_after', 'zombie', 'slow'];
const TRADE: readonly Kind[] = ['tick', 'tick', 'submit', 'micro', 'standing', 'own_limits', 'quiet', 'restart'];
const EVENTS = 700;
const SEEDS = [1, 2, 3, 4, 5];

/** Two of three are people's; the others trade, or break what is under way. */
function peopleEvents(seed: number): Event[] {
  const random = seededRandom(seed);
  return Array.from({ length: EVENTS }, (): Event => {
    const kinds = random.below(3) > 0 ? BUSY : random.below(3) === 0 ? STORM : TRADE;
    return [pick(random, kinds) ?? 'quiet', random.uint32()];
  });
}

const met = new Set<string>();

test.each(SEEDS)(
  'life %i: whoever registers is one person, and whoever is verified was seen, decided on and told',
  async (seed) => {
    const { failure, figures } = await run({ seed, events: peopleEvents(seed) });
    expect(failure).toBeUndefined();
    for (const answer of Object.keys(figures?.answers ?? {})) met.add(answer);
  },
);

test('these lives met what they are there for', () => {
  expect([...met]).toEqual(expect.arrayContaining(['register ok', 'register ACCOUNT_TAKEN', 'register CODE_WRONG']));
  expect([...met]).toEqual(expect.arrayContaining(['register KEY_REUSED', 'send_code ok', 'send_code CODE_TOO_SOON']));
  expect([...met]).toEqual(expect.arrayContaining(['real_name_submit ok', 'real_name_submit UPLOAD_UNKNOWN']));
  expect([...met]).toEqual(
    expect.arrayContaining(['real_name_submit UPLOAD_USED', 'real_name_submit VERIFICATION_DONE']),
  );
  expect([...met]).toEqual(
    expect.arrayContaining(['claim ok', 'claim TAKEN_BY_OTHER', 'look ok', 'accept IMAGES_UNSEEN']),
  );
  expect([...met]).toEqual(expect.arrayContaining(['accept ok', 'reject ok', 'accept ALREADY_DECIDED']));
});
