// Moves money between two of the user's accounts: from, to, how much, and before the tap what that does to open orders.

import { formatUnits, readUnits } from '@fairtick/kernel/decimal';
import { Button } from '@fairtick/ui/button';
import { Card } from '@fairtick/ui/card';
import { DecimalField } from '@fairtick/ui/field';
import { useFormats, useOwnMoney } from '@fairtick/ui/locale';
import { PressedChip } from '@fairtick/ui/pressed-chip';
import { type FormEvent, useRef, useState } from 'react';
import { ABOUT } from '../../calculators/refused.ts';
import { chosen, type Most, marginEffect, mostOf, readSum, type Sides, shareOf } from '../../calculators/transfers.ts';
import { sentNumber } from '../../calculators/typed.ts';
import { useBalances } from '../../hooks/use-account.ts';
import { useAct } from '../../hooks/use-act.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useFaultFocus } from '../../hooks/use-fault-focus.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { refreshAfterMove } from '../../stores/account.ts';
import { QUERY } from '../../transport/query.ts';
import { MarginEffect } from './margin-effect.tsx';
import { TransferSides } from './transfer-sides.tsx';

const USD = '1';
const SHARES = [25, 50, 75] as const;

// Long because each line is a field of the form, or what is sent of it.
export function TransferForm() {
  const t = useTexts('wallet');
  const account = useTexts('account');
  const formats = useFormats();
  const own = useOwnMoney();
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [sides, setSides] = useState<Sides>({ from: 1, to: 2 });
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const act = useAct('transfer', ABOUT.transferSum);
  useFaultFocus(form, act.refusal);
  const balances = useBalances();
  const forex = useForex();
  const free = balances?.find(({ accountTypeId }) => accountTypeId === sides.from)?.balance;
  const most = free === undefined ? undefined : mostOf(sides.from, free, forex);
  const read = readSum(typed, most?.most);
  const money = (units: bigint): string => own(formatUnits(units, 2), { places: 2 });
  const fault =
    tried && 'fault' in read
      ? t(`transfer.fault.${read.fault}`, most ? { most: own(formatUnits(most.most, 2)) } : {})
      : undefined;
  const error = fault ?? act.said(ABOUT.transferSum);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    if ('fault' in read) return input.current?.focus();
    const { from, to } = sides;
    const sent = { balance: sentNumber(typed), currency_id: USD, from: String(from), to: String(to) };
    if (!(await act.send(sent))) return;
    setTyped('');
    setTried(false);
    refreshAfterMove();
  }

  const type = (text: string): void => {
    setTyped(text);
    setTried(false);
  };
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <TransferSides
        sides={sides}
        balances={balances}
        onChosen={(side, to) => setSides((now) => chosen(now, side, to))}
      />
      <Card className="grid gap-3 p-4">
        <DecimalField
          ref={input}
          label={t('transfer.amount')}
          value={typed}
          onValue={type}
          hint={t('transfer.cost')}
          boxClassName="text-lg [&_input]:font-semibold [&_input]:text-xl"
          {...(error === undefined ? {} : { error })}
        />
        {most && <Shares most={most} typed={typed} onShare={type} />}
        {most && (
          <p className="text-pretty text-quiet text-sm">
            {sides.from !== 2 || !forex?.usedMargin
              ? t('transfer.most.free')
              : most.bound === 0n
                ? t('transfer.most.orders')
                : t('transfer.most.bound', {
                    free: own(free ?? '', { places: 2 }),
                    bound: money(most.bound),
                  })}
          </p>
        )}
      </Card>
      {forex && <MarginEffect effect={marginEffect(sides, 'sum' in read ? read.sum : 0n, forex)} />}
      <Button type="submit" size="lg" wide busy={act.busy}>
        {'sum' in read
          ? t('transfer.send', {
              amount: formats.money(formatUnits(read.sum, 2)),
              account: account(`account.${sides.to}`),
            })
          : t('transfer.send.none')}
      </Button>
    </form>
  );
}

function Shares({ most, typed, onShare }: { most: Most; typed: string; onShare: (text: string) => void }) {
  const t = useTexts('wallet');
  const formats = useFormats();
  const own = useOwnMoney();
  const all = shareOf(most.most, 100);
  return (
    <div className="flex flex-wrap gap-2">
      {SHARES.map((percent) => {
        const part = shareOf(most.most, percent);
        return (
          <PressedChip key={percent} size="md" pressed={false} onPress={() => onShare(part)}>
            <span aria-hidden="true">{formats.percent(String(percent), { places: 0 })}</span>
            <span className="sr-only">
              {t('transfer.share', { percent: formats.percent(String(percent), { places: 0 }) })}
            </span>
          </PressedChip>
        );
      })}
      <PressedChip size="md" pressed={typed !== '' && typed === all} onPress={() => onShare(all)}>
        {t('transfer.most', { amount: own(all) })}
      </PressedChip>
    </div>
  );
}

/** As the server reckons them at this moment: the app may not have heard of a price yet. */
function useForex() {
  const { data } = useAnswer(QUERY.forexDetail, 'forexDetail', {});
  return (
    data && {
      netValue: readUnits(data.netValue),
      usedMargin: readUnits(data.usedMargin),
      freeMargin: readUnits(data.freeMargin),
    }
  );
}
