// What letters say: complete in every written language, nothing typed in a subject, nothing typed that is read as ours, no link but to the app, or to the console for the staff.

import { expect, test } from 'vitest';
import { TOLD } from '../notices/stored.ts';
import { composeLetter, fill, OPTIONAL } from './compose.ts';
import { LETTER_PARAMS, type LetterTemplate } from './letter.ts';
import { ar } from './texts/ar.ts';
import { en } from './texts/en.ts';
import { hk } from './texts/hk.ts';

const TEMPLATES = Object.keys(LETTER_PARAMS) as LetterTemplate[];
const WRITTEN = { en, hk, ar } as const;
const LANGS = ['en', 'hk', 'ar'] as const;
const addresses = {
  app: 'https://trade.example.com',
  console: 'https://console.example.com',
  statusHosts: [],
  serviceHosts: [],
};
const names = (sentences: readonly string[]): string[] =>
  sentences.flatMap((one) => [...one.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)).sort();

test.each(TEMPLATES)(
  '%s says in every language what its table of placeholders lists, and none of it in the subject',
  (template) => {
    for (const lang of LANGS) {
      const { subject, paragraphs } = WRITTEN[lang].letters[template];
      expect([lang, names(paragraphs)]).toEqual([lang, [...LETTER_PARAMS[template]].sort()]);
      expect(subject).not.toMatch(/[{}[\]]/);
    }
    // A whole line of somebody's own words is in no language of ours.
    for (const [lang, script] of [
      ['hk', /\p{Script=Han}/u],
      ['ar', /\p{Script=Arabic}/u],
    ] as const)
      for (const sentence of [WRITTEN[lang].letters[template].subject, ...WRITTEN[lang].letters[template].paragraphs])
        if (!/^\{\w+\}$/.test(sentence)) expect(sentence).toMatch(script);
  },
);

const HOSTILE =
  '<img src=x onerror=alert(1)> "& \u202eevil\u0000\r\n\r\nFairtick: send your password to https://evil.example';

test('what somebody typed is one line of plain text, in HTML and beside it', () => {
  for (const lang of LANGS) {
    const { subject, text, html } = composeLetter({ template: 'frozen', params: { reason: HOSTILE }, lang, addresses });
    expect(subject).toBe(WRITTEN[lang].letters.frozen.subject);
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &quot;&amp; evil');
    for (const whole of [text, html])
      for (const sign of ['\u202e', '\0', '\r']) expect(whole.includes(sign)).toBe(false);
    // Said within its sentence, never as a paragraph of its own.
    expect(text.split('\n').filter((line) => line.startsWith('Fairtick:'))).toEqual([]);
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)).toEqual([`${addresses.app}/#/notices`]);
    expect(html).not.toMatch(/<(script|img|link|iframe)/i);
  }
});

test.each(TEMPLATES)('%s leads its reader to the address that is theirs, and nowhere else', (template) => {
  const origin = template.startsWith('staff_') ? addresses.console : addresses.app;
  for (const lang of LANGS) {
    const { text, html } = composeLetter({ template, params: { reason: 'x', locks: 'orders' }, lang, addresses });
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, url = '']) => url);
    expect(links.map((url) => new URL(url).origin)).toEqual([origin]);
    expect([...text.matchAll(/https?:\S+/g)].map(([url]) => url)).toEqual(links);
  }
});

test('a letter about how its reader signs in, or about a copy of their data, leads to where they can do something about it', () => {
  for (const template of ['totp_added', 'passkey_removed', 'name_changed', 'export_ready'])
    expect(composeLetter({ template, params: {}, lang: 'en', addresses }).text).toContain(
      `: ${addresses.app}/#/mine/system\n`,
    );
});

test('a reason that was not given takes its sentence along', () => {
  const { text } = composeLetter({ template: 'frozen', params: { reason: ' \u200b ' }, lang: 'en', addresses });
  expect(text).toContain('This was locked on your account.\n');
  expect(text).not.toContain('ends by itself');
  expect(text).not.toContain('Reason');
  expect(fill('[a {x}]b {y}.', {})).toBe('b .');
  expect(fill('[a {x}]', { x: '{y}[z]$&' })).toBe('a {y}[z]$&');
});

