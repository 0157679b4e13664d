// /loan/record: every loan with what it costs, how far it is, and the one thing that can be done with it.

import type { LoanView } from '@fairtick/contract/http/loans';
import { PAGE_SIZE } from '@fairtick/contract/page-size';
import { Banner } from '@fairtick/ui/banner';
import { Button } from '@fairtick/ui/button';
import { Card } from '@fairtick/ui/card';
import { EmptyState } from '@fairtick/ui/empty-state';
import { FigureRow } from '@fairtick/ui/figure-row';
import { List } from '@fairtick/ui/list';
import { useFormats } from '@fairtick/ui/locale';
import { Tag } from '@fairtick/ui/tag';
import ReceiptText from 'lucide-react/icons/receipt-text';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useState } from 'react';
import { dayOf, ratePercent, withdrawalEnd } from '../../calculators/loans.ts';
import { clockLeft } from '../../calculators/timeline.ts';
import { useAct } from '../../hooks/use-act.ts';
import { useNow } from '../../hooks/use-now.ts';
import { nextPage, useRecords } from '../../hooks/use-records.ts';
import { useSettings } from '../../hooks/use-settings.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { call } from '../../stores/api.ts';
import { QUERY, refresh } from '../../transport/query.ts';
import { LoanShapes, LoansFailed } from './loans-failed.tsx';
import { NoLoans } from './no-loans.tsx';
import { ProofRefused } from './proof-refused.tsx';

const TONES = { 1: 'accent', 2: 'warn', 3: 'down', 4: 'accent', 5: 'up' } as const;
const WAITS = 1;
const TO_REPAY = 2;
const CHECKED = 4;
const idOf = ({ id }: LoanView): string => id;

interface Props {
  readonly onAgreement: (id: string) => void;
  readonly onRepay: (id: string) => void;
}

export function LoanRecord({ onAgreement, onRepay }: Props) {
  const t = useTexts('loans');
  const lang = useSettings((settings) => settings.lang);
  const { items, state, retry, ...next } = useRecords([QUERY.loans, 'mine', lang], idOf, async (cursor, signal) => {
    const page = cursor === '' ? 1 : Number(cursor);
    const { data, total } = await call('loan_list', { page }, { quiet: true, signal });
    return { items: data, next: nextPage(page, data.length, PAGE_SIZE, total) };
  });
  return (
    <div className="grid gap-4">
      <List
        state={state}
        isEmpty={items.length === 0}
        pending={<LoanShapes />}
        failed={<LoansFailed retry={retry} />}
        empty={<EmptyState icon={<ReceiptText size={28} />} title={t('none.title')} text={t('none.text')} />}
        next={next}
        loading={<LoanShapes count={1} />}
      >
        <ul className="grid gap-3">
          {items.map((loan) => (
            <li key={loan.id}>
              <One loan={loan} onAgreement={() => onAgreement(loan.id)} onRepay={() => onRepay(loan.id)} />
            </li>
          ))}
        </ul>
      </List>
      <NoLoans />
    </div>
  );
}

