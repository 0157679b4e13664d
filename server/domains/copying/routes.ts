// The endpoints of traders: the contract's fields into the domain's words, and back.

import { refuse } from '@fairtick/contract/errors';
import type { followEndpoints } from '@fairtick/contract/http/follow';
import { PAGE_SIZE } from '@fairtick/contract/page-size';
import { parseId } from '@fairtick/kernel/ids';
import { err, ok } from '@fairtick/kernel/result';
import type { Handlers, RequestContext } from '../../platform/endpoints.ts';
import { type BoardOptions, type Entry, TraderBoard } from './board.ts';
import { type TraderOptions, TraderService } from './commands.ts';
import type { FollowingOptions } from './following/commands.ts';
import { listFollowed } from './following/list-table.ts';
import { followingRoutes } from './following/routes.ts';
import { rankView, recordView, traderView } from './views.ts';

export interface FollowRouteOptions extends TraderOptions, BoardOptions, FollowingOptions {}

export function followRoutes(options: FollowRouteOptions): Handlers<keyof typeof followEndpoints> {
  const board = new TraderBoard(options);
  const service = new TraderService(options);
  const find = async (id: string): Promise<Entry | undefined> => (await board.now()).byId.get(parseId(id) ?? 0n);
  /** What the caller set of those whom they follow, by trader. */
  const ownOf = async ({ principal }: RequestContext) =>
    new Map(
      principal
        ? (await listFollowed(options.reads(), principal.userId)).map((one) => [one.follow.traderId, one.settings])
        : [],
    );
  return {
    ...followingRoutes({ ...options, board }),
    follow_list: async () => {
      const { ranked } = await board.now();
      const market = options.market();
      return ok(ranked.map((entry) => rankView(entry, (pairId) => market.pair(pairId)?.showCode ?? '')));
    },
    trader_list: async ({ page }, context) => {
      const [{ lobby }, own] = await Promise.all([board.now(), ownOf(context)]);
      const entries = lobby.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
      const data = entries.map((entry) => traderView(entry, own.get(entry.trader.userId)));
      return ok({ data, total: lobby.length });
    },
    trader_detail: async ({ id }, context) => {
      const [entry, own] = await Promise.all([find(id), ownOf(context)]);
      return entry ? ok(traderView(entry, own.get(entry.trader.userId))) : err(refuse('TRADER_UNKNOWN'));
    },
    trader_record: async ({ id }) => {
      const entry = await find(id);
      return entry ? ok(recordView(entry, options.clock.now())) : err(refuse('TRADER_UNKNOWN'));
    },
    apply_trader: (input, context) => service.apply(input, context),
    follow_end: (_, context) => service.end(context),
    follow_profile: async (_, context) => ok(await service.profile(context)),
    follow_profile_change: (input, context) => service.change(input, context),
  };
}
