// Short options as pure decisions (rules §7): the stake and the whole possible gain are locked at acceptance, so both sides can always pay.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { readDuration, readStake, stakeRefusal } from '@fairtick/contract/micro-ticket';
import { closedRefusal } from '@fairtick/contract/tradability';
import { microGain } from '@fairtick/engine/formulas';
import { MICRO_OPEN_FRESH_MS, openingMid, settleMicro } from '@fairtick/engine/settlement';
import type { MicroDirection, MicroOrder, Pair, Realm, Tick } from '@fairtick/engine/types';
import { type Amount, amount, formatUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { Acceptance } from '../../platform/acceptances/acceptance.ts';
import type { UserNotice } from '../../platform/commands/command.ts';
import { WorkingSet } from '../../platform/commands/working-set.ts';
import { type AccountsState, lossRefusal, openingRefusal } from '../accounts/index.ts';
import { type Accounts, HOUSE, type Journal, LedgerDraft } from '../ledger/index.ts';
import { heldRefusal, type MarketAt, type OpeningBoundsByClass } from '../market/index.ts';

export const OPEN_OPTION_LIMIT = 200;

interface Duration {
  readonly id: number;
  readonly seconds: number;
  readonly profitRatio: Amount;
  readonly minStake: Amount;
  readonly maxStake: Amount;
}

export interface MicroSettings {
  readonly durations: readonly Duration[];
  readonly presets: readonly Amount[];
  readonly lossLevel: 0 | 1;
  /** From so many ms after acceptance on the next tick opens an option. */
  readonly openDelayMs: number;
  /** The most one user may have at stake in orders that expire within one second. */
  readonly maxPerExpiry: Amount;
  readonly opening: OpeningBoundsByClass;
}

/** What a batch has of options: those of its users that are active, and the terms in force. */
export class MicroBatch extends WorkingSet<MicroOrder> {
  readonly settings: MicroSettings;

  /** `owners`: users whose active options are all among the rows. */
  constructor(rows: readonly MicroOrder[], owners: readonly Id[], settings: MicroSettings) {
    super({ what: 'active options', isActive: ({ status }) => status !== 'closed' }, rows, owners);
    this.settings = settings;
  }
}

export interface MicroState {
  readonly accounts: AccountsState;
  readonly ledger: Accounts;
  readonly micro: MicroBatch;
  readonly market: MarketAt;
  newId(): Id;
  newSalt(): Uint8Array;
}

export interface MicroChange {
  readonly ledger: { readonly journals: readonly Journal[] };
  readonly micro: readonly MicroOrder[];
  readonly notices: readonly UserNotice[];
  /** Of a user's own command. */
  readonly acceptances?: readonly Acceptance[];
}

export interface MicroPlacement {
  readonly realm: Realm;
  readonly userId: Id;
  readonly key: string;
  readonly pairId: number;
  readonly direction: MicroDirection;
  readonly stake: string;
  readonly seconds: string;
}

/** The newest tick, if the pair trades and it is fresher than 5 s. It is not the one that opens the option: that is still to come (E56). */
function freshQuote({ market, micro }: MicroState, pairId: number): Result<{ pair: Pair; tick: Tick }, Refusal> {
  const bounds = micro.settings.opening;
  const pair = market.pair(pairId);
  if (!pair) return err(refuse('PAIR_UNKNOWN'));
  const tradable = market.tradable(pairId);
  // An option is paid in USD: it needs no rate.
  const closed = tradable === 'no_rate' ? undefined : closedRefusal(tradable, pair.showCode);
  if (closed) return err(closed);
  const tick = market.view.quote(pairId);
  if (!tick) return err(refuse('QUOTE_STALE', { pair: pair.showCode }));
  if (market.nowMs - tick.receivedTime >= MICRO_OPEN_FRESH_MS) return err(refuse('QUOTE_NOT_FRESH'));
  const held = heldRefusal(market, pair, bounds, 'quote');
  if (held) return err(held);
  return ok({ pair, tick });
}

/** Accepts or refuses; on acceptance the stake is locked from the user and the whole gain from the house (rules §7). */
export function decideMicroPlacement(
  state: MicroState,
  placement: MicroPlacement,
): Result<{ change: MicroChange; order: MicroOrder }, Refusal> {
  const barred = openingRefusal(state, placement.userId, 'micro');
  if (barred) return err(barred);
  if (!state.market.pair(placement.pairId)) return err(refuse('PAIR_UNKNOWN'));
  const duration = readDuration(placement.seconds, state.micro.settings.durations);
  if (!duration.ok) return duration;
  const stake = readStake(placement.stake, duration.value);
  if (!stake.ok) return stake;
  const quote = freshQuote(state, placement.pairId);
  if (!quote.ok) return quote;
  const { realm, userId, key } = placement;
  // The wall clock may have gone back since the tick was received; the log's time never does.
  const acceptedTime = Math.max(state.market.nowMs, quote.value.tick.receivedTime);
  const expiryTime = acceptedTime + duration.value.seconds * 1_000;
  const open = state.micro.active(userId);
  if (open.length >= OPEN_OPTION_LIMIT) return err(refuse('TOO_MANY_ORDERS', { max: String(OPEN_OPTION_LIMIT) }));
  const sameExpiry = open.filter((order) => Math.floor(order.expiryTime / 1_000) === Math.floor(expiryTime / 1_000));
  const atStake = sameExpiry.reduce((sum, order) => sum + order.stake, stake.value as bigint);
  if (atStake > state.micro.settings.maxPerExpiry)
    return err(refuse('EXPIRY_LIMIT', { max: formatUnits(state.micro.settings.maxPerExpiry, 2) }));
  const draft = new LedgerDraft({
    accounts: state.ledger,
    realm,
    time: acceptedTime,
    key,
    newId: () => state.newId(),
  });
  const available = draft.account(userId, 'micro').available;
  const short = stakeRefusal(stake.value, available) ?? lossRefusal(state, userId, stake.value);
  if (short) return err(short);
  const reserve = microGain(stake.value, duration.value.profitRatio);
  if (reserve > draft.account(HOUSE, 'micro').available) return err(refuse('HOUSE_RESERVE'));
  const order: MicroOrder = {
    id: state.newId(),
    realm,
    userId,
    pairId: placement.pairId,
    direction: placement.direction,
    stake: stake.value,
    seconds: duration.value.seconds,
    profitRatio: duration.value.profitRatio,
    lossLevel: state.micro.settings.lossLevel,
    pricePrecision: quote.value.pair.pricePrecision,
    reserve,
    armedIndex: state.market.view.logIndex,
    openDelayMs: state.micro.settings.openDelayMs,
    openPrice: undefined,
    openTickIndex: undefined,
    acceptedTime,
    expiryTime,
    status: 'waiting',
    outcome: undefined,
    endPrice: undefined,
    endTickIndex: undefined,
    result: amount(0n),
    closedTime: undefined,
  };
  draft.post('micro_open', order.id, [
    { ownerId: userId, kind: 'micro', available: -stake.value, locked: stake.value },
    { ownerId: HOUSE, kind: 'micro', available: -reserve, locked: reserve },
  ]);
  return ok({ change: { ledger: { journals: draft.journals }, micro: [order], notices: [] }, order });
}

/**
 * Opens one order at the mid of `first`, the pair's first tick after the log as acceptance saw it; where nothing opened it within its time, the stake
 * returns (E56). Harmless when the order no longer waits.
 */
export function decideMicroOpening(
  state: MicroState,
  command: { readonly orderId: Id; readonly first: Tick | undefined; readonly nowMs: number },
): Result<{ change: MicroChange }, Refusal> {
  const order = state.micro.byId(command.orderId);
  if (order?.status !== 'waiting') return ok({ change: { ledger: { journals: [] }, micro: [], notices: [] } });
  const { first, nowMs } = command;
  const openPrice = openingMid(order, first);
  if (!first || openPrice === undefined) return ok({ change: ended(state, order, { outcome: 'no_tick' }, nowMs) });
  const opened: MicroOrder = { ...order, status: 'open', openPrice, openTickIndex: first.logIndex };
  return ok({ change: { ledger: { journals: [] }, micro: [opened], notices: [] } });
}

/** Settles one order by `last`, the pair's last tick received at or before the expiry. Harmless when the order has ended already. */
export function decideMicroExpiry(
  state: MicroState,
  command: { readonly orderId: Id; readonly last: Tick | undefined; readonly nowMs: number },
): Result<{ change: MicroChange }, Refusal> {
  const order = state.micro.byId(command.orderId);
  if (order?.status !== 'open' || order.openPrice === undefined)
    return ok({ change: { ledger: { journals: [] }, micro: [], notices: [] } });
  const { last, nowMs } = command;
  const end = settleMicro({ ...order, openPrice: order.openPrice }, last);
  const endTickIndex = end.endPrice === undefined ? undefined : last?.logIndex;
  return ok({ change: ended(state, order, { ...end, endTickIndex }, nowMs) });
}

type End = Pick<MicroOrder, 'outcome'> & Partial<Pick<MicroOrder, 'endPrice' | 'endTickIndex' | 'result'>>;

function ended(state: MicroState, order: MicroOrder, end: End, nowMs: number): MicroChange {
  const { outcome, endPrice, endTickIndex, result = amount(0n) } = end;
  const draft = new LedgerDraft({
    accounts: state.ledger,
    realm: order.realm,
    time: nowMs,
    key: `system:micro_expiry:${order.id}`,
    newId: () => state.newId(),
  });
  settle(draft, order, endPrice === undefined ? 'micro_void' : 'micro_settle', result);
  const closed: MicroOrder = {
    ...order,
    status: 'closed',
    outcome,
    endPrice,
    endTickIndex,
    result,
    closedTime: nowMs,
  };
  const params = { pair: state.market.pair(order.pairId)?.showCode ?? '', result: formatUnits(result, 2) };
  const notices: UserNotice[] = [
    { userId: order.userId, kind: `micro_${outcome ?? 'void'}`, orderId: order.id, params },
  ];
  return { ledger: { journals: draft.journals }, micro: [closed], notices };
}

/** Unlocks stake and reserve and moves the result: a gain out of the reserve, a loss out of the stake. */
function settle(
  draft: LedgerDraft,
  order: MicroOrder,
  type: 'micro_settle' | 'micro_void' | 'micro_reset',
  result: Amount,
): void {
  draft.post(type, order.id, [
    { ownerId: order.userId, kind: 'micro', available: order.stake + result, locked: -order.stake },
    { ownerId: HOUSE, kind: 'micro', available: order.reserve - result, locked: -order.reserve },
  ]);
}

/** A demo reset ends open options with no result. */
export function resetMicro(draft: LedgerDraft, open: readonly MicroOrder[], nowMs: number): MicroOrder[] {
  return open.map((order) => {
    settle(draft, order, 'micro_reset', amount(0n));
    return { ...order, status: 'closed', outcome: 'void', closedTime: nowMs };
  });
}
