// Appears by itself when a call needs a fresh proof of who is there; the call waits for its end.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { Button } from '@fairtick/ui/button';
import { Segmented } from '@fairtick/ui/segmented';
import { Sheet } from '@fairtick/ui/sheet';
import { useState } from 'react';
import { ABOUT } from '../../../calculators/refused.ts';
import { useAct } from '../../../hooks/use-act.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { call } from '../../../stores/api.ts';
import { endStepUp } from '../../../stores/step-up.ts';
import { CodeForm } from '../code-form.tsx';
import { PasskeyButton } from '../passkey-button.tsx';
import { SentAgain } from './sent-again.tsx';

const METHODS = ['passkey', 'totp', 'recovery', 'code'] as const;
type Method = (typeof METHODS)[number];
const WRONG = [...ABOUT.code, ...ABOUT.factor];

export function StepUpDialog({ methods }: { methods: readonly string[] }) {
  const t = useTexts('security');
  const offered = METHODS.filter((method) => methods.includes(method));
  const [method, setMethod] = useState<Method>(offered[0] ?? 'code');
  return (
    <Sheet open onOpen={() => endStepUp(false)} title={t('step.title')} note={t('step.text')}>
      <div className="grid gap-5 pt-1">
        {offered.length > 1 && (
          <Segmented
            label={t('step.method')}
            value={method}
            onValue={setMethod}
            options={offered.map((value) => ({ value, text: t(`step.${value}`) }))}
          />
        )}
        {method === 'passkey' ? (
          <PasskeyButton
            label={t('step.use_passkey')}
            failed={t('step.passkey.failed')}
            begin={() => call('step_up_begin', { method: 'passkey' })}
            finish={(ticket, response) => call('step_up_finish', { method: 'passkey', ticket, response })}
            done={() => endStepUp(true)}
          />
        ) : method === 'code' ? (
          <BySentCode />
        ) : (
          <ByCode key={method} method={method} ticket="" />
        )}
      </div>
    </Sheet>
  );
}

function ByCode({ method, ticket }: { method: Exclude<Method, 'passkey'>; ticket: string }) {
  const t = useTexts('security');
  const act = useAct('step_up_finish', WRONG);
  const send = async (code: string): Promise<void> => {
    if (await act.send({ method, ticket, code })) endStepUp(true);
  };
  return (
    <CodeForm
      label={t(`step.${method}.label`)}
      act={t('step.confirm')}
      missing={t('code.missing')}
      busy={act.busy}
      refusal={act.refusal}
      error={act.said(WRONG)}
      letters={method === 'recovery'}
      next={method === 'code'}
      onCode={(code) => void send(code)}
    />
  );
}

/** Sent when it is asked for: not every dialog that opens is gone through with. */
function BySentCode() {
  const t = useTexts('security');
  const [sent, setSent] = useState<AnswerOf<'step_up_begin'>>();
  const begin = useAct('step_up_begin');
  const send = async (): Promise<number | undefined> => {
    const begun = await begin.send({ method: 'code' });
    if (begun) setSent(begun);
    return begun?.wait;
  };
  if (sent)
    return (
      <div>
        <ByCode method="code" ticket={sent.ticket} />
        <SentAgain wait={sent.wait} busy={begin.busy} onAgain={send} />
      </div>
    );
  return (
    <Button wide busy={begin.busy} onClick={() => void send()}>
      {t('step.send')}
    </Button>
  );
}
