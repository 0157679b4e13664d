// Loans, one screen for each step of the way: who borrows, the offer, the agreement, the signature, what was borrowed, and repaying.

import { IconButton } from '@fairtick/ui/icon-button';
import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import ReceiptText from 'lucide-react/icons/receipt-text';
import { type ReactNode, useCallback } from 'react';
import { AgreementReading, SignedAgreement } from '../../features/loans/agreement-reading.tsx';
import { LoanOffer } from '../../features/loans/loan-offer.tsx';
import { LoanRecord } from '../../features/loans/loan-record.tsx';
import { LoanRepayment } from '../../features/loans/loan-repayment.tsx';
import { LoanSigning } from '../../features/loans/loan-signing.tsx';
import { PersonPanel } from '../../features/loans/person-panel.tsx';
import { LoanProof } from '../../features/wallet/loan-proof.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import type { LoanSearch } from '../loan-search.ts';
import { Page } from '../page.tsx';

type Step = '' | 'submit' | 'agreement' | 'sign' | 'record' | 'repayment';

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

export function LoanScreens() {
  const { _splat: step = '' } = useParams({ strict: false });
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const [id, amount, loanId] = [search.id, search.amount, search.loan_id].map(textOf);
  switch (step.replace(/\/$/, '')) {
    case '':
      return <Person />;
    case 'submit':
      return <Offer />;
    case 'agreement':
      return <Agreement id={Number(id)} amount={amount ?? ''} loanId={loanId ?? ''} />;
    case 'sign':
      return <Sign id={Number(id)} amount={amount ?? ''} />;
    case 'record':
      return <Record />;
    case 'repayment':
      return <Repayment loanId={loanId ?? ''} />;
    default:
      return <Navigate to="/" replace />;
  }
}

function useGo(): (step: Step, search?: LoanSearch, replace?: boolean) => void {
  const navigate = useNavigate();
  return useCallback(
    (step, search = {}, replace = false) => void navigate({ to: '/loan/$', params: { _splat: step }, search, replace }),
    [navigate],
  );
}

function LoanPage({ title, way = false, children }: { title: string; way?: boolean; children: ReactNode }) {
  const t = useTexts('loans');
  const go = useGo();
  return (
    <Page
      title={title}
      back
      action={
        way && (
          <IconButton label={t('record')} onClick={() => go('record')}>
            <ReceiptText aria-hidden="true" size={20} />
          </IconButton>
        )
      }
    >
      {children}
    </Page>
  );
}

function Person() {
  const t = useTexts('loans');
  const go = useGo();
  const navigate = useNavigate();
  const onAccepted = useCallback(() => go('submit', {}, true), [go]);
  return (
    <LoanPage title={t('title')} way>
      <PersonPanel onAccepted={onAccepted} onVerify={() => void navigate({ to: '/mine/auth' })} />
    </LoanPage>
  );
}

function Offer() {
  const t = useTexts('loans');
  const go = useGo();
  const onPerson = useCallback(() => go('', {}, true), [go]);
  return (
    <LoanPage title={t('title')} way>
      <LoanOffer
        onRead={(id, amount) => go('agreement', { id, amount })}
        onPerson={onPerson}
        onRecord={() => go('record')}
      />
    </LoanPage>
  );
}

function Agreement({ id, amount, loanId }: { id: number; amount: string; loanId: string }) {
  const t = useTexts('loans');
  const go = useGo();
  return (
    <LoanPage title={t('agreement')}>
      {loanId === '' ? (
        <AgreementReading configId={id} amount={amount} onSign={() => go('sign', { id, amount })} />
      ) : (
        <SignedAgreement loanId={loanId} />
      )}
    </LoanPage>
  );
}

function Sign({ id, amount }: { id: number; amount: string }) {
  const t = useTexts('loans');
  const go = useGo();
  return (
    <LoanPage title={t('sign.title')}>
      <LoanSigning
        configId={id}
        amount={amount}
        onRead={() => go('agreement', { id, amount }, true)}
        onSigned={() => go('record', {}, true)}
      />
    </LoanPage>
  );
}

function Record() {
  const t = useTexts('loans');
  const go = useGo();
  return (
    <LoanPage title={t('record')}>
      <LoanRecord
        onAgreement={(loan_id) => go('agreement', { loan_id })}
        onRepay={(loan_id) => go('repayment', { loan_id })}
      />
    </LoanPage>
  );
}

function Repayment({ loanId }: { loanId: string }) {
  const t = useTexts('loans');
  const go = useGo();
  const onRecord = () => go('record', {}, true);
  return (
    <LoanPage title={t('repay')}>
      <LoanRepayment
        id={loanId}
        onRecord={onRecord}
        outside={(ways) => <LoanProof loanId={loanId} ways={ways} onSent={onRecord} />}
      />
    </LoanPage>
  );
}
