// Why somebody is turned down: one of a few reasons, and what is said beside it, which they read.

import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useLoanTexts } from '../../i18n/use-loan-texts.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { typedInto } from '../../parts/field-value.ts';
import { ReasonField } from '../../parts/reason-field.tsx';

interface Props {
  readonly title: string;
  readonly reasons: readonly { readonly value: string; readonly label: string }[];
  readonly busy: boolean;
  readonly failure: unknown;
  readonly onReject: (code: string, words: string) => void;
  readonly onClose: () => void;
}

export function RejectDialog({ title, reasons, busy, failure, onReject, onClose }: Props) {
  const l = useLoanTexts();
  const [code, setCode] = useState('');
  const [words, setWords] = useState('');
  return (
    <Dialog
      title={title}
      act={l('reject')}
      danger
      ready={code !== '' && (code !== 'other' || words.trim() !== '')}
      busy={busy}
      failure={failure}
      onAct={() => onReject(code, words.trim())}
      onClose={onClose}
    >
      <NativeSelect
        label={l('why')}
        value={code}
        onChange={typedInto(setCode)}
        data={[{ value: '', label: l('choose') }, ...reasons]}
        withAsterisk
        data-autofocus
      />
      <ReasonField
        value={words}
        onChange={setWords}
        label={l('words')}
        hint={l('words_hint')}
        required={code === 'other'}
      />
    </Dialog>
  );
}
