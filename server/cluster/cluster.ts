// Servers on one database that work together: one of them takes prices in and decides the triggers, every one serves users. Each server
// hears over NATS what the others commit, and reads the database whenever it may have missed something. docs/scale.md says what that is good for.

import { createHash } from 'node:crypto';
import type { Tick } from '@fairtick/engine/types';
import type { Clock } from '@fairtick/kernel/clock';
import { type FeedReport, type Market, placeBefore, ticksAfter } from '../domains/market/index.ts';
import type { Committed } from '../domains/parts.ts';
import { isEmpty } from '../platform/commands/committed.ts';
import type { Pool } from '../platform/database/pools.ts';
import type { Logger } from '../platform/logger.ts';
import type { ClusterPort } from '../trading/cluster-port.ts';
import type { Trading } from '../trading/trading.ts';
import { Bus, IN_TOUCH_MS } from './bus.ts';
import { Follow } from './follow.ts';
import { Lease, type LeaseConnection } from './lease.ts';
import { Newest } from './newest.ts';
import { commitPlace } from './table.ts';

/**
 * The longest time from the place in the log at which an order was decided until the other servers know of it: a server 3 s behind the log no longer
 * trades, a commit takes at most 5 s, a silent server is noticed after 2 s. After a start or a doubt the ticks of this time are evaluated again.
 */
const LOOK_BACK_MS = 10_000;
/** A start waits this long for NATS, then goes on without it. */
const NATS_WAIT_MS = 3_000;
const LOOK_MS = 250;
const LEADER_SILENT_MS = 2_000;
/** Clocks of two servers may differ by this much: each judges freshness and expiries by its own. */
const CLOCK_LIMIT_MS = 2_000;
/** Version of the messages. Raised with every change to them: servers of different versions do not hear each other. */
const FORM = 2;

interface Lead {
  readonly nowMs: number;
  readonly source: string;
  readonly report: FeedReport;
  /** The newest place in the log, and the place up to which every trigger is decided. */
  readonly newest: number;
  readonly decided: number;
}

type News =
  | { readonly kind: 'ticks'; readonly ticks: readonly Tick[] }
  | { readonly kind: 'commit'; readonly committed: Committed }
  /** With each beat; `lead` by the server that takes prices in. */
  | { readonly kind: 'here'; readonly lead: Lead | undefined };

export interface ClusterOptions {
  readonly natsUrl: string;
  readonly db: Pool;
  /** A connection of its own for the lease. */
  readonly session: () => LeaseConnection;
  readonly clock: Clock;
  readonly logger: Logger;
  /** This server's number. */
  readonly server: number;
  /** Tells this database from others on the same NATS. */
  readonly database: string;
  readonly onFatal: (reason: string) => void;
}

export interface ClusterParts {
  readonly market: Market;
  readonly trading: Trading;
  /** A commit of another server. */
  readonly told: (committed: Committed) => void;
}

export class Cluster implements ClusterPort {
  readonly #options: ClusterOptions;
  readonly #bus: Bus<News>;
  readonly #lease: Lease;
  readonly #newest = new Newest();
  #parts: ClusterParts | undefined;
  #follow: Follow | undefined;
  #leads = false;
  #leaderMs = Number.NEGATIVE_INFINITY;
  #clocksAgree = true;
  #cancel = (): void => {};

