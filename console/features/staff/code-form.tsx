// The six digits of an authenticator app.

import { Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { FailureNote } from '../../parts/failure-note.tsx';
import { typedInto } from '../../parts/field-value.ts';

interface CodeFormProps {
  readonly act: string;
  readonly busy: boolean;
  readonly failure: unknown;
  readonly focus?: boolean;
  readonly onCode: (code: string) => void;
}

export function CodeForm({ act, busy, failure, focus = true, onCode }: CodeFormProps) {
  const t = useTexts();
  const [code, setCode] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (code.trim() !== '' && !busy) onCode(code.replaceAll(' ', ''));
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label={t('code')}
          description={t('code.hint')}
          value={code}
          onChange={typedInto(setCode)}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          data-autofocus={focus || undefined}
          autoFocus={focus}
        />
        <FailureNote failure={failure} />
        <Button type="submit" fullWidth loading={busy} disabled={code.trim() === ''}>
          {act}
        </Button>
      </Stack>
    </form>
  );
}
