// What was credited is taken back, as a proposal: the bank claims it back, or the chain has gone another way.

import { REVERSAL_REASONS } from '@fairtick/contract/staff/deposit-reasons';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../../hooks/use-act.ts';
import { useFormats, useTexts } from '../../i18n/use-texts.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { typedInto } from '../../parts/field-value.ts';
import { Facts } from '../../parts/panel.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { sayToast } from '../../stores/toast.ts';
import type { ReadDeposit } from './deposit.tsx';

export function ReverseButton({ item }: { item: ReadDeposit }) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('deposits.reverse')}
      </Button>
      {open && <ReverseDeposit item={item} onClose={() => setOpen(false)} />}
    </>
  );
}

function ReverseDeposit({ item: { id, uid, credited }, onClose }: { item: ReadDeposit; onClose: () => void }) {
  const t = useTexts();
  const formats = useFormats();
  const act = useAct('deposit_reverse');
  const [code, setCode] = useState('');
  const [reason, setReason] = useState('');
  const chosen = REVERSAL_REASONS.find((one) => one === code);
  const send = async (): Promise<void> => {
    if (!chosen || !(await act.send({ id, reason_code: chosen, reason: reason.trim() }))) return;
    sayToast(t('proposals.made'));
    onClose();
  };
  return (
    <Dialog
      title={t('deposits.reverse_title', { uid })}
      act={t('deposits.propose')}
      danger
      ready={chosen !== undefined && reason.trim() !== ''}
      busy={act.busy}
      failure={act.failure}
      onAct={() => void send()}
      onClose={onClose}
    >
      <Facts rows={[[t('deposits.credited'), formats.money(credited)]]} />
      <p className="quiet">{t('deposits.reverse_text')}</p>
      <NativeSelect
        label={t('verification.why')}
        value={code}
        onChange={typedInto(setCode)}
        data={[
          { value: '', label: t('choose') },
          ...REVERSAL_REASONS.map((one) => ({ value: one, label: t(`deposit_reason.${one}`) })),
        ]}
        withAsterisk
        data-autofocus
      />
      <ReasonField value={reason} onChange={setReason} hint={t('staff.reason_hint')} />
    </Dialog>
  );
}
