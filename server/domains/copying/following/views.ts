// Following in the contract's own names.

import type { FollowedView, FollowerView, SkipView } from '@fairtick/contract/http/follow';
import { SKIP_REASONS } from '@fairtick/contract/trader-words';
import { formatUnits, readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { uidOf } from '../../accounts/index.ts';
import type { Entry } from '../board.ts';
import { percent } from '../rules/figures.ts';
import { defaultNickname } from '../rules/nickname.ts';
import { traderView } from '../views.ts';
import type { Follower, Following, SkippedRow } from './list-table.ts';

const NO_AVATAR = '';
const usd = (units: bigint): string => formatUnits(units, 6);

/** Of a relation's open copies. 1e-8 USD. */
export interface OpenCopies {
  readonly ids: readonly Id[];
  readonly margin: bigint;
  /** Fees and nights. */
  readonly cost: bigint;
  /** What closing them now would bring, fees and nights taken off. */
  readonly net: bigint;
}

export const followedView = (
  entry: Entry,
  { follow, settings, accrued, paid }: Following,
  open: OpenCopies,
): FollowedView => ({
  trader: traderView(entry, settings),
  mode: settings.mode,
  multiple: settings.multiple,
  max_amount: formatUnits(settings.maxAmount, 2),
  stop_amount: formatUnits(settings.stopAmount, 2),
  stop_next: settings.stopNext === undefined ? null : formatUnits(settings.stopNext, 2),
  stop_next_from: settings.stopNextFrom ?? null,
  paused: settings.paused,
  share_rate: formatUnits(follow.shareRate * 100n, 2),
  since: follow.beganTime,
  used: usd(open.margin),
  open_num: open.ids.length,
  copies: open.ids.map(String),
  open_cost: usd(open.cost),
  closed_num: follow.closedNum,
  net: usd(follow.closedNet),
  open_net: usd(open.net),
  accrued: usd(accrued),
  paid: usd(paid),
  stop_result: usd(follow.closedNet + open.net),
});

/** As a trader sees who follows: nobody's name, and no number that leads to them. */
export const followerView = ({ followId, userId, net, margin, paid }: Follower): FollowerView => ({
  follow_id: String(followId),
  avatar: NO_AVATAR,
  nickname: `***${uidOf(userId).slice(-2)}`,
  profitability: formatUnits(percent(net, margin), 2),
  total_profits: usd(net),
  paid: usd(paid),
});

const isReason = (text: string): text is SkipView['reason'] => SKIP_REASONS.some((one) => one === text);

export const skipView = (row: SkippedRow, entry: Entry | undefined, pair: string): SkipView => ({
  trader_id: String(row.trader_id),
  nickname: nameOf(row.trader_id, entry),
  order_id: String(row.order_id),
  pair,
  reason: isReason(row.reason) ? row.reason : 'barred',
  wanted: formatUnits(readUnits(row.wanted)),
  time: Number(row.skip_time),
});

export const relationView = (
  { id, trader_id: traderId }: { readonly id: Id; readonly trader_id: Id },
  entry: Entry | undefined,
) => ({ id: String(id), trader_id: String(traderId), nickname: nameOf(traderId, entry) });

const nameOf = (traderId: Id, entry: Entry | undefined): string =>
  entry?.trader.nickname ?? defaultNickname(uidOf(traderId));
