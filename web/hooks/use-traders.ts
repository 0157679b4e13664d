// Traders whom one can look at: the lobby, the ranking, one trader's record and closed orders, and one's own standing.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { PAGE_SIZE } from '@fairtick/contract/page-size';
import { call } from '../stores/api.ts';
import { QUERY } from '../transport/query.ts';
import { type Answer, useAnswer } from './use-answer.ts';
import { nextPage, type Records, useRecords } from './use-records.ts';
import { useSession } from './use-session.ts';

export type Trader = AnswerOf<'trader_list'>['data'][number];
export type TraderRecord = AnswerOf<'trader_record'>;
export type FollowOrder = AnswerOf<'my_deal_follow_order'>['data'][number];
export type RankEntry = AnswerOf<'follow_list'>[number];
export type Profile = AnswerOf<'follow_profile'>;

const idOf = ({ id }: Trader): string => id;
const orderIdOf = ({ Id }: FollowOrder): string => Id;

export const useTraders = (): Records<Trader> =>
  useRecords(
    [QUERY.traders, 'list'],
    idOf,
    async (cursor, signal) => {
      const page = cursor === '' ? 1 : Number(cursor);
      const { data, total } = await call('trader_list', { page }, { quiet: true, signal });
      return { items: data, next: nextPage(page, data.length, PAGE_SIZE, total) };
    },
    'everybody',
  );

/** Of what may be no id nothing is asked. */
const isId = (id: string): boolean => /^[1-9]\d{0,18}$/.test(id);

export const useTrader = (id: string): Answer<'trader_detail'> =>
  useAnswer(QUERY.traders, 'trader_detail', { id }, isId(id));

export const useTraderRecord = (id: string): Answer<'trader_record'> =>
  useAnswer(QUERY.traders, 'trader_record', { id }, isId(id));

/** 1 = open, for those who follow; 3 = closed. */
export const useTraderOrders = (id: string, status: 1 | 3): Records<FollowOrder> =>
  useRecords(
    [QUERY.traders, 'orders', id, status],
    orderIdOf,
    async (cursor, signal) => {
      const page = cursor === '' ? 1 : Number(cursor);
      const asked = { user_id: id, status, page };
      const { data, total } = await call('my_deal_follow_order', asked, { quiet: true, signal });
      return { items: data, next: nextPage(page, data.length, PAGE_SIZE, total) };
    },
    'everybody',
  );

export const useRanking = (): Answer<'follow_list'> => useAnswer(QUERY.traders, 'follow_list', {});

/** Of real users. */
export function useTraderProfile(): Answer<'follow_profile'> {
  const user = useSession()?.user;
  return useAnswer(QUERY.traders, 'follow_profile', {}, user !== undefined && user.is_demo !== 1);
}
