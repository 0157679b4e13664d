// Nothing is credited, with a reason out of the list that the user reads, and words beside it.

import { DEPOSIT_REASONS } from '@fairtick/contract/staff/deposit-reasons';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../../hooks/use-act.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { typedInto } from '../../parts/field-value.ts';
import { ReasonField } from '../../parts/reason-field.tsx';
import { sayToast } from '../../stores/toast.ts';
import type { ReadDeposit } from './deposit.tsx';

interface RejectProps {
  readonly item: ReadDeposit;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function RejectDeposit({ item: { id, uid }, onDone, onClose }: RejectProps) {
  const t = useTexts();
  const act = useAct('deposit_reject');
  const [code, setCode] = useState('');
  const [words, setWords] = useState('');
  const chosen = DEPOSIT_REASONS.find((one) => one === code);
  const send = async (): Promise<void> => {
    if (!chosen || !(await act.send({ id, reason_code: chosen, reason: words.trim() }))) return;
    sayToast(t('deposits.rejected', { uid }));
    onDone();
  };
  return (
    <Dialog
      title={t('deposits.reject_title', { uid })}
      act={t('deposits.reject')}
      danger
      ready={chosen !== undefined && (chosen !== 'other' || words.trim() !== '')}
      busy={act.busy}
      failure={act.failure}
      onAct={() => void send()}
      onClose={onClose}
    >
      <NativeSelect
        label={t('verification.why')}
        value={code}
        onChange={typedInto(setCode)}
        data={[
          { value: '', label: t('choose') },
          ...DEPOSIT_REASONS.map((one) => ({ value: one, label: t(`deposit_reason.${one}`) })),
        ]}
        withAsterisk
        data-autofocus
      />
      <ReasonField
        value={words}
        onChange={setWords}
        label={t('verification.words')}
        hint={t('verification.words_hint')}
        required={chosen === 'other'}
      />
    </Dialog>
  );
}
