// The accounts' calls: the contract's fields into the service, and back.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { LANGUAGES } from '@fairtick/contract/languages';
import type { Clock } from '@fairtick/kernel/clock';
import { ok } from '@fairtick/kernel/result';
import { type Handlers, userOf } from '../../platform/endpoints.ts';
import { settingsReader } from './basic-settings.ts';
import { AccountService, type AccountServiceOptions } from './commands.ts';

export type AccountEndpoint =
  | 'loginForU'
  | 'logout'
  | 'user_info'
  | 'getBalance'
  | 'getBasicInfo'
  | 'main_status'
  | 'languages';

export interface AccountOptions extends AccountServiceOptions {
  readonly clock: Clock;
}

export function accountHandlers(options: AccountOptions): Handlers<AccountEndpoint> {
  const service = new AccountService(options);
  const settings = settingsReader(options.db, options.clock);
  const languages: AnswerOf<'languages'> = LANGUAGES.map(({ key, text, locale }) => ({
    value: localeTag(locale),
    key,
    text,
  }));
  Object.freeze(languages);
  return {
    loginForU: ({ account, password }) => service.signIn(account, password),
    logout: async (_, context) => {
      await options.sessions.revoke(userOf(context).tokenHash);
      return ok({});
    },
    user_info: (_, context) => service.profile(userOf(context).userId),
    getBalance: async (_, context) => ok(await service.balances(userOf(context).userId)),
    getBasicInfo: async () => ok((await settings()).basic),
    main_status: async () => ok((await settings()).main),
    languages: async () => ok(languages),
  };
}

/** The plain tag, without the extensions that only number and date formatting need. */
const localeTag = (locale: string): string => locale.replace(/-u-.*$/, '');
