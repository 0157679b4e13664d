// What the server tells of the market beside prices: its state, the categories of pairs, the candles of small charts.

import type { AnswerOf } from '@fairtick/contract/http/index';
import type { Candle, PairTerms, Period } from '@fairtick/contract/http/market';
import { useQuery } from '@tanstack/react-query';
import { call } from '../stores/api.ts';
import { QUERY, queryClient } from '../transport/query.ts';

const SPARK_STALE_MS = 60_000;
const STATUS_EVERY_MS = 30_000;

export function useCategories(): AnswerOf<'getCategories'> | undefined {
  return useQuery(
    {
      queryKey: [QUERY.categories],
      queryFn: ({ signal }) => call('getCategories', {}, { quiet: true, signal }),
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  ).data;
}

/** The newest 60 candles for a small chart; the last one follows the price by itself only on the next fetch (a minute). */
export function useSparkline(pairId: number, period: Period = '1min'): readonly Candle[] | undefined {
  return useQuery(
    {
      queryKey: [QUERY.spark, pairId, period],
      queryFn: ({ signal }) => call('abbreviated_cache_kline', { forex_id: pairId, period }, { quiet: true, signal }),
      staleTime: SPARK_STALE_MS,
      refetchInterval: SPARK_STALE_MS,
    },
    queryClient,
  ).data;
}

/** The feed's name and state, the market clock and the log's key; undefined until first known. */
export function useMarketStatus(): AnswerOf<'market_status'> | undefined {
  return useQuery(
    {
      queryKey: [QUERY.market],
      queryFn: ({ signal }) => call('market_status', {}, { quiet: true, signal }),
      staleTime: STATUS_EVERY_MS,
      refetchInterval: STATUS_EVERY_MS,
    },
    queryClient,
  ).data;
}

interface TermsAnswer {
  readonly data: PairTerms | undefined;
  readonly isError: boolean;
}

/** When a pair trades and what it costs beside fee and spread; asked for once it is wanted. */
export function usePairTerms(pairId: number, wanted: boolean): TermsAnswer {
  return useQuery(
    {
      queryKey: [QUERY.market, 'terms', pairId],
      queryFn: ({ signal }) => call('pair_terms', { forex_id: pairId }, { quiet: true, signal }),
      enabled: wanted,
    },
    queryClient,
  );
}
