// /trade, laid out for the width there is; what stands there while the pairs are not known.

import { EmptyState } from '@fairtick/ui/empty-state';
import { Skeleton } from '@fairtick/ui/skeleton';
import { useWide } from '@fairtick/ui/use-media';
import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { RetryPairs } from '../../features/market/retry-pairs.tsx';
import { useCurrentPair, usePairs } from '../../hooks/use-market.ts';
import { useSettings } from '../../hooks/use-settings.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { familyOf } from '../../stores/family.ts';
import { setSettings } from '../../stores/settings.ts';
import { TradePhone } from './trade-phone.tsx';
import { TradeWorkspace } from './trade-workspace.tsx';
import { useLogWatch } from './use-log-watch.ts';

export function TradeScreen() {
  const t = useTexts('trade');
  const wide = useWide();
  const pair = useCurrentPair();
  const { state } = usePairs();
  const family = useSettings((settings) => settings.family);
  useFamilyOfAddress();
  useLogWatch();
  if (pair) return wide ? <TradeWorkspace pair={pair} family={family} /> : <TradePhone pair={pair} family={family} />;
  if (state === 'failed') return <EmptyState title={t('pairs.failed')} action={<RetryPairs tone="primary" />} />;
  return <TradeSkeleton />;
}

/** /trade?form=contracts shows options, from whatever link it came. */
function useFamilyOfAddress(): void {
  const form = useRouterState({
    select: ({ location }) => (location.pathname === '/trade' ? location.search.form : undefined),
  });
  useEffect(() => {
    const family = familyOf(form);
    if (family) setSettings({ family });
  }, [form]);
}

function TradeSkeleton() {
  return (
    <div className="grid flex-1 grid-rows-[auto_auto_1fr_auto] gap-4 p-4" aria-hidden="true">
      <Skeleton className="h-11 w-44" />
      <Skeleton className="h-9 w-56" />
      <Skeleton className="min-h-72 w-full rounded-lg" />
      <div className="grid grid-cols-2 gap-2">
        <Skeleton className="h-16 rounded-lg" />
        <Skeleton className="h-16 rounded-lg" />
      </div>
    </div>
  );
}
