// A code that is sent on demand: the button beside it counts down until the next one may be asked for.

import { Button } from '@fairtick/ui/button';
import { Field, type FieldProps } from '@fairtick/ui/field';
import { useSecondsLeft } from '../../../hooks/use-countdown.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { SentCode } from './use-sent-code.ts';

type Props = Pick<FieldProps, 'value' | 'onValue' | 'error' | 'ref'> & {
  readonly onSend: () => void;
  readonly sending: boolean;
  /** From when the next may be asked for, UTC ms. */
  readonly nextMs: number;
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
      onSend={() => void sent.send()}
      sending={sent.busy}
      nextMs={sent.nextMs}
      {...(error === undefined ? {} : { error })}
    />
  );
}

export function CodeField({ onSend, sending, nextMs, error, ...rest }: Props) {
  const t = useTexts('login');
  const seconds = useSecondsLeft(nextMs);
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
          onClick={onSend}
        >
          {seconds > 0 ? t('code.wait', { seconds }) : t('code.send')}
        </Button>
      }
    />
  );
}
