// /loan: how far the proof of identity is: the form, the wait with its clock, or done, which goes on to the offers. Where loans are not offered, or nobody
// is verified, that is said in the place of a form.

import type { LoanPersonView } from '@fairtick/contract/http/loans';
import { Card } from '@fairtick/ui/card';
import { useFormats } from '@fairtick/ui/locale';
import Hourglass from 'lucide-react/icons/hourglass';
import { useEffect } from 'react';
import { namesFromCall } from '../../calculators/loans.ts';
import { clockLeft } from '../../calculators/timeline.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { QUERY, refresh } from '../../transport/query.ts';
import { LoanSteps } from './loan-steps.tsx';
import { LoanShapes, LoansFailed } from './loans-failed.tsx';
import { NotOffered, NotVerified } from './not-offered.tsx';
import { PersonForm } from './person-form.tsx';

interface Props {
  readonly onAccepted: () => void;
  readonly onVerify: () => void;
}

export function PersonPanel({ onAccepted, onVerify }: Props) {
  const person = useAnswer(QUERY.loans, 'loan_person', {});
  const offers = useAnswer(QUERY.loans, 'loan_config', {});
  const name = useAnswer(QUERY.verification, 'real_name', {});
  const accepted = person.data?.status === 2;
  useEffect(() => {
    if (accepted) onAccepted();
  }, [accepted, onAccepted]);
  const all = [person, offers, name];
  if (all.some(({ state }) => state === 'failed'))
    return (
      <LoansFailed
        retry={() => {
          for (const one of all) one.retry();
        }}
      />
    );
  if (!person.data || !offers.data || !name.data || accepted) return <LoanShapes />;
  if (person.data.status === 1) return <Waiting person={person.data} />;
  if (name.data.review_status !== 2) return <NotVerified onVerify={onVerify} />;
  if (offers.data.length === 0) return <NotOffered />;
  return (
    <>
      <LoanSteps at="verify" />
      <PersonForm before={person.data} onSent={() => refresh(QUERY.loans)} />
    </>
  );
}

function Waiting({ person }: { person: LoanPersonView }) {
  const t = useTexts('loans');
  const formats = useFormats();
  const now = useNow();
  const { first, last } = namesFromCall(person);
  const due = person.answer_due;
  return (
    <>
      <LoanSteps at="verify" />
      <Card className="flex flex-col items-center px-5 py-8 text-center">
        <span
          aria-hidden="true"
          className="grid size-16 place-items-center rounded-full bg-accent-soft text-accent-text"
        >
          <Hourglass size={30} />
        </span>
        <h2 className="mt-4 font-semibold text-xl tracking-[-0.01em]">{t('waiting.title')}</h2>
        <p className="mt-1 text-pretty text-muted text-sm">{t('waiting.text')}</p>
        {due !== null && (
          <p className="mt-4 text-pretty text-sm">
            {now < due
              ? t('waiting.left', { left: clockLeft(due, now), time: formats.dateMinute(due) })
              : t('waiting.late', { time: formats.dateMinute(due) })}
          </p>
        )}
        <p className="mt-4 font-medium text-sm" dir="auto">{`${first} ${last}`}</p>
      </Card>
    </>
  );
}
