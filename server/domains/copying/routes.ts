// The endpoints of traders: the contract's fields into the domain's words, and back.

import { refuse } from '@fairtick/contract/errors';
import type { followEndpoints } from '@fairtick/contract/http/follow';
import { PAGE_SIZE } from '@fairtick/contract/page-size';
import { type Id, parseId } from '@fairtick/kernel/ids';
import { err, ok } from '@fairtick/kernel/result';
import type { Queries } from '../../platform/database/pools.ts';
import type { Handlers } from '../../platform/endpoints.ts';
import { listClosed } from '../forex/index.ts';
import { type BoardOptions, type Entry, TraderBoard } from './board.ts';
import { type TraderOptions, TraderService } from './commands.ts';
import { orderView, rankView, recordView, traderView } from './views.ts';

export interface FollowRouteOptions extends TraderOptions, BoardOptions {
  /** Where one statement is asked: as new as the newest commit. */
  readonly reads: () => Queries;
}

export function followRoutes(options: FollowRouteOptions): Handlers<keyof typeof followEndpoints> {
  const board = new TraderBoard(options);
  const service = new TraderService(options);
  const find = async (id: string): Promise<Entry | undefined> => (await board.now()).byId.get(parseId(id) ?? 0n);
  const pageOf = (accounts: readonly Id[], page: number) =>
    listClosed(options.reads(), accounts, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });
  return {
    follow_list: async () => {
      const { ranked } = await board.now();
      const market = options.market();
      return ok(ranked.map((entry) => rankView(entry, (pairId) => market.pair(pairId)?.showCode ?? '')));
    },
    trader_list: async ({ page }) => {
      const { lobby } = await board.now();
      const data = lobby.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map(traderView);
      return ok({ data, total: lobby.length });
    },
    trader_detail: async ({ id }) => {
      const entry = await find(id);
      return entry ? ok(traderView(entry)) : err(refuse('TRADER_UNKNOWN'));
    },
    trader_record: async ({ id }) => {
      const entry = await find(id);
      return entry ? ok(recordView(entry, options.clock.now())) : err(refuse('TRADER_UNKNOWN'));
    },
    my_deal_follow_order: async ({ page, user_id, follower_user_id, status }, { lang }) => {
      if (follower_user_id !== '') return err(refuse('FOLLOWING_NOT_YET'));
      const entry = await find(user_id);
      if (!entry) return err(refuse('TRADER_UNKNOWN'));
      if (status === 1) return err(refuse('FOLLOWERS_ONLY'));
      const market = options.market();
      const orders = await pageOf(entry.accounts, page);
      const data = orders.map((order) => orderView(order, market.pair(order.pairId)?.showCode ?? '', lang));
      return ok({ data, total: entry.life.count });
    },
    apply_trader: (input, context) => service.apply(input, context),
    follow_profile: async (_, context) => ok(await service.profile(context)),
    follow_profile_change: (input, context) => service.change(input, context),
  };
}
