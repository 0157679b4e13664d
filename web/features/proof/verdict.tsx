// Whether the order holds, and what is wrong with the log where something is.

import { Banner } from '@fairtick/ui/banner';
import { cx } from '@fairtick/ui/cx';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useTexts } from '../../i18n/use-texts.ts';
import type { LogVerdict, OrderReport } from './check-order.ts';

export function Verdict({ report }: { report: OrderReport }) {
  const t = useTexts('verify');
  const Icon = report.holds ? ShieldCheck : ShieldAlert;
  return (
    <div
      role={report.holds ? 'status' : 'alert'}
      className={cx(
        'flex items-center gap-3 rounded-md px-4 py-3',
        report.holds ? 'bg-up-soft text-up' : 'bg-down-soft text-danger ring-2 ring-danger',
      )}
    >
      <Icon aria-hidden="true" size={26} className="shrink-0" />
      <div>
        <p className="font-semibold text-md">{t(report.holds ? 'holds' : 'fails')}</p>
        <p className="text-pretty text-sm">{t(report.holds ? 'holds.text' : 'fails.text')}</p>
      </div>
    </div>
  );
}

export function LogAlarm({ log }: { log: Exclude<LogVerdict, 'first' | 'extends'> }) {
  const t = useTexts('verify');
  return (
    <Banner tone={log === 'unknown' ? 'warn' : 'danger'} icon={<ShieldAlert size={20} />}>
      {t(`log.${log}`)}
    </Banner>
  );
}