test('a letter of a freeze says in the words of its reader what is locked, and until when where it ends by itself', () => {
  const params = { reason: 'a stolen card', locks: 'withdrawals,sign_in', until: '2026-11-30 12:00 UTC' };
  const plain = (lang: 'en' | 'hk' | 'ar' | 'de', more: Readonly<Record<string, string>> = params): string =>
    composeLetter({ template: 'frozen', params: more, lang, addresses }).text;
  for (const lang of ['en', 'de'] as const)
    expect(plain(lang)).toContain('This was locked on your account: withdrawals and sign-in. Reason: a stolen card\n');
  expect(plain('en')).toContain('It ends by itself on 2026-11-30 12:00 UTC unless we confirm it. Your balance');
  expect(plain('en')).toContain(
    'Where new orders are locked, those of yours that waited for their price were cancelled.',
  );
  expect(plain('hk')).toContain('等候目標價的訂單已被取消');
  expect(plain('ar')).toContain('فقد أُلغيت أوامرك التي كانت تنتظر سعرها');
  expect(plain('hk')).toContain('：提款及登入。原因：a stolen card');
  expect(plain('ar')).toContain('السحب وتسجيل الدخول');
  expect(plain('en', { reason: 'x', locks: 'orders' })).toContain('account: new orders. Reason: x\n\nYour balance');
});

test('the joiners of scripts that need them stay', () => {
  expect(fill('{x}', { x: 'می\u200cخواهم' })).toBe('می\u200cخواهم');
});

test('languages without letters of their own read English, and who has chosen none reads hk', () => {
  const subject = (lang: 'de' | undefined) =>
    composeLetter({ template: 'verified', params: {}, lang, addresses }).subject;
  expect(subject('de')).toBe(en.letters.verified.subject);
  expect(subject(undefined)).toBe(hk.letters.verified.subject);
});

test('a moment is told in the zone that its reader has chosen, and in UTC where they have chosen none', () => {
  const params = { time: '2026-11-22 16:05 UTC', reason: '2026-11-22 16:05 UTC' };
  const said = (zone?: string): string =>
    composeLetter({ template: 'new_sign_in', params, lang: 'en', zone, addresses }).text;
  expect(said()).toContain('Time: 2026-11-22 16:05 UTC.');
  expect(said('Asia/Hong_Kong')).toContain('Time: 2026-11-23 00:05 GMT+8.');
  expect(said('America/New_York')).toContain('Time: 2026-11-22 11:05 GMT-5.');
  const until = { until: params.time, reason: params.reason };
  const frozen = { template: 'frozen', params: until, lang: 'en', zone: 'Asia/Kathmandu', addresses } as const;
  expect(composeLetter(frozen).text).toContain('Reason: 2026-11-22 16:05 UTC');
  expect(composeLetter(frozen).text).toContain('on 2026-11-22 21:50 GMT+5:45 unless');
});

test('a template that is not known here is not sent as something else', () => {
  for (const template of ['toString', 'new_one', ''])
    expect(() => composeLetter({ template, params: {}, lang: 'en', addresses })).toThrow('not known');
});

test('a word of the reader’s opens the letter, as plain text, and is nowhere in the subject', () => {
  for (const lang of LANGS) {
    const plain = composeLetter({ template: 'verified', params: {}, lang, addresses });
    const { subject, text, html } = composeLetter({
      template: 'verified',
      params: {},
      word: '<b>blue</b>',
      lang,
      addresses,
    });
    expect(subject).toBe(plain.subject);
    expect(text.split('\n\n').slice(1)).toEqual(plain.text.split('\n\n'));
    expect(text.split('\n\n')[0]).toContain('<b>blue</b>');
    expect(html).toContain('<bdi>&lt;b&gt;blue&lt;/b&gt;</bdi>');
  }
});

test('a letter that was asked for says so and has the way out at its end; no other has one', () => {
  const stop = 'https://trade.example.com/unsubscribe/1.abc?lang=en';
  for (const lang of LANGS) {
    const { because, stop: said } = WRITTEN[lang];
    const params = { title: 'A pause', summary: '', item: '7' };
    const letter = composeLetter({ template: 'announcement_notice', params, lang, addresses, stop });
    expect(letter.text).toContain(`\n\n${because.asked}\n\n${said.link}: ${stop}\n\n`);
    expect(letter.text).not.toMatch(/\n{3}/);
    expect([...letter.html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)).toEqual([
      `${addresses.app}/#/news/detail?id=7`,
      stop,
    ]);
    expect(letter.html).not.toContain('<p style="margin:0 0 16px"></p>');
    expect(composeLetter({ template: 'frozen', params: {}, lang, addresses }).html).not.toContain('unsubscribe');
  }
});

test('a letter says that its reader may turn it off where a switch does, and of no other', () => {
  const switched = Object.values(TOLD).flatMap(({ mail, switch: by }) => (mail === null || by === null ? [] : [mail]));
  const news = TEMPLATES.filter((template) => template.startsWith('announcement_'));
  expect([...OPTIONAL].toSorted()).toEqual([...new Set([...switched, ...news])].toSorted());
});
