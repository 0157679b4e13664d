// A password, hidden until its owner wants to see it.

import { Field, type FieldProps } from '@fairtick/ui/field';
import { IconButton } from '@fairtick/ui/icon-button';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';

/** Longer ones are refused by a sentence, not cut in silence. */
const MAX_LENGTH = 1_000;

type Props = Pick<FieldProps, 'label' | 'value' | 'onValue' | 'error' | 'hint' | 'ref'> & {
  readonly kind: 'current-password' | 'new-password';
};

export function PasswordField({ kind, ...rest }: Props) {
  const t = useTexts('login');
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...rest}
      maxLength={MAX_LENGTH}
      dir="ltr"
      type={shown ? 'text' : 'password'}
      autoComplete={kind}
      autoCapitalize="none"
      spellCheck={false}
      boxClassName="pe-1!"
      end={
        <IconButton
          label={t(shown ? 'password.hide' : 'password.show')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff aria-hidden="true" size={20} /> : <Eye aria-hidden="true" size={20} />}
        </IconButton>
      }
    />
  );
}
