// A withdrawal by coin or by bank: the currencies on offer, the form for one of them, and what was asked for before.

import { EmptyState } from '@fairtick/ui/empty-state';
import { Segmented } from '@fairtick/ui/segmented';
import { SelectField } from '@fairtick/ui/select-field';
import { Skeleton } from '@fairtick/ui/skeleton';
import { useState } from 'react';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { QUERY } from '../../transport/query.ts';
import { Failed } from './failed.tsx';
import type { Kind } from './kinds.ts';
import { PausedBanner } from './paused-banner.tsx';
import { WithdrawForm } from './withdraw-form.tsx';
import { WithdrawalList } from './withdrawal-list.tsx';

export function WithdrawPanel({ kind, onKind }: { kind: Kind; onKind: (kind: Kind) => void }) {
  const t = useTexts('withdraw');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Segmented
        label={t('kind')}
        value={kind}
        onValue={onKind}
        options={[
          { value: '1', text: t('coin') },
          { value: '2', text: t('bank') },
        ]}
      />
      <PausedBanner />
      <Offered key={kind} kind={kind} />
      <WithdrawalList key={`list ${kind}`} kind={kind} />
    </div>
  );
}

function Offered({ kind }: { kind: Kind }) {
  const t = useTexts('withdraw');
  const [picked, setPicked] = useState('');
  const { data, state, retry } = useAnswer(QUERY.withdrawalOptions, 'draw_symbol_list', { type: kind });
  if (state === 'failed') return <Failed title={t('failed.title')} text={t('failed.text')} retry={retry} />;
  if (!data) return <Skeleton className="h-72 w-full rounded-xl" />;
  const terms = data.find(({ id }) => id === picked) ?? data[0];
  if (!terms) return <EmptyState title={t('none')} text={t('none.text')} />;
  return (
    <>
      {data.length > 1 && (
        <SelectField
          label={t('currency')}
          value={terms.id}
          onValue={setPicked}
          options={data.map(({ id, code, protocol }) => ({
            value: id,
            text: protocol === '' ? code : t('currency.name', { code, network: protocol }),
          }))}
        />
      )}
      <WithdrawForm key={terms.id} kind={kind} terms={terms} />
    </>
  );
}
