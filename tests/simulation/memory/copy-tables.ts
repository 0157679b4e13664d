// What the migrations hold the tables of following to, written a second time by hand; and the statements of theirs that are no description's.

import { SKIP_REASONS } from '@fairtick/contract/trader-words';
import { formatUnits, readUnits } from '@fairtick/kernel/decimal';
import {
  COPY_EVENTS,
  COPY_MARKS,
  COPY_SKIPS,
  COPY_STEPS,
  FOLLOW_SETTINGS,
  FOLLOWS,
  TRADER_FOLLOWING,
} from '@fairtick/server/domains/copying/following/columns';
import type { Rules } from './constraints.ts';
import { type Hands, idOf, isAmong, type PeopleStatement } from './people.ts';
import { broken, type Row, type Value } from './rows.ts';

const UNIT = 100_000_000n;
const units = (value: Value | undefined): bigint => readUnits(String(value));
const isNull = (value: Value | undefined): boolean => value === null || value === undefined;
const oneOf = (value: Value | undefined, allowed: readonly Value[]): boolean | undefined =>
  isNull(value) ? undefined : allowed.includes(value ?? null);
const whole = (value: Value | undefined): bigint => BigInt(String(value));
const isOpen = ({ status }: Row): boolean => status === 'open';
const FIXED = Object.entries(FOLLOWS.columns).flatMap(([name, { changes }]) => (changes ? [] : [name]));
const ENDED = ['ended_time', 'ended_event', 'end_reason'];

const follows: Rules = {
  table: FOLLOWS,
  checks: {
    ended_behind_it_began: (row) =>
      isNull(row.ended_event) ? undefined : Number(row.ended_event) >= Number(row.began_event),
    ended_whole: (row) =>
      isNull(row.ended_time) === isNull(row.ended_event) && isNull(row.ended_time) === isNull(row.end_reason),
    follows_began_event_check: (row) => Number(row.began_event) >= 0,
    follows_closed_margin_check: (row) => units(row.closed_margin) >= 0n,
    follows_closed_num_check: (row) => Number(row.closed_num) >= 0,
    follows_end_reason_check: (row) => oneOf(row.end_reason, ['user', 'stop', 'trader', 'removed']),
    follows_share_rate_check: (row) => units(row.share_rate) >= 0n && units(row.share_rate) * 10n <= 3n * UNIT,
    nobody_follows_themselves: (row) => row.user_id !== row.trader_id,
  },
  partial: {
    one_relation_at_a_time: (row) => (isNull(row.ended_time) ? `${row.user_id}/${row.trader_id}` : undefined),
  },
  gives: true,
  shared: true,
  change: (before, after) => {
    const differs = (names: readonly string[]): boolean =>
      names.some((name) => (before[name] ?? null) !== (after[name] ?? null));
    const again = !isNull(before.ended_time) && differs(ENDED);
    if (again || differs(FIXED) || Number(after.closed_num) < Number(before.closed_num)) throw broken('follow_stays');
  },
};

const settings: Rules = {
  table: FOLLOW_SETTINGS,
  checks: {
    follow_settings_check: (row) => (isNull(row.stop_next) ? undefined : units(row.stop_next) > units(row.stop_amount)),
    follow_settings_from_event_check: (row) => Number(row.from_event) >= 0,
    follow_settings_max_amount_check: (row) =>
      units(row.max_amount) >= 10n * UNIT && units(row.max_amount) <= 1_000_000n * UNIT,
    follow_settings_mode_check: (row) => oneOf(row.mode, ['lots', 'proportional']),
    follow_settings_multiple_check: (row) => Number(row.multiple) >= 1 && Number(row.multiple) <= 100,
    follow_settings_number_check: (row) => Number(row.number) >= 1,
    follow_settings_stop_amount_check: (row) => units(row.stop_amount) > 0n,
    next_stop_later: (row) =>
      isNull(row.stop_next_from) ? undefined : whole(row.stop_next_from) > whole(row.set_time),
    next_stop_whole: (row) => isNull(row.stop_next) === isNull(row.stop_next_from),
  },
};

