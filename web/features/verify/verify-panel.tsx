// The user's own check of an order, done in this browser: verdict, deciding ticks, every recomputed number, the log, and what it can't prove.

import { Banner } from '@fairtick/ui/banner';
import { Button } from '@fairtick/ui/button';
import { cx } from '@fairtick/ui/cx';
import { useFormats } from '@fairtick/ui/locale';
import { Skeleton } from '@fairtick/ui/skeleton';
import Check from 'lucide-react/icons/check';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import ShieldCheck from 'lucide-react/icons/shield-check';
import X from 'lucide-react/icons/x';
import { useEffect, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { ApiError } from '../../transport/failures.ts';
import type { LogVerdict, OrderReport, TickReport } from './check-order.ts';
import { checkKey, valueKey } from './check-words.ts';

export interface VerifyPanelProps {
  readonly family: 'forex' | 'micro';
  readonly id: string;
}

type State = OrderReport | 'running' | { readonly failed: string };

export function VerifyPanel({ family, id }: VerifyPanelProps) {
  const t = useTexts('verify');
  const shell = useTexts('shell');
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<State>('running');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt runs the same check again.
  useEffect(() => {
    const abort = new AbortController();
    setState('running');
    import('./run-check.ts')
      .then(({ runCheck }) => runCheck(family, id, abort.signal))
      .then(setState, (error: unknown) => {
        if (!abort.signal.aborted) setState({ failed: error instanceof ApiError ? error.message : '' });
      });
    return () => abort.abort();
  }, [family, id, attempt]);
  return (
    <section
      aria-label={t('label')}
      aria-busy={state === 'running'}
      className="grid gap-4 rounded-lg border border-line p-4"
    >
      {state === 'running' && <Running />}
      {state !== 'running' && 'failed' in state && (
        <div className="grid gap-3">
          <Banner tone="warn">{state.failed || t('failed')}</Banner>
          <Button tone="soft" size="sm" onClick={() => setAttempt(attempt + 1)}>
            {shell('retry')}
          </Button>
        </div>
      )}
      {state !== 'running' && 'checks' in state && <Report report={state} />}
    </section>
  );
}

function Running() {
  const t = useTexts('verify');
  return (
    <>
      <p role="status" className="font-medium text-muted text-sm">
        {t('running')}
      </p>
      <Skeleton className="h-14 w-full rounded-md" />
      <Skeleton className="h-24 w-full rounded-md" />
    </>
  );
}

function Report({ report }: { report: OrderReport }) {
  const t = useTexts('verify');
  const formats = useFormats();
  const bad = report.checks.filter((check) => !check.ok).length;
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
      <details open={bad > 0} className="group">
        <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 font-semibold text-base">
          {t('checks')}
          <span className={cx('font-medium text-sm', bad > 0 ? 'text-danger' : 'text-up')}>
            {bad > 0
              ? t('checks.failed', { failed: formats.count(bad), all: formats.count(report.checks.length) })
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

function Verdict({ report }: { report: OrderReport }) {
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

function LogAlarm({ log }: { log: Exclude<LogVerdict, 'first' | 'extends'> }) {
  const t = useTexts('verify');
  return (
    <Banner tone={log === 'unknown' ? 'warn' : 'danger'} icon={<ShieldAlert size={20} />}>
      {t(`log.${log}`)}
    </Banner>
  );
}

function TickCard({ report: { tick, inLog } }: { report: TickReport }) {
  const t = useTexts('verify');
  const formats = useFormats();
  const title = tick.role === 'rate' ? (`tick.rate_${tick.at}` as const) : (`tick.${tick.role}` as const);
  return (
    <div className="grid gap-1.5 rounded-md bg-sunken px-4 py-3">
      <p className="flex items-center justify-between gap-3">
        <span className="font-medium text-sm">{t(title)}</span>
        <Mark ok={inLog} text={t(inLog ? 'tick.in_log' : 'tick.not_in_log')} />
      </p>
      <p className="tabular flex flex-wrap items-baseline gap-x-4 font-semibold text-md">
        <bdi dir="ltr">{tick.pair}</bdi>
        <span>
          <span className="font-normal text-quiet text-xs">{t('tick.bid')}</span> <bdi dir="ltr">{tick.bid}</bdi>
        </span>
        <span>
          <span className="font-normal text-quiet text-xs">{t('tick.ask')}</span> <bdi dir="ltr">{tick.ask}</bdi>
        </span>
      </p>
      <p className="tabular flex flex-wrap gap-x-4 text-quiet text-xs">
        <span>
          {t('tick.time', { time: `${formats.dateTime(tick.sourceTime)} (${milliseconds(tick.sourceTime)})` })}
        </span>
        <span>{t('tick.seq', { seq: formats.count(tick.seq) })}</span>
        <span>{t('tick.index', { index: formats.count(tick.index) })}</span>
        <span>{t('tick.source', { source: tick.source })}</span>
      </p>
    </div>
  );
}

/** Seconds and milliseconds: two ticks may lie within one second. */
const milliseconds = (ms: number): string => new Date(ms).toISOString().slice(17, 23);

function CheckRow({ name, ok, expected, actual }: OrderReport['checks'][number]) {
  const t = useTexts('verify');
  const key = checkKey(name);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-2 text-sm">
      <span className="font-medium">{key ? t(key) : name}</span>
      <Mark ok={ok} text={t(ok ? 'check.ok' : 'check.bad')} />
      <span className="tabular col-span-2 flex flex-wrap gap-x-4 text-quiet text-xs">
        <span className="break-all">
          {t('check.expected')} <CheckValue value={expected} />
        </span>
        <span className={cx('break-all', !ok && 'font-semibold text-danger')}>
          {t('check.actual')} <CheckValue value={actual} />
        </span>
      </span>
    </li>
  );
}

/** Numbers and bounds stand as they are; the few words among them are said in the user's language. */
function CheckValue({ value }: { value: string }) {
  const t = useTexts('verify');
  const key = valueKey(value);
  return key ? t(key) : <bdi dir="ltr">{value}</bdi>;
}

function Mark({ ok, text }: { ok: boolean; text: string }) {
  const Icon = ok ? Check : X;
  return (
    <span className={cx('flex shrink-0 items-center gap-1 font-semibold text-xs', ok ? 'text-up' : 'text-danger')}>
      <Icon aria-hidden="true" size={14} strokeWidth={3} />
      {text}
    </span>
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
