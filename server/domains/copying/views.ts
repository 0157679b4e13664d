// Traders in the contract's own names. Only this file knows both vocabularies.

import type { FollowOrder, RankEntry, TraderProfile, TraderRecord, TraderView } from '@fairtick/contract/http/follow';
import type { LanguageKey } from '@fairtick/contract/languages';
import { APPLY_ORDERS, TRADER_STATUS } from '@fairtick/contract/trader-words';
import { closingPrice } from '@fairtick/engine/quotes';
import { toHex } from '@fairtick/kernel/bytes';
import { type Amount, formatFixed, formatUnits, min, price, quantity, RATE_PLACES } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { timeText } from '../../platform/time-text.ts';
import { uidOf } from '../accounts/index.ts';
import { floatingOf, type Listed, type QuotesAt } from '../forex/index.ts';
import { type Agreement, agreementIn } from './agreement.ts';
import type { Entry } from './board.ts';
import type { FollowedSums } from './following/list-table.ts';
import { mainPairOf, multipleOf, percent, rateOf, type Sums, winOf } from './rules/figures.ts';
import { defaultNickname } from './rules/nickname.ts';
import { meanOf, profitFactor } from './rules/returns.ts';
import type { ApplicationRow, Trader } from './table.ts';

const DAY_MS = 86_400_000;
/** There are no pictures of traders yet: the app shows its own. */
const NO_AVATAR = '';

const usd = (units: bigint): string => formatUnits(units, 6);
const percentText = (units: Amount): string => formatUnits(units, 2);
/** 10 % is 0.1 in 1e-8. */
const shareText = (rate: bigint): string => formatUnits(rate * 100n, 2);
const figureText = (units: Amount | undefined): string => (units === undefined ? '' : percentText(units));

export const nicknameOf = ({
  nickname,
  userId,
}: {
  readonly nickname: string | undefined;
  readonly userId: Id;
}): string => nickname ?? defaultNickname(uidOf(userId));

const riskView = ({ open, figures }: Pick<Entry, 'open' | 'figures'>) => ({
  open_result: usd(open.net),
  drawdown: figureText(figures.drawdown),
});

const NOBODY: FollowedSums = {
  ...{ followers: 0, openCopies: 0, openMargin: 0n, closedCopies: 0, closedNet: 0n },
  ...{ settled: 0, gaining: 0 },
};

const STATES = {
  [TRADER_STATUS.approved]: 'active',
  [TRADER_STATUS.suspended]: 'suspended',
  [TRADER_STATUS.left]: 'left',
} as const;

/** Whoever has led and applies again is still one who has left. */
function stateOf({ status }: Trader): TraderView['state'] {
  return status === TRADER_STATUS.approved || status === TRADER_STATUS.suspended ? STATES[status] : 'left';
}

/** `own`: what the caller set, where they follow. */
export const traderView = (
  entry: Entry,
  own?: { readonly multiple: number; readonly maxAmount: bigint },
): TraderView => ({
  id: String(entry.trader.userId),
  user_id: String(entry.trader.userId),
  avatar: NO_AVATAR,
  nickname: nicknameOf(entry.trader),
  ...sumsView(entry.followed ?? NOBODY),
  is_followed: own !== undefined,
  position_quantity: (own ?? entry.trader).multiple,
  max_amount: formatUnits((own ?? entry.trader).maxAmount, 2),
  profit_percent: percentText(rateOf(entry.window)),
  total_profit: usd(entry.life.net),
  share_rate: shareText(entry.trader.shareRate),
  ...riskView(entry),
  own_num: entry.life.count,
  state: stateOf(entry.trader),
});

export const windowView = (sums: Sums) => ({
  rate: percentText(rateOf(sums)),
  win: percentText(winOf(sums)),
  profit: usd(sums.net),
  trades: sums.count,
});

/** Means of gains and of losses, and how long each were held. */
export const averagesOf = ({ won, gains, lost, losses, heldGains, heldLosses }: Sums) => ({
  gain: usd(meanOf(won, gains)),
  loss: usd(meanOf(lost, losses)),
  heldGain: gains === 0 ? 0 : Math.round(heldGains / gains),
  heldLoss: losses === 0 ? 0 : Math.round(heldLosses / losses),
});

