// /loan/agreement: what would be signed, read to its end before the way to the signature opens; or what was signed for a loan.

import type { LoanAgreementView } from '@fairtick/contract/http/loans';
import { systemClock } from '@fairtick/kernel/clock';
import { Button } from '@fairtick/ui/button';
import { useEffect, useRef, useState } from 'react';
import type { LoanSum } from '../../calculators/loans.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { keepRead, useLoanAgreement } from '../../hooks/use-loan-agreement.ts';
import { useSettings } from '../../hooks/use-settings.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { QUERY } from '../../transport/query.ts';
import { AgreementText } from './agreement-text.tsx';
import { CostsMoney } from './costs-money.tsx';
import { LoanCost } from './loan-cost.tsx';
import { LoanSteps } from './loan-steps.tsx';
import { LoanShapes, LoansFailed } from './loans-failed.tsx';
import { SignedCheck } from './signed-check.tsx';

export function SignedAgreement({ loanId }: { loanId: string }) {
  const { data, state, retry } = useAnswer(QUERY.loans, 'loan_agreement', { amount: '', loan_id: loanId });
  if (state === 'failed') return <LoansFailed retry={retry} />;
  if (!data) return <LoanShapes />;
  return (
    <>
      <AgreementText agreement={data} name={`loan-${loanId}`} />
      <SignedCheck loanId={loanId} html={data.html} />
    </>
  );
}

interface Props {
  readonly configId: number;
  readonly amount: string;
  readonly onSign: () => void;
}

export function AgreementReading({ configId, amount, onSign }: Props) {
  const { data, isError, refetch } = useLoanAgreement(configId, amount);
  if (isError) return <LoansFailed retry={() => void refetch()} />;
  if (!data?.sum) return <LoanShapes />;
  return (
    <>
      <LoanSteps at="read" />
      <Reading
        key={data.agreement.hash}
        configId={configId}
        agreement={data.agreement}
        sum={data.sum}
        onSign={onSign}
      />
    </>
  );
}

interface ReadingProps {
  readonly configId: number;
  readonly agreement: LoanAgreementView;
  readonly sum: LoanSum;
  readonly onSign: () => void;
}

function Reading({ configId, agreement, sum, onSign }: ReadingProps) {
  const t = useTexts('loans');
  const lang = useSettings((settings) => settings.lang);
  const end = useRef<HTMLDivElement>(null);
  const readAt = useReached(end);
  const [shownAt] = useState(() => systemClock.now());
  const { html, hash } = agreement;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <LoanCost sum={sum} />
      <AgreementText agreement={agreement} name="loan-agreement" />
      <div ref={end}>
        <CostsMoney />
      </div>
      <Button
        size="lg"
        wide
        disabled={readAt === undefined}
        onClick={() => {
          keepRead({ ...{ configId, sum, html, hash, shownAt }, readAt: readAt ?? shownAt }, lang);
          onSign();
        }}
      >
        {t('go_sign')}
      </Button>
    </div>
  );
}

/** When the end came into sight for the first time, by this device's clock. */
function useReached(end: React.RefObject<HTMLElement | null>): number | undefined {
  const [at, setAt] = useState<number>();
  useEffect(() => {
    if (!end.current) return;
    const watch = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setAt((before) => before ?? systemClock.now());
    });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [end]);
  return at;
}
