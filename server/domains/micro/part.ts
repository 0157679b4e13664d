// Options in a batch and in trading: loads, applies, writes and tells them, keeps the open ones and proposes their expiries.

import type { TradingEngine } from '@fairtick/engine/surface';
import type { MicroOrder, Proposal, Tick } from '@fairtick/engine/types';
import type { Clock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import { ok } from '@fairtick/kernel/result';
import type { Command, Outcome } from '../../platform/commands/command.ts';
import type { Pool } from '../../platform/database/pools.ts';
import type { CommandMaker, TradingBook, TradingPart } from '../../trading/trading-part.ts';
import { type DomainPart, tellEnded } from '../domain-part.ts';
import { passTime } from '../market/index.ts';
import { decideMicroExpiry, MicroBatch, type MicroChange, type MicroSettings, type MicroState } from './rules.ts';
import { insertOrders, loadForBatch, loadOpen, settleOrders } from './table.ts';

export interface MicroPartOptions {
  readonly clock: Clock;
  readonly settings: () => MicroSettings;
  readonly market: {
    /** For each pair and time the pair's last logged tick received at or before that time. */
    lastTicksAt(wanted: readonly { pairId: number; timeMs: number }[]): Promise<readonly (Tick | undefined)[]>;
  };
}

type MicroTrigger = Extract<Proposal, { kind: 'micro_expiry' }>;

interface MicroCommitted {
  readonly micro: readonly MicroOrder[];
}

export interface MicroPart extends DomainPart<MicroBatch, readonly MicroOrder[], MicroOrder> {
  readonly trading: TradingPart<MicroCommitted, MicroState, MicroChange, MicroTrigger>;
}

export function microPart(options: MicroPartOptions): MicroPart {
  return {
    load: async (tx, { watched, named }) =>
      new MicroBatch(await loadForBatch(tx, watched, named), watched, options.settings()),
    apply(batch, orders) {
      for (const order of orders) batch.put(order);
    },
    write(batch) {
      const settled = batch.updated();
      // An option that a reset ended before its expiry does not show that the log has passed its expiry.
      const expiries = settled.flatMap(({ closedTime = 0, expiryTime }) => (closedTime < expiryTime ? [] : expiryTime));
      return [
        ...insertOrders(batch.inserted()),
        ...settleOrders(settled),
        // Last, since the log waits for it.
        ...(expiries.length > 0 ? [passTime(Math.max(...expiries))] : []),
      ];
    },
    committed: (batch) => batch.changed(),
    tell: (orders, teller) =>
      tellEnded(
        orders.filter(({ status }) => status === 'closed'),
        'MICRO_CLOSED',
        teller,
      ),
    trading: { decides: ['micro_expiry'], open: () => new MicroTradingBook(options) },
  };
}

/** Open options, until they are settled. */
class MicroTradingBook implements TradingBook<MicroCommitted, MicroState, MicroChange, MicroTrigger> {
  readonly #options: MicroPartOptions;
  readonly #open = new Map<Id, MicroOrder>();

  constructor(options: MicroPartOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#open.size;
  }

  async read(
    db: Pool,
    hand: Parameters<TradingBook<MicroCommitted, MicroState, MicroChange>['read']>[1],
  ): Promise<void> {
    const open = await loadOpen(db);
    for (const order of open) this.#keep(order);
    hand({ micro: open });
  }

  committed({ micro }: MicroCommitted): void {
    for (const order of micro) this.#keep(order);
  }

  changes({ micro }: MicroCommitted) {
    return { micro };
  }

  /** None: an option is triggered by the log's time, never by a tick. */
  changed(): [] {
    return [];
  }

  due(engine: TradingEngine, passedTimeMs: number): readonly Proposal[] {
    return engine.dueMicro(passedTimeMs);
  }

  /**
   * The ticks that decide options are read from the log itself, not from memory: the log has passed their expiries, so the answer can't
   * change. One query for all that are due together.
   */
  async commands(triggers: readonly MicroTrigger[]): Promise<CommandMaker<MicroState, MicroChange, MicroTrigger>> {
    const due = triggers.flatMap(({ orderId }) => this.#open.get(orderId) ?? []);
    const wanted = due.map(({ pairId, expiryTime }) => ({ pairId, timeMs: expiryTime }));
    const ticks = wanted.length === 0 ? [] : await this.#options.market.lastTicksAt(wanted);
    const last = new Map(due.map((order, at) => [order.id, ticks[at]]));
    return { commandOf: ({ orderId }) => this.#expiry(this.#open.get(orderId), last.get(orderId)) };
  }

  answered(engine: TradingEngine, { orderId }: MicroTrigger, outcome: Outcome): void {
    if (!outcome.ok) engine.rearmMicro(orderId);
  }

  #keep(order: MicroOrder): void {
    if (order.status === 'open') this.#open.set(order.id, order);
    else this.#open.delete(order.id);
  }

  /** `last` is the tick that decides the option; undefined for `order` says that it has ended meanwhile. */
  #expiry(order: MicroOrder | undefined, last: Tick | undefined): Command<MicroState, MicroChange> {
    const name = 'micro_expiry';
    if (!order) return { name, realm: 'demo', owners: [], decide: () => ok({ change: NOTHING, answer: {} }) };
    const { id: orderId, realm, userId } = order;
    return {
      name,
      realm,
      owners: [userId],
      looksAt: [],
      names: { micro: [orderId] },
      decide: (state) => {
        const decided = decideMicroExpiry(state, { orderId, last, nowMs: this.#options.clock.now() });
        return decided.ok ? ok({ change: decided.value.change, answer: {} }) : decided;
      },
    };
  }
}

const NOTHING: MicroChange = { ledger: { journals: [] }, micro: [], notices: [] };
