// A feed that says what the world tells it, in whatever order and however wrong.

import type { Pair } from '@fairtick/engine/types';
import type { Clock } from '@fairtick/kernel/clock';
import type { Feed, FeedQuote, FeedSink } from '@fairtick/server/domains/market/feed';

export class SpokenFeed implements Feed {
  readonly name = 'simulated';
  readonly clock = 'received';
  readonly codes: ReadonlySet<string>;
  readonly #clock: Clock;
  #sink: FeedSink | undefined;

  constructor(codes: readonly string[], clock: Clock) {
    this.codes = new Set(codes);
    this.#clock = clock;
  }

  marketNow(): number {
    return this.#clock.now();
  }

  hoursOf(pair: Pair): Pair['hours'] {
    return pair.hours;
  }

  async start(sink: FeedSink): Promise<void> {
    this.#sink = sink;
    sink.status({ state: 'live', reason: '' });
  }

  async stop(): Promise<void> {
    this.#sink = undefined;
  }

  say(quote: FeedQuote): void {
    void this.#sink?.quote(quote);
  }

  up(live: boolean): void {
    this.#sink?.status(live ? { state: 'live', reason: '' } : { state: 'down', reason: 'the world says so' });
  }
}
