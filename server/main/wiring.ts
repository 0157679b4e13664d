// Trading wired: the domains' parts, the pipeline that decides over them, and what ticks set off. The process, the test world and the simulation
// all call this; nothing else ties these together.

import type { EngineOptions, TradingEngine } from '@fairtick/engine/surface';
import type { Clock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import type { Random } from '@fairtick/kernel/random';
import {
  type BatchState,
  broughtAbout,
  type Change,
  type Committed,
  type DomainCommand,
  domainParts,
  lockEveryBatch,
  type Settings,
} from '../domains/parts.ts';
import { booksOf } from '../platform/commands/books.ts';
import type { Books, Outcome } from '../platform/commands/command.ts';
import { Pipeline, type PipelineOptions } from '../platform/commands/pipeline.ts';
import type { Pool, PoolClient } from '../platform/database/pools.ts';
import type { Logger } from '../platform/logger.ts';
import type { ClusterPort } from '../trading/cluster-port.ts';
import { Trading } from '../trading/trading.ts';
import type { TradingMarket } from '../trading/trading-market.ts';

export type TradingBooks = Books<BatchState, Change, Committed, PoolClient>;

export interface WiringOptions {
  readonly db: Pool;
  /** Trading's clock: it never goes back, whatever the wall clock does. */
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly newId: () => Id;
  readonly newSalt: () => Uint8Array;
  /** Asks `running` whether triggers run: while they don't, users' orders wait. */
  readonly market: (running: () => boolean) => TradingMarket;
  readonly settings: () => Settings;
  readonly onFigures: (userId: Id) => void;
  /** Called with each commit of this server, before its commands are answered. Returns the rows that no later commit has changed already. */
  readonly onCommitted: (committed: Committed) => Committed;
  /** Called with the same rows, after trading has taken them. */
  readonly told: (committed: Committed) => void;
  readonly cluster?: ClusterPort | undefined;
  readonly moment?: PipelineOptions<BatchState, Change, Committed>['moment'] | undefined;
  /** For tests: pauses between attempts by another clock, an engine held against a model, books that are looked at, commands that are counted. */
  readonly pauses?: Clock;
  readonly engine?: (options: EngineOptions) => TradingEngine;
  readonly books?: (books: TradingBooks) => TradingBooks;
  readonly submit?: (command: DomainCommand, on: (command: DomainCommand) => Promise<Outcome>) => Promise<Outcome>;
}

export interface Wired {
  readonly parts: ReturnType<typeof domainParts>;
  readonly pipeline: Pipeline<BatchState, Change, Committed>;
  readonly trading: Trading;
  readonly market: TradingMarket;
}

export function wireTrading(options: WiringOptions): Wired {
  const { db, clock, random, logger, newId, newSalt, settings, onFigures, cluster, moment, engine } = options;
  // Parts and pipeline use trading, and trading uses them: it is made last.
  const market = options.market(() => trading.running);
  const parts = domainParts({
    db,
    clock,
    logger,
    market,
    settings,
    onFigures,
    onBatch: (viewIndex) => trading.onBatch(viewIndex),
    isDue: (order) => trading.isDue(order),
    isJudged: (userId) => trading.isJudged(userId),
  });
  const books = booksOf(parts, {
    ...{ newId, newSalt, follows: broughtAbout },
    ...(cluster ? { place: (tx) => cluster.place(tx) } : {}),
  });
  const pipeline = new Pipeline<BatchState, Change, Committed>({
    pool: db,
    books: options.books?.(books) ?? books,
    clock: options.pauses ?? clock,
    random,
    logger,
    onCommitted: (committed) => {
      const news = options.onCommitted(committed);
      trading.onCommitted(news);
      options.told(news);
    },
    onDoubt: (reason) => trading.onDoubt(reason),
    ...(moment ? { moment } : {}),
  });
  const submit = (command: DomainCommand): Promise<Outcome> => pipeline.submit(command);
  const trading = new Trading({
    db,
    clock,
    logger,
    market,
    parts: Object.values(parts).flatMap((part) => ('trading' in part ? [part.trading] : [])),
    submit: (command) => options.submit?.(command, submit) ?? submit(command),
    lockAll: lockEveryBatch,
    ...(engine ? { engine } : {}),
    ...(cluster ? { cluster } : {}),
  });
  return { parts, pipeline, trading, market };
}
