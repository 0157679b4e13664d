// Demo accounts, transfers, the forex account as a whole and today's profit: what spans forex, micro and the ledger.

import { refuse } from '@fairtick/contract/errors';
import type { User } from '@fairtick/contract/http/accounts';
import type { AnswerOf } from '@fairtick/contract/http/index';
import type { transferEndpoints } from '@fairtick/contract/http/ledger';
import { PAGE_SIZE } from '@fairtick/contract/page-size';
import { amount, formatUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { assert, err, ok } from '@fairtick/kernel/result';
import type { Pool, Queries } from '../../platform/database/pools.ts';
import { type Handlers, userOf } from '../../platform/endpoints.ts';
import { profitPercent } from '../accounts/index.ts';
import * as forex from '../forex/index.ts';
import { accountsOf, accountTypeIdOf, kindOf, transfersOf } from '../ledger/index.ts';
import type { MarketAt } from '../market/index.ts';
import * as micro from '../micro/index.ts';
import { PortfolioCommands, type PortfolioCommandsOptions } from './commands.ts';
import { dayStart } from './rules.ts';

export interface PortfolioRouteOptions extends PortfolioCommandsOptions {
  readonly db: Pool;
  /** Where one statement is asked: as new as the newest commit. */
  readonly reads: () => Queries;
  readonly market: () => MarketAt;
  /** Opens a session: the raw token is known to its holder alone. undefined for a user who was removed. */
  readonly signIn: (userId: Id) => Promise<{ token: string; user: User } | undefined>;
}

export function portfolioRoutes(
  options: PortfolioRouteOptions,
): Handlers<'createAccountDemoForU' | 'resetForexDemoAccount' | 'get_profits' | keyof typeof transferEndpoints> {
  const { db, reads, market, signIn } = options;
  const commands = new PortfolioCommands(options);
  return {
    createAccountDemoForU: async (input, context) => {
      const request = { endpoint: 'createAccountDemoForU', input, context } as const;
      const opened = await commands.openDemo(request, market().nowMs);
      if (!opened.ok) return opened;
      const session = await signIn(opened.value);
      // Nobody comes back by a key once the account is gone.
      return session ? ok(session) : err(refuse('SESSION_EXPIRED'));
    },
    resetForexDemoAccount: async (input, context) => {
      const outcome = await commands.reset({ endpoint: 'resetForexDemoAccount', input, context });
      return outcome.ok ? ok({}) : outcome;
    },
    transfer: async (input, context) => {
      const { balance, currency_id: currency, from, to } = input;
      const request = { endpoint: 'transfer', input, context } as const;
      const outcome = await commands.transfer(request, { balance, currency, from, to });
      return outcome.ok ? ok({}) : outcome;
    },
    transfer_log: async ({ page, type }, context) => {
      const kind = type === '' ? undefined : kindOf(type);
      const asked = { kind, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
      const { transfers, total } = await transfersOf(reads(), userOf(context).userId, asked);
      const data = transfers.map(({ id, sum, from, to, time }) => ({
        id: String(id),
        balance: formatUnits(sum, 2),
        from: accountTypeIdOf(from),
        to: accountTypeIdOf(to),
        created_at: time,
      }));
      return ok({ data, total });
    },
    forexDetail: async (_input, context) => ok(await forexDetail(options, userOf(context).userId)),
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

async function forexDetail(
  { db, market }: Pick<PortfolioRouteOptions, 'db' | 'market'>,
  userId: Id,
): Promise<AnswerOf<'forexDetail'>> {
  const [accounts, active] = await Promise.all([accountsOf(db, userId), forex.loadForBatch(db, [userId], [])]);
  const account = accounts.find(({ kind }) => kind === 'forex');
  assert(account !== undefined, 'a user has a forex account');
  const { freeMargin, usedMargin, netValue } = forex.equityAt(account, active, market());
  return {
    balance: formatUnits(account.available, 2),
    lockBalance: formatUnits(account.locked, 2),
    freeMargin: formatUnits(freeMargin, 2),
    usedMargin: formatUnits(usedMargin, 2),
    netValue: formatUnits(netValue, 2),
  };
}
