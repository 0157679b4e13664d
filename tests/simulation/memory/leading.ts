// Who leads in the simulated world, and how many follow them: statements that no server asks, and the triggers that count followers.

import { checkRow, ownerKey } from './constraints.ts';
import { FOLLOWING } from './copy-tables.ts';
import type { Rewritable } from './entries.ts';
import { held, idOf, isAmong, none, type PeopleStatement } from './people.ts';
import { type Row, SqlError } from './rows.ts';

/** Where the counters of a relation's trader are. */
export const countedAt = ({ trader_id }: Row): string => `trader_following/${trader_id}`;

/** The triggers follower_begins and follower_ends: a relation that begins or ends moves its trader's counters. */
export function countFollower(tables: Rewritable, before: Row | undefined, after: Row): void {
  const began = before === undefined;
  if (!began && (!none(before.ended_time) || none(after.ended_time))) return;
  const counters = tables.seen('trader_following', after.trader_id ?? null);
  if (!counters) throw new SqlError('23503', 'violates follows_trader_id_fkey', 'follows_trader_id_fkey');
  const by = began && none(after.ended_time) ? 1 : -1;
  const moved = {
    ...counters,
    followers: Number(counters.followers) + by,
    live_followers: Number(counters.live_followers) + (after.realm === 'live' ? by : 0),
  };
  checkRow(FOLLOWING, moved);
  tables.put('trader_following', after.trader_id ?? null, moved);
}

/** No statements of the server's: somebody is let lead on these terms, or leads no more. Who follows others leads nobody. */
export const LEAD = 'simulation_lead';
export const LEAD_NO_MORE = 'simulation_lead_no_more';

export const LEADING_STATEMENTS: Readonly<Record<string, PeopleStatement>> = {
  [LEAD]: async (hands, [userId, shareRate, most]) => {
    const id = idOf(userId);
    await hands.hold([ownerKey(id, 'live'), `trader_following/${id}`]);
    if (hands.rowsWith('follows', 'user_id', id).some((row) => none(row.ended_time))) return [];
    const terms = { leads: true, share_rate: shareRate, max_followers: most };
    if (hands.row('trader_following', id)) await hands.change('trader_following', id, terms);
    else
      await hands.insert('trader_following', {
        ...{ trader_id: id, ...terms, followers: 0, live_followers: 0, last_event: 0 },
        ...{ copied_day: 0, copied_num: 0, copied_time: 0n },
      });
    return [];
  },
  [LEAD_NO_MORE]: async (hands, [userId]) => {
    await held(hands, 'trader_following', idOf(userId));
    await hands.change('trader_following', idOf(userId), { leads: false });
    return [];
  },
  // Nobody has asked to lead in this world: they are let.
  traders_find: async () => [],
  // Nor does anybody's account go down by half: what it was each hour is kept by a job that does not run here.
  trader_equity_after: async () => [],
  verifications_accepted_card: async (hands, [userId, macs]) => {
    const others = hands
      .rows('verifications')
      .filter((row) => row.status === 2 && row.user_id !== idOf(userId) && isAmong(row.card_mac, macs));
    return [...new Set(others.map(({ user_id = null }) => user_id))].map((user_id) => ({ user_id }));
  },
};
