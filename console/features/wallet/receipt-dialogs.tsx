// What is done with money that came and that nobody claimed: booked, put under a user, sent back.

import type { ListedReceipt } from '@fairtick/contract/staff/receipts';
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../../hooks/use-act.ts';
import { useFormats, useTexts } from '../../i18n/use-texts.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { typedInto } from '../../parts/field-value.ts';
import { Facts } from '../../parts/panel.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import type { StaffAnswer } from '../../stores/api.ts';
import { sayToast } from '../../stores/toast.ts';
import { useMoneyWords } from './words.ts';

type Option = StaffAnswer<'receipts'>['options'][number];
const PLAIN = { maxLength: 200, spellCheck: false, autoComplete: 'off' } as const;

export function BookReceipt({ options, onClose }: { options: readonly Option[]; onClose: () => void }) {
  const t = useTexts();
  const act = useAct('receipt_book');
  const [chosen, setChosen] = useState('');
  const [reference, setReference] = useState('');
  const [amount, setAmount] = useState('');
  const [from, setFrom] = useState('');
  const [address, setAddress] = useState('');
  const [reason, setReason] = useState('');
  const option = options.find(({ id }) => id === chosen);
  const send = async (): Promise<void> => {
    const typed = { reference: reference.trim(), amount: amount.trim(), from: from.trim(), address: address.trim() };
    const answer = option && (await act.send({ charge_id: option.id, ...typed, reason: reason.trim() }));
    if (!answer) return;
    sayToast(t(answer.proposal === null ? 'receipts.booked' : 'proposals.made'));
    onClose();
  };
  return (
    <Dialog
      title={t('receipts.book')}
      act={t('receipts.book_act')}
      ready={
        option !== undefined &&
        (!option.own || address.trim() !== '') &&
        reference.trim() !== '' &&
        amount.trim() !== ''
      }
      busy={act.busy}
      failure={act.failure}
      onAct={() => void send()}
      onClose={onClose}
    >
      <p className="quiet">{t('receipts.book_text')}</p>
      <NativeSelect
        label={t('receipts.way')}
        value={chosen}
        onChange={typedInto(setChosen)}
        data={[
          { value: '', label: t('choose') },
          ...options.map(({ id, currency, place }) => ({
            value: id,
            label: `${currency} · ${place === '' ? t('receipts.own_addresses') : place}`,
          })),
        ]}
        withAsterisk
        data-autofocus
      />
      <TextInput
        label={t(`deposits.reference.${option?.kind ?? 'coin'}`)}
        description={t(`deposits.reference_hint.${option?.kind ?? 'coin'}`)}
        value={reference}
        onChange={typedInto(setReference)}
        classNames={{ input: 'code-field' }}
        withAsterisk
        {...PLAIN}
      />
      <TextInput
        label={t('deposits.amount_came', { currency: option?.currency ?? '' })}
        value={amount}
        onChange={typedInto(setAmount)}
        inputMode="decimal"
        withAsterisk
        {...PLAIN}
      />
      {option?.kind === 'coin' && <AddressField own={option.own} value={address} onValue={setAddress} />}
      <TextInput label={t('receipts.sender')} value={from} onChange={typedInto(setFrom)} {...PLAIN} />
      <ReasonField value={reason} onChange={setReason} hint={t('deposits.reason_maybe')} required={false} />
    </Dialog>
  );
}

interface AddressFieldProps {
  /** Each user has an own address there. */
  readonly own: boolean;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

function AddressField({ own, value, onValue }: AddressFieldProps) {
  const t = useTexts();
  return (
    <TextInput
      label={t('receipts.address')}
      description={t(own ? 'receipts.address_hint' : 'receipts.address_maybe')}
      value={value}
      onChange={typedInto(onValue)}
      classNames={{ input: 'code-field' }}
      withAsterisk={own}
      {...PLAIN}
    />
  );
}

interface OfOne {
  readonly receipt: ListedReceipt;
  readonly onClose: () => void;
}

function WhatCame({ receipt: { amount, currency, booked, reference } }: Pick<OfOne, 'receipt'>) {
  const t = useTexts();
  const formats = useFormats();
  const words = useMoneyWords();
  return (
    <Facts
      rows={[
        [t('deposits.came'), <strong key="came">{words.of(amount, currency)}</strong>],
        [t('receipts.counts_as'), formats.money(booked)],
        [t('deposits.receipt'), <code key="reference">{reference}</code>],
      ]}
    />
  );
}

export function AssignReceipt({ receipt, onClose }: OfOne) {
  const t = useTexts();
  const act = useAct('receipt_assign');
  const [typed, setTyped] = useState(receipt.owner || (receipt.claims[0]?.uid ?? ''));
  const uid = typed.trim().toUpperCase();
  const send = async (): Promise<void> => {
    if (!(await act.send({ id: receipt.id, uid }))) return;
    sayToast(t('receipts.assigned', { uid }));
    onClose();
  };
  return (
    <Dialog
      title={t('receipts.assign')}
      act={t('receipts.assign_act')}
      ready={uid !== ''}
      busy={act.busy}
      failure={act.failure}
      onAct={() => void send()}
      onClose={onClose}
    >
      <WhatCame receipt={receipt} />
      <p className="quiet">{t('receipts.assign_text')}</p>
      <TextInput
        label={t('receipts.uid')}
        value={typed}
        onChange={typedInto(setTyped)}
        classNames={{ input: 'code-field' }}
        withAsterisk
        data-autofocus
        {...PLAIN}
        maxLength={20}
      />
    </Dialog>
  );
}

/** Proposed to a second person: that it goes back, or that nothing was sent. */
export function ProposeOfReceipt({ receipt, what, onClose }: OfOne & { readonly what: 'return' | 'keep' }) {
  const t = useTexts();
  const act = useAct(`receipt_${what}`);
  const [reason, setReason] = useState('');
  const send = async (): Promise<void> => {
    if (!(await act.send({ id: receipt.id, reason: reason.trim() }))) return;
    sayToast(t('proposals.made'));
    onClose();
  };
  return (
    <Dialog
      title={t(`receipts.${what}_title`)}
      act={t('deposits.propose')}
      ready={reason.trim() !== ''}
      busy={act.busy}
      failure={act.failure}
      onAct={() => void send()}
      onClose={onClose}
    >
      <WhatCame receipt={receipt} />
      <p className="quiet">{t(`receipts.${what}_text`)}</p>
      <ReasonField value={reason} onChange={setReason} hint={t('staff.reason_hint')} />
    </Dialog>
  );
}

export function SentReceipt({ receipt, onClose }: OfOne) {
  const t = useTexts();
  const act = useAct('receipt_sent');
  const [reference, setReference] = useState('');
  const send = async (): Promise<void> => {
    if (!(await act.send({ id: receipt.id, reference: reference.trim() }))) return;
    sayToast(t('receipts.was_sent'));
    onClose();
  };
  return (
    <Dialog
      title={t('receipts.sent_title')}
      act={t('receipts.sent')}
      ready={reference.trim() !== ''}
      busy={act.busy}
      failure={act.failure}
      onAct={() => void send()}
      onClose={onClose}
    >
      <WhatCame receipt={receipt} />
      <p className="quiet">{t('receipts.sent_text')}</p>
      <TextInput
        label={t('receipts.payment')}
        description={t(`receipts.payment_hint.${receipt.method.startsWith('bank:') ? 'bank' : 'coin'}`)}
        value={reference}
        onChange={typedInto(setReference)}
        classNames={{ input: 'code-field' }}
        withAsterisk
        data-autofocus
        {...PLAIN}
      />
    </Dialog>
  );
}
