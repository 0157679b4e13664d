// Binds an address or a bank account, for one of the currencies that can be withdrawn that way. What can't be one by its network's or bank's own rule is said
// once the field is left, and refused by the server by the same rule.

import { Button } from '@fairtick/ui/button';
import { EmptyState } from '@fairtick/ui/empty-state';
import { Field } from '@fairtick/ui/field';
import { useFormats } from '@fairtick/ui/locale';
import { Segmented } from '@fairtick/ui/segmented';
import { SelectField } from '@fairtick/ui/select-field';
import { Skeleton } from '@fairtick/ui/skeleton';
import { type FormEvent, useRef, useState } from 'react';
import { type DestinationFault, placeFaults, uncheckedForm } from '../../calculators/destinations.ts';
import type { CurrencyOut } from '../../calculators/payments.ts';
import { ABOUT } from '../../calculators/refused.ts';
import { useAct } from '../../hooks/use-act.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useFaultFocus } from '../../hooks/use-fault-focus.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { sayToast } from '../../stores/toast.ts';
import { QUERY, refresh } from '../../transport/query.ts';
import { BindBank } from './bind-bank.tsx';
import { BindCoin } from './bind-coin.tsx';
import { EMPTY_BIND, missingOf, type Typed } from './bind-draft.ts';
import { CompareAddress } from './compare-address.tsx';
import { Failed } from './failed.tsx';
import type { Kind } from './kinds.ts';

const SHOWN = [...ABOUT.coinAddress, ...ABOUT.bankAccount, ...ABOUT.bankCode];

export function BindForm({ kind, onBound }: { kind: Kind; onBound: () => void }) {
  const t = useTexts('withdraw');
  const { data, state, retry } = useAnswer(QUERY.withdrawalOptions, 'draw_symbol_list', { type: kind });
  if (state === 'failed') return <Failed title={t('failed.title')} text={t('failed.text')} retry={retry} />;
  if (!data) return <Skeleton className="h-72 w-full rounded-xl" />;
  const [first] = data;
  if (!first) return <EmptyState title={t('none')} text={t('none.text')} />;
  return <Offered kind={kind} currencies={data} first={first} onBound={onBound} />;
}

interface Props {
  readonly kind: Kind;
  readonly currencies: readonly CurrencyOut[];
  readonly first: CurrencyOut;
  readonly onBound: () => void;
}

// Long because each line is a field of the form, or what is sent of it.
function Offered({ kind, currencies, first, onBound }: Props) {
  const t = useTexts('withdraw');
  const formats = useFormats();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<Typed>(EMPTY_BIND);
  const [picked, setPicked] = useState(first.id);
  const [tries, setTries] = useState(0);
  const [comparing, setComparing] = useState(false);
  const act = useAct('bind_draw_method', SHOWN);
  useFaultFocus(form, act.refusal);
  const missing = missingOf(kind, typed);
  const terms = currencies.find(({ id }) => id === picked) ?? first;
  const type = (change: Partial<Typed>): void => setTyped((now) => ({ ...now, ...change }));
  const { errorOf, faulty, leave } = useFaults(terms, typed, { tries, missing });
  useFaultFocus(form, tries > 0 && (missing.size > 0 || faulty) ? tries : undefined);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTries((now) => now + 1);
    if (missing.size > 0 || faulty) return;
    if (unchecked === undefined) void bind();
    else setComparing(true);
  }

  async function bind(): Promise<void> {
    setComparing(false);
    const { wallet_kind, ...lines } = typed;
    const bound = await act.send({
      ...lines,
      ...{ type: kind, draw_id: terms.id, wallet_kind: kind === '1' ? wallet_kind : '' },
    });
    if (!bound) return;
    sayToast({ tone: 'success', text: t('bound', { time: formats.dateMinute(bound.usable_at) }) });
    refresh(QUERY.destinations);
    onBound();
  }

  const unchecked = kind === '1' ? uncheckedForm(terms.network, typed.dc_address) : undefined;
  const Lines = kind === '1' ? BindCoin : BindBank;
  const beneficiaryError = errorOf('beneficiary_name');
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <SelectField
        label={t('currency')}
        value={terms.id}
        onValue={setPicked}
        options={currencies.map(({ id, code, protocol }) => ({
          value: id,
          text: protocol === '' ? code : t('currency.name', { code, network: protocol }),
        }))}
      />
      <Lines terms={terms} typed={typed} onType={type} onLeave={leave} errorOf={errorOf} said={act.said} />
      <Field
        label={t('bind.label')}
        value={typed.label}
        onValue={(label) => type({ label })}
        maxLength={40}
        dir="auto"
      />
      <div>
        <p className="mb-1.5 font-medium text-muted text-sm">{t('bind.owner')}</p>
        <Segmented
          label={t('bind.owner')}
          value={typed.owner}
          onValue={(owner) => type({ owner })}
          options={[
            { value: 'me', text: t('bind.owner.me') },
            { value: 'other', text: t('bind.owner.other') },
          ]}
        />
      </div>
      {typed.owner === 'other' && (
        <Field
          label={t('bind.beneficiary')}
          value={typed.beneficiary_name}
          onValue={(beneficiary_name) => type({ beneficiary_name })}
          maxLength={120}
          dir="auto"
          {...(beneficiaryError === undefined ? {} : { error: beneficiaryError })}
        />
      )}
      <Button type="submit" size="lg" wide busy={act.busy}>
        {t(kind === '1' ? 'bind.coin.send' : 'bind.bank.send')}
      </Button>
      {unchecked !== undefined && (
        <CompareAddress address={unchecked} open={comparing} onOpen={setComparing} onSame={() => void bind()} />
      )}
    </form>
  );
}

interface Asked {
  /** How often it was sent. */
  readonly tries: number;
  readonly missing: ReadonlySet<keyof Typed>;
}

/** What lacks is said once it is sent, what can't be right once its field is left: nobody is told off while they type. */
function useFaults({ network }: CurrencyOut, typed: Typed, { tries, missing }: Asked) {
  const t = useTexts('withdraw');
  const [left, setLeft] = useState<ReadonlySet<keyof Typed>>(new Set());
  const faults: Readonly<Partial<Record<keyof Typed, DestinationFault>>> = placeFaults(network, typed);
  const errorOf = (field: keyof Typed): string | undefined => {
    if (tries > 0 && missing.has(field)) return t('bind.missing');
    const fault = tries > 0 || left.has(field) ? faults[field] : undefined;
    return fault && t(`bind.fault.${fault}`);
  };
  const leave = (field: keyof Typed): void => setLeft((now) => new Set([...now, field]));
  return { errorOf, faulty: Object.keys(faults).length > 0, leave };
}
