// One request: how much, what it costs, what arrives and where, and by when, all before the tap. The call asks for a step-up by itself.

import { Button } from '@fairtick/ui/button';
import { Card } from '@fairtick/ui/card';
import { DecimalField, Field } from '@fairtick/ui/field';
import { useFormats, useOwnMoney } from '@fairtick/ui/locale';
import { PressedChip } from '@fairtick/ui/pressed-chip';
import { type FormEvent, useRef, useState } from 'react';
import { type CurrencyOut, mostWithdrawn, readWithdrawal } from '../../calculators/payments.ts';
import { ABOUT, REFUSED } from '../../calculators/refused.ts';
import { sentNumber } from '../../calculators/typed.ts';
import { useBalances } from '../../hooks/use-account.ts';
import { useAct } from '../../hooks/use-act.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useFaultFocus } from '../../hooks/use-fault-focus.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { refreshAfterMove } from '../../stores/account.ts';
import { QUERY, refresh } from '../../transport/query.ts';
import { Deadline } from './deadline.tsx';
import { DestinationChoice } from './destination-choice.tsx';
import { Failed } from './failed.tsx';
import type { Kind } from './kinds.ts';
import { NotBound } from './not-bound.tsx';
import { WithdrawSums } from './withdraw-sums.tsx';

const FUND = 1;
const SHOWN = [...ABOUT.withdrawalSum, ...ABOUT.rest];

// Long because each line is a field of the form, or what is sent of it.
export function WithdrawForm({ kind, terms }: { kind: Kind; terms: CurrencyOut }) {
  const t = useTexts('withdraw');
  const formats = useFormats();
  const own = useOwnMoney();
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [memo, setMemo] = useState('');
  const [picked, setPicked] = useState('');
  const [tried, setTried] = useState(false);
  const [unbound, setUnbound] = useState(false);
  const act = useAct('draw', SHOWN, ({ code }) => {
    if (code === REFUSED.RATE_OLD) refresh(QUERY.withdrawalOptions);
  });
  useFaultFocus(form, act.refusal);
  const bound = useAnswer(QUERY.destinations, 'get_draw_method', { draw_type: kind, draw_id: terms.id });
  const places = bound.data;
  const free = useBalances()?.find(({ accountTypeId }) => accountTypeId === FUND)?.balance;
  const read = free === undefined ? undefined : readWithdrawal(typed, terms, free);
  const sum = read && 'sum' in read ? read.sum : undefined;
  const money = (text: string): string => formats.money(text, { places: 2 });
  const fault =
    tried && read && 'fault' in read
      ? t(`amount.${read.fault}`, {
          ...{ min: money(terms.min), max: money(terms.max), free: own(free ?? '', { places: 2 }), places: '2' },
        })
      : undefined;
  const error = fault ?? act.said(ABOUT.withdrawalSum);
  const chosen = places?.find(({ id }) => id === picked) ?? (places?.length === 1 ? places[0] : undefined);
  const placeError = act.said(ABOUT.rest) ?? (tried && places?.length && !chosen ? t('to.choose') : undefined);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (bound.state === 'failed') return bound.retry();
    if (places?.length === 0) return setUnbound(true);
    if (!sum) return input.current?.focus();
    if (!chosen) return;
    const { received: shown } = sum;
    const asked = { draw_currency_id: terms.id, number: sentNumber(typed), memo, draw_method_id: chosen.id, shown };
    if (!(await act.send(asked))) return;
    setTyped('');
    setMemo('');
    setTried(false);
    refresh(QUERY.withdrawals);
    refreshAfterMove();
  }

  const type = (text: string): void => {
    setTyped(text);
    setTried(false);
  };
  const all = free === undefined ? undefined : mostWithdrawn(free, terms.max);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      <Card className="grid gap-3 p-4">
        <DecimalField
          ref={input}
          label={t('sum')}
          value={typed}
          onValue={type}
          hint={t('range', { min: money(terms.min), max: money(terms.max) })}
          boxClassName="text-lg [&_input]:font-semibold [&_input]:text-xl"
          {...(error === undefined ? {} : { error })}
        />
        {free !== undefined && all !== undefined && (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <span className="text-muted text-sm">{t('free', { amount: own(free, { places: 2 }) })}</span>
            <PressedChip size="md" pressed={typed === all} onPress={() => type(all)}>
              {t('all', { amount: own(all, { places: 2 }) })}
            </PressedChip>
          </div>
        )}
        <WithdrawSums terms={terms} sum={sum} />
      </Card>
      {bound.state === 'failed' ? (
        <Failed title={t('failed.title')} text={t('failed.text')} retry={bound.retry} />
      ) : (
        <DestinationChoice
          kind={kind}
          places={places}
          picked={chosen?.id ?? ''}
          onPicked={setPicked}
          error={placeError}
        />
      )}
      <Field label={t('memo')} value={memo} onValue={setMemo} maxLength={200} dir="auto" />
      <Deadline />
      <div>
        <Button type="submit" size="lg" wide busy={act.busy || bound.state === 'pending'}>
          {sum ? t('send', { amount: money(sum.number) }) : t('send.none')}
        </Button>
        <p className="mt-2 text-center text-quiet text-sm">{t('send.note')}</p>
      </div>
      <NotBound kind={kind} open={unbound} onOpen={setUnbound} />
    </form>
  );
}
