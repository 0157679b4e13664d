// The password was right: the second step, by the ways that this account has.

import { ApiError } from '@fairtick/contract/client/failures';
import { isRecord } from '@fairtick/contract/client/is-record';
import { Button } from '@fairtick/ui/button';
import { Segmented } from '@fairtick/ui/segmented';
import { useEffect, useRef, useState } from 'react';
import { ABOUT, REFUSED } from '../../../calculators/refused.ts';
import { useAct } from '../../../hooks/use-act.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { call } from '../../../stores/api.ts';
import { type Session, signIn } from '../../../stores/session.ts';
import { sayToast } from '../../../stores/toast.ts';
import { CodeForm } from '../code-form.tsx';
import { PasskeyButton } from '../passkey-button.tsx';

type Method = (typeof METHODS)[number];
const METHODS = ['totp', 'passkey', 'recovery'] as const;

export interface Second {
  readonly ticket: string;
  readonly methods: readonly Method[];
}

/** What came with the refusal; undefined where it is nothing that can be gone on with. */
export function secondOf(data: unknown): Second | undefined {
  if (!isRecord(data) || typeof data.ticket !== 'string' || !Array.isArray(data.methods)) return undefined;
  const { ticket, methods } = data;
  return { ticket, methods: METHODS.filter((method) => methods.includes(method)) };
}

export function SecondStep({ second, onDone, onBack }: { second: Second; onDone: () => void; onBack: () => void }) {
  const t = useTexts('login');
  const { ticket } = second;
  const [method, setMethod] = useState<Method>(second.methods[0] ?? 'recovery');
  const steps = useRef<HTMLDivElement>(null);
  // The password's field is gone: whoever has the code before them types on.
  useEffect(() => steps.current?.querySelector<HTMLElement>('form input')?.focus(), []);
  function enter(session: Session): void {
    signIn(session);
    onDone();
  }
  return (
    <div ref={steps} className="grid gap-5">
      <p className="text-pretty text-muted">{t('second.lead')}</p>
      {second.methods.length > 1 && (
        <Segmented
          label={t('second.method')}
          value={method}
          onValue={setMethod}
          options={second.methods.map((value) => ({ value, text: t(`second.${value}`) }))}
        />
      )}
      {method === 'passkey' ? (
        <PasskeyButton
          label={t('second.use_passkey')}
          failed={t('passkey.failed')}
          begin={async () => ({ ticket, options: (await call('login_second_begin', { ticket })).options })}
          finish={async (_, response) => {
            try {
              return await call('login_second', { ticket, method: 'passkey', response });
            } catch (error) {
              if (error instanceof ApiError && error.code === REFUSED.SIGN_IN_AGAIN) onBack();
              throw error;
            }
          }}
          done={enter}
        />
      ) : (
        <ByCode key={method} ticket={ticket} method={method} onSession={enter} onOver={onBack} />
      )}
      <Button tone="ghost" size="sm" onClick={onBack}>
        {t('second.back')}
      </Button>
    </div>
  );
}

function ByCode({
  ticket,
  method,
  onSession,
  onOver,
}: {
  readonly ticket: string;
  readonly method: 'totp' | 'recovery';
  readonly onSession: (session: Session) => void;
  /** The step took too long or was tried too often: nothing here leads on. */
  readonly onOver: () => void;
}) {
  const t = useTexts('login');
  const act = useAct('login_second', [...ABOUT.factor, REFUSED.SIGN_IN_AGAIN], ({ code, message }) => {
    if (code !== REFUSED.SIGN_IN_AGAIN) return;
    sayToast({ tone: 'error', text: message, code });
    onOver();
  });
  const send = async (code: string): Promise<void> => {
    const session = await act.send({ ticket, method, code });
    if (session) onSession(session);
  };
  return (
    <CodeForm
      label={t(`second.${method}.label`)}
      act={t('second.submit')}
      missing={t('second.missing')}
      busy={act.busy}
      error={act.said(ABOUT.factor)}
      refusal={act.refusal}
      letters={method === 'recovery'}
      onCode={(code) => void send(code)}
    />
  );
}
