// A user's balance put right against the house's capital: proposed with the reason that the user reads, done with a second person's word.

import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { correctedBalance } from '../../calculators/correction.ts';
import { useAct } from '../../hooks/use-act.ts';
import { useFormats, useTexts } from '../../i18n/use-texts.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { typedInto } from '../../parts/field-value.ts';
import { Facts } from '../../parts/panel.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { sayToast } from '../../stores/toast.ts';
import type { ReadUser } from './user.tsx';

const DIRECTIONS = ['give', 'take'] as const;

export function Correction({ user, onClose }: { user: ReadUser; onClose: () => void }) {
  const t = useTexts();
  const formats = useFormats();
  const act = useAct('correction_propose');
  const [chosen, setChosen] = useState('');
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const direction = DIRECTIONS.find((one) => one === chosen);
  const now = user.balances?.find(({ type }) => type === 'change')?.balance ?? '0';
  const after = direction && correctedBalance(now, direction, amount);
  const send = async (): Promise<void> => {
    if (!direction) return;
    const answer = await act.send({ id: user.id, amount: amount.trim(), direction, reason: reason.trim() });
    if (!answer) return;
    sayToast(t('proposals.made'));
    onClose();
  };
  return (
    <Dialog
      title={t('correct.title', { uid: user.uid })}
      act={t('freeze.propose')}
      ready={after !== undefined && reason.trim() !== ''}
      busy={act.busy}
      failure={act.failure}
      onAct={() => void send()}
      onClose={onClose}
    >
      <p className="quiet">{t('freeze.second')}</p>
      <NativeSelect
        label={t('correct.direction')}
        value={chosen}
        onChange={typedInto(setChosen)}
        data={[
          { value: '', label: t('choose') },
          ...DIRECTIONS.map((one) => ({ value: one, label: t(`correct.${one}`) })),
        ]}
        withAsterisk
        data-autofocus
      />
      <TextInput
        label={t('house.amount')}
        value={amount}
        onChange={typedInto(setAmount)}
        inputMode="decimal"
        maxLength={30}
        autoComplete="off"
        withAsterisk
      />
      <Facts
        rows={[
          [t('correct.now'), formats.money(now)],
          [t('correct.after'), <strong key="after">{after === undefined ? '–' : formats.money(after)}</strong>],
        ]}
      />
      <ReasonField value={reason} onChange={setReason} hint={t('freeze.reason_hint')} />
    </Dialog>
  );
}
