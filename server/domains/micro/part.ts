// Options in a batch and in trading: loads, applies, writes and tells them, keeps the active ones and proposes their openings and expiries.

import { openingWanted, opensUntil } from '@fairtick/engine/settlement';
import type { TradingEngine } from '@fairtick/engine/surface';
import type { MicroOrder, MicroProposal, Tick } from '@fairtick/engine/types';
import type { Clock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import { ok } from '@fairtick/kernel/result';
import type { Command, Outcome } from '../../platform/commands/command.ts';
import type { Pool } from '../../platform/database/pools.ts';
import type { CommandMaker, TradingBook, TradingPart } from '../../trading/trading-part.ts';
import { type DomainPart, tellOrders } from '../domain-part.ts';
import { passTime } from '../market/index.ts';
import {
  decideMicroExpiry,
  decideMicroOpening,
  MicroBatch,
  type MicroChange,
  type MicroSettings,
  type MicroState,
} from './rules.ts';
import { insertOrders, loadActive, loadForBatch, updateOrders } from './table.ts';

export interface MicroPartOptions {
  readonly clock: Clock;
  readonly settings: () => MicroSettings;
  readonly market: {
    /** For each pair and time the pair's last logged tick received at or before that time. */
    lastTicksAt(wanted: readonly { pairId: number; timeMs: number }[]): Promise<readonly (Tick | undefined)[]>;
    /** Each pair's first logged tick after a place in the log, received at `fromMs` (UTC ms) or later. */
    firstTicksAfter(
      wanted: readonly { pairId: number; logIndex: number; fromMs: number }[],
    ): Promise<readonly (Tick | undefined)[]>;
  };
}

interface MicroCommitted {
  readonly micro: readonly MicroOrder[];
}

export interface MicroPart extends DomainPart<MicroBatch, readonly MicroOrder[], MicroOrder> {
  readonly trading: TradingPart<MicroCommitted, MicroState, MicroChange, MicroProposal>;
}

export function microPart(options: MicroPartOptions): MicroPart {
  return {
    load: async (tx, { watched, named }) =>
      new MicroBatch(await loadForBatch(tx, watched, named), watched, options.settings()),
    apply(batch, orders) {
      for (const order of orders) batch.put(order);
    },
    write(batch) {
      const updated = batch.updated();
      const passed = updated.flatMap((order) => passedFor(order) ?? []);
      return [
        ...insertOrders(batch.inserted()),
        ...updateOrders(updated),
        // Last, since the log waits for it.
        ...(passed.length > 0 ? [passTime(Math.max(...passed))] : []),
      ];
    },
    committed: (batch) => batch.changed(),
    tell(orders, teller) {
      const of = (wanted: MicroOrder['status']): MicroOrder[] => orders.filter(({ status }) => status === wanted);
      tellOrders(of('open'), 'MICRO_OPENED', teller);
      tellOrders(of('closed'), 'MICRO_CLOSED', teller);
    },
    trading: { decides: ['micro_open', 'micro_expiry'], open: () => new MicroTradingBook(options) },
  };
}

/** Up to which moment (UTC ms) the log has to have passed for what is written. An option that a reset ended before its expiry shows nothing. */
function passedFor(order: MicroOrder): number | undefined {
  if (order.outcome === 'no_tick') return opensUntil(order);
  return (order.closedTime ?? 0) < order.expiryTime ? undefined : order.expiryTime;
}

/** Active options, until they have ended. */
class MicroTradingBook implements TradingBook<MicroCommitted, MicroState, MicroChange, MicroProposal> {
  readonly #options: MicroPartOptions;
  readonly #active = new Map<Id, MicroOrder>();

  constructor(options: MicroPartOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#active.size;
  }

  async read(
    db: Pool,
    hand: Parameters<TradingBook<MicroCommitted, MicroState, MicroChange>['read']>[1],
  ): Promise<void> {
    const active = await loadActive(db);
    for (const order of active) this.#keep(order);
    hand({ micro: active });
  }

  committed({ micro }: MicroCommitted): void {
    for (const order of micro) this.#keep(order);
  }

  changes({ micro }: MicroCommitted) {
    return { micro };
  }

  /** None: what decides an option is read from the log, and found again by any start. */
  changed(): [] {
    return [];
  }

  due(engine: TradingEngine, passedTimeMs: number): readonly MicroProposal[] {
    return engine.dueMicro(passedTimeMs);
  }

  /**
   * The ticks that decide options are read from the log itself, not from memory: the log has passed their moments, so the answer can't
   * change, and a restart or another server finds the same. One query for all openings that are due together, and one for all expiries.
   */
  async commands(triggers: readonly MicroProposal[]): Promise<CommandMaker<MicroState, MicroChange, MicroProposal>> {
    const { market } = this.#options;
    const due = (wanted: MicroProposal['kind']): MicroOrder[] =>
      triggers.flatMap(({ kind, orderId }) => (kind === wanted && this.#active.get(orderId)) || []);
    const [opening, ending] = [due('micro_open'), due('micro_expiry')];
    const [firsts, lasts] = await Promise.all([
      readAll(opening, openingWanted, (asked) => market.firstTicksAfter(asked)),
      readAll(
        ending,
        ({ pairId, expiryTime }) => ({ pairId, timeMs: expiryTime }),
        (asked) => market.lastTicksAt(asked),
      ),
    ]);
    return {
      commandOf: ({ kind, orderId }) => {
        const order = this.#active.get(orderId);
        const decided = { orderId, nowMs: this.#options.clock.now() };
        return kind === 'micro_open'
          ? command(kind, order, (state) => decideMicroOpening(state, { ...decided, first: firsts.get(orderId) }))
          : command(kind, order, (state) => decideMicroExpiry(state, { ...decided, last: lasts.get(orderId) }));
      },
    };
  }

  answered(engine: TradingEngine, { orderId }: MicroProposal, outcome: Outcome): void {
    if (!outcome.ok) engine.rearmMicro(orderId);
  }

  #keep(order: MicroOrder): void {
    if (order.status === 'closed') this.#active.delete(order.id);
    else this.#active.set(order.id, order);
  }
}

/** The tick that decides each of these orders. */
async function readAll<Wanted>(
  orders: readonly MicroOrder[],
  wantedOf: (order: MicroOrder) => Wanted,
  read: (wanted: readonly Wanted[]) => Promise<readonly (Tick | undefined)[]>,
): Promise<ReadonlyMap<Id, Tick | undefined>> {
  const ticks = orders.length === 0 ? [] : await read(orders.map(wantedOf));
  return new Map(orders.map(({ id }, at) => [id, ticks[at]]));
}

/** undefined for `order` says that it has ended meanwhile. */
function command(
  name: MicroProposal['kind'],
  order: MicroOrder | undefined,
  decide: (state: MicroState) => ReturnType<typeof decideMicroExpiry>,
): Command<MicroState, MicroChange> {
  if (!order) return { name, realm: 'demo', owners: [], decide: () => ok({ change: NOTHING, answer: {} }) };
  return {
    name,
    realm: order.realm,
    owners: [order.userId],
    looksAt: [],
    names: { micro: [order.id] },
    decide: (state) => {
      const decided = decide(state);
      return decided.ok ? ok({ change: decided.value.change, answer: {} }) : decided;
    },
  };
}

const NOTHING: MicroChange = { ledger: { journals: [] }, micro: [], notices: [] };
