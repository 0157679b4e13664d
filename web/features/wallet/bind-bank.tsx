// The lines of a bank account.

import { Field } from '@fairtick/ui/field';
import { ABOUT } from '../../calculators/refused.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import type { LinesProps } from './bind-draft.ts';

const LINES = [
  { field: 'bank_name', text: 'bind.bank', dir: 'auto', most: 120, codes: [] },
  { field: 'bank_address', text: 'bind.bank_address', dir: 'auto', most: 200, codes: [] },
  { field: 'bank_swift', text: 'bind.swift', dir: 'ltr', most: 20, codes: ABOUT.bankCode },
  { field: 'payee_name', text: 'bind.payee', dir: 'auto', most: 120, codes: [] },
  { field: 'payee_account', text: 'bind.account', dir: 'ltr', most: 60, codes: ABOUT.bankAccount },
] as const;

export function BindBank({ typed, onType, onLeave, errorOf, said }: LinesProps) {
  const t = useTexts('withdraw');
  return (
    <>
      {LINES.map(({ field, text, dir, most, codes }) => {
        const error = errorOf(field) ?? said(codes);
        return (
          <Field
            key={field}
            label={t(text)}
            value={typed[field]}
            onValue={(value) => onType({ [field]: value })}
            onBlur={() => onLeave(field)}
            maxLength={most}
            dir={dir}
            autoComplete="off"
            {...(field === 'payee_name' ? { hint: t('bind.payee.hint') } : {})}
            {...(error === undefined ? {} : { error })}
          />
        );
      })}
    </>
  );
}
