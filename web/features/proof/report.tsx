// What the check of an order found: verdict, deciding ticks, every recomputed number, the log, and what it can't prove.

import { cx } from '@fairtick/ui/cx';
import { useFormats } from '@fairtick/ui/locale';
import { useTexts } from '../../i18n/use-texts.ts';
import type { OrderReport } from './check-order.ts';
import { CheckRow } from './check-row.tsx';
import { PathCard } from './path-card.tsx';
import { TickCard } from './tick-card.tsx';
import { LogAlarm, Verdict } from './verdict.tsx';

export function Report({ report }: { report: OrderReport }) {
  const t = useTexts('verify');
  const formats = useFormats();
  const bad = report.checks.filter((check) => !check.ok && !check.open).length;
  const unshown = report.checks.filter((check) => check.open).length;
  const ticksBad = report.ticks.some(({ inLog }) => !inLog);
  return (
    <>
      <Verdict report={report} />
      {report.log !== 'first' && report.log !== 'extends' && <LogAlarm log={report.log} />}
      <div className="grid gap-2">
        <h3 className="font-semibold text-base">{t('ticks')}</h3>
        {report.ticks.map((one) => (
          <TickCard key={`${one.tick.role}${one.tick.at}${one.tick.index}`} report={one} />
        ))}
        {report.ticks.length === 0 && <p className="text-muted text-sm">{t('ticks.none')}</p>}
        {ticksBad && <p className="font-medium text-danger text-sm">{t('ticks.bad')}</p>}
      </div>
      {report.path && <PathCard path={report.path} />}
      <details open={bad + unshown > 0} className="group">
        <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 font-semibold text-base">
          {t('checks')}
          <span className={cx('font-medium text-sm', bad > 0 ? 'text-danger' : unshown > 0 ? 'text-warn' : 'text-up')}>
            {bad > 0
              ? t('checks.failed', { failed: formats.count(bad), all: formats.count(report.checks.length) })
              : unshown > 0
                ? t('checks.open', { open: formats.count(unshown), all: formats.count(report.checks.length) })
                : t('checks.all', { all: formats.count(report.checks.length) })}
          </span>
        </summary>
        <ul className="divide-y divide-line border-line border-t">
          {report.checks.map((check) => (
            <CheckRow key={check.name} {...check} />
          ))}
        </ul>
      </details>
      <LogNote report={report} />
      <p className="rounded-md bg-sunken px-4 py-3 text-pretty text-muted text-sm">{t('limits')}</p>
    </>
  );
}

function LogNote({ report }: { report: OrderReport }) {
  const t = useTexts('verify');
  const formats = useFormats();
  if (report.logSize === undefined) return null;
  const size = formats.count(report.logSize);
  const known = report.rememberedSize;
  return (
    <div className="grid gap-1 text-sm">
      <h3 className="font-semibold text-base">{t('log')}</h3>
      <p className="text-pretty text-muted">
        {known === undefined ? t('log.first', { size }) : t('log.extends', { size, known: formats.count(known) })}
      </p>
      <p className="break-all text-quiet text-xs">
        {t('log.key')} <bdi dir="ltr">{report.keyName}</bdi>
      </p>
    </div>
  );
}
