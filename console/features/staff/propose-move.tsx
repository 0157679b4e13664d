// A move of the house's money, proposed: which, how much, and what it does to both sides of the books.

import { ASSIGNED, type Assigned, HOUSE_MOVES, sidesOf } from '@fairtick/contract/staff/house-moves';
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type HouseAccount, moveSides } from '../../calculators/house-books.ts';
import { useAct } from '../../hooks/use-act.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { typedInto } from '../../parts/field-value.ts';
import { ReasonField } from '../../parts/reason-field.tsx';
import { sayToast } from '../../stores/toast.ts';
import { HouseSides } from './house-sides.tsx';

export function ProposeMove({ accounts, onClose }: { accounts: readonly HouseAccount[]; onClose: () => void }) {
  const t = useTexts();
  const act = useAct('house_propose');
  const [chosen, setChosen] = useState('');
  const [named, setNamed] = useState('');
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const move = HOUSE_MOVES.find((one) => one === chosen);
  const namesOne = move !== undefined && sidesOf(move, '') === undefined;
  const product: Assigned | '' = namesOne ? (ASSIGNED.find((one) => one === named) ?? '') : '';
  const whole = move && { move, product, amount: amount.trim() };
  const ready = whole !== undefined && moveSides(whole, accounts) !== undefined && reason.trim() !== '';
  const send = async (): Promise<void> => {
    if (!move || !(await act.send({ move, account: product, amount: amount.trim(), reason: reason.trim() }))) return;
    sayToast(t('proposals.made'));
    onClose();
  };
  return (
    <Dialog
      title={t('house.propose_title')}
      act={t('freeze.propose')}
      ready={ready}
      busy={act.busy}
      failure={act.failure}
      onAct={() => void send()}
      onClose={onClose}
    >
      <p className="quiet">{t('freeze.second')}</p>
      <NativeSelect
        label={t('house.move')}
        value={chosen}
        onChange={typedInto(setChosen)}
        data={[
          { value: '', label: t('choose') },
          ...HOUSE_MOVES.map((one) => ({ value: one, label: t(`house_move.${one}`) })),
        ]}
        withAsterisk
        data-autofocus
      />
      {namesOne && (
        <NativeSelect
          label={t('house.product')}
          value={named}
          onChange={typedInto(setNamed)}
          data={[
            { value: '', label: t('choose') },
            ...ASSIGNED.map((one) => ({ value: one, label: t(`house_account.${one}`) })),
          ]}
          withAsterisk
        />
      )}
      <TextInput
        label={t('house.amount')}
        value={amount}
        onChange={typedInto(setAmount)}
        inputMode="decimal"
        maxLength={30}
        autoComplete="off"
        withAsterisk
      />
      {whole && <HouseSides of={whole} accounts={accounts} />}
      <ReasonField value={reason} onChange={setReason} hint={t('staff.reason_hint')} />
    </Dialog>
  );
}
