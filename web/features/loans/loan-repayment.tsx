// /loan/repayment: what repaying costs at this moment, what it saves, from when on it costs more; and one tap that pays it from what is available.

import type { AnswerOf } from '@fairtick/contract/http/index';
import type { LoanView, RepaymentWay } from '@fairtick/contract/http/loans';
import { Banner } from '@fairtick/ui/banner';
import { Button, buttonClass } from '@fairtick/ui/button';
import { Card } from '@fairtick/ui/card';
import { EmptyState } from '@fairtick/ui/empty-state';
import { FigureRow } from '@fairtick/ui/figure-row';
import { useFormats } from '@fairtick/ui/locale';
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type ReactNode, useEffect } from 'react';
import { compared, dueNext, savedAgainst } from '../../calculators/loans.ts';
import { REFUSED } from '../../calculators/refused.ts';
import { useAct } from '../../hooks/use-act.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { refreshAfterMove } from '../../stores/account.ts';
import { QUERY, refresh } from '../../transport/query.ts';
import { LoanShapes, LoansFailed } from './loans-failed.tsx';
import { ProofRefused } from './proof-refused.tsx';

const SHOWN = [REFUSED.LOAN_SUM_CHANGED, REFUSED.LOAN_NOT_TO_REPAY, REFUSED.BALANCE_INSUFFICIENT];
const TO_REPAY = 2;

interface Props {
  readonly id: string;
  readonly onRecord: () => void;
  /** Repaying from outside, by the ways that there are. */
  readonly outside: (ways: readonly RepaymentWay[]) => ReactNode;
}

export function LoanRepayment({ id, onRecord, outside }: Props) {
  const t = useTexts('loans');
  const loan = useAnswer(QUERY.loans, 'loan_info', { id });
  const toRepay = loan.data?.status === TO_REPAY;
  const due = useAnswer(QUERY.loans, 'loan_repayment', { loan_id: id }, toRepay);
  if (loan.state === 'failed' || (toRepay && due.state === 'failed'))
    return (
      <LoansFailed
        retry={() => {
          loan.retry();
          if (toRepay) due.retry();
        }}
      />
    );
  if (loan.data && !toRepay)
    return (
      <EmptyState
        icon={<CircleCheck size={28} />}
        title={t(`repay.not.${loan.data.status}`)}
        action={
          <Button tone="soft" onClick={onRecord}>
            {t('record')}
          </Button>
        }
      />
    );
  if (!loan.data || !due.data) return <LoanShapes />;
  return <Due loan={loan.data} due={due.data} onRecord={onRecord} outside={outside} />;
}

interface DueProps extends Omit<Props, 'id'> {
  readonly loan: LoanView;
  readonly due: AnswerOf<'loan_repayment'>;
}

function Due({ loan, due, onRecord, outside }: DueProps) {
  const t = useTexts('loans');
  const formats = useFormats();
  const now = useNow();
  const money = (text: string): string => formats.money(text, { places: 2 });
  // What holds now is shown the next time that the button is pressed.
  const act = useAct('loan_repay', SHOWN, () => refresh(QUERY.loans));
  const isOver = now >= due.until;
  useEffect(() => {
    if (isOver) refresh(QUERY.loans);
  }, [isOver]);
  const late = due.as_of > due.due;
  const enough = compared(due.available, due.total) >= 0;
  const saved = savedAgainst(loan.interest_amount, due.interest);
  const refused = act.said(SHOWN);
  async function repay(): Promise<void> {
    if (!(await act.send({ loan_id: loan.id, shown: due.total }))) return;
    refresh(QUERY.loans);
    refreshAfterMove();
    onRecord();
  }
  return (
    <div className="grid gap-4">
      {loan.proof && loan.proof.reason !== '' && <ProofRefused reason={loan.proof.reason} />}
      {late && (
        <Banner tone="danger" icon={<TriangleAlert size={20} />}>
          {t('overdue.today', { total: money(due.total), next: money(dueNext(loan, due.until)) })}
        </Banner>
      )}
      <Card className="p-4">
        <p className="text-muted text-sm">{t('repay.now')}</p>
        <p className="tabular mt-1 font-semibold text-3xl tracking-[-0.03em]">{money(due.total)}</p>
        <dl className="mt-3">
          <FigureRow term={t('principal')}>{money(due.principal)}</FigureRow>
          <FigureRow term={t('interest.so_far')}>{money(due.interest)}</FigureRow>
          {late && <FigureRow term={t('penalty')}>{money(due.penalty)}</FigureRow>}
          {!late && compared(saved, '0') > 0 && (
            <FigureRow term={t('saved')}>
              <span className="text-up">{money(saved)}</span>
            </FigureRow>
          )}
          <FigureRow term={t('due')}>{formats.dateMinute(due.due)}</FigureRow>
          <FigureRow term={t('available')}>{money(due.available)}</FigureRow>
        </dl>
        <p className="mt-2 text-pretty text-muted text-sm">
          {t('repay.until', { time: formats.dateMinute(due.until), next: money(dueNext(loan, due.until)) })}
        </p>
      </Card>
      {!enough && <Short by={savedAgainst(due.total, due.available)} />}
      {refused !== undefined && (
        <p role="alert" className="text-pretty text-down text-sm">
          {refused}
        </p>
      )}
      <Button size="lg" wide busy={act.busy} disabled={!enough} onClick={() => void repay()}>
        {t('repay.pay', { total: money(due.total) })}
      </Button>
      <p className="text-pretty text-center text-muted text-sm">{t('repay.note')}</p>
      {outside(due.accounts)}
    </div>
  );
}

function Short({ by }: { by: string }) {
  const t = useTexts('loans');
  const formats = useFormats();
  return (
    <Banner
      tone="warn"
      icon={<TriangleAlert size={20} />}
      action={
        <a href="#/mine/charge" className={buttonClass({ tone: 'outline', size: 'sm' })}>
          {t('deposit')}
        </a>
      }
    >
      {t('short', { amount: formats.money(by, { places: 2 }) })}
    </Banner>
  );
}
