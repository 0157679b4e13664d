// What two people of the staff change together: what it is now, since when, and what was announced. Below the list of powers.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { Card } from '@fairtick/ui/card';
import { useFormats } from '@fairtick/ui/locale';
import { usePublicSettings } from '../../hooks/use-basics.ts';
import { useTexts } from '../../i18n/use-texts.ts';

type PublicSetting = AnswerOf<'public_settings'>[number];
type Version = PublicSetting['now'];

/** Nothing where it can't be asked: the powers above stand without it. */
export function SettingsOfTwo() {
  const t = useTexts('powers');
  const settings = usePublicSettings() ?? [];
  if (settings.length === 0) return null;
  return (
    <section>
      <h2 className="mb-2 text-balance font-semibold text-md tracking-[-0.01em]">{t('settings')}</h2>
      <Card>
        <ul className="divide-y divide-line">
          {settings.map((setting) => (
            <Setting key={setting.key} setting={setting} />
          ))}
        </ul>
      </Card>
    </section>
  );
}

function Setting({ setting: { key, about, now, announced } }: { setting: PublicSetting }) {
  const t = useTexts('powers');
  const formats = useFormats();
  return (
    <li className="grid gap-1 px-4 py-3">
      <h3 className="text-pretty font-semibold text-base leading-snug">{about}</h3>
      <p className="text-muted text-sm">
        {now.from === 0 ? t('settings.first') : t('settings.since', { time: formats.dateTime(now.from) })}
      </p>
      <Value title={t('settings.value')} name={key} version={now} />
      {announced.map((version) => (
        <Value
          key={version.version}
          title={t('settings.next', { time: formats.dateTime(version.from) })}
          name={key}
          version={version}
        />
      ))}
    </li>
  );
}

/** As it is kept. The public log shows that it was changed, and when: of what it was changed to it has a salted hash alone. */
function Value({ title, name, version }: { title: string; name: string; version: Version }) {
  return (
    <details className="text-sm">
      <summary className="cursor-pointer py-2 text-accent-text">{title}</summary>
      <pre
        dir="ltr"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard.
        tabIndex={0}
        className="max-h-80 overflow-auto whitespace-pre-wrap break-words rounded-md bg-sunken px-3 py-2 text-start text-muted text-xs"
      >
        {`${name} ${version.version}\n${version.value}`}
      </pre>
    </details>
  );
}
