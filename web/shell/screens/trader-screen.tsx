// /follow/trader: one trader's record and closed orders, by the number of their user.

import { buttonClass } from '@fairtick/ui/button';
import { EmptyState } from '@fairtick/ui/empty-state';
import { Skeletons } from '@fairtick/ui/skeleton';
import UserX from 'lucide-react/icons/user-x';
import { FollowAct } from '../../features/copying/follow-act.tsx';
import { TraderOrders } from '../../features/copying/trader-orders.tsx';
import { TraderHead, TraderSummary } from '../../features/copying/trader-summary.tsx';
import { useTrader, useTraderRecord } from '../../hooks/use-traders.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Page } from '../page.tsx';

const SHAPES = 4;

export function TraderScreen({ id }: { id: string }) {
  const t = useTexts('follow');
  const trader = useTrader(id);
  const record = useTraderRecord(id);
  // What is no number of a user's is asked of nobody.
  const unknown = trader.state === 'failed' || !/^[1-9]\d{0,18}$/.test(id);
  if (unknown)
    return (
      <Page back>
        <EmptyState
          icon={<UserX size={28} />}
          heading
          title={t('trader.unknown')}
          text={t('trader.unknown.text')}
          action={
            <a href="#/follow" className={buttonClass({})}>
              {t('trader.to_lobby')}
            </a>
          }
        />
      </Page>
    );
  return (
    <Page back>
      {trader.data ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <TraderHead trader={trader.data} record={record.data} />
          {record.data && <TraderSummary record={record.data} />}
          <FollowAct trader={trader.data} main />
          <TraderOrders id={id} follows={trader.data.is_followed} />
        </div>
      ) : (
        <div className="grid gap-3" aria-hidden="true">
          <Skeletons count={SHAPES} className="h-28 w-full rounded-xl" />
        </div>
      )}
    </Page>
  );
}
