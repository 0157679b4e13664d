// A letter in the reader's language: a subject that holds nothing anybody typed, plain text, and the same in one HTML layout. Pure.

import { DEFAULT_LANGUAGE, type LanguageKey, languageOf } from '@fairtick/contract/languages';
import { lockWords } from '@fairtick/contract/texts/index';
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
  staff_codes_tried: { of: 'console', path: '/' },
  staff_codes_locked: { of: 'console', path: '/' },
};

export interface Composed {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface ToCompose {
  readonly template: string;
  readonly params: Readonly<Record<string, string>>;
  /** hk where it is not known. */
  readonly lang: LanguageKey | undefined;
  /** Links lead nowhere else. */
  readonly addresses: Addresses;
}

const isLetter = (name: string): name is LetterTemplate => Object.hasOwn(LETTER_PARAMS, name);

/** Throws for a template that this server does not know: a newer one may have written it. */
export function composeLetter({ template, params: given, lang = DEFAULT_LANGUAGE, addresses }: ToCompose): Composed {
  if (!isLetter(template)) throw new Error('the template of a letter is not known here');
  const written = WRITTEN[lang];
  const { letters, greeting, closing } = written ?? en;
  const { locale, rtl } = languageOf(written ? lang : 'en');
  const { subject, paragraphs, link } = letters[template];
  const params = given.locks ? { ...given, locks: lockWords(written ? lang : 'en', given.locks) } : given;
  const page = PAGES[template];
  const url = `${addresses[page.of]}${page.path}`;
  const plain = paragraphs.map((sentence) => fill(sentence, params, (value) => (rtl ? isolated(value) : value)));
  const marked = paragraphs.map((sentence) =>
    fill(escaped(sentence), params, (value) => `<bdi>${escaped(value)}</bdi>`),
  );
  return {
    subject,
    text: [greeting, ...plain, `${link}: ${url}`, ...closing, 'Fairtick'].join('\n\n'),
    html: layout({
      locale: locale.replace(/-u-.*$/, ''),
      dir: rtl ? 'rtl' : 'ltr',
      subject: escaped(subject),
      paragraphs: [escaped(greeting), ...marked],
      link: escaped(link),
      url: escaped(url),
      closing: closing.map(escaped),
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
