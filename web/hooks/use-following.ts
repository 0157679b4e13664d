// Whom the user follows, what was not copied, who follows a trader, and copies with one trader.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { PAGE_SIZE } from '@fairtick/contract/page-size';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { openNetNow } from '../calculators/following.ts';
import { call } from '../stores/api.ts';
import { copiesNow, listenToCopies } from '../stores/copies.ts';
import { QUERY, refresh } from '../transport/query.ts';
import { type Answer, useAnswer } from './use-answer.ts';
import { useKeyed } from './use-keyed.ts';
import { nextPage, type Records, useRecords } from './use-records.ts';
import { useSession } from './use-session.ts';
import type { FollowOrder } from './use-traders.ts';

export type Followed = AnswerOf<'followed_trader'>[number];
export type Skip = AnswerOf<'follow_skips'>['data'][number];
export type Follower = AnswerOf<'my_follower'>['data'][number];

/** What moves is told as it does; whatever was not told is looked at as often while it is in sight. */
const AGAIN_MS = 30_000;

/** Open results move with the market, and copies with the trader. */
export function useLive(): void {
  useEffect(listenToCopies, []);
  useEffect(() => {
    const again = setInterval(() => {
      if (!document.hidden) refresh(QUERY.traders);
    }, AGAIN_MS);
    return () => clearInterval(again);
  }, []);
}

/** An open copy, or an open order of a trader whom the user follows, as the market has it; undefined until it is told. */
export const useCopyNow = (id: string) => useKeyed(copiesNow, id);

/** What closing the open copies of one relation would bring now, net; as its list had it until each of them was told. */
export function useOpenNetOf({ copies, open_net, open_cost }: Followed): string {
  const ids = copies.join(' ');
  const subscribe = useCallback(
    (changed: () => void) => {
      const leave = ids.split(' ').map((id) => copiesNow.subscribe(id, changed));
      return () => {
        for (const one of leave) one();
      };
    },
    [ids],
  );
  return useSyncExternalStore(
    subscribe,
    () =>
      openNetNow(
        copies.map((id) => copiesNow.get(id)?.FactProfits),
        open_cost,
      ) ?? open_net,
  );
}

export function useFollowed(): Answer<'followed_trader'> {
  const session = useSession();
  return useAnswer(QUERY.traders, 'followed_trader', {}, session !== undefined);
}

const skipIdOf = ({ order_id, trader_id }: Skip): string => `${trader_id}/${order_id}`;

export const useSkips = (): Records<Skip> =>
  useRecords([QUERY.traders, 'skips'], skipIdOf, async (cursor, signal) => {
    const page = cursor === '' ? 1 : Number(cursor);
    const { data, total } = await call('follow_skips', { page }, { quiet: true, signal });
    return { items: data, next: nextPage(page, data.length, PAGE_SIZE, total) };
  });

const followerIdOf = ({ follow_id }: Follower): string => follow_id;

export const useFollowers = (): Records<Follower> =>
  useRecords([QUERY.traders, 'followers'], followerIdOf, async (cursor, signal) => {
    const page = cursor === '' ? 1 : Number(cursor);
    const { data, total } = await call('my_follower', { page }, { quiet: true, signal });
    return { items: data, next: nextPage(page, data.length, PAGE_SIZE, total) };
  });

/** Sums over all followers: they come with each page. */
export const useFollowerSums = (): Answer<'my_follower'> => useAnswer(QUERY.traders, 'my_follower', { page: 1 });

const orderIdOf = ({ Id }: FollowOrder): string => Id;

/** The user's own copies of one trader. 1 = open, 3 = closed. */
export function useCopies(traderId: string, status: 1 | 3): Records<FollowOrder> {
  const userId = useSession()?.user.id ?? '';
  return useRecords([QUERY.traders, 'copies', traderId, userId, status], orderIdOf, async (cursor, signal) => {
    const page = cursor === '' ? 1 : Number(cursor);
    const asked = { user_id: traderId, follower_user_id: userId, status, page };
    const { data, total } = await call('my_deal_follow_order', asked, { quiet: true, signal });
    return { items: data, next: nextPage(page, data.length, PAGE_SIZE, total) };
  });
}

/** Whom the user follows or did; undefined until it is known. */
export function useRelations(wanted = true): AnswerOf<'follow_relations'> | undefined {
  const session = useSession();
  return useAnswer(QUERY.traders, 'follow_relations', {}, wanted && session !== undefined).data;
}
