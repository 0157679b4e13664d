// What a published text carries beside its title: that it is in another language, what it is about, and whom it is for.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { languageOf } from '@fairtick/contract/languages';
import { Tag } from '@fairtick/ui/tag';
import { useSettings } from '../../hooks/use-settings.ts';
import { useTexts } from '../../i18n/use-texts.ts';

type Lang = AnswerOf<'news_list'>['data'][number]['lang'];

/** For the element that holds the text: its own language and direction. */
export function langOf(lang: Lang): { lang: string; dir: 'rtl' | 'ltr' } {
  const { locale, rtl } = languageOf(lang);
  return { lang: locale, dir: rtl ? 'rtl' : 'ltr' };
}

/** Only where it is not the reader's. */
export function LanguageTag({ lang }: { lang: Lang }) {
  const t = useTexts('content');
  const own = useSettings((settings) => settings.lang);
  if (lang === own) return null;
  return <Tag>{t('in_language', { language: languageOf(lang).text })}</Tag>;
}

export function AboutTag({ about }: { about: AnswerOf<'announcements'>['data'][number]['about'] }) {
  const t = useTexts('content');
  if (about === 'notice') return null;
  return <Tag tone={about === 'maintenance' ? 'accent' : 'warn'}>{t(`about.${about}`)}</Tag>;
}

export function PinnedTag() {
  const t = useTexts('content');
  return <Tag>{t('pinned')}</Tag>;
}

export function DemoTag() {
  const shell = useTexts('shell');
  return <Tag tone="accent">{shell('demo')}</Tag>;
}