const events: Rules = {
  table: COPY_EVENTS,
  checks: {
    copy_events_barred_check: (row) => oneOf(row.barred, ['trader_day', 'trader_pace']),
    copy_events_kind_check: (row) => oneOf(row.kind, ['open', 'close', 'stops']),
    copy_events_number_check: (row) => Number(row.number) >= 1,
    copy_events_place_check: (row) => whole(row.place) >= -1n,
    openings_are_barred: (row) => isNull(row.barred) || row.kind === 'open',
    stops_of_what_is_open: (row) =>
      (row.kind !== 'close') === !isNull(row.stop_loss) && (row.kind !== 'close') === !isNull(row.take_profit),
    value_of_an_opening: (row) => (row.kind === 'open') === !isNull(row.net_value),
  },
  partial: {
    one_closing_per_order: (row) => (row.kind === 'close' ? String(row.order_id) : undefined),
    one_opening_per_order: (row) => (row.kind === 'open' ? String(row.order_id) : undefined),
  },
  change: (before) => {
    if (before.done === true) throw broken('copy_event_stays');
  },
  shared: true,
};

export const FOLLOWING: Rules = {
  table: TRADER_FOLLOWING,
  checks: {
    trader_following_check: (row) =>
      Number(row.live_followers) >= 0 && Number(row.live_followers) <= Number(row.followers),
    trader_following_copied_num_check: (row) => Number(row.copied_num) >= 0,
    trader_following_followers_check: (row) => Number(row.followers) >= 0,
    trader_following_last_event_check: (row) => Number(row.last_event) >= 0,
  },
  shared: true,
};

const others: readonly Rules[] = [
  FOLLOWING,
  {
    table: COPY_SKIPS,
    checks: {
      copy_skips_reason_check: (row) => oneOf(row.reason, SKIP_REASONS),
      copy_skips_wanted_check: (row) => units(row.wanted) >= 0n,
    },
  },
  {
    table: COPY_MARKS,
    checks: {
      copy_marks_accrued_check: (row) => units(row.accrued) >= 0n,
      copy_marks_high_water_check: (row) => units(row.high_water) >= 0n,
      copy_marks_paid_check: (row) => units(row.paid) >= 0n,
      copy_marks_steps_check: (row) => Number(row.steps) >= 0,
    },
  },
  {
    table: COPY_STEPS,
    checks: {
      copy_steps_number_check: (row) => Number(row.number) >= 1,
      copy_steps_share_rate_check: (row) => units(row.share_rate) >= 0n && units(row.share_rate) * 10n <= 3n * UNIT,
    },
  },
];

export const COPY_TABLES: readonly Rules[] = [follows, settings, events, ...others];

const copiesOf = (hands: Hands, event: Row, follow: Row): Row[] =>
  hands.rowsWith('forex_orders', 'origin_id', event.order_id ?? null).filter((one) => one.follow_id === follow.id);

/** Whether the event has still to reach the follower. */
function isLeft(hands: Hands, event: Row, follow: Row): boolean {
  const copies = copiesOf(hands, event, follow);
  const skips = hands.rowsWith('copy_skips', 'follow_id', follow.id ?? null);
  const notOpened = copies.length === 0 && !skips.some((skip) => skip.order_id === event.order_id);
  const ofOrder = hands.rowsWith('copy_events', 'order_id', event.order_id ?? null);
  if (event.kind === 'open') return notOpened;
  if (notOpened) return Number(ofOrder.find((one) => one.kind === 'open')?.number ?? 0) > Number(follow.began_event);
  if (event.kind === 'close') return copies.some(isOpen);
  const isReplaced = ofOrder.some((one) => one.kind === 'stops' && Number(one.number) > Number(event.number));
  if (isReplaced) return false;
  return copies.some(
    (one) =>
      isOpen(one) &&
      whole(one.armed_index) <= whole(event.place) &&
      (units(one.stop_loss) !== units(event.stop_loss) || units(one.take_profit) !== units(event.take_profit)),
  );
}

