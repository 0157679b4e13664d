// A letter in the reader's language: a subject that holds nothing anybody typed, plain text, and the same in one HTML layout. Pure.

import { DEFAULT_LANGUAGE, type LanguageKey, languageOf } from '@fairtick/contract/languages';
import { lockWords, rejectionWords } from '@fairtick/contract/texts/index';
import { typedLine } from '@fairtick/kernel/typed-line';
import type { Addresses } from '../config/addresses.ts';
import { LETTER_PARAMS, type LetterTemplate } from './letter.ts';
import { ar } from './texts/ar.ts';
import { en } from './texts/en.ts';
import { hk } from './texts/hk.ts';
import type { LetterTexts } from './texts/texts.ts';

/** Languages without letters of their own read English, as in the app. */
const WRITTEN: Readonly<Partial<Record<LanguageKey, LetterTexts>>> = { en, hk, ar };

/** The page that a letter leads to: of the users' app, or of the console where it is to a member of the staff. */
const PAGES: Readonly<Record<LetterTemplate, { readonly of: keyof Addresses; readonly path: string }>> = {
  verified: { of: 'app', path: '/#/user' },
  verification_rejected: { of: 'app', path: '/#/user' },
  frozen: { of: 'app', path: '/#/notices' },
  unfrozen: { of: 'app', path: '/#/notices' },
  stop_out: { of: 'app', path: '/#/notices' },
  margin_call: { of: 'app', path: '/#/' },
  withdrawal_paid: { of: 'app', path: '/#/mine/withdraw' },
  withdrawal_rejected: { of: 'app', path: '/#/mine/withdraw' },
  withdrawal_returned: { of: 'app', path: '/#/mine/withdraw' },
  withdrawal_back: { of: 'app', path: '/#/mine/withdraw' },
  withdrawal_overdue: { of: 'app', path: '/#/mine/withdraw' },
  deposit_credited: { of: 'app', path: '/#/mine/charge' },
  deposit_rejected: { of: 'app', path: '/#/mine/charge' },
  deposit_reversed: { of: 'app', path: '/#/mine/charge' },
  balance_corrected: { of: 'app', path: '/#/mine/history' },
  loan_paid_out: { of: 'app', path: '/#/loan/record' },
  loan_rejected: { of: 'app', path: '/#/loan/record' },
  loan_due_soon: { of: 'app', path: '/#/loan/record' },
  loan_overdue: { of: 'app', path: '/#/loan/record' },
  loan_short: { of: 'app', path: '/#/loan/record' },
  loan_repaid: { of: 'app', path: '/#/loan/record' },
  feedback_answered: { of: 'app', path: '/#/feedback' },
  feedback_reply: { of: 'app', path: '/#/feedback' },
  chat_answer: { of: 'app', path: '/#/mine/chat' },
  announcement_notice: { of: 'app', path: '/#/news/detail?id={item}' },
  announcement_maintenance: { of: 'app', path: '/#/news/detail?id={item}' },
  announcement_terms: { of: 'app', path: '/#/news/detail?id={item}' },
  announcement_incident: { of: 'app', path: '/#/news/detail?id={item}' },
  export_ready: { of: 'app', path: '/#/mine/system' },
  totp_added: { of: 'app', path: '/#/mine/system' },
  totp_removed: { of: 'app', path: '/#/mine/system' },
  passkey_added: { of: 'app', path: '/#/mine/system' },
  passkey_removed: { of: 'app', path: '/#/mine/system' },
  recovery_codes_made: { of: 'app', path: '/#/mine/system' },
  name_changed: { of: 'app', path: '/#/mine/system' },
  staff_codes_tried: { of: 'console', path: '/' },
  staff_codes_locked: { of: 'console', path: '/' },
  staff_withdrawals_overdue: { of: 'console', path: '/' },
  staff_client_money_short: { of: 'console', path: '/' },
  staff_withdrawals_paused: { of: 'console', path: '/' },
  staff_withdrawals_resumed: { of: 'console', path: '/' },
  code_register: { of: 'app', path: '/#/register' },
  code_reset: { of: 'app', path: '/#/forgot' },
  code_amend: { of: 'app', path: '/#/mine/password' },
  code_step_up: { of: 'app', path: '/#/user' },
  code_name: { of: 'app', path: '/#/user' },
  account_exists: { of: 'app', path: '/#/login' },
  new_sign_in: { of: 'app', path: '/#/not-me?token={token}' },
  codes_tried: { of: 'app', path: '/#/mine/password' },
  password_reset: { of: 'app', path: '/#/login' },
  password_changed: { of: 'app', path: '/#/login' },
  signed_out: { of: 'app', path: '/#/forgot' },
};

/** Those that their reader may turn off. */
export const OPTIONAL: ReadonlySet<LetterTemplate> = new Set([
  'stop_out',
  'margin_call',
  'verified',
  'verification_rejected',
  'withdrawal_rejected',
  'withdrawal_returned',
  'withdrawal_overdue',
  'deposit_credited',
  'deposit_rejected',
  'loan_rejected',
  'feedback_answered',
  'chat_answer',
  'announcement_notice',
  'announcement_maintenance',
  'announcement_terms',
  'announcement_incident',
]);

/** What the page says by which somebody gets no more news, in the language nearest to theirs. */
export function stopTexts(lang: LanguageKey): { readonly lang: LanguageKey; readonly texts: LetterTexts['stop'] } {
  const written = WRITTEN[lang];
  return written ? { lang, texts: written.stop } : { lang: 'en', texts: en.stop };
}

