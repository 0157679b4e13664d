// What the tables of following hold, described once: columns, types, and where each value stands in a row's object. Amounts in USD, times UTC ms.

import type { SkipReason } from '@fairtick/contract/trader-words';
import type { CopyMode } from '@fairtick/engine/copying';
import type { Realm } from '@fairtick/engine/types';
import type { Amount, Price, Quantity } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { columnsOf } from '../../../platform/database/tables/column.ts';
import { Table } from '../../../platform/database/tables/table.ts';
import {
  AMOUNT,
  BOOL,
  ID,
  INT4,
  PRICE,
  QUANTITY,
  REALM,
  textOf,
  WHOLE,
} from '../../../platform/database/tables/types.ts';

/** What a batch asks of a trader who was ever approved. */
export interface Leading {
  readonly traderId: Id;
  /** Whether they may be followed now. */
  readonly leads: boolean;
  /** 1e-8: a tenth is 0.1. */
  readonly shareRate: Amount;
  readonly maxFollowers: number;
  /** Who follow now, and those of them with real money. */
  readonly followers: number;
  readonly liveFollowers: number;
  /** The number of the newest of their events. */
  readonly lastEvent: number;
  /** The UTC day, since 1970, of their newest opening that was copied, how many were on it, and its time. */
  readonly copiedDay: number;
  readonly copiedNum: number;
  readonly copiedTime: number;
}

const leading = columnsOf<Leading>();

export const TRADER_FOLLOWING = new Table('trader_following', ['trader_id'], {
  trader_id: leading.fixed(ID, 'traderId'),
  leads: leading.byDatabase(BOOL, 'leads'),
  share_rate: leading.byDatabase(AMOUNT, 'shareRate'),
  max_followers: leading.byDatabase(INT4, 'maxFollowers'),
  followers: leading.byDatabase(INT4, 'followers'),
  live_followers: leading.byDatabase(INT4, 'liveFollowers'),
  last_event: leading.changing(INT4, 'lastEvent'),
  copied_day: leading.changing(INT4, 'copiedDay'),
  copied_num: leading.changing(INT4, 'copiedNum'),
  copied_time: leading.changing(WHOLE, 'copiedTime'),
});

/** user: they left it; stop: it reached the sum that they set; trader: who is followed leads no more; removed: their account is gone. */
export type EndReason = 'user' | 'stop' | 'trader' | 'removed';

/** A relation. */
export interface Follow {
  readonly id: Id;
  readonly realm: Realm;
  /** Who follows. */
  readonly userId: Id;
  readonly traderId: Id;
  /** Stays for this relation. */
  readonly shareRate: Amount;
  /** Events of the trader behind this number are copied. */
  readonly beganEvent: number;
  readonly beganTime: number;
  /** Closings behind this number are not followed. */
  readonly endedEvent: number | undefined;
  readonly endedTime: number | undefined;
  readonly endReason: EndReason | undefined;
  /** Of its closed copies, also of those that closed after it ended: how many, their net results, their margin. */
  readonly closedNum: number;
  readonly closedNet: Amount;
  readonly closedMargin: Amount;
}

const follow = columnsOf<Follow>();

export const FOLLOWS = new Table('follows', ['id'], {
  id: follow.fixed(ID, 'id'),
  realm: follow.fixed(REALM, 'realm'),
  user_id: follow.fixed(ID, 'userId'),
  trader_id: follow.fixed(ID, 'traderId'),
  share_rate: follow.fixed(AMOUNT, 'shareRate'),
  began_event: follow.fixed(INT4, 'beganEvent'),
  began_time: follow.fixed(WHOLE, 'beganTime'),
  ended_event: follow.changing.optional(INT4, 'endedEvent'),
  ended_time: follow.changing.optional(WHOLE, 'endedTime'),
  end_reason: follow.changing.optional(textOf<EndReason>(), 'endReason'),
  closed_num: follow.changing(INT4, 'closedNum'),
  closed_net: follow.changing(AMOUNT, 'closedNet'),
  closed_margin: follow.changing(AMOUNT, 'closedMargin'),
});

/** What a follower set, from an event of the trader's on. */
export interface FollowSettings {
  readonly followId: Id;
  /** From 1. */
  readonly number: number;
  readonly userId: Id;
  /** It holds for events behind this number. */
  readonly fromEvent: number;
  readonly mode: CopyMode;
  readonly multiple: number;
  readonly maxAmount: Amount;
  /** The relation ends when its copies have lost so much. */
  readonly stopAmount: Amount;
  /** A higher sum, which holds from a later moment on; both or neither. */
  readonly stopNext: Amount | undefined;
  readonly stopNextFrom: number | undefined;
  /** No new copies. */
  readonly paused: boolean;
  readonly setTime: number;
}

const settings = columnsOf<FollowSettings>();

export const FOLLOW_SETTINGS = new Table('follow_settings', ['follow_id', 'number'], {
  follow_id: settings.fixed(ID, 'followId'),
  number: settings.fixed(INT4, 'number'),
  user_id: settings.fixed(ID, 'userId'),
  from_event: settings.fixed(INT4, 'fromEvent'),
  mode: settings.fixed(textOf<CopyMode>(), 'mode'),
  multiple: settings.fixed(INT4, 'multiple'),
  max_amount: settings.fixed(AMOUNT, 'maxAmount'),
  stop_amount: settings.fixed(AMOUNT, 'stopAmount'),
  stop_next: settings.fixed.optional(AMOUNT, 'stopNext'),
  stop_next_from: settings.fixed.optional(WHOLE, 'stopNextFrom'),
  paused: settings.fixed(BOOL, 'paused'),
  set_time: settings.fixed(WHOLE, 'setTime'),
});

