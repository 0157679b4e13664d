// Home: what I have, what the market does, and every market one tap away. Sheets come with their first use.

import { Card } from '@fairtick/ui/card';
import { late } from '@fairtick/ui/late';
import { Skeleton } from '@fairtick/ui/skeleton';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { Suspense, useState } from 'react';
import { FirstVisit } from '../../features/accounts/first-visit.tsx';
import { Shortcuts } from '../../features/content/shortcuts.tsx';
import { Featured } from '../../features/market/featured.tsx';
import { MarketList } from '../../features/market/market-list.tsx';
import { WalletCard } from '../../features/portfolio/wallet-card.tsx';
import { SayAway } from '../../hooks/say-away.ts';
import { usePairs } from '../../hooks/use-market.ts';
import { useSession } from '../../hooks/use-session.ts';
import { useSettings } from '../../hooks/use-settings.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { TopRow } from './home-top-row.tsx';

const HowSheet = late(async () => (await import('../../features/proof/how-sheet.tsx')).HowSheet, SayAway);
const NextStep = late(async () => (await import('../../features/accounts/next-step.tsx')).NextStep, SayAway);
const GuideSheet = late(async () => (await import('../../features/accounts/guide-sheet.tsx')).GuideSheet, SayAway);

type OpenSheet = 'none' | 'how' | 'guide';

export function HomeScreen() {
  const shell = useTexts('shell');
  const { pairs, state } = usePairs();
  const session = useSession();
  const signedIn = session !== undefined;
  const guideSeen = useSettings((settings) => settings.guideSeen);
  const [sheet, setSheet] = useState<OpenSheet>('none');
  const shown: OpenSheet = sheet === 'none' && signedIn && !guideSeen ? 'guide' : sheet;
  const onOpen = (open: boolean): void => setSheet((now) => (open ? now : 'none'));
  return (
    <div className="mx-auto w-full max-w-[76rem] pt-3 pb-8 lg:px-8 lg:pt-6">
      <h1 className="sr-only">{shell('title.home')}</h1>
      <div className="px-4 lg:px-0">
        <TopRow />
      </div>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-6 lg:mt-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-8">
        <aside className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 lg:sticky lg:top-[calc(var(--shell-top)+1.5rem)] lg:order-2 lg:px-0">
          {signedIn ? <WalletCard /> : <FirstVisit onHow={() => setSheet('how')} />}
          <Shortcuts />
          {session?.user.is_demo === 0 && (
            <Suspense fallback={<Skeleton className="h-60 w-full rounded-lg" />}>
              <NextStep key={session.user.id} />
            </Suspense>
          )}
          {signedIn && <TrustNote onHow={() => setSheet('how')} />}
        </aside>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6 lg:order-1">
          <Featured pairs={pairs} loading={state === 'pending'} />
          <MarketList pairs={pairs} state={state} />
        </div>
      </div>
      <Suspense>
        {shown === 'how' && <HowSheet onOpen={onOpen} onGuide={() => setSheet('guide')} />}
        {shown === 'guide' && <GuideSheet onOpen={onOpen} />}
      </Suspense>
    </div>
  );
}

function TrustNote({ onHow }: { onHow: () => void }) {
  const t = useTexts('home');
  return (
    <Card className="hidden p-5 lg:block">
      <ShieldCheck aria-hidden="true" size={24} className="text-accent-text" />
      <h2 className="mt-3 font-semibold text-base">{t('trust.title')}</h2>
      <p className="mt-1 text-pretty text-muted text-sm">{t('trust.text')}</p>
      <button type="button" onClick={onHow} className="mt-1 min-h-11 font-semibold text-accent-text text-sm">
        {t('visit.how')}
      </button>
    </Card>
  );
}
