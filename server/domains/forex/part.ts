// Forex in a batch and in trading: what it loads, applies, writes and tells, and what it keeps of active orders.

import type { ForexOrder, RestingOrder } from '@fairtick/engine/types';
import type { Clock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import type { Scope } from '../../platform/commands/batch-part.ts';
import type { Pool, PoolClient } from '../../platform/database/pools.ts';
import type { Logger } from '../../platform/logger.ts';
import type { TradingPart } from '../../trading/trading-part.ts';
import { type DomainPart, tellOrders } from '../domain-part.ts';
import type { MarketSource } from '../market/index.ts';
import { FiguresInMemory, type FiguresOfUsers } from './figures.ts';
import { ForexBatch, type ForexChange, type ForexSettings, type ForexState, isActive } from './rules/state.ts';
import { insertFinancing, insertOrders, loadExposure, loadForBatch, updateOrders } from './table.ts';
import { type ForexCommitted, ForexTradingBook } from './trading-book.ts';
import type { ForexTrigger } from './trigger-commands.ts';

export interface ForexPartOptions {
  readonly db: Pool;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly market: MarketSource;
  readonly settings: () => ForexSettings;
  /** Whether a tick has triggered the order and the trigger is not decided yet. */
  readonly isDue: (order: RestingOrder) => boolean;
  /** Whether a tick has called for the user's stop-out and that is not decided yet. */
  readonly isJudged: (userId: Id) => boolean;
  /** Called when this user's figures have been read and can be asked for. */
  readonly onFigures: (userId: Id) => void;
}

type Batch = DomainPart<ForexBatch, ForexChange['forex'], ForexOrder>;

export interface ForexPart extends Batch {
  readonly trading: TradingPart<ForexCommitted, ForexState, ForexChange, ForexTrigger>;
  /** For figures that others make of the same orders. */
  readonly users: FiguresOfUsers;
}

export function forexPart(options: ForexPartOptions): ForexPart {
  const { db, clock, logger, market, settings, isDue, isJudged, onFigures } = options;
  const inMemory = new FiguresInMemory({ db, clock, logger, market, onFigures });
  return {
    users: inMemory,
    figures: { FOREX_TRADE: (userId, moved) => inMemory.now(userId, moved) },
    async load(tx: PoolClient, { watched, named, realms }: Scope) {
      const [orders, exposure] = await Promise.all([loadForBatch(tx, watched, named), loadExposure(tx, realms)]);
      return new ForexBatch({ orders, exposure }, watched, { settings: settings(), isDue, isJudged });
    },
    apply(batch, { orders, financing }) {
      batch.moved = orders.map((after) => ({ before: batch.byId(after.id), after }));
      for (const { before, after } of batch.moved) {
        batch.exposure.move(before, after);
        batch.put(after);
      }
      batch.financing.push(...financing);
    },
    write: (batch) => [
      ...insertOrders(batch.inserted()),
      ...updateOrders(batch.updated()),
      ...insertFinancing(batch.financing),
    ],
    committed: (batch) => batch.changed(),
    tell: (orders, teller) =>
      tellOrders(
        orders.filter((order) => !isActive(order)),
        'FOREX_CLOSED',
        teller,
      ),
    trading: {
      decides: ['stop_loss', 'take_profit', 'fill_pending', 'stop_out', 'margin_call', 'financing'],
      open: () => new ForexTradingBook({ market, figures: inMemory }),
    },
  };
}
