// The search: pairs, and in the main edition the directory of companies.

import { SearchField } from '@fairtick/ui/search-field';
import { Segmented } from '@fairtick/ui/segmented';
import { Skeletons } from '@fairtick/ui/skeleton';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Directory } from '../../features/content/companies/directory.tsx';
import { PairSearch } from '../../features/market/pair-search.tsx';
import { useIsMain } from '../../hooks/use-companies.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Page } from '../page.tsx';

const MAX_TYPED = 100;
const SHAPES = 5;

export function ProductScreen() {
  const t = useTexts('product');
  const navigate = useNavigate();
  const isMain = useIsMain();
  const [typed, setTyped] = useState('');
  const [kind, setKind] = useState<'companies' | 'pairs'>('companies');
  return (
    <Page title={t(isMain ? 'title.main' : 'title')} back>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <SearchField
          label={t('search')}
          placeholder={t(isMain ? 'search.main' : 'search.pairs')}
          value={typed}
          onValue={setTyped}
          maxLength={MAX_TYPED}
          autoFocus
        />
        {isMain && (
          <Segmented
            label={t('kinds')}
            options={(['companies', 'pairs'] as const).map((value) => ({ value, text: t(value) }))}
            value={kind}
            onValue={setKind}
          />
        )}
        {isMain === undefined ? (
          <div aria-hidden="true">
            <Skeletons count={SHAPES} className="my-2 h-15 w-full rounded-lg" />
          </div>
        ) : isMain && kind === 'companies' ? (
          <Directory typed={typed} onEntered={() => void navigate({ to: '/mine/email' })} />
        ) : (
          <PairSearch typed={typed} />
        )}
      </div>
    </Page>
  );
}
