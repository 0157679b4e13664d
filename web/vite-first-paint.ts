// Vite plugin: what index.html itself shows and names, so that a phone on a slow line reads the greeting one round trip after the page, and
// the texts of its language come together with the scripts instead of after them. The styles and boot.js stand in the page for the same
// reason; the server lets that script run by its hash.

import * as fs from 'node:fs';
import { buttonClass } from '@fairtick/ui/button-look';
import type { IndexHtmlTransformContext, Plugin } from 'vite';
import { VISIT_LOOK } from './features/accounts/first-visit-look.ts';

/** The languages whose texts are complete, with their locale. */
const LANGUAGES = { hk: 'zh-HK', en: 'en', ar: 'ar' } as const;
const GREETING_MARK = '<!-- greeting -->';
const BOOT_MARK = '<!-- boot -->';

export function firstPaintPlugin(): Plugin {
  return {
    name: 'fairtick-first-paint',
    transformIndexHtml: {
      order: 'post',
      handler(html, context) {
        const { bundle } = context;
        const greeted = html.replace(GREETING_MARK, Object.keys(LANGUAGES).map(greeting).join('\n'));
        const booting = greeted.replace(BOOT_MARK, () => bootScript(bundle));
        return bundle ? withStyles(booting, bundle) : booting;
      },
    },
  };
}

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>;

function greeting(lang: string): string {
  const texts: Readonly<Record<string, string>> = JSON.parse(
    fs.readFileSync(new URL(`./i18n/texts/${lang}/home.json`, import.meta.url), 'utf8'),
  );
  const say = (key: string): string => (texts[key] ?? '').replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const locale = Object.entries(LANGUAGES).find(([key]) => key === lang)?.[1] ?? 'en';
  const look = { ...VISIT_LOOK, button: buttonClass({ size: 'md', wide: true, className: VISIT_LOOK.button }) };
  const part = (tag: string, which: keyof typeof look, key: string): string =>
    `<${tag} class="${look[which]}">${say(key)}</${tag}>`;
  // Buttons that can't be pressed yet: of the same size, and faint.
  return [
    `<section lang="${locale}" class="${look.card}">`,
    part('h2', 'title', 'visit.title'),
    part('p', 'text', 'visit.text'),
    `<div class="opacity-60"><span class="${look.button}">${say('visit.try')}</span>`,
    `<div class="${look.foot}">${part('span', 'note', 'visit.note')}<span class="flex items-center ${look.link}">${say('visit.how')}</span></div></div>`,
    '</section>',
  ].join('');
}

/** The one style sheet moves into the page; its addresses are then the page's. */
function withStyles(html: string, bundle: Bundle): string {
  return html.replace(/<link rel="stylesheet"[^>]*href="\.\/([^"]+)"[^>]*>/, (link, name: string) => {
    const sheet = bundle[name];
    if (sheet?.type !== 'asset') return link;
    const folder = name.slice(0, name.lastIndexOf('/') + 1);
    const css = String(sheet.source).replace(/url\((["']?)\.\//g, `url($1./${folder}`);
    // The link loads nothing; it tells the parts that come later that their styles are there.
    return `<style>${css}</style><link rel="stylesheet" disabled href="./${name}">`;
  });
}

/** boot.js reads the address of the first texts from its own tag. */
function bootScript(bundle: Bundle | undefined): string {
  const script = fs.readFileSync(new URL('./boot.js', import.meta.url), 'utf8');
  const texts = bundle ? Object.keys(LANGUAGES).map((lang) => firstTexts(lang, bundle)) : [];
  return `<script ${texts.join(' ')}>\n${script}</script>`;
}

function firstTexts(lang: string, bundle: Bundle): string {
  const part = Object.values(bundle).find(
    (one) => one.type === 'chunk' && one.facadeModuleId?.endsWith(`/i18n/languages/${lang}.ts`),
  );
  if (!part) throw new Error(`the first texts of ${lang} are no chunk of their own`);
  return `data-${lang}="./${part.fileName}"`;
}
