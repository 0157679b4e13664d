// Money in by coin or by bank: where to send it, what to tell of it, and what became of what was sent before.

import { Banner } from '@fairtick/ui/banner';
import { EmptyState } from '@fairtick/ui/empty-state';
import { Segmented } from '@fairtick/ui/segmented';
import { SelectField } from '@fairtick/ui/select-field';
import { Skeleton } from '@fairtick/ui/skeleton';
import { useState } from 'react';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useClosingOnly } from '../../hooks/use-main-status.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { QUERY } from '../../transport/query.ts';
import { BankCard } from './bank-card.tsx';
import { CoinCard } from './coin-card.tsx';
import { DepositForm } from './deposit-form.tsx';
import { DepositList } from './deposit-list.tsx';
import { Failed } from './failed.tsx';
import type { DepositKind } from './kinds.ts';

export function DepositPanel({ kind, onKind }: { kind: DepositKind; onKind: (kind: DepositKind) => void }) {
  const t = useTexts('deposit');
  const closed = useClosingOnly();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Segmented
        label={t('kind')}
        value={kind}
        onValue={onKind}
        options={[
          { value: '0', text: t('coin') },
          { value: '1', text: t('bank') },
        ]}
      />
      {closed && (
        <div role="status">
          <Banner tone="warn">{t('closed')}</Banner>
        </div>
      )}
      {kind === '0' ? <ByCoin /> : <ByBank />}
      <DepositList key={kind} kind={kind} />
    </div>
  );
}

function ByCoin() {
  const t = useTexts('deposit');
  const [picked, setPicked] = useState('');
  const { data, state, retry } = useAnswer(QUERY.depositOptions, 'charge_info', {});
  if (state === 'failed') return <Failed title={t('failed.title')} text={t('failed.text')} retry={retry} />;
  if (!data) return <Skeleton className="h-80 w-full rounded-xl" />;
  const option = data.find(({ id }) => id === picked) ?? data[0];
  if (!option) return <EmptyState title={t('none.coin')} text={t('none.coin.text')} />;
  return (
    <>
      <SelectField
        label={t('option')}
        value={option.id}
        onValue={setPicked}
        options={data.map(({ id, currency_code: code, protocol_code: network }) => ({
          value: id,
          text: t('option.name', { code, network }),
        }))}
      />
      <CoinCard option={option} />
      <DepositForm
        key={option.id}
        kind="0"
        id={option.id}
        address={option.address}
        code={option.currency_code}
        terms={option}
      />
    </>
  );
}

function ByBank() {
  const t = useTexts('deposit');
  const [picked, setPicked] = useState('');
  const { data, state, retry } = useAnswer(QUERY.depositOptions, 'charge_symbols', {});
  if (state === 'failed') return <Failed title={t('failed.title')} text={t('failed.text')} retry={retry} />;
  if (!data) return <Skeleton className="h-80 w-full rounded-xl" />;
  const code = data.find((one) => one.code === picked)?.code ?? data[0]?.code;
  if (code === undefined) return <EmptyState title={t('none.bank')} text={t('none.bank.text')} />;
  return (
    <>
      {data.length > 1 && (
        <SelectField
          label={t('bank.currency')}
          value={code}
          onValue={setPicked}
          options={data.map((one) => ({ value: one.code, text: one.code }))}
        />
      )}
      <Accounts key={code} code={code} />
    </>
  );
}

function Accounts({ code }: { code: string }) {
  const t = useTexts('deposit');
  const [picked, setPicked] = useState('');
  const { data, state, retry } = useAnswer(QUERY.depositOptions, 'wire_info', { bank_coin: code });
  if (state === 'failed') return <Failed title={t('failed.title')} text={t('failed.text')} retry={retry} />;
  if (!data) return <Skeleton className="h-80 w-full rounded-xl" />;
  const account = data.find(({ id }) => id === picked) ?? data[0];
  if (!account) return <EmptyState title={t('none.bank')} text={t('none.bank.text')} />;
  return (
    <>
      {data.length > 1 && (
        <SelectField
          label={t('bank.account')}
          value={account.id}
          onValue={setPicked}
          options={data.map(({ id, bank_name }) => ({ value: id, text: bank_name }))}
        />
      )}
      <BankCard account={account} />
      <DepositForm key={account.id} kind="1" id={account.id} address="" code={code} terms={account} />
    </>
  );
}
