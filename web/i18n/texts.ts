// The keys there are, as types, read from the English files; that the other languages have the same is held by texts.test.ts.

import type account from './texts/en/account.json';
import type chat from './texts/en/chat.json';
import type content from './texts/en/content.json';
import type countries from './texts/en/countries.json';
import type deposit from './texts/en/deposit.json';
import type facts from './texts/en/facts.json';
import type feedback from './texts/en/feedback.json';
import type follow from './texts/en/follow.json';
import type funds from './texts/en/funds.json';
import type home from './texts/en/home.json';
import type invite from './texts/en/invite.json';
import type loans from './texts/en/loans.json';
import type login from './texts/en/login.json';
import type notices from './texts/en/notices.json';
import type orders from './texts/en/orders.json';
import type powers from './texts/en/powers.json';
import type product from './texts/en/product.json';
import type protection from './texts/en/protection.json';
import type security from './texts/en/security.json';
import type shell from './texts/en/shell.json';
import type social from './texts/en/social.json';
import type status from './texts/en/status.json';
import type trade from './texts/en/trade.json';
import type verification from './texts/en/verification.json';
import type verify from './texts/en/verify.json';
import type wallet from './texts/en/wallet.json';
import type withdraw from './texts/en/withdraw.json';

interface Files {
  readonly shell: typeof shell;
  readonly home: typeof home;
  readonly invite: typeof invite;
  readonly login: typeof login;
  readonly account: typeof account;
  readonly chat: typeof chat;
  readonly content: typeof content;
  readonly countries: typeof countries;
  readonly product: typeof product;
  readonly feedback: typeof feedback;
  readonly follow: typeof follow;
  readonly funds: typeof funds;
  readonly loans: typeof loans;
  readonly social: typeof social;
  readonly status: typeof status;
  readonly trade: typeof trade;
  readonly facts: typeof facts;
  readonly orders: typeof orders;
  readonly verify: typeof verify;
  readonly security: typeof security;
  readonly protection: typeof protection;
  readonly verification: typeof verification;
  readonly powers: typeof powers;
  readonly notices: typeof notices;
  readonly wallet: typeof wallet;
  readonly deposit: typeof deposit;
  readonly withdraw: typeof withdraw;
}

export type Namespace = keyof Files;
type PluralEnd = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type Base<K> = K extends `${infer Stem}_${PluralEnd}` ? Stem : K;
export type TextKey<N extends Namespace> = Base<keyof Files[N] & string>;
/** Fill the {{places}} of a text; `count` also chooses the plural. Numbers for the eye come formatted, as text. */
export type TextValues = Readonly<Record<string, string | number>>;
export type Translate<N extends Namespace> = (key: TextKey<N>, values?: TextValues) => string;
