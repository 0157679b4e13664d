// Every call of the contract and the domain that serves it.

import type { Clock } from '@fairtick/kernel/clock';
import { systemEntropy } from '@fairtick/kernel/random';
import { accountHandlers, findUser, Passwords, type Sessions, userView } from '../domains/accounts/index.ts';
import { forexRoutes, type MarketAt } from '../domains/forex/index.ts';
import { marketRoutes } from '../domains/market/index.ts';
import { microRoutes } from '../domains/micro/index.ts';
import { portfolioRoutes } from '../domains/portfolio/index.ts';
import { proofRoutes } from '../domains/proof/index.ts';
import type { Database } from '../platform/database/open.ts';
import type { Handlers } from '../platform/endpoints.ts';
import { marketNow } from '../trading/market-at.ts';
import type { OpenedTrading } from './trading.ts';

export function handlersOf(
  trading: OpenedTrading,
  { app: db, reads: lines }: Pick<Database, 'app' | 'reads'>,
  sessions: Sessions,
  clock: Clock,
): Handlers {
  const { log, market, tradingMarket, pipeline, settings } = trading;
  const now = (): MarketAt => marketNow(tradingMarket, trading.clock.now());
  const reads = () => lines.pick();
  const submit: typeof pipeline.submit = (command) => pipeline.submit(command);
  return {
    ...accountHandlers({ db, reads, clock, sessions, passwords: new Passwords(systemEntropy) }),
    ...marketRoutes({ market, log, db, clock }),
    ...forexRoutes({ submit, reads, market: now }),
    ...microRoutes({ submit, reads, market: now, settings: () => settings.micro }),
    ...portfolioRoutes({
      submit,
      db,
      entropy: systemEntropy,
      market: now,
      signIn: async (userId) => {
        const user = await findUser(db, userId);
        return user && { token: await sessions.create(userId), user: userView(user) };
      },
    }),
    ...proofRoutes({ db, log, market: now, pair: (pairId) => market.pair(pairId) }),
  };
}
