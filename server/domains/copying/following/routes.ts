// The endpoints of followers, and of traders about who follows them.

import { refuse } from '@fairtick/contract/errors';
import type { followEndpoints } from '@fairtick/contract/http/follow';
import { PAGE_SIZE } from '@fairtick/contract/page-size';
import { formatUnits } from '@fairtick/kernel/decimal';
import { type Id, parseId } from '@fairtick/kernel/ids';
import { err, ok } from '@fairtick/kernel/result';
import type { Queries } from '../../../platform/database/pools.ts';
import { type Handlers, userOf } from '../../../platform/endpoints.ts';
import { copyCosts, floatingOf, listFilled, readActiveOf, type Whose } from '../../forex/index.ts';
import type { MarketAt } from '../../market/index.ts';
import type { TraderBoard } from '../board.ts';
import { orderView } from '../views.ts';
import { FollowingCommands, type FollowingOptions } from './commands.ts';
import { followsNow, listFollowed, listFollowers, listSkips, relationsOf, relationsWith } from './list-table.ts';
import { followedView, followerView, type OpenCopies, relationView, skipView } from './views.ts';

export interface FollowingRouteOptions extends FollowingOptions {
  readonly market: () => MarketAt;
  readonly board: TraderBoard;
}

type Served =
  | 'follow_trader'
  | 'canal_follow'
  | 'follow_settings'
  | 'followed_trader'
  | 'follow_relations'
  | 'follow_skips'
  | 'my_follower'
  | 'my_deal_follow_order';

const placeOf = (page: number) => ({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });
const NO_COPIES: OpenCopies = { ids: [], margin: 0n, cost: 0n, net: 0n };

export function followingRoutes(options: FollowingRouteOptions): Pick<Handlers<keyof typeof followEndpoints>, Served> {
  const { reads, market, board } = options;
  const commands = new FollowingCommands(options);
  const find = async (traderId: Id) => (await board.now()).byId.get(traderId);
  return {
    follow_trader: (input, context) => commands.follow(input, context),
    canal_follow: (input, context) => commands.leave(input, context),
    follow_settings: (input, context) => commands.settings(input, context),
    followed_trader: async (_, context) => {
      const { userId } = userOf(context);
      const [followed, open] = await Promise.all([
        listFollowed(reads(), userId),
        openCopies(reads(), market(), userId),
      ]);
      const { byId } = await board.now();
      return ok(
        followed.flatMap((one) => {
          const entry = byId.get(one.follow.traderId);
          return entry ? [followedView(entry, one, open.get(one.follow.id) ?? NO_COPIES)] : [];
        }),
      );
    },
    follow_relations: async (_, context) => {
      const relations = await relationsWith(reads(), userOf(context).userId);
      const { byId } = await board.now();
      return ok(relations.map((one) => relationView(one, byId.get(one.trader_id))));
    },
    follow_skips: async ({ page }, context) => {
      const { rows, total } = await listSkips(reads(), userOf(context).userId, placeOf(page));
      const { byId } = await board.now();
      const moment = market();
      const data = rows.map((row) => skipView(row, byId.get(row.trader_id), moment.pair(row.pair_id)?.showCode ?? ''));
      return ok({ data, total });
    },
    my_follower: async ({ page }, context) => {
      const found = await listFollowers(reads(), userOf(context).userId, placeOf(page));
      return ok({
        data: found.page.map(followerView),
        total: found.total,
        total_profits: usd(found.paid),
        position_profits: usd(found.accrued),
        follow_num: found.total,
      });
    },
    my_deal_follow_order: async ({ page, user_id, follower_user_id, status }, { lang, principal }) => {
      const traderId = parseId(user_id) ?? 0n;
      const entry = await find(traderId);
      if (!entry) return err(refuse('TRADER_UNKNOWN'));
      const caller = principal?.userId;
      const follower = follower_user_id === '' ? undefined : parseId(follower_user_id);
      let whose: Whose = { users: entry.accounts };
      if (follower !== undefined) {
        // Of others' copies nothing is said, not even whether there are any.
        if (caller === undefined || (caller !== follower && caller !== traderId)) return err(refuse('ORDER_NOT_FOUND'));
        whose = { follows: await relationsOf(reads(), follower, traderId) };
      } else if (status === 1 && !(await maySeeOpen(reads(), caller, traderId))) return err(refuse('FOLLOWERS_ONLY'));
      const { orders, total } = await listFilled(reads(), whose, { open: status === 1, ...placeOf(page) });
      const moment = market();
      const data = orders.map((order) => orderView(order, moment, moment.pair(order.pairId)?.showCode ?? '', lang));
      return ok({ data, total });
    },
  };
}

const usd = (units: bigint): string => formatUnits(units, 6);

const maySeeOpen = async (db: Queries, caller: Id | undefined, traderId: Id): Promise<boolean> =>
  caller !== undefined && (caller === traderId || (await followsNow(db, caller, traderId)));

/** Of one follower, by relation, at this moment of the market. */
async function openCopies(db: Queries, market: MarketAt, userId: Id): Promise<ReadonlyMap<Id, OpenCopies>> {
  const [orders, costs] = await Promise.all([readActiveOf(db, [userId]), copyCosts(db, userId)]);
  const byFollow = Map.groupBy(
    orders.filter((order) => order.followId !== undefined),
    (order) => order.followId ?? 0n,
  );
  return new Map(
    [...byFollow].map(([followId, copies]) => {
      const floating = copies.reduce((sum, order) => sum + floatingOf(order, market), 0n);
      const margin = copies.reduce((sum, order) => sum + order.margin, 0n);
      const cost = costs.get(followId) ?? 0n;
      return [followId, { ids: copies.map(({ id }) => id), margin, cost, net: floating - cost }];
    }),
  );
}
