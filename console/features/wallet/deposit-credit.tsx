// What came is credited by its receipt: typed beside the picture, with the figure that the user will have before anybody says so. From the limit on it
// is proposed to a second person.

import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type Credit, creditFor } from '../../calculators/credit.ts';
import { useAct } from '../../hooks/use-act.ts';
import { useKeys } from '../../hooks/use-keys.ts';
import { useMay } from '../../hooks/use-me.ts';
import { useFormats, useTexts } from '../../i18n/use-texts.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { typedInto } from '../../parts/field-value.ts';
import { Facts, Panel } from '../../parts/panel.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { sayToast } from '../../stores/toast.ts';
import type { ReadDeposit } from './deposit.tsx';
import { ChainFacts } from './deposit-chain.tsx';
import { RejectDeposit } from './deposit-reject.tsx';
import { useMoneyWords } from './words.ts';

interface PanelProps {
  readonly item: ReadDeposit;
  readonly onDone: () => void;
}

const FIELD = 'receipt-reference';

export function CreditPanel({ item, onDone }: PanelProps) {
  const t = useTexts();
  const may = useMay();
  const [open, setOpen] = useState<'credit' | 'reject' | undefined>();
  const [reference, setReference] = useState('');
  const [amount, setAmount] = useState('');
  const mayCredit = may('deposits', 'do');
  const receipt = item.receipts.find((one) => one.reference === reference.trim());
  const credit = creditFor({ amount, reference }, item, receipt?.booked);
  const ready = reference.trim() !== '' && amount.trim() !== '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (ready) setOpen('credit');
  };
  useKeys({ a: mayCredit ? () => document.getElementById(FIELD)?.focus() : undefined, r: () => setOpen('reject') });
  const close = (): void => setOpen(undefined);
  const use = (one: { readonly reference: string; readonly amount: string }): void => {
    setReference(one.reference);
    setAmount(one.amount);
  };
  return (
    <Panel title={t('deposits.receipt')}>
      {mayCredit ? (
        <form onSubmit={submit} className="stack">
          <ChainFacts item={item} onUse={use} />
          <Booked item={item} onUse={use} />
          <TextInput
            id={FIELD}
            label={t(`deposits.reference.${item.kind}`)}
            description={t(`deposits.reference_hint.${item.kind}`)}
            value={reference}
            onChange={typedInto(setReference)}
            {...CODE}
          />
          <TextInput
            label={t('deposits.amount_came', { currency: item.currency })}
            description={t('deposits.amount_hint')}
            value={amount}
            onChange={typedInto(setAmount)}
            inputMode="decimal"
            {...CODE}
          />
          <Preview item={item} credit={credit} isBooked={receipt !== undefined} />
          <Group gap="xs" grow>
            <Button type="submit" disabled={!ready}>
              {t(credit?.takesTwo === true ? 'deposits.propose' : 'deposits.credit')}
            </Button>
            <Button variant="default" onClick={() => setOpen('reject')}>
              {t('deposits.reject')}
            </Button>
          </Group>
        </form>
      ) : (
        <>
          <p className="quiet">{t('deposits.only_reject')}</p>
          <Button variant="default" onClick={() => setOpen('reject')}>
            {t('deposits.reject')}
          </Button>
        </>
      )}
      {open === 'credit' && (
        <CreditDialog item={item} typed={{ reference, amount }} credit={credit} onDone={onDone} onClose={close} />
      )}
      {open === 'reject' && <RejectDeposit item={item} onDone={onDone} onClose={close} />}
    </Panel>
  );
}

type BookedReceipt = ReadDeposit['receipts'][number];

