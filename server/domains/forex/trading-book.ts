// What forex keeps in memory beside the engine: positions with overnight financing.

import type { Changes, TradingEngine } from '@fairtick/engine/surface';
import type { ForexOrder, QuoteView, Tick } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import type { Pool } from '../../platform/database/pools.ts';
import type { ChangedRecord, CommandMaker, TradingBook } from '../../trading/trading-part.ts';
import type { Trigger } from '../../trading/trigger.ts';
import { type Account, accountsOfOwners, type OwnerAccounts } from '../ledger/index.ts';
import type { MarketSource } from '../market/index.ts';
import { type KeptOrder, readActive, readFinanced } from './active-table.ts';
import type { FiguresInMemory } from './figures.ts';
import { Nights } from './nights.ts';
import { isFinanced } from './rules/financing.ts';
import { type ForexChange, type ForexState, isActive } from './rules/state.ts';
import { commandOf, type ForexTrigger } from './trigger-commands.ts';

const ACCOUNTS_AT_ONCE = 5_000;

export interface ForexCommitted {
  readonly forex: readonly ForexOrder[];
  readonly ledger: readonly OwnerAccounts[];
}

export interface ForexTradingBookOptions {
  readonly market: MarketSource;
  readonly figures: Pick<FiguresInMemory, 'committed' | 'clear'>;
}

export class ForexTradingBook implements TradingBook<ForexCommitted, ForexState, ForexChange, ForexTrigger> {
  readonly #options: ForexTradingBookOptions;
  readonly #nights: Nights;
  /** Positions with a financing rate, by id: by default there are none. Nights go through them within one tick. */
  readonly #financed = new Map<Id, KeptOrder>();

  constructor(options: ForexTradingBookOptions) {
    this.#options = options;
    this.#nights = new Nights(options.market);
  }

  get size(): number {
    return this.#financed.size;
  }

  /** First the orders, then the figures of their users, so that the engine looks at each user once. */
  async read(db: Pool, hand: (changes: Changes) => void, current: () => boolean): Promise<void> {
    // Figures are read from the database again: every commit that this server did not hear of has ended by now.
    this.#options.figures.clear();
    const owners = await this.#readOrders(db, hand, current);
    for (let from = 0; from < owners.length && current(); from += ACCOUNTS_AT_ONCE)
      hand({
        accounts: figuresOf(await accountsOfOwners(db, owners.slice(from, from + ACCOUNTS_AT_ONCE), 'forex')),
      });
  }

  async #readOrders(db: Pool, hand: (changes: Changes) => void, current: () => boolean): Promise<Id[]> {
    const owners = new Set<Id>();
    const tx = await db.connect();
    let broken = true;
    try {
      await tx.query('BEGIN');
      for await (const page of readActive(tx)) {
        if (!current()) return [];
        for (const order of page) owners.add(order.userId);
        hand({ forex: page });
      }
      for (const order of await readFinanced(tx)) this.keep(order);
      await tx.query('COMMIT');
      broken = false;
    } finally {
      tx.release(broken);
    }
    return [...owners];
  }

  keep(order: KeptOrder): void {
    if (isFinanced(order)) this.#financed.set(order.id, order);
    else this.#financed.delete(order.id);
  }

  committed(committed: ForexCommitted): void {
    for (const order of committed.forex) this.keep(order);
    this.#options.figures.committed(committed);
  }

  changes({ forex, ledger }: ForexCommitted): Changes {
    return { forex, accounts: figuresOf(ledger.flatMap(({ changed }) => changed)) };
  }

  changed({ forex }: ForexCommitted): ChangedRecord[] {
    return forex.map((order) => ({ id: order.id, userId: order.userId, ended: !isActive(order) }));
  }

  atTick(tick: Tick, found: readonly Trigger[], view: () => QuoteView): readonly Trigger[] {
    return this.#nights.at(tick, found, this.#financed.values(), view);
  }

  late({ forex }: ForexCommitted): readonly Trigger[] {
    return this.#nights.late(forex);
  }

  commands(): CommandMaker<ForexState, ForexChange, ForexTrigger> {
    return { commandOf };
  }

  answered(engine: TradingEngine, trigger: ForexTrigger): void {
    if (trigger.kind === 'stop_out') engine.settled(trigger.userId);
    else if ('orderId' in trigger) engine.rearm(trigger.orderId);
  }
}

/** The ledger's figures as the engine takes them. */
const figuresOf = (accounts: readonly Account[]) =>
  accounts
    .filter(({ kind }) => kind === 'forex')
    .map(({ ownerId, realm, available, locked }) => ({ userId: ownerId, realm, available, locked }));