  constructor(options: ClusterOptions) {
    const { natsUrl, server, clock, logger, session, database, onFatal } = options;
    this.#options = options;
    this.#bus = new Bus<News>({
      url: natsUrl,
      subject: `fairtick.${FORM}.${createHash('sha256').update(database).digest('hex').slice(0, 16)}`,
      server,
      clock,
      logger,
      receive: (news) => this.#hear(news),
      beat: () => ({ kind: 'here', lead: this.#lead() }),
      missed: (reason) => this.#parts?.trading.onDoubt(reason),
      refused: (reason) => onFatal(`NATS_URL cannot be used: ${reason}`),
    });
    this.#lease = new Lease({
      open: session,
      clock,
      logger,
      gained: () => void this.#takeOver(),
      // The process ends: that is the surest way to stop it from taking prices in and deciding. Started again, it follows.
      lost: (reason) => onFatal(`the intake of prices is another server's now: ${reason}`),
    });
  }

  /** Called before anything is read, so that every commit from now on is heard. */
  async join(): Promise<void> {
    await this.#bus.start(NATS_WAIT_MS);
    await this.#lease.start();
  }

  /** Starts market and trading, as the server that takes prices in or as one that follows. */
  async start(parts: ClusterParts): Promise<void> {
    const { clock, logger, db } = this.#options;
    const { market, trading } = parts;
    this.#leads = this.#lease.held;
    this.#parts = parts;
    await trading.start();
    if (this.#leads) await market.start();
    else {
      await market.follow();
      this.#follow = new Follow({
        clock,
        logger,
        newest: () => market.quotes.view().logIndex,
        take: (tick) => market.take(tick),
        ticksAfter: (logIndex, limit) => ticksAfter(db, logIndex, limit),
      });
      await this.#follow.read();
    }
    logger.info(this.health(), this.#leads ? 'this server takes prices in' : 'this server follows another');
    this.#cancel = clock.every(LOOK_MS, () => this.#look());
    if (this.#lease.held && !this.#leads) await this.#takeOver();
  }

  async stop(): Promise<void> {
    this.#cancel();
    await this.#bus.stop();
    await this.#lease.stop();
  }

  leads(): boolean {
    return this.#leads;
  }

  place = commitPlace;

  restartAfter(decided: number): Promise<number> {
    return placeBefore(this.#options.db, decided, LOOK_BACK_MS);
  }

  /** Whether a decision made here now sees the whole log, and the others hear of it in time. */
  get inStep(): boolean {
    if (!this.#bus.inTouch || this.#leads) return this.#bus.inTouch;
    const hearsLeader = this.#options.clock.monotonic() - this.#leaderMs < IN_TOUCH_MS;
    return hearsLeader && this.#clocksAgree && this.#follow?.inStep === true;
  }

  health(): object {
    return { ...this.#bus.health(), leads: this.#leads, inStep: this.inStep };
  }

  /** Ticks that this server has logged. */
  logged(ticks: readonly Tick[]): void {
    this.#bus.publish({ kind: 'ticks', ticks });
  }

  /** Sends a commit of this server to the others. Returns it without rows that a later commit has already changed. */
  committed(committed: Committed): Committed {
    if (!isEmpty(committed)) this.#bus.publish({ kind: 'commit', committed });
    return this.#newest.of(committed, this.#options.clock.monotonic());
  }

  #hear(news: News): void {
    if (!this.#parts) return;
    if (news.kind === 'ticks') this.#follow?.hear(news.ticks);
    else if (news.kind === 'here') this.#hearLead(news.lead);
    else {
      const committed = this.#newest.of(news.committed, this.#options.clock.monotonic());
      this.#parts.trading.onOthersCommitted(committed);
      this.#parts.told(committed);
    }
  }

  #lead(): Lead | undefined {
    if (!this.#leads || !this.#parts) return undefined;
    const { market, trading } = this.#parts;
    return {
      nowMs: this.#options.clock.now(),
      source: market.source,
      report: market.feedReport(),
      newest: market.quotes.view().logIndex,
      decided: trading.evaluatedThrough(),
    };
  }

  #hearLead(lead: Lead | undefined): void {
    if (!lead || !this.#parts || !this.#follow) return;
    const { clock, logger, onFatal } = this.#options;
    const { market, trading } = this.#parts;
    if (lead.source !== market.source) {
      onFatal(`the prices come from ${lead.source}, and FEED says ${market.source}: all servers must agree`);
      return;
    }
    this.#leaderMs = clock.monotonic();
    const agree = Math.abs(lead.nowMs - clock.now()) < CLOCK_LIMIT_MS;
    if (agree !== this.#clocksAgree)
      logger.warn({ agree, theirs: lead.nowMs, ours: clock.now() }, 'the clocks of the servers');
    this.#clocksAgree = agree;
    market.hearOfFeed(lead.report);
    this.#follow.reaches(lead.newest);
    trading.onOthersDecided(lead.decided);
  }

  #look(): void {
    if (!this.#follow || !this.#parts) return;
    this.#follow.look();
    if (this.#options.clock.monotonic() - this.#leaderMs > LEADER_SILENT_MS)
      this.#parts.market.hearOfFeed({
        status: { state: 'down', reason: 'no server takes prices in' },
        symbols: new Map(),
      });
  }

  /** As at a start: takes every logged tick, reads all orders, then starts this server's own feed. */
  async #takeOver(): Promise<void> {
    const { logger, onFatal } = this.#options;
    const parts = this.#parts;
    const follow = this.#follow;
    // The lease was gained before the start was done: then `start` takes over.
    if (!parts || !follow) return;
    logger.warn({}, 'this server takes prices in from now on');
    try {
      this.#follow = undefined;
      await follow.read();
      this.#leads = true;
      await parts.trading.takeOver();
      await follow.read();
      await parts.market.lead();
    } catch (error) {
      logger.error({ err: error }, 'the intake could not be taken over');
      onFatal('the intake of prices could not be taken over');
    }
  }
}
