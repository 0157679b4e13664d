// The two fields of a new password, with what the server found wrong about it.

import { ABOUT } from '../../../calculators/refused.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { PasswordField } from './password-field.tsx';
import type { NewPasswordPair } from './use-new-passwords.ts';

export function NewPasswords({
  passwords,
  tried,
  said,
  label,
}: {
  passwords: NewPasswordPair;
  tried: boolean;
  said: (codes: readonly number[]) => string | undefined;
  label: string;
}) {
  const t = useTexts('login');
  const { first, second, setFirst, setSecond, inputs } = passwords;
  const repeated = second === '' ? t('password.again') : second !== first ? t('password.differ') : undefined;
  const firstError = said(ABOUT.password) ?? (tried && first === '' ? t('password.missing') : undefined);
  const secondError = said(ABOUT.again) ?? (tried && first !== '' ? repeated : undefined);
  return (
    <>
      <PasswordField
        ref={inputs[0]}
        kind="new-password"
        label={label}
        hint={t('password.hint')}
        value={first}
        onValue={setFirst}
        {...(firstError === undefined ? {} : { error: firstError })}
      />
      <PasswordField
        ref={inputs[1]}
        kind="new-password"
        label={t('password.again')}
        value={second}
        onValue={setSecond}
        {...(secondError === undefined ? {} : { error: secondError })}
      />
    </>
  );
}