/** A later change of the order's stops has reached everybody. */
const isBehindDone = (hands: Hands, event: Row): boolean =>
  event.kind === 'stops' &&
  hands
    .rowsWith('copy_events', 'order_id', event.order_id ?? null)
    .some((one) => one.kind === 'stops' && Number(one.number) > Number(event.number) && one.done === true);

const byPair = (a: Row, b: Row): number =>
  Number(whole(a.trader_id) - whole(b.trader_id)) || Number(whole(a.user_id) - whole(b.user_id));

/** So many behind a pair of trader and follower, in their order. */
const page = (rows: readonly Row[], [limit, trader_id, user_id]: readonly unknown[]): Row[] => {
  const behind = { trader_id: idOf(trader_id), user_id: idOf(user_id) };
  return rows
    .filter((row) => byPair(row, behind) > 0)
    .sort(byPair)
    .slice(0, Number(limit));
};

const byPlace = (a: Row, b: Row): number =>
  Number(whole(a.place) - whole(b.place)) ||
  Number(whole(a.trader_id) - whole(b.trader_id)) ||
  Number(a.number) - Number(b.number);

export const COPY_STATEMENTS: Readonly<Record<string, PeopleStatement>> = {
  copying_nights: async (hands, [users]) => {
    const taken = new Map<Value, bigint>();
    for (const night of hands.rows('forex_financing')) {
      const order = hands.row('forex_orders', night.order_id ?? null);
      if (!order || isNull(order.follow_id) || !isOpen(order) || !isAmong(order.user_id, users)) continue;
      taken.set(night.order_id ?? null, (taken.get(night.order_id ?? null) ?? 0n) + units(night.taken));
    }
    return [...taken].map(([order_id, sum]) => {
      const { follow_id = null } = hands.row('forex_orders', order_id) ?? {};
      return { order_id, follow_id, taken: formatUnits(sum) };
    });
  },
  copying_stops: async (hands) =>
    hands.rows('follows').flatMap((follow) => {
      const copies = () => hands.rowsWith('forex_orders', 'follow_id', follow.id ?? null).filter(isOpen);
      const watched = isNull(follow.ended_time) || (follow.end_reason === 'stop' && copies().length > 0);
      const newest = hands
        .rowsWith('follow_settings', 'follow_id', follow.id ?? null)
        .sort((a, b) => Number(b.number) - Number(a.number))[0];
      return watched && newest ? [{ ...newest, ...follow }] : [];
    }),
  copying_copies: async (hands) =>
    hands
      .rows('forex_orders')
      .filter((order) => !isNull(order.follow_id) && order.status === 'open')
      .map((order) => {
        const nights = hands.rowsWith('forex_financing', 'order_id', order.id ?? null);
        const { trader_id = null, ended_event = null } = hands.row('follows', order.follow_id ?? null) ?? {};
        const taken = nights.reduce((sum, night) => sum + units(night.taken), 0n);
        return { ...order, trader_id, ended_event, nights: formatUnits(taken) };
      }),
  copying_undone: async (hands) =>
    hands
      .rows('copy_events')
      .filter((event) => event.done !== true && !isBehindDone(hands, event))
      .sort(byPlace),
  copying_left: async (hands, [id]) => {
    const [event] = hands.rowsWith('copy_events', 'id', BigInt(String(id)));
    if (!event) return [];
    return hands.rowsWith('follows', 'trader_id', event.trader_id ?? null).filter((follow) => {
      const bound =
        Number(follow.began_event) < Number(event.number) &&
        (isNull(follow.ended_event) || Number(follow.ended_event) >= Number(event.number));
      return bound && isLeft(hands, event, follow);
    });
  },
  copying_done: async (hands, [id]) => {
    await hands.change('copy_events', BigInt(String(id)), { done: true });
    return [];
  },
  copying_unpaid: async (hands, asked) =>
    page(
      hands.rows('copy_marks').filter((mark) => units(mark.cumulative) > units(mark.high_water)),
      asked,
    ),
  copying_orphaned: async (hands, asked) =>
    page(
      hands.rows('follows').filter((follow) => {
        const trader = hands.row('trader_following', follow.trader_id ?? null);
        return isNull(follow.ended_time) && trader?.leads !== true;
      }),
      asked,
    ),
};
