// A withdrawal that waits is refused, with a reason out of the list that the user reads, and words beside it.

import { WITHDRAWAL_REASONS } from '@fairtick/contract/staff/withdrawal-reasons';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../../hooks/use-act.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { typedInto } from '../../parts/field-value.ts';
import { ReasonField } from '../../parts/reason-field.tsx';
import { sayToast } from '../../stores/toast.ts';
import { type ActProps, closing } from './acting.ts';

export function RejectWithdrawal(props: ActProps) {
  const { card, onDone } = props;
  const t = useTexts();
  const act = useAct('withdrawal_reject');
  const [code, setCode] = useState('');
  const [words, setWords] = useState('');
  const chosen = WITHDRAWAL_REASONS.find((one) => one === code);
  const send = async (): Promise<void> => {
    if (!chosen || !(await act.send({ id: card.id, reason_code: chosen, reason: words.trim() }))) return;
    sayToast(t('withdrawals.rejected', { uid: card.uid }));
    onDone();
  };
  return (
    <Dialog
      title={t('withdrawals.reject_title', { uid: card.uid })}
      act={t('withdrawals.reject')}
      danger
      ready={chosen !== undefined && (chosen !== 'other' || words.trim() !== '')}
      busy={act.busy}
      failure={act.failure}
      onAct={() => void send()}
      onClose={closing(props, act.failure)}
    >
      <p className="quiet">{t('withdrawals.reject_text')}</p>
      <NativeSelect
        label={t('verification.why')}
        value={code}
        onChange={typedInto(setCode)}
        data={[
          { value: '', label: t('choose') },
          ...WITHDRAWAL_REASONS.map((one) => ({ value: one, label: t(`withdrawal_reason.${one}`) })),
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
