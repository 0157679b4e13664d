// The limits that a person set themselves, with what of them is used up today.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { Card, SectionHead } from '@fairtick/ui/card';
import { useFormats } from '@fairtick/ui/locale';
import { useAnswer } from '../../../hooks/use-answer.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { QUERY } from '../../../transport/query.ts';
import { Loaded } from '../loaded.tsx';
import { BreakForm } from './break-form.tsx';
import { LimitForm } from './limit-form.tsx';

type Limits = AnswerOf<'limits'>;

export function LimitsSection() {
  const t = useTexts('protection');
  const answer = useAnswer(QUERY.limits, 'limits', {});
  return (
    <section>
      <SectionHead title={t('limits')} />
      <Card className="divide-y divide-line overflow-hidden">
        <Loaded answer={answer} failed={t('failed')}>
          {(limits) => (
            <>
              <DailyLoss limits={limits} />
              <BreakForm limits={limits} />
            </>
          )}
        </Loaded>
      </Card>
    </section>
  );
}

function DailyLoss({ limits }: { limits: Limits }) {
  const t = useTexts('protection');
  const formats = useFormats();
  const { dailyLoss, next, lostToday, left } = limits;
  const shown = (limit: string): string => formats.money(limit, { places: 2 });
  const time = next ? formats.dateTime(next.from) : '';
  return (
    <div className="grid gap-3 p-4">
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="font-medium text-base">{t('limit')}</h3>
        <bdi className="tabular font-semibold text-base">{dailyLoss === null ? t('limit.none') : shown(dailyLoss)}</bdi>
      </div>
      {dailyLoss !== null && left !== null && (
        <>
          <Bar total={Number(dailyLoss)} left={Number(left)} />
          <p className="text-muted text-sm">{t('limit.used', { lost: shown(lostToday), left: shown(left) })}</p>
        </>
      )}
      {next && (
        <p className="rounded-md bg-accent-soft px-3 py-2 text-accent-text text-sm">
          {next.dailyLoss === null
            ? t('limit.next.none', { time })
            : t('limit.next', { time, limit: shown(next.dailyLoss) })}
        </p>
      )}
      <p className="text-pretty text-quiet text-sm">{t('limit.text')}</p>
      <LimitForm current={dailyLoss} />
    </div>
  );
}

/** What is used up; the words below say the same. */
function Bar({ total, left }: { total: number; left: number }) {
  const used = total > 0 ? Math.min(1, Math.max(0, 1 - left / total)) : 1;
  return (
    <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-sunken">
      <div className="h-full rounded-full bg-warn" style={{ width: `${used * 100}%` }} />
    </div>
  );
}
