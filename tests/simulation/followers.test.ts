// Followers in the simulation: lives in which mostly some lead and others follow, while prices move and processes die between any two copies of one order.

import { seededRandom } from '@fairtick/kernel/random';
import { expect, test } from 'vitest';
import { type Event, type Kind, pick } from './events.ts';
import { run } from './run.ts';

const BUSY: readonly Kind[] = [
  ...(['follow', 'follow', 'led', 'led', 'led', 'led', 'submit', 'close', 'stops', 'transfer'] as const),
  ...(['tick', 'tick', 'tick', 'tick', 'tick', 'tick', 'tick', 'tick', 'burst', 'lead', 'slow'] as const),
];
const STORM: readonly Kind[] = [
  'crash',
  'crash_at',
  'crash_at',
  'conflict',
  'lost',
  'lost_after',
  'zombie',
  'slow',
  'away',
  'quiet',
];
const LIFE: readonly Kind[] = ['standing', 'own_limits', 'create', 'create', 'quiet', 'reset', 'restart', 'feed'];
const EVENTS = 1_200;
const SEEDS = [1, 2, 3, 4, 5, 7, 8, 10, 17, 18, 64, 65, 72, 77, 86];

/** Six of seven are of traders and who follows them; with the others life goes on, or what is under way breaks. */
export function followerEvents(seed: number): Event[] {
  const random = seededRandom(seed);
  return Array.from({ length: EVENTS }, (): Event => {
    const kinds = random.below(7) > 0 ? BUSY : random.below(2) === 0 ? STORM : LIFE;
    return [pick(random, kinds) ?? 'quiet', random.uint32()];
  });
}

const met = new Set<string>();

test.each(SEEDS)(
  'life %i: each order reaches each who follows once, at its own tick, and a share is of new gains only',
  async (seed) => {
    const { failure, figures } = await run({ seed, events: followerEvents(seed) });
    expect(failure).toBeUndefined();
    for (const answer of Object.keys(figures?.answers ?? {})) met.add(answer);
  },
);

test('these lives met what they are there for', () => {
  const wanted = [
    ...[
      'follow_trader ok',
      'follow_trader FOLLOWED_ALREADY',
      'follow_trader TRADER_FULL',
      'follow_trader NOT_VERIFIED',
    ],
    ...['follow_trader TRADER_FOLLOWS', 'follow_trader FOLLOW_SELF', 'follow_settings ok', 'canal_follow ok'],
    ...['copy copied', 'copy unfollowed', 'copy paused', 'copy late', 'copy trader', 'copy barred', 'copy max_amount'],
    ...['copy wanted', 'copy free_margin', 'copy ended copy_close', 'copy ended copy_stop'],
    ...[
      'copy ended forex_close',
      'copy ended canal_follow',
      'copy ended stop_loss',
      'copy ended take_profit',
      'copy position_limit',
      'copy copied_limit',
      'copy trader_day',
      'copy trader_pace',
      'copy_shares_paid ok',
      'follows_ended ok',
    ],
  ];
  expect(wanted.filter((answer) => !met.has(answer))).toEqual([]);
});
