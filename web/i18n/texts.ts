// The keys there are, as types, read from the English files; that the other languages have the same is held by texts.test.ts.

import type account from './texts/en/account.json';
import type facts from './texts/en/facts.json';
import type home from './texts/en/home.json';
import type login from './texts/en/login.json';
import type notices from './texts/en/notices.json';
import type orders from './texts/en/orders.json';
import type powers from './texts/en/powers.json';
import type shell from './texts/en/shell.json';
import type social from './texts/en/social.json';
import type trade from './texts/en/trade.json';
import type verify from './texts/en/verify.json';

interface Files {
  readonly shell: typeof shell;
  readonly home: typeof home;
  readonly login: typeof login;
  readonly account: typeof account;
  readonly social: typeof social;
  readonly trade: typeof trade;
  readonly facts: typeof facts;
  readonly orders: typeof orders;
  readonly verify: typeof verify;
  readonly powers: typeof powers;
  readonly notices: typeof notices;
}

export type Namespace = keyof Files;
type PluralEnd = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type Base<K> = K extends `${infer Stem}_${PluralEnd}` ? Stem : K;
export type TextKey<N extends Namespace> = Base<keyof Files[N] & string>;
/** Fill the {{places}} of a text; `count` also chooses the plural. Numbers for the eye come formatted, as text. */
export type TextValues = Readonly<Record<string, string | number>>;
export type Translate<N extends Namespace> = (key: TextKey<N>, values?: TextValues) => string;