/** What of a trader's order is to be done for everybody who follows. */
export interface CopyEvent {
  readonly id: Id;
  readonly traderId: Id;
  /** From 1, without a gap. */
  readonly number: number;
  readonly kind: 'open' | 'close' | 'stops';
  readonly orderId: Id;
  /** The place in the log of ticks that the trader's decision saw. */
  readonly place: number;
  readonly time: number;
  /** Of an opening: the trader's net value before it. */
  readonly netValue: Amount | undefined;
  /** Of an opening and of stops: what they are from then on; 0 none. */
  readonly stopLoss: Price | undefined;
  readonly takeProfit: Price | undefined;
  /** Of an opening that is copied for nobody: why. */
  readonly barred: 'trader_day' | 'trader_pace' | undefined;
  readonly done: boolean;
}

const event = columnsOf<CopyEvent>();

export const COPY_EVENTS = new Table(
  'copy_events',
  ['id'],
  {
    id: event.fixed(ID, 'id'),
    trader_id: event.fixed(ID, 'traderId'),
    number: event.fixed(INT4, 'number'),
    kind: event.fixed(textOf<CopyEvent['kind']>(), 'kind'),
    order_id: event.fixed(ID, 'orderId'),
    place: event.fixed(WHOLE, 'place'),
    event_time: event.fixed(WHOLE, 'time'),
    net_value: event.fixed.optional(AMOUNT, 'netValue'),
    stop_loss: event.fixed.optional(PRICE, 'stopLoss'),
    take_profit: event.fixed.optional(PRICE, 'takeProfit'),
    barred: event.fixed.optional(textOf<NonNullable<CopyEvent['barred']>>(), 'barred'),
    done: event.changing(BOOL, 'done'),
  },
  { one_event_per_number: ['trader_id', 'number'] },
);

/** An order of the trader's that was not copied. */
export interface CopySkip {
  readonly followId: Id;
  readonly orderId: Id;
  readonly userId: Id;
  readonly reason: SkipReason;
  readonly wanted: Quantity;
  readonly time: number;
}

const skip = columnsOf<CopySkip>();

export const COPY_SKIPS = new Table('copy_skips', ['follow_id', 'order_id'], {
  follow_id: skip.fixed(ID, 'followId'),
  order_id: skip.fixed(ID, 'orderId'),
  user_id: skip.fixed(ID, 'userId'),
  reason: skip.fixed(textOf<SkipReason>(), 'reason'),
  wanted: skip.fixed(QUANTITY, 'wanted'),
  skip_time: skip.fixed(WHOLE, 'time'),
});

/** What one has come to with a trader, in whichever relations. */
export interface Mark {
  readonly userId: Id;
  readonly traderId: Id;
  readonly shareRate: Amount;
  readonly cumulative: Amount;
  readonly highWater: Amount;
  readonly accrued: Amount;
  readonly paid: Amount;
  readonly steps: number;
}

const mark = columnsOf<Mark>();

export const COPY_MARKS = new Table('copy_marks', ['user_id', 'trader_id'], {
  user_id: mark.fixed(ID, 'userId'),
  trader_id: mark.fixed(ID, 'traderId'),
  share_rate: mark.changing(AMOUNT, 'shareRate'),
  cumulative: mark.changing(AMOUNT, 'cumulative'),
  high_water: mark.changing(AMOUNT, 'highWater'),
  accrued: mark.changing(AMOUNT, 'accrued'),
  paid: mark.changing(AMOUNT, 'paid'),
  steps: mark.changing(INT4, 'steps'),
});

/** How a mark moved: a closed copy, or a payment. */
export interface MarkStep {
  readonly id: Id;
  readonly userId: Id;
  readonly traderId: Id;
  readonly number: number;
  /** Of a closed copy. */
  readonly orderId: Id | undefined;
  readonly shareRate: Amount;
  readonly net: Amount;
  readonly cumulative: Amount;
  readonly highWater: Amount;
  readonly accrued: Amount;
  /** Set aside; below 0 returned or paid. */
  readonly moved: Amount;
  readonly time: number;
}

const step = columnsOf<MarkStep>();

export const COPY_STEPS = new Table(
  'copy_steps',
  ['id'],
  {
    id: step.fixed(ID, 'id'),
    user_id: step.fixed(ID, 'userId'),
    trader_id: step.fixed(ID, 'traderId'),
    number: step.fixed(INT4, 'number'),
    order_id: step.fixed.optional(ID, 'orderId'),
    share_rate: step.fixed(AMOUNT, 'shareRate'),
    net: step.fixed(AMOUNT, 'net'),
    cumulative: step.fixed(AMOUNT, 'cumulative'),
    high_water: step.fixed(AMOUNT, 'highWater'),
    accrued: step.fixed(AMOUNT, 'accrued'),
    moved: step.fixed(AMOUNT, 'moved'),
    step_time: step.fixed(WHOLE, 'time'),
  },
  { copy_steps_order_id_key: ['order_id'], one_step_per_number: ['user_id', 'trader_id', 'number'] },
);
