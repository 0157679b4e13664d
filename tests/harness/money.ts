// Transfers and the pages of the ledger in the small world, as a real user asks one of its servers for them.

import type { Refusal } from '@fairtick/contract/errors';
import type { AnswerOf, ParsedOf } from '@fairtick/contract/http/index';
import type { LanguageKey } from '@fairtick/contract/languages';
import type { Realm } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import { systemEntropy } from '@fairtick/kernel/random';
import type { Result } from '@fairtick/kernel/result';
import { readStanding } from '@fairtick/server/domains/accounts/index';
import { ledgerRoutes } from '@fairtick/server/domains/ledger/index';
import { marketNow } from '@fairtick/server/domains/market/index';
import { portfolioRoutes } from '@fairtick/server/domains/portfolio/index';
import type { RequestContext } from '@fairtick/server/platform/endpoints';
import { accepted } from './outcomes.ts';
import type { Server, World } from './world.ts';

/** Plain decimals, and the accounts by their numbers: 1 change, 2 forex, 3 micro. */
export interface TransferTyped {
  readonly balance: string;
  readonly from: string;
  readonly to: string;
  readonly currency?: string;
  readonly key?: string;
}

export interface Money {
  transfer(userId: Id, typed: TransferTyped): Promise<Result<Record<string, never>, Refusal>>;
  transferLog(userId: Id, page?: number, type?: 1 | 2 | 3): Promise<AnswerOf<'transfer_log'>>;
  forexDetail(userId: Id): Promise<AnswerOf<'forexDetail'>>;
  page(userId: Id, type: number, page?: number): Promise<AnswerOf<'forexChange'>>;
  ledger(userId: Id, wanted: Partial<ParsedOf<'ledger'>> & { readonly account: number }): Promise<AnswerOf<'ledger'>>;
}

interface Reader {
  /** Of the users; the live one. */
  readonly realm?: Realm;
  readonly lang?: LanguageKey;
}

let keys = 0;

function contextOf(userId: Id, key: string | undefined, { realm = 'live', lang = 'en' }: Reader): RequestContext {
  keys += 1;
  return {
    principal: { kind: 'user', userId, realm, tokenHash: new Uint8Array(32) },
    lang,
    key: key ?? `money-key-${keys}`,
    address: '127.0.0.1',
    agent: 'world',
    deviceHash: null,
    requestId: `money-${keys}`,
  };
}

export function moneyOn(world: World, server: () => Server = () => world.server, reader: Reader = {}): Money {
  const { db, clock } = world;
  const reads = () => db.app;
  const portfolio = portfolioRoutes({
    submit: (command) => server().pipeline.submit(command),
    db: db.app,
    reads,
    entropy: systemEntropy,
    market: () => marketNow(server().market, clock.now()),
    signIn: async () => undefined,
  });
  const ledger = ledgerRoutes({ reads, zoneOf: async (userId) => (await readStanding(db.app, userId))?.zone });
  const context = (userId: Id, key?: string): RequestContext => contextOf(userId, key, reader);
  return {
    transfer: (userId, { balance, from, to, currency = '1', key }) =>
      portfolio.transfer({ balance, currency_id: currency, from, to }, context(userId, key)),
    transferLog: (userId, page = 1, type) =>
      accepted(portfolio.transfer_log({ page, type: type ?? '' }, context(userId))),
    forexDetail: (userId) => accepted(portfolio.forexDetail({}, context(userId))),
    page: (userId, type, page = 1) => accepted(ledger.forexChange({ type, page }, context(userId))),
    ledger: (userId, wanted) =>
      accepted(ledger.ledger({ before: '', type: '', from: '', to: '', ...wanted }, context(userId))),
  };
}
