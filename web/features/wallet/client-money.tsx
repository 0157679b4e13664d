// The newest proof of client money: what it comes to in a sentence, its figures as they add up, how it is made and what it can't prove.

import { type BookCheck, verdictOf } from '@fairtick/contract/client-money';
import type { AnswerOf } from '@fairtick/contract/http/index';
import { Banner } from '@fairtick/ui/banner';
import { Card } from '@fairtick/ui/card';
import { FigureRow } from '@fairtick/ui/figure-row';
import { useFormats } from '@fairtick/ui/locale';
import { Skeletons } from '@fairtick/ui/skeleton';
import CircleCheck from 'lucide-react/icons/circle-check';
import Clock from 'lucide-react/icons/clock';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { QUERY } from '../../transport/query.ts';
import { Failed } from './failed.tsx';

type Answer = AnswerOf<'client_money'>;
type Proof = NonNullable<Answer['proof']>;

const LOOKS = {
  none: { tone: 'info', Icon: Clock },
  whole: { tone: 'info', Icon: CircleCheck },
  short: { tone: 'warn', Icon: TriangleAlert },
  short_paused: { tone: 'danger', Icon: TriangleAlert },
  broken: { tone: 'danger', Icon: TriangleAlert },
} as const;

/** As the texts call what the books do not fulfil. */
const CHECKS = {
  books_sum_to_zero: 'books',
  held_is_what_waits: 'held',
  clearing_is_what_was_let_go: 'approved',
  clearing_is_what_nobody_has: 'nobody',
} as const satisfies Readonly<Record<BookCheck, string>>;

export function ClientMoney() {
  const t = useTexts('powers');
  const { data, state, retry } = useAnswer(QUERY.proof, 'client_money', {});
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {data ? (
        <>
          <Verdict answer={data} />
          {data.proof && <Figures proof={data.proof} paused={data.paused} />}
        </>
      ) : state === 'failed' ? (
        <Failed title={t('pool.failed.title')} text={t('pool.failed.text')} retry={retry} />
      ) : (
        <div className="grid gap-4" aria-hidden="true">
          <Skeletons count={3} className="h-24 w-full rounded-xl" />
        </div>
      )}
      <How />
    </div>
  );
}

function Verdict({ answer }: { answer: Answer }) {
  const t = useTexts('powers');
  const formats = useFormats();
  const verdict = verdictOf(answer);
  const { tone, Icon } = LOOKS[verdict];
  const { proof } = answer;
  const money = (text: string | undefined): string => formats.money(text ?? '', { places: 2 });
  const values = {
    ...{ required: money(proof?.required), held: money(proof?.held), short: money(proof?.short) },
    since: proof?.short_since ? formats.dateMinute(proof.short_since) : '',
  };
  return (
    <div role="status">
      <Banner tone={tone} icon={<Icon size={22} />}>
        <h2 className="font-semibold text-base leading-snug">{t(`pool.${verdict}`, values)}</h2>
        <p className="mt-1">{t(`pool.${verdict}.text`, values)}</p>
        {proof && proof.broken.length > 0 && (
          <ul className="mt-2 list-disc ps-5">
            {proof.broken.map((check) => (
              <li key={check}>{t(`pool.check.${CHECKS[check]}`)}</li>
            ))}
          </ul>
        )}
      </Banner>
    </div>
  );
}

function Figures({ proof, paused }: { proof: Proof; paused: boolean }) {
  const t = useTexts('powers');
  const formats = useFormats();
  const row = (term: string, sum: string, strong = false) => (
    <FigureRow term={term} strong={strong}>
      {formats.money(sum, { places: 2 })}
    </FigureRow>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Part title={t('pool.required')}>
        {row(t('pool.users'), proof.users)}
        {row(t('pool.withdrawals'), proof.withdrawals)}
        {row(t('pool.receipts'), proof.receipts)}
        {row(t('pool.sum'), proof.required, true)}
      </Part>
      <Part title={t('pool.pools')}>
        {row(t('pool.held'), proof.held, true)}
        {row(t('pool.missing'), proof.short, true)}
        {proof.short_since !== null && (
          <FigureRow term={t('pool.since')}>{formats.dateMinute(proof.short_since)}</FigureRow>
        )}
        {row(t('pool.house'), proof.house)}
        <FigureRow term={t('pool.paused')}>{t(paused ? 'pool.paused.yes' : 'pool.paused.no')}</FigureRow>
      </Part>
      <p className="text-quiet text-sm">{t('pool.made', { time: formats.dateMinute(proof.time) })}</p>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 font-semibold text-md tracking-[-0.01em]">{title}</h2>
      <Card className="px-4 py-2">
        <dl>{children}</dl>
      </Card>
    </section>
  );
}

function How() {
  const t = useTexts('powers');
  return (
    <section>
      <h2 className="mb-2 font-semibold text-md tracking-[-0.01em]">{t('pool.how')}</h2>
      <Card className="grid gap-4 p-4">
        {(['moment', 'rule'] as const).map((what) => (
          <div key={what}>
            <h3 className="font-semibold text-base leading-snug">{t(`pool.how.${what}`)}</h3>
            <p className="mt-0.5 text-pretty text-muted text-sm">{t(`pool.how.${what}.text`)}</p>
          </div>
        ))}
        <p className="text-pretty rounded-md bg-sunken px-4 py-3 text-muted text-sm">{t('pool.how.limit')}</p>
      </Card>
    </section>
  );
}
