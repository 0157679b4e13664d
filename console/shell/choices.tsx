// Language and theme, also for who is not signed in.

import { languageOf } from '@fairtick/contract/languages';
import { Button } from '@mantine/core';
import Languages from 'lucide-react/icons/languages';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { useStore } from '../hooks/use-store.ts';
import { loadLanguage } from '../i18n/texts.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { setSettings, settingsStore, THEMES, type Theme } from '../stores/settings.ts';

const ICONS = { system: Monitor, light: Sun, dark: Moon } as const;
const after = (theme: Theme): Theme => THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';

export function Choices() {
  const t = useTexts();
  const { lang, theme } = useStore(settingsStore);
  const other = lang === 'en' ? 'hk' : 'en';
  const Icon = ICONS[theme];
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        lang={languageOf(other).locale}
        // Where its words do not come, the one that is read stays.
        onClick={() =>
          void loadLanguage(other).then(
            () => setSettings({ lang: other }),
            () => undefined,
          )
        }
        leftSection={<Languages size={16} />}
      >
        {languageOf(other).text}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        aria-label={t('theme.now', { theme: t(`theme.${theme}`), next: t(`theme.${after(theme)}`) })}
        title={t('theme.now', { theme: t(`theme.${theme}`), next: t(`theme.${after(theme)}`) })}
        onClick={() => setSettings({ theme: after(theme) })}
      >
        <Icon size={16} aria-hidden="true" />
      </Button>
    </>
  );
}
