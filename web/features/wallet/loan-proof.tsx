// A loan repaid from outside: by which way, how much of it, where to, and the picture that proves it. What is due stays what it was when the proof was sent.

import type { RepaymentWay } from '@fairtick/contract/http/loans';
import { Button } from '@fairtick/ui/button';
import { DecimalField, Field } from '@fairtick/ui/field';
import { FigureRow } from '@fairtick/ui/figure-row';
import { useFormats } from '@fairtick/ui/locale';
import { SelectField } from '@fairtick/ui/select-field';
import { type FormEvent, useRef, useState } from 'react';
import { readDeposit } from '../../calculators/payments.ts';
import { ABOUT, REFUSED } from '../../calculators/refused.ts';
import { sentNumber } from '../../calculators/typed.ts';
import { useAct } from '../../hooks/use-act.ts';
import { useFaultFocus } from '../../hooks/use-fault-focus.ts';
import { usePhoto } from '../../hooks/use-photo.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { QUERY, refresh } from '../../transport/query.ts';
import { BankCard } from './bank-card.tsx';
import { CoinCard } from './coin-card.tsx';
import { ProofField } from './proof-field.tsx';

interface Props {
  readonly loanId: string;
  readonly ways: readonly RepaymentWay[];
  readonly onSent: () => void;
}

/** Without zeros that say nothing. */
const plain = (number: string): string => (number.includes('.') ? number.replace(/\.?0+$/, '') : number);

const SHOWN = [...ABOUT.depositSum, ...ABOUT.proof, ...ABOUT.transaction, REFUSED.LOAN_NOT_TO_REPAY];

export function LoanProof({ loanId, ways, onSent }: Props) {
  const t = useTexts('loans');
  const [picked, setPicked] = useState('');
  const way = ways.find(({ id }) => id === picked) ?? ways[0];
  if (!way) return null;
  return (
    <section aria-labelledby="loan-outside" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <h2 id="loan-outside" className="font-semibold text-md">
          {t('outside')}
        </h2>
        <p className="mt-1 text-pretty text-muted text-sm">{t('outside.text')}</p>
      </div>
      <SelectField
        label={t('outside.way')}
        value={way.id}
        onValue={setPicked}
        options={ways.map(({ id, type, currency_code: code, protocol_code: network, bank }) => ({
          value: id,
          text:
            type === 0
              ? t('outside.coin', { code, network })
              : t('outside.bank', { code, bank: bank?.bank_name ?? '' }),
        }))}
      />
      {way.bank ? <BankCard account={{ ...way.bank, min: way.min }} /> : <CoinCard option={way} />}
      <ProofForm key={way.id} loanId={loanId} way={way} onSent={onSent} />
    </section>
  );
}

// Long because each line is a field of the form, or what is sent of it.
function ProofForm({ loanId, way, onSent }: { loanId: string; way: RepaymentWay; onSent: () => void }) {
  const t = useTexts('loans');
  const d = useTexts('deposit');
  const formats = useFormats();
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const proofInput = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(() => plain(way.number));
  const [txid, setTxid] = useState('');
  const [tried, setTried] = useState(false);
  const proof = usePhoto();
  const act = useAct('loan_repayment_proof', SHOWN, () => refresh(QUERY.loans));
  useFaultFocus(form, act.refusal);
  const { currency_code: code, places, min } = way;
  const read = readDeposit(typed, way);
  const fault =
    tried && 'fault' in read
      ? d(`amount.${read.fault}`, { places: formats.count(places), min: formats.money(min, { places: 2 }) })
      : undefined;
  const error = fault ?? act.said(ABOUT.depositSum);
  const txidError = act.said(ABOUT.transaction);
  const refused = act.said([REFUSED.LOAN_NOT_TO_REPAY]);
  const underWay = proof.chosen?.state === 'shrinking' || proof.chosen?.state === 'sending';

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    if ('fault' in read) return input.current?.focus();
    const proofImg = proof.chosen?.url;
    if (!proofImg) return proofInput.current?.focus();
    const address = way.type === 0 ? way.address : '';
    const sent = { charge_id: way.id, loan_id: loanId, proofImg, number: sentNumber(typed), address, txid };
    if (!(await act.send(sent))) return;
    refresh(QUERY.loans);
    refresh(QUERY.deposits);
    onSent();
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      <dl>
        <FigureRow term={t('outside.number')} strong>
          {way.number === '' ? t('outside.no_rate') : <bdi>{`${formats.number(way.number)} ${code}`}</bdi>}
        </FigureRow>
      </dl>
      <p className="text-pretty text-muted text-sm">{t('outside.rate')}</p>
      <DecimalField
        ref={input}
        label={d('sum', { code })}
        value={typed}
        onValue={(text) => {
          setTyped(text);
          setTried(false);
        }}
        {...(error === undefined ? {} : { error })}
      />
      {way.type === 0 && (
        <Field
          label={d('txid')}
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
        error={act.said(ABOUT.proof) ?? (tried && !proof.chosen ? d('proof.missing') : undefined)}
      />
      {refused !== undefined && (
        <p role="alert" className="text-pretty text-down text-sm">
          {refused}
        </p>
      )}
      <div>
        <Button type="submit" tone="soft" size="lg" wide busy={act.busy} disabled={underWay}>
          {t('outside.send')}
        </Button>
        <p className="mt-2 text-pretty text-center text-muted text-sm">{t('outside.note')}</p>
      </div>
    </form>
  );
}
