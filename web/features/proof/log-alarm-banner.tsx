// On every screen, for good: that a public log was seen to deny its own past, and which.

import { Banner } from '@fairtick/ui/banner';
import { useFormats } from '@fairtick/ui/locale';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import { useTexts } from '../../i18n/use-texts.ts';
import type { LogAlarm } from '../../stores/log-alarm.ts';

const LOGS = ['ticks', 'acceptances', 'candles'] as const;

export function LogAlarmBanner({ alarm }: { alarm: LogAlarm }) {
  const t = useTexts('verify');
  const formats = useFormats();
  return (
    <div role="alert">
      {LOGS.map((log) => {
        const seen = alarm[log];
        return (
          seen !== undefined && (
            <Banner key={log} tone="danger" icon={<ShieldAlert size={20} />} className="rounded-none">
              {t(`alarm.${log}`, { seen: formats.count(seen) })}
            </Banner>
          )
        );
      })}
    </div>
  );
}
