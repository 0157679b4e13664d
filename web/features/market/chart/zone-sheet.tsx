// The time zone that all times are told in, the chart's among them.

import { useFormats } from '@fairtick/ui/locale';
import { Sheet } from '@fairtick/ui/sheet';
import Check from 'lucide-react/icons/check';
import { useSettings } from '../../../hooks/use-settings.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { setSettings } from '../../../stores/settings.ts';

const ZONES = [
  'Asia/Tokyo',
  'Asia/Hong_Kong',
  'Asia/Singapore',
  'Asia/Dubai',
  'Europe/London',
  'America/New_York',
  'Australia/Sydney',
  'UTC',
];

export function ZoneSheet({ open, onOpen }: { open: boolean; onOpen: (open: boolean) => void }) {
  const t = useTexts('trade');
  const { locale } = useFormats();
  const zone = useSettings((settings) => settings.zone);
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = [...new Set([own, zone, ...ZONES])];
  return (
    <Sheet open={open} onOpen={onOpen} title={t('zone.label')} note={t('zone.note')}>
      <ul className="-mx-2 pb-4">
        {zones.map((name) => (
          <li key={name}>
            <button
              type="button"
              aria-pressed={name === zone}
              onClick={() => {
                setSettings({ zone: name });
                onOpen(false);
              }}
              className="flex min-h-13 w-full items-center gap-3 rounded-md px-3 text-start hover:bg-sunken"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{zoneName(locale, name, 'longGeneric')}</span>
                <span className="block text-quiet text-sm">
                  {name === own && `${t('zone.own')} · `}
                  <bdi dir="ltr">{zoneName(locale, name, 'longOffset')}</bdi>
                </span>
              </span>
              {name === zone && <Check aria-hidden="true" size={20} className="text-accent-text" />}
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

function zoneName(locale: string, zone: string, style: 'longGeneric' | 'longOffset'): string {
  const parts = new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    timeZoneName: style,
    numberingSystem: 'latn',
  }).formatToParts();
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone;
}
