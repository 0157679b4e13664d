// Demo accounts and today's profit: what spans forex, micro and the ledger.

import { refuse } from '@fairtick/contract/errors';
import type { User } from '@fairtick/contract/http/accounts';
import { toHex } from '@fairtick/kernel/bytes';
import { amount, formatUnits } from '@fairtick/kernel/decimal';
import { type Id, parseId } from '@fairtick/kernel/ids';
import type { Entropy } from '@fairtick/kernel/random';
import { assert, err, ok } from '@fairtick/kernel/result';
import type { Command, Outcome } from '../../platform/commands/command.ts';
import { keyOf } from '../../platform/commands/key.ts';
import type { Pool } from '../../platform/database/pools.ts';
import { type Handlers, userOf } from '../../platform/endpoints.ts';
import { profitPercent } from '../accounts/index.ts';
import * as forex from '../forex/index.ts';
import { accountsOf } from '../ledger/index.ts';
import type { MarketAt } from '../market/index.ts';
import * as micro from '../micro/index.ts';
import { dayStart, decideDemoAccount, decideReset, type PortfolioChange, type PortfolioState } from './rules.ts';

export interface PortfolioRouteOptions {
  readonly submit: (command: Command<PortfolioState, PortfolioChange>) => Promise<Outcome>;
  readonly db: Pool;
  readonly entropy: Entropy;
  readonly market: () => MarketAt;
  /** Opens a session: the raw token is known to its holder alone. undefined for a user who was removed. */
  readonly signIn: (userId: Id) => Promise<{ token: string; user: User } | undefined>;
}

/** Shorter keys could collide between visitors, who share the owner 0. */
const VISITOR_KEY_LENGTH = 16;

export function portfolioRoutes(
  options: PortfolioRouteOptions,
): Handlers<'createAccountDemoForU' | 'resetForexDemoAccount' | 'get_profits'> {
  const { submit, db, entropy, market, signIn } = options;
  return {
    createAccountDemoForU: async (input, context) => {
      const scope = context.key.length >= VISITOR_KEY_LENGTH ? context.key : toHex(entropy.bytes(16));
      const key = `${context.address}/${scope}`;
      const outcome = await submit({
        name: 'createAccountDemoForU',
        realm: 'demo',
        owners: [],
        key: keyOf(0n, key, 'createAccountDemoForU', input),
        decide: (state) => {
          const made = decideDemoAccount(state, { key });
          return made.ok ? ok({ change: made.value.change, answer: { userId: String(made.value.userId) } }) : made;
        },
      });
      if (!outcome.ok) return outcome;
      const userId = parseId(String(outcome.value.userId));
      assert(userId !== undefined, 'a demo account answers with its user id');
      const session = await signIn(userId);
      // A key answers the same for ever, but nobody comes back by one once the account is gone.
      return session ? ok(session) : err(refuse('SESSION_EXPIRED'));
    },
    resetForexDemoAccount: async (input, context) => {
      const { userId, realm } = userOf(context);
      const outcome = await submit({
        name: 'resetForexDemoAccount',
        realm,
        actor: { kind: 'user', id: userId },
        owners: [userId],
        key: keyOf(userId, context.key, 'resetForexDemoAccount', input),
        decide: (state) => {
          const reset = decideReset(state, { realm, userId, key: context.key });
          return reset.ok ? ok({ change: reset.value.change, answer: {} }) : reset;
        },
      });
      return outcome.ok ? ok({}) : outcome;
    },
    get_profits: async (_input, context) => {
      const { userId } = userOf(context);
      const now = market();
      const since = dayStart(now.nowMs);
      const [fromForex, fromMicro, accounts, live] = await Promise.all([
        forex.resultsSince(db, userId, since),
        micro.resultsSince(db, userId, since),
        accountsOf(db, userId),
        forex.loadForBatch(db, [userId], []),
      ]);
      const floating = live.reduce((sum, order) => sum + forex.floatingOf(order, now), 0n);
      const assets = accounts.reduce((sum, account) => sum + account.available + account.locked, floating);
      const profits = amount(fromForex + fromMicro);
      return ok({ profits: formatUnits(profits, 2), percent: profitPercent(profits, amount(assets)) });
    },
  };
}