export interface Composed {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface ToCompose {
  readonly template: string;
  readonly params: Readonly<Record<string, string>>;
  /** What the reader has chosen to know our letters by: it opens this one. Nothing where it is empty. */
  readonly word?: string | undefined;
  /** hk where it is not known. */
  readonly lang: LanguageKey | undefined;
  /** UTC where it is left out. */
  readonly zone?: string | undefined;
  /** Links lead nowhere else. */
  readonly addresses: Addresses;
  /** Of a letter that its reader has asked for: the address by which they get no more of them. */
  readonly stop?: string | undefined;
}

const isLetter = (name: string): name is LetterTemplate => Object.hasOwn(LETTER_PARAMS, name);

/** Throws for a template that this server does not know: a newer one may have written it. */
export function composeLetter({
  template,
  params: given,
  word = '',
  lang = DEFAULT_LANGUAGE,
  zone = 'UTC',
  addresses,
  stop,
}: ToCompose): Composed {
  if (!isLetter(template)) throw new Error('the template of a letter is not known here');
  const written = WRITTEN[lang];
  const { letters, word: opening, greeting, because, never, stop: stopped } = written ?? en;
  const why = because[stop !== undefined ? 'asked' : OPTIONAL.has(template) ? 'chosen' : 'safety'];
  const { locale, rtl } = languageOf(written ? lang : 'en');
  const { subject, paragraphs, link } = letters[template];
  const params: Readonly<Record<string, string>> = {
    ...given,
    ...(given.locks ? { locks: lockWords(written ? lang : 'en', given.locks) } : {}),
    ...(given.rejection ? { rejection: rejectionWords(written ? lang : 'en', given.rejection) } : {}),
    ...(given.time ? { time: inZone(given.time, zone) } : {}),
    ...(given.until ? { until: inZone(given.until, zone) } : {}),
  };
  const page = PAGES[template];
  const url = `${addresses[page.of]}${fill(page.path, params, encodeURIComponent)}`;
  const said = (sentence: string, values = params): string =>
    fill(sentence, values, (value) => (rtl ? isolated(value) : value));
  const marked = (sentence: string, values = params): string =>
    fill(escaped(sentence), values, (value) => `<bdi>${escaped(value)}</bdi>`);
  const known = word === '' ? [] : [opening];
  return {
    subject,
    text: [
      ...known.map((one) => said(one, { word })),
      greeting,
      ...paragraphs.map((one) => said(one)).filter((one) => one !== ''),
      `${link}: ${url}`,
      why,
      ...(stop === undefined ? [] : [`${stopped.link}: ${stop}`]),
      never,
      'Fairtick',
    ].join('\n\n'),
    html: layout({
      locale: locale.replace(/-u-.*$/, ''),
      dir: rtl ? 'rtl' : 'ltr',
      subject: escaped(subject),
      paragraphs: [
        ...known.map((one) => marked(one, { word })),
        escaped(greeting),
        ...paragraphs.map((one) => marked(one)).filter((one) => one !== '' && one !== '<bdi></bdi>'),
      ],
      link: escaped(link),
      url: escaped(url),
      closing: [
        escaped(why),
        ...(stop === undefined
          ? []
          : [`<a href="${escaped(stop)}" style="color:#2f54eb">${escaped(stopped.link)}</a>`]),
        escaped(never),
      ],
    }),
  };
}

/** A value in square brackets' sentence that is missing takes the sentence with it; one outside of brackets is left empty. */
export function fill(
  sentence: string,
  params: Readonly<Record<string, string>>,
  shown: (value: string) => string = (value) => value,
): string {
  // One line: what somebody typed can't look like a paragraph of ours, nor turn one round.
  const value = (name: string): string => (Object.hasOwn(params, name) ? typedLine(params[name] ?? '') : '');
  return sentence
    .replace(/\[([^\]]*)\]/g, (_, part: string) =>
      [...part.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => value(name) !== '') ? part : '',
    )
    .replace(/\{(\w+)\}/g, (_, name: string) => shown(value(name)));
}

const MOMENT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC$/;

/** Moments wait as they are in UTC; in another zone they say how far from it they are. */
function inZone(moment: string, zone: string): string {
  const [, day, minute] = MOMENT.exec(moment) ?? [];
  if (zone === 'UTC' || day === undefined) return moment;
  const short = { day: '2-digit', month: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  // Sweden writes them as ours are: the year first.
  return new Intl.DateTimeFormat('sv-SE', { ...short, year: 'numeric', timeZone: zone, timeZoneName: 'shortOffset' })
    .format(new Date(`${day}T${minute}Z`))
    .replace('\u2212', '-');
}

/** First strong isolate and its end: the value keeps its own direction. */
const isolated = (value: string): string => `\u2068${value}\u2069`;

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? '');

interface Laid {
  readonly locale: string;
  readonly dir: 'rtl' | 'ltr';
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly link: string;
  readonly url: string;
  readonly closing: readonly string[];
}

/** Everything in it is escaped already. No image, no script, nothing loaded from anywhere: it tells nobody that it was opened. */
function layout({ locale, dir, subject, paragraphs, link, url, closing }: Laid): string {
  const body = paragraphs.map((one) => `<p style="margin:0 0 16px">${one}</p>`).join('\n');
  const small = closing.map((one) => `<p style="margin:0 0 8px">${one}</p>`).join('\n');
  return `<!doctype html>
<html lang="${locale}" dir="${dir}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;padding:24px;background:#f4f5f8;color:#14161c;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:24px;background:#fff;border-radius:12px">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${subject}</h1>
${body}
<p style="margin:0 0 24px"><a href="${url}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#2f54eb;color:#fff;text-decoration:none">${link}</a></p>
<div style="padding-top:16px;border-top:1px solid #e3e5eb;color:#5c6270;font-size:14px">
${small}
<p style="margin:0">Fairtick</p>
</div>
</div>
</body>
</html>
`;
}
