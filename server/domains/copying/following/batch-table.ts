// The SQL of a batch of following: what its owners follow and set, who of them may be followed, and what it writes.

import { type Amount, amount, readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { int8 } from '../../../platform/database/columns.ts';
import type { Queries } from '../../../platform/database/pools.ts';
import type { Write } from '../../../platform/database/statement.ts';
import { select } from '../../../platform/database/tables/select.ts';
import {
  COPY_EVENTS,
  COPY_MARKS,
  COPY_SKIPS,
  COPY_STEPS,
  type CopyEvent,
  type CopySkip,
  FOLLOW_SETTINGS,
  FOLLOWS,
  type Follow,
  type FollowSettings,
  type Leading,
  type Mark,
  type MarkStep,
  TRADER_FOLLOWING,
} from './columns.ts';

const LEADING = select(
  TRADER_FOLLOWING,
  { name: 'copying_leading', columns: TRADER_FOLLOWING.names },
  TRADER_FOLLOWING.isIn('trader_id'),
);
const OF_USERS = select(FOLLOWS, { name: 'copying_follows', columns: FOLLOWS.names }, FOLLOWS.isIn('user_id'));
const SETTINGS = select(
  FOLLOW_SETTINGS,
  { name: 'copying_settings', columns: FOLLOW_SETTINGS.names },
  FOLLOW_SETTINGS.isIn('user_id'),
);
const MARKS = select(COPY_MARKS, { name: 'copying_marks', columns: COPY_MARKS.names }, COPY_MARKS.isIn('user_id'));

const toLeading = TRADER_FOLLOWING.flat(TRADER_FOLLOWING.names);
export const toFollow = FOLLOWS.flat(FOLLOWS.names);
const toSettings = FOLLOW_SETTINGS.flat(FOLLOW_SETTINGS.names);
const toMark = COPY_MARKS.flat(COPY_MARKS.names);

/** What nights took of open copies until now. */
const NIGHTS = `SELECT o.id AS order_id, o.follow_id, (SELECT coalesce(sum(f.taken), 0) FROM forex_financing f WHERE f.order_id = o.id) AS taken FROM forex_orders o
  WHERE o.user_id = ANY ($1::bigint[]) AND o.follow_id IS NOT NULL AND o.status IN ('pending', 'open')`;

export interface Loaded {
  readonly leading: readonly Leading[];
  readonly follows: readonly Follow[];
  readonly settings: readonly FollowSettings[];
  readonly marks: readonly Mark[];
  readonly nights: readonly CopyNight[];
}

/** What nights took of a copy. */
export interface CopyNight {
  readonly orderId: Id;
  readonly followId: Id;
  readonly taken: Amount;
}

/**
 * `users`: behind the lock of these. `traders`: also of whom a decision asks whether they may be followed. What relations have is read only where there is one:
 * most batches are of people who follow nobody.
 */
export async function loadForBatch(tx: Queries, users: readonly Id[], traders: readonly Id[]): Promise<Loaded> {
  const [leading, follows] = await Promise.all([
    LEADING.rows(tx, { trader_id: [...new Set([...users, ...traders])] }),
    OF_USERS.rows(tx, { user_id: users }),
  ]);
  const followers = [...new Set(follows.map((row) => row.user_id))];
  const more = followers.length === 0 ? NO_RELATIONS : await loadRelations(tx, followers);
  return { leading: leading.map(toLeading), follows: follows.map(toFollow), ...more };
}

type OfRelations = Pick<Loaded, 'settings' | 'marks' | 'nights'>;
const NO_RELATIONS: OfRelations = { settings: [], marks: [], nights: [] };

async function loadRelations(tx: Queries, users: readonly Id[]): Promise<OfRelations> {
  const [settings, marks, nights] = await Promise.all([
    SETTINGS.rows(tx, { user_id: users }),
    MARKS.rows(tx, { user_id: users }),
    tx.query<{ order_id: Id; follow_id: Id; taken: string }>({
      name: 'copying_nights',
      text: NIGHTS,
      values: [int8(users)],
    }),
  ]);
  return {
    settings: settings.map(toSettings),
    marks: marks.map(toMark),
    nights: nights.rows.map((row) => ({
      ...{ orderId: row.order_id, followId: row.follow_id },
      taken: amount(readUnits(row.taken)),
    })),
  };
}

const updateLeading = TRADER_FOLLOWING.update('copying_leading_update');
const updateFollows = FOLLOWS.update('copying_follows_update');
const updateMarks = COPY_MARKS.update('copying_marks_update');

/** What a batch made and changed of each. */
export interface Written {
  readonly leading: readonly Leading[];
  readonly begun: readonly Follow[];
  readonly follows: readonly Follow[];
  readonly settings: readonly FollowSettings[];
  readonly events: readonly CopyEvent[];
  readonly skips: readonly CopySkip[];
  readonly newMarks: readonly Mark[];
  readonly marks: readonly Mark[];
  readonly steps: readonly MarkStep[];
}

/** Relations before what was set in them, marks before their steps. */
export const writeFollowing = (batch: Written): Write[] => [
  ...updateLeading(batch.leading),
  ...FOLLOWS.rows(batch.begun),
  ...updateFollows(batch.follows),
  ...FOLLOW_SETTINGS.rows(batch.settings),
  ...COPY_EVENTS.rows(batch.events),
  ...COPY_SKIPS.rows(batch.skips),
  ...COPY_MARKS.rows(batch.newMarks),
  ...updateMarks(batch.marks),
  ...COPY_STEPS.rows(batch.steps),
];
