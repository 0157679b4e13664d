// Appearance, language, the time zone of all times, and the guide again.

import { languageOf } from '@fairtick/contract/languages';
import { Card } from '@fairtick/ui/card';
import { late } from '@fairtick/ui/late';
import { ListRow } from '@fairtick/ui/list-row';
import { Segmented } from '@fairtick/ui/segmented';
import BookOpen from 'lucide-react/icons/book-open';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Clock from 'lucide-react/icons/clock';
import Globe from 'lucide-react/icons/globe';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { Suspense, useMemo, useState } from 'react';
import { SayAway } from '../../hooks/say-away.ts';
import { useSettings } from '../../hooks/use-settings.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { setSettings, type Theme } from '../../stores/settings.ts';

const GuideSheet = late(async () => (await import('./guide-sheet.tsx')).GuideSheet, SayAway);
const FIRST_ZONES: readonly string[] = [
  'Asia/Tokyo',
  'UTC',
  'Asia/Hong_Kong',
  'Asia/Dubai',
  'Europe/London',
  'America/New_York',
];

export function PreferencesCard() {
  const t = useTexts('account');
  const { theme, lang } = useSettings();
  const [guide, setGuide] = useState(false);
  return (
    <Card className="divide-y divide-line overflow-hidden">
      <div className="p-4">
        <p className="mb-2 font-medium text-base">{t('theme')}</p>
        <Segmented<Theme>
          label={t('theme')}
          value={theme}
          onValue={(value) => setSettings({ theme: value })}
          options={[
            { value: 'system', text: t('theme.system'), icon: <Monitor aria-hidden="true" size={16} /> },
            { value: 'light', text: t('theme.light'), icon: <Sun aria-hidden="true" size={16} /> },
            { value: 'dark', text: t('theme.dark'), icon: <Moon aria-hidden="true" size={16} /> },
          ]}
        />
      </div>
      <ListRow
        leading={<Globe aria-hidden="true" size={20} />}
        title={t('language')}
        trailing={languageOf(lang).text}
        href="#/language"
        chevron
      />
      <Zone />
      <ListRow
        leading={<BookOpen aria-hidden="true" size={20} />}
        title={t('guide')}
        onPress={() => setGuide(true)}
        chevron
      />
      {guide && (
        <Suspense>
          <GuideSheet onOpen={setGuide} />
        </Suspense>
      )}
    </Card>
  );
}

const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

function Zone() {
  const t = useTexts('account');
  const zone = useSettings((settings) => settings.zone);
  const zones = useMemo(
    () => [...new Set([deviceZone(), zone, ...FIRST_ZONES, ...Intl.supportedValuesOf('timeZone')])],
    [zone],
  );
  return (
    <label className="relative flex min-h-14 flex-wrap items-center gap-x-3 px-4 py-2 transition-colors duration-150 hover:bg-sunken">
      <Clock aria-hidden="true" size={20} className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1 basis-20 font-medium text-base">{t('zone')}</span>
      <span className="ms-auto flex min-w-0 max-w-full items-center gap-3">
        <select
          value={zone}
          onChange={(event) => setSettings({ zone: event.target.value })}
          dir="ltr"
          className="min-h-11 min-w-0 max-w-36 appearance-none truncate rounded-sm bg-transparent text-muted text-sm [text-align-last:right] rtl:[text-align-last:left] [&>option]:bg-raised [&>option]:text-start"
        >
          {zones.map((name) => (
            <option key={name} value={name}>
              {name.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden="true" size={18} className="shrink-0 text-quiet" />
      </span>
    </label>
  );
}
