// The accounts' endpoints: the contract's fields into the service, and back.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { LANGUAGES } from '@fairtick/contract/languages';
import { ok } from '@fairtick/kernel/result';
import type { Addresses } from '../../platform/config/addresses.ts';
import { type Handlers, userOf } from '../../platform/endpoints.ts';
import { AccountService, type AccountServiceOptions } from './commands.ts';
import { mainStatus } from './service-status.ts';
import { type RegistrationSettings, toldBasics } from './settings.ts';

export type AccountEndpoint = 'logout' | 'user_info' | 'getBalance' | 'getBasicInfo' | 'main_status' | 'languages';

export interface AppStart {
  readonly basic: AnswerOf<'getBasicInfo'>;
  readonly main: AnswerOf<'main_status'>;
  readonly registration: RegistrationSettings;
}

export interface AccountOptions extends AccountServiceOptions {
  /** What the app is told at its start, as in force now. */
  readonly appStart: () => AppStart;
  readonly addresses: () => Pick<Addresses, 'statusHosts' | 'serviceHosts'>;
}

export function accountHandlers(options: AccountOptions): Handlers<AccountEndpoint> {
  const service = new AccountService(options);
  const languages: AnswerOf<'languages'> = LANGUAGES.map(({ key, text, locale }) => ({
    value: localeTag(locale),
    key,
    text,
  }));
  Object.freeze(languages);
  return {
    logout: (_, context) => {
      const { userId, tokenHash } = userOf(context);
      return service.signOut(userId, tokenHash, context.key);
    },
    user_info: (_, context) => service.profile(userOf(context).userId),
    getBalance: async (_, context) => ok(await service.balances(userOf(context).userId)),
    getBasicInfo: async () =>
      ok({ ...options.appStart().basic, ...toldBasics(options.appStart().basic, options.addresses().serviceHosts) }),
    main_status: async () => ok(mainStatus(options.appStart().main, options.addresses().statusHosts)),
    languages: async () => ok(languages),
  };
}

/** The plain tag, without the extensions that only number and date formatting need. */
const localeTag = (locale: string): string => locale.replace(/-u-.*$/, '');
