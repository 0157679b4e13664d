// The 18 languages. Choosing another applies it and goes back; choosing the current one does nothing.

import { COMPLETE_LANGUAGES, LANGUAGES, type LanguageKey } from '@fairtick/contract/languages';
import { Card } from '@fairtick/ui/card';
import { cx } from '@fairtick/ui/cx';
import Check from 'lucide-react/icons/check';
import { useState } from 'react';
import { useSettings } from '../../hooks/use-settings.ts';
import { switchLanguage } from '../../i18n/i18n.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { setSettings } from '../../stores/settings.ts';
import { sayToast } from '../../stores/toast.ts';
import { Page, useGoBack } from '../page.tsx';

export function LanguageScreen() {
  const shell = useTexts('shell');
  const t = useTexts('social');
  const chosen = useSettings((settings) => settings.lang);
  const goBack = useGoBack();
  const [pending, setPending] = useState<LanguageKey | undefined>(undefined);

  async function choose(lang: LanguageKey): Promise<void> {
    if (lang === chosen || pending !== undefined) return;
    setPending(lang);
    try {
      // The texts first: without them the choice is not kept, and the app stays readable.
      await switchLanguage(lang);
      setSettings({ lang });
      goBack();
    } catch {
      sayToast({ tone: 'error', text: '', local: 'offline' });
    } finally {
      setPending(undefined);
    }
  }

  return (
    <Page title={shell('title.language')} lead={t('language.lead')} back>
      <Card className="overflow-hidden">
        <ul className="divide-y divide-line sm:grid sm:grid-cols-2 sm:divide-y-0">
          {LANGUAGES.map(({ key, locale, text }) => {
            const current = key === chosen;
            return (
              <li key={key}>
                <button
                  type="button"
                  aria-current={current ? 'true' : undefined}
                  aria-busy={key === pending || undefined}
                  onClick={() => void choose(key)}
                  className={cx(
                    'flex min-h-14 w-full items-center gap-3 px-4 py-2 text-start -outline-offset-2 transition-colors duration-150 hover:bg-sunken active:bg-pressed',
                    key === pending && 'animate-shimmer',
                  )}
                >
                  <span className="min-w-0 flex-1">
                    <span className={cx('block text-base', current ? 'font-semibold text-accent-text' : 'font-medium')}>
                      <bdi lang={locale}>{text}</bdi>
                    </span>
                    {!COMPLETE_LANGUAGES.includes(key) && (
                      <span className="block text-quiet text-xs">{t('language.partial')}</span>
                    )}
                  </span>
                  {current && <Check aria-hidden="true" size={20} className="shrink-0 text-accent-text" />}
                </button>
              </li>
            );
          })}
        </ul>
      </Card>
    </Page>
  );
}
