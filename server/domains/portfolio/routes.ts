// Demo accounts and today's profit: what spans forex, micro and the ledger.

import { refuse } from '@fairtick/contract/errors';
import type { User } from '@fairtick/contract/http/accounts';
import { amount, formatUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok } from '@fairtick/kernel/result';
import type { Pool } from '../../platform/database/pools.ts';
import { type Handlers, userOf } from '../../platform/endpoints.ts';
import { profitPercent } from '../accounts/index.ts';
import * as forex from '../forex/index.ts';
import { accountsOf } from '../ledger/index.ts';
import type { MarketAt } from '../market/index.ts';
import * as micro from '../micro/index.ts';
import { PortfolioCommands, type PortfolioCommandsOptions } from './commands.ts';
import { dayStart } from './rules.ts';

export interface PortfolioRouteOptions extends PortfolioCommandsOptions {
  readonly db: Pool;
  readonly market: () => MarketAt;
  /** Opens a session: the raw token is known to its holder alone. undefined for a user who was removed. */
  readonly signIn: (userId: Id) => Promise<{ token: string; user: User } | undefined>;
}

export function portfolioRoutes(
  options: PortfolioRouteOptions,
): Handlers<'createAccountDemoForU' | 'resetForexDemoAccount' | 'get_profits'> {
  const { db, market, signIn } = options;
  const commands = new PortfolioCommands(options);
  return {
    createAccountDemoForU: async (input, context) => {
      const opened = await commands.openDemo({ endpoint: 'createAccountDemoForU', input, context });
      if (!opened.ok) return opened;
      const session = await signIn(opened.value);
      // A key answers the same for ever, but nobody comes back by one once the account is gone.
      return session ? ok(session) : err(refuse('SESSION_EXPIRED'));
    },
    resetForexDemoAccount: async (input, context) => {
      const outcome = await commands.reset({ endpoint: 'resetForexDemoAccount', input, context });
      return outcome.ok ? ok({}) : outcome;
    },
    get_profits: async (_input, context) => {
      const { userId } = userOf(context);
      const now = market();
      const since = dayStart(now.nowMs);
      const [fromForex, fromMicro, accounts, active] = await Promise.all([
        forex.resultsSince(db, userId, since),
        micro.resultsSince(db, userId, since),
        accountsOf(db, userId),
        forex.loadForBatch(db, [userId], []),
      ]);
      const floating = active.reduce((sum, order) => sum + forex.floatingOf(order, now), 0n);
      const assets = accounts.reduce((sum, account) => sum + account.available + account.locked, floating);
      const profits = amount(fromForex + fromMicro);
      return ok({ profits: formatUnits(profits, 2), percent: profitPercent(profits, amount(assets)) });
    },
  };
}
