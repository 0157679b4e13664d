// Fund products in the small world, as users ask one of its servers for them, and a database whose clock a test moves by days.

import type { Refusal } from '@fairtick/contract/errors';
import type { FundSubscription } from '@fairtick/contract/http/funds';
import type { AnswerOf } from '@fairtick/contract/http/index';
import type { LanguageKey } from '@fairtick/contract/languages';
import type { Realm } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import type { Result } from '@fairtick/kernel/result';
import { fundRoutes } from '@fairtick/server/domains/funds/index';
import { payFunds } from '@fairtick/server/domains/funds/paying';
import type { RequestContext } from '@fairtick/server/platform/endpoints';
import type { Server, World } from './world.ts';

export interface Buyer {
  readonly id: Id;
  readonly realm: Realm;
}

type Answered<T> = Promise<Result<T, Refusal>>;

export interface FundDesk {
  list(user?: Buyer, page?: number, lang?: LanguageKey): Answered<AnswerOf<'fund_list'>>;
  info(user: Buyer | undefined, id: string): Answered<AnswerOf<'fund_info'>>;
  buy(user: Buyer, amount: string, more?: { id?: string; terms?: string; key?: string }): Answered<FundSubscription>;
  bought(user: Buyer, page?: number): Answered<AnswerOf<'fund_subscriptions'>>;
  income(user: Buyer, id: string, page?: number): Answered<AnswerOf<'fund_income'>>;
  redeem(user: Buyer, id: string, key?: string): Answered<FundSubscription>;
  /** What the job of each minute does. */
  pay(): ReturnType<typeof payFunds>;
  /** The database's clock goes on by so many ms more from now on. */
  pass(ms: number): Promise<void>;
}

export const DAY_MS = 86_400_000;

export function fundDesk(world: World, server: () => Server = () => world.server): FundDesk {
  let [keys, ahead] = [0, 0];
  const { db } = world;
  const submit: Parameters<typeof fundRoutes>[0]['submit'] = (command) => server().pipeline.submit(command);
  const routes = fundRoutes({
    ...{ submit, reads: () => db.app },
    settings: () => world.settings.funds,
    jurisdictions: () => world.settings.jurisdictions,
  });
  const context = (user: Buyer | undefined, key?: string, lang: LanguageKey = 'en'): RequestContext => {
    keys += 1;
    return {
      principal: user && { kind: 'user', userId: user.id, realm: user.realm, tokenHash: new Uint8Array(32) },
      lang,
      key: key ?? `fund-key-${keys}`,
      address: '127.0.0.1',
      agent: 'world',
      deviceHash: null,
      requestId: `fund-${keys}`,
    };
  };
  return {
    list: (user, page = 1, lang) => routes.fund_list({ page }, context(user, undefined, lang)),
    info: (user, id) => routes.fund_info({ id }, context(user)),
    buy: (user, amount, { id = '1', terms = '', key } = {}) =>
      routes.fund_buy({ id, amount, terms }, context(user, key)),
    bought: (user, page = 1) => routes.fund_subscriptions({ page }, context(user)),
    income: (user, id, page = 1) => routes.fund_income({ sub_id: id, page }, context(user)),
    redeem: (user, id, key) => routes.fund_refund({ sub_id: id }, context(user, key)),
    pay: () => payFunds({ submit, db: db.app }),
    async pass(ms) {
      ahead += ms;
      await db.owner.query(`CREATE OR REPLACE FUNCTION database_ms() RETURNS bigint LANGUAGE sql VOLATILE AS
        $$ SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint + ${ahead} $$`);
    },
  };
}
