// Feeds the engine: each logged tick once, in the order of the log: as it comes, or while catching up after a reading.

import type { Tick } from '@fairtick/engine/types';
import type { ClusterPort } from './cluster-port.ts';
import type { Proposals } from './proposals.ts';
import type { Reading } from './reading.ts';
import type { Restored } from './rebuild.ts';
import type { TradingMarket } from './trading-market.ts';
import type { Trigger } from './trigger.ts';

/** Ticks that are read at once while catching up. */
const CATCH_UP_PAGE = 5_000;

export interface FeederOptions {
  readonly market: TradingMarket;
  readonly cluster: Pick<ClusterPort, 'leads'> | undefined;
  readonly proposals: Proposals;
}

export class Feeder {
  readonly #options: FeederOptions;
  #reading: Reading;
  #evaluated = -1;
  /** The newest tick heard of. Ticks that come while all orders are read are not kept: catching up reads the log as far as this place. */
  #heard = -1;

  constructor(options: FeederOptions, reading: Reading) {
    this.#options = options;
    this.#reading = reading;
  }

  get reading(): Reading {
    return this.#reading;
  }

  /** The newest tick that the engine has evaluated. */
  get evaluated(): number {
    return this.#evaluated;
  }

  hear(tick: Tick): void {
    this.#heard = Math.max(this.#heard, tick.logIndex);
  }

  /** Whether this server has missed ticks before this one. Only where several servers log ticks. */
  misses(tick: Tick): boolean {
    return this.#options.cluster !== undefined && tick.logIndex > this.#evaluated + 1;
  }

  feed(tick: Tick): void {
    if (tick.logIndex <= this.#evaluated) return;
    this.#evaluated = tick.logIndex;
    this.#options.proposals.propose(this.#reading, this.#reading.onTick(tick));
    this.due();
  }

  /** Proposes the triggers of the log's time. */
  due(): void {
    const { cluster, market, proposals } = this.#options;
    if (cluster?.leads() === false) return;
    proposals.propose(this.#reading, this.#reading.due(market.passedTimeMs()));
  }

  /**
   * Evaluates the ticks since the reading's place in the log. Calls `onCaughtUp` in the very turn in which none is left: a tick or a doubt that came
   * between that and its caller would be passed over. Does not call it where the reading came into doubt.
   */
  async catchUp({ reading, evaluated, decided }: Restored, onCaughtUp: () => void): Promise<void> {
    const { market, proposals } = this.#options;
    this.#reading = reading;
    this.#evaluated = evaluated;
    proposals.propose(reading, reading.undecided());
    for (;;) {
      const page = await market.ticksAfter(this.#evaluated, CATCH_UP_PAGE);
      if (!reading.current) return;
      for (const tick of page) {
        this.#evaluated = tick.logIndex;
        const found = reading.onTick(tick, (triggers) => withoutStopOuts(reading, triggers));
        proposals.propose(reading, found.filter(isNewProposal(tick.logIndex > decided)));
      }
      // A tick may be logged and told of while an empty page is on its way here; after that check no tick can slip in.
      if (page.length === 0 && this.#evaluated >= this.#heard) {
        onCaughtUp();
        return;
      }
    }
  }
}

/**
 * A stop-out would judge an old tick by today's balances, which may have paid for something else since. While old ticks are evaluated again it is
 * left out and waits for the next new tick. Other triggers depend on nothing but their order and the tick.
 */
function withoutStopOuts(reading: Reading, triggers: readonly Trigger[]): readonly Trigger[] {
  return triggers.filter(({ kind, userId }) => {
    if (kind !== 'stop_out') return true;
    if (userId !== undefined) reading.engine.settled(userId);
    return false;
  });
}

/** Leaves out a night's stop-outs, which the engine finds at the next new tick, and margin calls of decided ticks, which were sent already. */
const isNewProposal =
  (undecided: boolean) =>
  ({ kind }: Trigger): boolean =>
    kind !== 'stop_out' && (kind !== 'margin_call' || undecided);