export function recordView(entry: Entry, nowMs: number): TraderRecord {
  const { trader, window, life, figures } = entry;
  const averages = averagesOf(life);
  const followed = entry.followed ?? NOBODY;
  return {
    user_id: String(trader.userId),
    days: Math.max(0, Math.floor((nowMs - (trader.approvedTime ?? nowMs)) / DAY_MS)),
    three_week: windowView(window),
    total: windowView(life),
    return_7: figureText(figures.week),
    return_30: figureText(figures.month),
    return_90: figureText(figures.quarter),
    return_life: figureText(figures.life),
    sharpe: figureText(figures.sharpe),
    ...riskView(entry),
    open_margin: usd(entry.open.margin),
    equity: formatUnits(entry.equity, 2),
    profit_factor: figureText(profitFactor(life.won, life.lost)),
    average_gain: averages.gain,
    average_loss: averages.loss,
    held_gain: averages.heldGain,
    held_loss: averages.heldLoss,
    worst_order: usd(min(0n, entry.worst)),
    worst_week: figureText(figures.worstWeek),
    followers_net: usd(followed.closedNet),
    followers_settled: followed.settled,
    followers_gaining: followed.gaining,
    assets: usd(entry.assets),
    unlisted: [...entry.unlisted],
    curve: figures.curve.map(({ time, value }) => ({ time, value: formatUnits(value, 2) })),
  };
}

/** `code`: of a pair. */
export function rankView(entry: Entry, code: (pairId: number) => string): RankEntry {
  const { trader, window, life, rank } = entry;
  const pairId = mainPairOf(window);
  return {
    user: { id: String(trader.userId), nickname: nicknameOf(trader), avatar: NO_AVATAR },
    multiple: multipleOf(window),
    three_week_rate: percentText(rateOf(window)),
    three_week_win: percentText(winOf(window)),
    three_week_profit: usd(window.net),
    total_rate: percentText(rateOf(life)),
    total_trade_num: life.count,
    code: pairId === undefined ? '' : code(pairId),
    rank_rate: percentText(percent(rank.net, rank.margin)),
    ...riskView(entry),
  };
}

const sumsView = (sums: FollowedSums) => ({
  follow_num: sums.followers,
  position_num: sums.openCopies,
  total_num: sums.closedCopies,
  total_amount: usd(sums.openMargin),
  total_profits: usd(sums.closedNet),
});

/** An open one as it stands at this moment of the market. */
export function orderView(order: Listed, market: QuotesAt, showCode: string, lang: LanguageKey): FollowOrder {
  const shown = (of: bigint): string => formatFixed(of, order.pricePrecision);
  const isOpen = order.close === undefined;
  const result = isOpen ? floatingOf(positionOf(order), market) : order.result;
  const tick = market.view.quote(order.pairId);
  const now = tick && closingPrice(order.side, tick, order.terms.markup);
  return {
    Id: String(order.id),
    ForexTradeLists: { ShowCode: showCode },
    OrderType: order.side === 'buy' ? 1 : 2,
    Quantity: formatUnits(order.quantity),
    Status: isOpen ? 1 : 3,
    OriginPrice: shown(order.target ?? order.open),
    Price: shown(order.open),
    UpdatePrice: shown(order.close ?? now ?? order.open),
    FactProfits: usd(result),
    FollowType: order.isCopy ? 2 : 1,
    CreateTimeHandler: timeText(order.createdTime, lang),
    Multiple: order.multiple,
    PairId: order.pairId,
    OpenRate: formatUnits(order.openRate, 0, RATE_PLACES),
    NetProfits: usd(result - order.fee - order.nights),
    CompleteTime: order.closeTime ?? null,
  };
}

const positionOf = ({ pairId, side, quantity: lots, terms, open, openRate }: Listed) =>
  ({
    pairId,
    side,
    quantity: quantity(lots),
    terms,
    status: 'open',
    open: { price: price(open), rate: openRate },
  }) as const;

export interface OwnStanding {
  readonly userId: Id;
  /** Undefined where they have not been near it. */
  readonly trader: Trader | undefined;
  readonly application: ApplicationRow | undefined;
  readonly verified: boolean;
  readonly closedOrders: number;
}

const FIRST = { shareRate: 10_000_000n, maxFollowers: 1_000, multiple: 1, maxAmount: 100_000_000_000n } as const;

export function profileView(
  { userId, trader, application, verified, closedOrders }: OwnStanding,
  lang: LanguageKey,
): TraderProfile {
  const { shareRate, maxFollowers, multiple, maxAmount } = trader ?? FIRST;
  const status = trader?.status ?? TRADER_STATUS.none;
  const agreement: Agreement = agreementIn(lang);
  return {
    status,
    reason: application?.reason ?? '',
    nickname: nicknameOf({ nickname: trader?.nickname, userId }),
    nickname_chosen: trader?.nickname !== undefined,
    avatar: NO_AVATAR,
    multiple,
    max_amount: formatUnits(maxAmount, 2),
    share_rate: shareText(shareRate),
    max_followers: maxFollowers,
    applied: trader?.appliedTime ?? null,
    due: status === TRADER_STATUS.waiting && application ? Number(application.due_time) : null,
    approved: trader?.approvedTime ?? null,
    verified,
    closed_orders: closedOrders,
    needed_orders: APPLY_ORDERS,
    agreement: { ...agreement, paragraphs: [...agreement.paragraphs] },
    agreed: application
      ? {
          version: application.agreement_version,
          hash: toHex(application.agreement_hash),
          time: Number(application.applied_time),
        }
      : null,
  };
}
