// Whether the order holds, and what is wrong with the log where something is.

import { Banner } from '@fairtick/ui/banner';
import { cx } from '@fairtick/ui/cx';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import ShieldCheck from 'lucide-react/icons/shield-check';
import ShieldQuestion from 'lucide-react/icons/shield-question-mark';
import { useTexts } from '../../i18n/use-texts.ts';
import type { LogVerdict, OrderReport } from './check-order.ts';

const VERDICTS = {
  holds: { Icon: ShieldCheck, role: 'status', tone: 'bg-up-soft text-up' },
  open: { Icon: ShieldQuestion, role: 'status', tone: 'bg-warn-soft text-warn' },
  fails: { Icon: ShieldAlert, role: 'alert', tone: 'bg-down-soft text-danger ring-2 ring-danger' },
} as const;

export function Verdict({ report }: { report: OrderReport }) {
  const t = useTexts('verify');
  const verdict = report.holds ? 'holds' : report.open ? 'open' : 'fails';
  const { Icon, role, tone } = VERDICTS[verdict];
  return (
    <div role={role} className={cx('flex items-center gap-3 rounded-md px-4 py-3', tone)}>
      <Icon aria-hidden="true" size={26} className="shrink-0" />
      <div>
        <p className="font-semibold text-md">{t(verdict)}</p>
        <p className="text-pretty text-sm">{t(`${verdict}.text`)}</p>
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
