// What a person is told outside the app, by letter; in which language and zone. Letters about security cannot be switched off.

import type { AnswerOf, InputOf } from '@fairtick/contract/http/index';
import { LANGUAGES } from '@fairtick/contract/languages';
import { Card, SectionHead } from '@fairtick/ui/card';
import { Checkbox } from '@fairtick/ui/checkbox';
import { SelectField } from '@fairtick/ui/select-field';
import { useMemo } from 'react';
import { useAct } from '../../../hooks/use-act.ts';
import { useAnswer } from '../../../hooks/use-answer.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { QUERY, refresh } from '../../../transport/query.ts';
import { Loaded } from '../loaded.tsx';
import { BrowserSwitch } from './browser-switch.tsx';

const KINDS = ['trading', 'account', 'news'] as const;
const WAYS = ['mail', 'push'] as const;
const WORDS = LANGUAGES.map(({ key, text }) => ({ value: key, text }));

export function TellingSection() {
  const t = useTexts('protection');
  const answer = useAnswer(QUERY.preferences, 'preferences', {});
  return (
    <section>
      <SectionHead title={t('telling')} />
      <Card className="overflow-hidden">
        <Loaded answer={answer} failed={t('failed')}>
          {(preferences) => <Switches preferences={preferences} />}
        </Loaded>
      </Card>
    </section>
  );
}

function Switches({ preferences }: { preferences: AnswerOf<'preferences'> }) {
  const t = useTexts('protection');
  const { lang, zone, notify } = preferences;
  const act = useAct('preferences_set');
  // Letters say times in UTC until a zone is chosen.
  const shownZone = zone === '' ? 'UTC' : zone;
  const zones = useMemo(() => [...new Set([shownZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])], [shownZone]);
  async function set(changed: InputOf<'preferences_set'>): Promise<void> {
    if (await act.send(changed)) refresh(QUERY.preferences);
  }
  return (
    <div className="grid gap-4 p-4">
      <p className="text-pretty text-quiet text-sm">{t('telling.text')}</p>
      {KINDS.map((kind) => (
        <fieldset key={kind} className="border-line border-b pb-2">
          <legend className="font-medium text-base">{t(`telling.${kind}`)}</legend>
          <div className="flex flex-wrap gap-x-8">
            {WAYS.map((way) => (
              <Checkbox
                key={way}
                label={t(`telling.${way}`)}
                checked={notify[kind][way]}
                disabled={act.busy}
                onChecked={(on) => void set({ [`${kind}_${way}`]: on ? '1' : '0' })}
              />
            ))}
          </div>
        </fieldset>
      ))}
      <BrowserSwitch />
      <SelectField
        label={t('telling.lang')}
        value={lang}
        options={WORDS}
        disabled={act.busy}
        onValue={(key) => {
          const chosen = LANGUAGES.find((one) => one.key === key);
          if (chosen) void set({ lang: chosen.key });
        }}
      />
      <SelectField
        label={t('telling.zone')}
        value={shownZone}
        options={zones.map((name) => ({ value: name, text: name.replaceAll('_', ' ') }))}
        disabled={act.busy}
        onValue={(name) => void set({ zone: name })}
      />
    </div>
  );
}
