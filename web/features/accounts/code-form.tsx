// One code to type and a button: of an app, of a message, or a recovery code.

import { Button } from '@fairtick/ui/button';
import { Field } from '@fairtick/ui/field';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useFaultFocus } from '../../hooks/use-fault-focus.ts';

interface Props {
  readonly label: string;
  /** On the button. */
  readonly act: string;
  /** Said where it is sent empty. */
  readonly missing: string;
  readonly busy: boolean;
  readonly error: string | undefined;
  /** The last one that `error` is of: the focus goes back to the field with each. */
  readonly refusal: unknown;
  /** Letters too. */
  readonly letters?: boolean;
  /** It comes in the place of what was pressed for it: the focus goes on with it. */
  readonly next?: boolean;
  readonly onCode: (code: string) => void;
}

export function CodeForm({ label, act, missing, busy, error, refusal, letters = false, next = false, onCode }: Props) {
  const [code, setCode] = useState('');
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useFaultFocus(form, refusal);
  useEffect(() => {
    if (next) input.current?.focus();
  }, [next]);
  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (code.trim() === '') input.current?.focus();
    else onCode(code.trim());
  }
  const said = error ?? (tried && code.trim() === '' ? missing : undefined);
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      <Field
        ref={input}
        label={label}
        value={code}
        onValue={setCode}
        maxLength={20}
        dir="ltr"
        inputMode={letters ? 'text' : 'numeric'}
        autoComplete={letters ? 'off' : 'one-time-code'}
        autoCapitalize="characters"
        spellCheck={false}
        boxClassName="tabular"
        {...(said === undefined ? {} : { error: said })}
      />
      <Button type="submit" wide busy={busy}>
        {act}
      </Button>
    </form>
  );
}
