// What somebody whose account is empty can do next: show who they are, or practise. Whoever has money knows.

import { Button, buttonClass } from '@fairtick/ui/button';
import { Card } from '@fairtick/ui/card';
import { Confirm } from '@fairtick/ui/confirm';
import { Skeleton } from '@fairtick/ui/skeleton';
import { useState } from 'react';
import { totalOf } from '../../calculators/balances.ts';
import { useBalances } from '../../hooks/use-account.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { QUERY } from '../../transport/query.ts';
import { useDemoAccount } from './use-demo-account.ts';

/** By review_status: nothing sent, waits, verified, rejected. */
const STEPS = { 0: 'verify', 1: 'waiting', 2: 'verified', 3: 'rejected' } as const;

export function NextStep() {
  const t = useTexts('home');
  const balances = useBalances();
  const { data, state } = useAnswer(QUERY.verification, 'real_name', {});
  if (state === 'failed' || (balances && Number(totalOf(balances)) !== 0)) return null;
  if (!balances || !data) return <Skeleton className="h-60 w-full rounded-lg" />;
  const step = STEPS[data.review_status];
  const documents = step === 'verify' || step === 'rejected';
  return (
    <Card aria-labelledby="next-step" className="grid gap-4 p-5">
      <div>
        <h2 id="next-step" className="text-balance font-semibold text-base">
          {t(`next.${step}`)}
        </h2>
        <p className="mt-1 text-pretty text-muted text-sm">{t(`next.${step}.text`)}</p>
      </div>
      <div className="grid gap-2">
        {documents && (
          <a href="#/mine/auth" className={buttonClass({ wide: true })}>
            {t(`next.${step}.action`)}
          </a>
        )}
        <Practise first={!documents} />
      </div>
    </Card>
  );
}

/** A demo account takes the place of one's own in this browser: nobody is taken there unasked. */
function Practise({ first }: { first: boolean }) {
  const t = useTexts('home');
  const shell = useTexts('shell');
  const demo = useDemoAccount();
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button wide tone={first ? 'primary' : 'soft'} onClick={() => setAsked(true)}>
        {t('next.practise')}
      </Button>
      <Confirm
        open={asked}
        onOpen={setAsked}
        title={t('next.practise.title')}
        text={t('next.practise.text')}
        confirmLabel={t('next.practise.confirm')}
        cancelLabel={shell('cancel')}
        onConfirm={() => void demo.create()}
        busy={demo.busy}
      />
    </>
  );
}
