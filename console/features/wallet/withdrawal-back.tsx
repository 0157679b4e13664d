// A payment that came back: by which way, and what came. Its user is credited at once where one person may say so, else it is proposed.

import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../../hooks/use-act.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { typedInto } from '../../parts/field-value.ts';
import { ReasonField } from '../../parts/reason-field.tsx';
import { sayToast } from '../../stores/toast.ts';
import { type ActProps, closing } from './acting.ts';
import { WithdrawalSummary } from './withdrawal-summary.tsx';

const PLAIN = { maxLength: 200, spellCheck: false, autoComplete: 'off' } as const;

// Long because each line is a field of the form.
export function PaymentBack(props: ActProps) {
  const { card, onClose, onStale } = props;
  const t = useTexts();
  const act = useAct('withdrawal_back');
  const [only, ...others] = card.ways;
  const [chosen, setChosen] = useState(others.length === 0 ? (only?.id ?? '') : '');
  const [reference, setReference] = useState('');
  const [amount, setAmount] = useState('');
  const [address, setAddress] = useState('');
  const [reason, setReason] = useState('');
  const way = card.ways.find(({ id }) => id === chosen);
  const send = async (): Promise<void> => {
    const typed = {
      reference: reference.trim(),
      amount: amount.trim(),
      address: address.trim(),
      reason: reason.trim(),
    };
    const answer = way && (await act.send({ id: card.id, charge_id: way.id, ...typed }));
    if (!answer) return;
    sayToast(answer.proposal === null ? t('withdrawals.back_done', { uid: card.uid }) : t('proposals.made'));
    onClose();
    onStale();
  };
  return (
    <Dialog
      title={t('withdrawals.back_title', { uid: card.uid })}
      act={t('withdrawals.back_act')}
      ready={
        way !== undefined && reference.trim() !== '' && amount.trim() !== '' && (!way.own || address.trim() !== '')
      }
      busy={act.busy}
      failure={act.failure}
      onAct={() => void send()}
      onClose={closing(props, act.failure)}
    >
      <WithdrawalSummary card={card} />
      <p className="quiet">{t(card.ways.length === 0 ? 'withdrawals.back_no_way' : 'withdrawals.back_text')}</p>
      <NativeSelect
        label={t('receipts.way')}
        value={chosen}
        onChange={typedInto(setChosen)}
        data={[
          { value: '', label: t('choose') },
          ...card.ways.map(({ id, currency, place }) => ({
            value: id,
            label: `${currency} · ${place === '' ? t('receipts.own_addresses') : place}`,
          })),
        ]}
        withAsterisk
        data-autofocus
      />
      <TextInput
        label={t(`deposits.reference.${way?.kind ?? card.kind}`)}
        description={t(`deposits.reference_hint.${way?.kind ?? card.kind}`)}
        value={reference}
        onChange={typedInto(setReference)}
        classNames={{ input: 'code-field' }}
        withAsterisk
        {...PLAIN}
      />
      <TextInput
        label={t('deposits.amount_came', { currency: card.currency })}
        value={amount}
        onChange={typedInto(setAmount)}
        inputMode="decimal"
        withAsterisk
        {...PLAIN}
      />
      {way?.kind === 'coin' && (
        <TextInput
          label={t('receipts.address')}
          description={t(way.own ? 'receipts.address_hint' : 'receipts.address_maybe')}
          value={address}
          onChange={typedInto(setAddress)}
          classNames={{ input: 'code-field' }}
          withAsterisk={way.own}
          {...PLAIN}
        />
      )}
      <ReasonField value={reason} onChange={setReason} hint={t('deposits.reason_maybe')} required={false} />
    </Dialog>
  );
}
