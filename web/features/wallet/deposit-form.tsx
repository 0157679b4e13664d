// What a person says of money that they sent: how much, at wish by which transaction, and a picture that proves it.

import { Button } from '@fairtick/ui/button';
import { DecimalField, Field } from '@fairtick/ui/field';
import { useFormats } from '@fairtick/ui/locale';
import { type FormEvent, useRef, useState } from 'react';
import { type DepositTerms, readDeposit } from '../../calculators/payments.ts';
import { ABOUT } from '../../calculators/refused.ts';
import { sentNumber } from '../../calculators/typed.ts';
import { useAct } from '../../hooks/use-act.ts';
import { useFaultFocus } from '../../hooks/use-fault-focus.ts';
import { useClosingOnly } from '../../hooks/use-main-status.ts';
import { type Photo, usePhoto } from '../../hooks/use-photo.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { QUERY, refresh } from '../../transport/query.ts';
import type { DepositKind } from './kinds.ts';
import { ProofField } from './proof-field.tsx';

interface Props {
  readonly kind: DepositKind;
  /** Of the option or of our account. */
  readonly id: string;
  readonly address: string;
  readonly code: string;
  readonly terms: DepositTerms;
}

const COIN_SHOWN = [...ABOUT.depositSum, ...ABOUT.proof, ...ABOUT.transaction];

// Long because each line is a field of the form, or what is sent of it.
export function DepositForm({ kind, id, address, code, terms }: Props) {
  const t = useTexts('deposit');
  const formats = useFormats();
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const proofInput = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [txid, setTxid] = useState('');
  const [tried, setTried] = useState(false);
  const proof = usePhoto();
  const coin = useAct('charge_submit', COIN_SHOWN);
  const wire = useAct('wire_submit', COIN_SHOWN);
  const act = kind === '0' ? coin : wire;
  useFaultFocus(form, act.refusal);
  const read = readDeposit(typed, terms);
  const fault =
    tried && 'fault' in read
      ? t(`amount.${read.fault}`, {
          ...{ places: formats.count(terms.places), min: formats.money(terms.min, { places: 2 }) },
        })
      : undefined;
  const error = fault ?? act.said(ABOUT.depositSum);
  const txidError = kind === '0' ? act.said(ABOUT.transaction) : undefined;
  const hint =
    'fault' in read
      ? undefined
      : read.credit === undefined
        ? t('credit.none')
        : t(terms.rate_closed ? 'credit.closed' : 'credit', { amount: formats.money(read.credit) });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    if ('fault' in read) return input.current?.focus();
    const proofImg = proof.chosen?.url;
    if (!proofImg) return proofInput.current?.focus();
    const number = sentNumber(typed);
    const sent =
      kind === '0'
        ? await coin.send({ number, proofImg, address, charge_id: id, txid })
        : await wire.send({ number, proofImg, wire_id: id });
    if (!sent) return;
    setTyped('');
    setTxid('');
    setTried(false);
    proof.remove();
    refresh(QUERY.deposits);
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      <h2 className="font-semibold text-md">{t('tell')}</h2>
      <DecimalField
        ref={input}
        label={t('sum', { code })}
        value={typed}
        onValue={(text) => {
          setTyped(text);
          setTried(false);
        }}
        {...(hint === undefined ? {} : { hint })}
        {...(error === undefined ? {} : { error })}
      />
      {kind === '0' && (
        <Field
          label={t('txid')}
          value={txid}
          onValue={setTxid}
          maxLength={200}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...(txidError === undefined ? {} : { error: txidError })}
        />
      )}
      <ProofField
        proof={proof}
        inputRef={proofInput}
        error={act.said(ABOUT.proof) ?? (tried && !proof.chosen ? t('proof.missing') : undefined)}
      />
      <Submit
        proof={proof}
        busy={act.busy}
        amount={'fault' in read ? '' : `${formats.number(sentNumber(typed))} ${code}`}
      />
    </form>
  );
}

/** While the proof is on its way the button says so, and how far it is. */
function Submit({ proof, busy, amount }: { proof: Photo; busy: boolean; amount: string }) {
  const t = useTexts('deposit');
  const formats = useFormats();
  const closed = useClosingOnly();
  const { chosen } = proof;
  const underWay = chosen?.state === 'shrinking' || chosen?.state === 'sending';
  const percent = formats.percent(String(Math.round((chosen?.share ?? 0) * 100)), { places: 0 });
  return (
    <div>
      <Button type="submit" size="lg" wide busy={busy} disabled={underWay || closed} aria-describedby="deposit-note">
        {underWay ? t('send.proof', { percent }) : amount === '' ? t('send.none') : t('send', { amount })}
      </Button>
      <p id="deposit-note" className="mt-2 text-center text-quiet text-sm">
        {t(closed ? 'closed.note' : 'send.note')}
      </p>
    </div>
  );
}
