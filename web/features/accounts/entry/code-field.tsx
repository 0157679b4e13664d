// A code that is sent on demand: the button beside it counts down until the next one may be asked for.

import { systemClock } from '@fairtick/kernel/clock';
import { Button } from '@fairtick/ui/button';
import { Field, type FieldProps } from '@fairtick/ui/field';
import { useState } from 'react';
import { useSecondsLeft } from '../../../hooks/use-countdown.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { sayToast } from '../../../stores/toast.ts';
import type { SentCode } from './use-sent-code.ts';

type Props = Pick<FieldProps, 'value' | 'onValue' | 'error' | 'ref'> & {
  /** Asks for a code; seconds until the next may be asked for, or undefined where none was sent. */
  readonly onSend: () => Promise<number | undefined>;
  readonly sending: boolean;
};

/** The same of a form that knows by what is typed in it where the code goes. `refused`: what the form was told about the code. */
export function SentCodeField({
  ref,
  sent,
  refused,
}: Pick<Props, 'ref'> & { readonly sent: SentCode; readonly refused: string | undefined }) {
  const t = useTexts('login');
  const error = refused ?? (sent.missing ? t('code.missing') : undefined);
  return (
    <CodeField
      ref={ref}
      value={sent.value}
      onValue={sent.setValue}
      onSend={sent.send}
      sending={sent.busy}
      {...(error === undefined ? {} : { error })}
    />
  );
}

export function CodeField({ onSend, sending, error, ...rest }: Props) {
  const t = useTexts('login');
  const [nextMs, setNextMs] = useState(0);
  const seconds = useSecondsLeft(nextMs);
  async function send(): Promise<void> {
    const wait = await onSend();
    if (wait === undefined) return;
    setNextMs(systemClock.now() + wait * 1_000);
    sayToast({ tone: 'info', text: t('code.sent') });
  }
  return (
    <Field
      {...rest}
      label={t('code')}
      hint={t('code.hint')}
      {...(error === undefined ? {} : { error })}
      dir="ltr"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={12}
      boxClassName="tabular pe-1!"
      end={
        <Button
          tone="ghost"
          size="sm"
          className="min-w-24 shrink-0 px-3!"
          busy={sending}
          disabled={seconds > 0}
          onClick={() => void send()}
        >
          {seconds > 0 ? t('code.wait', { seconds }) : t('code.send')}
        </Button>
      }
    />
  );
}
