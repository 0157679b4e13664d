// The written reason of an act. It is kept with the act for ever, so it says that no person's data belong in it.

import { Textarea } from '@mantine/core';
import { useTexts } from '../i18n/use-texts.ts';

export const MAX_REASON = 500;

interface ReasonFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label?: string;
  readonly hint?: string;
  readonly required?: boolean;
}

export function ReasonField({ value, onChange, label, hint, required = true }: ReasonFieldProps) {
  const t = useTexts();
  return (
    <Textarea
      label={label ?? t('reason')}
      description={[hint, t('reason.kept')].filter(Boolean).join(' ')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      maxLength={MAX_REASON}
      minRows={2}
      rows={3}
      withAsterisk={required}
    />
  );
}
