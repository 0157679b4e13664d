// What a person is called by here: an e-mail, or a mobile number with the code of its country.

import { Field } from '@fairtick/ui/field';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { Ref } from 'react';
import { useAreas } from '../../../hooks/use-areas.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { Typed } from './use-typed-name.ts';

export function NameField({
  typed,
  error,
  inputRef,
}: {
  typed: Typed;
  error: string | undefined;
  inputRef: Ref<HTMLInputElement>;
}) {
  const t = useTexts('login');
  const mobile = typed.kind === 'mobile';
  return (
    <Field
      // Another field, not the same one with another look: what was typed in the first stays there.
      key={typed.kind}
      ref={inputRef}
      label={t(mobile ? 'mobile' : 'email')}
      value={mobile ? typed.number : typed.email}
      onValue={mobile ? typed.setNumber : typed.setEmail}
      maxLength={mobile ? 30 : 254}
      dir="ltr"
      type={mobile ? 'tel' : 'email'}
      inputMode={mobile ? 'tel' : 'email'}
      autoComplete={mobile ? 'tel-national' : 'username'}
      autoCapitalize="none"
      spellCheck={false}
      {...(mobile ? { start: <CallingCode typed={typed} />, boxClassName: 'ps-0!' } : {})}
      {...(error === undefined ? {} : { error })}
    />
  );
}

function CallingCode({ typed }: { typed: Typed }) {
  const t = useTexts('login');
  const areas = useAreas();
  return (
    <span className="relative flex shrink-0 items-center border-line border-e">
      <select
        aria-label={t('mobile.code')}
        value={typed.country}
        onChange={(event) => typed.setCountry(event.target.value)}
        className="tabular min-h-11 w-24 appearance-none bg-transparent ps-3.5 pe-7 text-ink text-md outline-none [&>option]:bg-raised"
      >
        <option value="">+</option>
        {areas.map(({ id, global_code, name }) => (
          <option key={id} value={id} label={`+${global_code} ${name}`}>
            {`+${global_code}`}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden="true" size={16} className="pointer-events-none absolute end-2 text-quiet" />
    </span>
  );
}
