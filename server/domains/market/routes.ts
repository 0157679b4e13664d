// The market's endpoints: pairs, candles, search, the feed's state and the readable side of the log. All from memory but old candles and ticks.

import { refuse } from '@fairtick/contract/errors';
import { marketEndpoints, type TradePair } from '@fairtick/contract/http/market';
import type { Pair } from '@fairtick/engine/types';
import { toBase64 } from '@fairtick/kernel/bytes';
import type { Clock } from '@fairtick/kernel/clock';
import { err, ok } from '@fairtick/kernel/result';
import { hasWords } from '@fairtick/kernel/search-words';
import type { Pool } from '../../platform/database/pools.ts';
import type { Handlers } from '../../platform/endpoints.ts';
import type { UserPrincipal } from '../../platform/principals.ts';
import { Charts } from './charts.ts';
import type { Market } from './market.ts';
import { CATEGORIES } from './pairs.ts';
import { ticksBySeq } from './ticks/read-table.ts';
import type { TickLog } from './ticks/tick-log.ts';
import { TradeList } from './trade-list.ts';
import { periodOf, toCandle, toCategory, toFeedState, toPairTerms, toTick, toTradePair } from './views.ts';

/** The pair as somebody is offered it; undefined where they may not trade it with leverage. */
export type OfferedPair = (pair: Pair) => Pair | undefined;

type Growing = Pick<TickLog, 'consistency'>;

export interface MarketRouteOptions {
  /** What this user is offered; undefined where that is everything. */
  readonly offered: (user: UserPrincipal) => Promise<OfferedPair | undefined>;
  readonly market: Market;
  readonly log: Pick<TickLog, 'size' | 'verifierKey' | 'consistency'>;
  /** The other logs that a browser follows. */
  readonly others: { readonly acceptances: Growing; readonly candles: Growing };
  readonly db: Pool;
  readonly clock: Clock;
}

const SMALL_CHART = 60;
/** What a chart asks for that says nothing of its length. */
const CHART = marketEndpoints.kline.input.shape.limit.parse(undefined);
const TICKS_LIMIT = 1_000;

// Long because it is the list of the market's endpoints, a few lines each.
export function marketRoutes({
  market,
  log,
  others,
  db,
  clock,
  offered,
}: MarketRouteOptions): Handlers<keyof typeof marketEndpoints> {
  const list = new TradeList(market);
  const charts = new Charts(market.candles, [SMALL_CHART, CHART]);
  const cut = (view: TradePair, offer: OfferedPair): TradePair => {
    const pair = market.pairs.get(view.Id);
    const multiples = (pair && offer(pair))?.multiples ?? [];
    return multiples === pair?.multiples ? view : { ...view, HasForexMultiple: multiples.map((Value) => ({ Value })) };
  };
  return {
    trade_list: (_input, { principal }) =>
      principal?.realm === 'live'
        ? offered(principal).then((offer) => ok(offer ? list.now().map((one) => cut(one, offer)) : list.now()))
        : ok(list.now()),
    getCategories: async (_input, { lang }) => ok(CATEGORIES.map((category) => toCategory(category, lang))),
    kline: ({ forex_id, period, to, limit }) => {
      const pair = market.pairs.get(forex_id);
      if (!pair) return err(refuse('PAIR_UNKNOWN'));
      if (to === undefined) return ok(charts.newest(pair, periodOf(period), limit));
      return market.candles
        .list(pair.id, periodOf(period), limit, to)
        .then((candles) => ok(candles.map((candle) => toCandle(candle, pair.pricePrecision))));
    },
    abbreviated_cache_kline: ({ forex_id, period }) => {
      const pair = market.pairs.get(forex_id);
      if (!pair) return err(refuse('PAIR_UNKNOWN'));
      return ok(charts.newest(pair, periodOf(period), SMALL_CHART));
    },
    search: async ({ name }) => {
      const found = market.pairs.all().filter(({ code, showCode }) => hasWords(`${code} ${showCode}`, name));
      return ok(
        found.map((pair) => {
          const { Id, ShowCode, ForexQuotations } = toTradePair(
            pair,
            market.statuses.of(pair.id),
            market.quotations.of(pair.id),
          );
          return { Id, ShowCode, ForexQuotations: { Close: ForexQuotations.Close } };
        }),
      );
    },
    pair_terms: async ({ forex_id }) => {
      const pair = market.pairs.get(forex_id);
      return pair ? ok(toPairTerms(pair, market.clock.now(), market.paces.limitMs(pair))) : err(refuse('PAIR_UNKNOWN'));
    },
    market_status: async () => {
      const { source, feed } = market.health();
      return ok({
        source,
        state: toFeedState(feed.state),
        reason: feed.reason,
        serverTime: clock.now(),
        marketTime: market.clock.now(),
        logSize: log.size,
        verifierKey: log.verifierKey,
      });
    },
    ticks: async (input) => {
      const pair = market.pairs.byCode(input.pair);
      if (!pair) return err(refuse('PAIR_UNKNOWN'));
      const ticks = await ticksBySeq(db, pair.id, input.from, input.to, TICKS_LIMIT);
      return ok(ticks.map((tick) => toTick(tick, pair)));
    },
    consistency: async ({ from, to, log: name }) => {
      const asked = name === undefined || name === 'ticks' ? log : others[name];
      const proof = await asked.consistency(from, to);
      return proof.ok ? ok({ proof: proof.value.map(toBase64) }) : err(refuse('INPUT_INVALID', { field: 'to' }));
    },
  };
}
