// /loan/submit: the offers, an amount by slider or typed, and what it comes to before anything is read or signed.

import type { LoanConfigView } from '@fairtick/contract/http/loans';
import { Banner } from '@fairtick/ui/banner';
import { Button } from '@fairtick/ui/button';
import { Card } from '@fairtick/ui/card';
import { cx } from '@fairtick/ui/cx';
import { DecimalField } from '@fairtick/ui/field';
import { useFormats } from '@fairtick/ui/locale';
import Info from 'lucide-react/icons/info';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { readLoan, SLIDER_STEPS, sliderAmount, sliderStep } from '../../calculators/loans.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useClosingOnly } from '../../hooks/use-main-status.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { QUERY } from '../../transport/query.ts';
import { CostsMoney } from './costs-money.tsx';
import { LoanCost } from './loan-cost.tsx';
import { LoanSteps } from './loan-steps.tsx';
import { LoanShapes, LoansFailed } from './loans-failed.tsx';
import { Closed, NotOffered } from './not-offered.tsx';

interface Props {
  readonly onRead: (id: number, amount: string) => void;
  /** Whoever has not proved who they are yet. */
  readonly onPerson: () => void;
  readonly onRecord: () => void;
}

export function LoanOffer({ onRead, onPerson, onRecord }: Props) {
  const person = useAnswer(QUERY.loans, 'loan_person', {});
  const offers = useAnswer(QUERY.loans, 'loan_config', {});
  const loans = useAnswer(QUERY.loans, 'loan_list', { page: 1 });
  const closed = useClosingOnly();
  const unproved = person.data !== undefined && person.data.status !== 2;
  useEffect(() => {
    if (unproved) onPerson();
  }, [unproved, onPerson]);
  const all = [person, offers, loans];
  if (all.some(({ state }) => state === 'failed'))
    return (
      <LoansFailed
        retry={() => {
          for (const one of all) one.retry();
        }}
      />
    );
  if (!person.data || !offers.data || !loans.data || unproved) return <LoanShapes />;
  if (loans.data.data.some(({ status }) => status === 1 || status === 2 || status === 4))
    return <Running onRecord={onRecord} />;
  if (offers.data.length === 0) return <NotOffered />;
  if (closed) return <Closed />;
  return (
    <>
      <LoanSteps at="terms" />
      <Choosing configs={offers.data} onRead={onRead} />
    </>
  );
}

function Running({ onRecord }: { onRecord: () => void }) {
  const t = useTexts('loans');
  return (
    <Banner
      tone="info"
      icon={<Info size={20} />}
      action={
        <Button tone="outline" size="sm" onClick={onRecord}>
          {t('record')}
        </Button>
      }
    >
      {t('one_at_a_time')}
    </Banner>
  );
}

function Choosing({ configs, onRead }: { configs: readonly LoanConfigView[]; onRead: Props['onRead'] }) {
  const t = useTexts('loans');
  const formats = useFormats();
  const input = useRef<HTMLInputElement>(null);
  const [picked, setPicked] = useState(configs[0]?.id);
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const config = configs.find(({ id }) => id === picked) ?? configs[0];
  if (!config) return null;
  const read = readLoan(typed, config);
  const [min, max] = [config.min_amount, config.max_amount].map((text) => formats.money(text, { places: 2 }));
  const error = tried && 'fault' in read ? t(`fault.${read.fault}`, { min: min ?? '', max: max ?? '' }) : undefined;
  const type = (text: string): void => {
    setTyped(text);
    setTried(false);
  };
  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if ('fault' in read) input.current?.focus();
    else if (config) onRead(config.id, read.sum.amount);
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Card className="grid gap-4 p-4">
        <DecimalField
          ref={input}
          label={t('amount')}
          value={typed}
          onValue={type}
          hint={t('range', { min: min ?? '', max: max ?? '' })}
          boxClassName="text-lg [&_input]:font-semibold [&_input]:text-xl"
          {...(error === undefined ? {} : { error })}
        />
        <input
          type="range"
          min={0}
          max={SLIDER_STEPS}
          value={sliderStep(typed, config)}
          aria-label={t('amount')}
          aria-valuetext={formats.money('sum' in read ? read.sum.amount : config.min_amount, { places: 2 })}
          onChange={({ target }) => type(sliderAmount(Number(target.value), config))}
          className="h-11 w-full cursor-pointer accent-accent"
        />
        <Terms configs={configs} picked={config.id} onPick={setPicked} />
      </Card>
      <Cost typed={typed} config={config} />
      <CostsMoney />
      <div className="grid gap-2">
        <Button type="submit" size="lg" wide>
          {t('read')}
        </Button>
        <p className="text-center text-muted text-sm">{t('read.note')}</p>
      </div>
    </form>
  );
}

/** Till an amount is right, what the most that is offered would cost, as an example. */
function Cost({ typed, config }: { typed: string; config: LoanConfigView }) {
  const read = readLoan(typed, config);
  if ('sum' in read) return <LoanCost sum={read.sum} />;
  const example = readLoan(config.max_amount, config);
  return 'sum' in example ? <LoanCost sum={example.sum} example /> : null;
}

function Terms({
  configs,
  picked,
  onPick,
}: {
  configs: readonly LoanConfigView[];
  picked: number;
  onPick: (id: number) => void;
}) {
  const t = useTexts('loans');
  const formats = useFormats();
  const name = useId();
  return (
    <div role="radiogroup" aria-label={t('term')} className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-2">
      {configs.map(({ id, loan_period, free_period, interest_rate }) => (
        <label
          key={id}
          className={cx(
            'relative flex min-h-14 cursor-pointer flex-col justify-center rounded-md border px-3 py-2 text-center transition-colors duration-150',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text',
            id === picked
              ? 'border-accent bg-accent-soft text-accent-text'
              : 'border-field-line text-ink hover:bg-sunken',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={id === picked}
            onChange={() => onPick(id)}
            className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0"
          />
          <span className="font-semibold text-base">{t('days', { count: loan_period })}</span>
          <span className="text-sm">
            {free_period > 0
              ? t('free.days', { count: Math.min(free_period, loan_period) })
              : t('a_day', { rate: formats.percent((interest_rate / 100).toFixed(2), { places: 2 }) })}
          </span>
        </label>
      ))}
    </div>
  );
}