function One({ loan, onAgreement, onRepay }: { loan: LoanView; onAgreement: () => void; onRepay: () => void }) {
  const t = useTexts('loans');
  const formats = useFormats();
  const money = (text: string): string => formats.money(text, { places: 2 });
  const ended = loan.status === 3 || loan.status === 5;
  return (
    <Card className="grid gap-3 p-4">
      <div className="flex items-start justify-between gap-3">
        <h2 className="tabular font-semibold text-xl tracking-[-0.02em]">{money(loan.amount)}</h2>
        <Tag tone={loan.cancelled ? 'accent' : TONES[loan.status]}>
          {t(loan.cancelled ? 'status.taken_back' : `status.${loan.status}`)}
        </Tag>
      </div>
      <State loan={loan} />
      {loan.status === TO_REPAY && loan.proof && loan.proof.reason !== '' && (
        <ProofRefused reason={loan.proof.reason} />
      )}
      <dl>
        <FigureRow term={t('term')}>{t('days', { count: loan.loan_period })}</FigureRow>
        <FigureRow term={t('rate')}>
          {t('a_day', { rate: formats.percent(ratePercent(loan.interest_rate), { places: 2 }) })}
        </FigureRow>
        <FigureRow term={t('apr')}>{formats.percent(loan.apr, { places: 1 })}</FigureRow>
        <FigureRow term={t(loan.status === 5 ? 'interest.paid' : 'interest.whole')}>
          {money(loan.interest_amount)}
        </FigureRow>
        <FigureRow term={t('penalty')}>{money(loan.penalty_amount)}</FigureRow>
        {loan.status !== 3 && (
          <FigureRow term={t(`total.${loan.status}`)} strong>
            {money(loan.total)}
          </FigureRow>
        )}
        <FigureRow term={t('applied')}>{formats.dateMinute(loan.created_at)}</FigureRow>
        {loan.reviewed_at !== null && (
          <FigureRow term={t('paid_out')}>{formats.dateMinute(loan.reviewed_at)}</FigureRow>
        )}
        {loan.repayment_time !== null && (
          <FigureRow term={t('due')}>{formats.dateMinute(loan.repayment_time)}</FigureRow>
        )}
        {loan.repaid_at !== null && <FigureRow term={t('repaid')}>{formats.dateMinute(loan.repaid_at)}</FigureRow>}
      </dl>
      <div className={ended ? 'grid' : 'grid grid-cols-2 gap-3'}>
        <Button tone="soft" onClick={onAgreement}>
          {t('agreement')}
        </Button>
        {loan.status === WAITS && <TakeBack id={loan.id} />}
        {!ended && loan.status !== WAITS && (
          <Button disabled={loan.status !== TO_REPAY} onClick={onRepay}>
            {t('repay')}
          </Button>
        )}
      </div>
      {(loan.status === 2 || loan.status === 4) && (
        <p className="text-pretty text-muted text-sm">{t('held', { amount: money(loan.amount) })}</p>
      )}
    </Card>
  );
}

/** Of what nobody has decided: nothing moves by it, and they may ask again. */
function TakeBack({ id }: { id: string }) {
  const t = useTexts('loans');
  const act = useAct('loan_cancel');
  const [asks, setAsks] = useState(false);
  async function takeBack(): Promise<void> {
    // Also where it was refused: it has been decided meanwhile, and that is to be seen.
    await act.send({ loan_id: id });
    refresh(QUERY.loans);
  }
  return asks ? (
    <Button tone="outline" busy={act.busy} onClick={() => void takeBack()}>
      {t('take_back.sure')}
    </Button>
  ) : (
    <Button tone="outline" onClick={() => setAsks(true)}>
      {t('take_back')}
    </Button>
  );
}

/** What is so at this moment, in a sentence. */
function State({ loan }: { loan: LoanView }) {
  const t = useTexts('loans');
  const formats = useFormats();
  const now = useNow();
  if (loan.status === 1 && loan.answer_due !== null)
    return (
      <p className="text-pretty text-muted text-sm">
        {now < loan.answer_due
          ? t('waiting.left', { left: clockLeft(loan.answer_due, now), time: formats.dateMinute(loan.answer_due) })
          : t('waiting.late', { time: formats.dateMinute(loan.answer_due) })}
      </p>
    );
  if (loan.status === 3)
    return (
      <div className="text-pretty text-sm">
        <p>{loan.reason === '' ? t('refused.plain') : loan.reason}</p>
        {loan.reason_words !== '' && (
          <blockquote dir="auto" className="mt-1 break-words text-muted">
            {loan.reason_words}
          </blockquote>
        )}
      </div>
    );
  if (loan.status === CHECKED && loan.proof)
    return (
      <p className="text-pretty text-muted text-sm">
        {t('proof.checked', {
          ...{ time: formats.dateMinute(loan.proof.sent), code: loan.proof.currency_code },
          ...{ number: formats.number(loan.proof.number), total: formats.money(loan.total, { places: 2 }) },
        })}
      </p>
    );
  if (loan.status !== TO_REPAY || loan.repayment_time === null) return null;
  if (now > loan.repayment_time)
    return (
      <Banner tone="danger" icon={<TriangleAlert size={20} />}>
        {t('overdue', {
          total: formats.money(loan.total, { places: 2 }),
          days: t('days', { count: loan.days_late }),
        })}
      </Banner>
    );
  const end = withdrawalEnd(loan, now);
  return (
    <p className="text-pretty text-muted text-sm">
      {t('day_of', {
        day: formats.number(String(dayOf(loan, now))),
        days: formats.number(String(loan.loan_period)),
      })}{' '}
      {end !== undefined && t('withdraw', { time: formats.dateMinute(end) })}
    </p>
  );
}