/** What came this way and was booked before anybody claimed it: nothing of it is typed a second time. */
function Booked({ item, onUse }: { item: ReadDeposit; onUse: (one: BookedReceipt) => void }) {
  const t = useTexts();
  const words = useMoneyWords();
  if (item.receipts.length === 0) return null;
  return (
    <Facts
      rows={item.receipts.map((one) => [
        `${t('receipts.suiting')} · ${words.of(one.amount, item.currency)}`,
        <Group key={one.reference} gap="xs">
          <code className="long">{one.reference}</code>
          {one.from !== '' && <bdi className="quiet">{one.from}</bdi>}
          <Button size="compact-xs" variant="default" onClick={() => onUse(one)}>
            {t('receipts.use')}
          </Button>
        </Group>,
      ])}
    />
  );
}

const CODE = {
  ...{ maxLength: 200, spellCheck: false, autoComplete: 'off', withAsterisk: true },
  classNames: { input: 'code-field' },
} as const;

/** By the same function as the server's, at the rate of when the card was opened; what was booked before counts as what it did then. */
function Preview({ item, credit, isBooked }: { item: ReadDeposit; credit: Credit | undefined; isBooked: boolean }) {
  const t = useTexts();
  const formats = useFormats();
  if (item.usdPrice === '' && !isBooked) return <p className="note-warn">{t('deposits.no_rate')}</p>;
  const { currency, usdPrice, rateClosed } = item;
  return (
    <>
      <p className="total" aria-live="polite">
        <span>{t('deposits.credits')}</span>{' '}
        <strong className="figure">{credit ? formats.money(credit.usd) : '–'}</strong>
      </p>
      <p className="quiet">
        {isBooked
          ? t('deposits.booked_before')
          : t(rateClosed ? 'withdrawals.rate_closed' : 'withdrawals.rate_is', {
              ...{ price: formats.number(usdPrice), currency },
            })}
      </p>
      {credit?.belowLeast === true && (
        <p className="note-warn">{t('deposits.below_least', { least: formats.money(item.least) })}</p>
      )}
      {credit?.takesTwo === true && <p className="note-warn">{t('deposits.takes_two')}</p>}
    </>
  );
}

interface DialogProps extends PanelProps {
  readonly typed: { readonly reference: string; readonly amount: string };
  readonly credit: Credit | undefined;
  readonly onClose: () => void;
}

function CreditDialog({ item, typed, credit, onDone, onClose }: DialogProps) {
  const t = useTexts();
  const formats = useFormats();
  const words = useMoneyWords();
  const act = useAct('deposit_credit');
  const [reason, setReason] = useState('');
  const { id, uid, currency, number } = item;
  const two = credit?.takesTwo === true;
  const [reference, amount] = [typed.reference.trim(), typed.amount.trim()];
  const send = async (): Promise<void> => {
    const answer = await act.send({ id, reference, amount, reason: reason.trim() });
    if (!answer) return;
    sayToast(answer.proposal === null ? t('deposits.credited_to', { uid }) : t('proposals.made'));
    onDone();
  };
  return (
    <Dialog
      title={t(two ? 'deposits.propose_title' : 'deposits.credit_title', { uid })}
      act={t(two ? 'deposits.propose' : 'deposits.credit')}
      ready={!two || reason.trim() !== ''}
      busy={act.busy}
      failure={act.failure}
      onAct={() => void send()}
      onClose={onClose}
    >
      <Facts
        rows={[
          [t('deposits.said'), words.of(number, currency)],
          [t('deposits.came'), words.of(amount, currency)],
          [t('deposits.credits'), <strong key="usd">{credit ? formats.money(credit.usd) : '–'}</strong>],
          [t('deposits.receipt'), <code key="reference">{reference}</code>],
        ]}
      />
      <p className="quiet">{t(two ? 'deposits.propose_text' : 'deposits.credit_text')}</p>
      {/* The server may know more than the card did: what then takes two needs a reason as well. */}
      <ReasonField
        value={reason}
        onChange={setReason}
        hint={t(two ? 'staff.reason_hint' : 'deposits.reason_maybe')}
        required={two}
      />
    </Dialog>
  );
}
