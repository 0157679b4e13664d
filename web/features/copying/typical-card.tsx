// Beside the form: what the trader's orders of late would have been for this user as it is set now, what it costs, and the most that it may lose.

import type { TraderView } from '@fairtick/contract/http/follow';
import { Banner } from '@fairtick/ui/banner';
import { Card, SectionHead } from '@fairtick/ui/card';
import { FigureRow } from '@fairtick/ui/figure-row';
import { useFormats } from '@fairtick/ui/locale';
import { useMemo } from 'react';
import { copySettingsOf, type FollowDraft, sharePlaces, stopOf } from '../../calculators/following.ts';
import { type TypicalCopy, typicalCopy } from '../../calculators/typical-copy.ts';
import { useBasics } from '../../hooks/use-basics.ts';
import { useForexAccount } from '../../hooks/use-figures.ts';
import { usePairs } from '../../hooks/use-market.ts';
import { useTraderOrders, useTraderRecord } from '../../hooks/use-traders.ts';
import { useTexts } from '../../i18n/use-texts.ts';

interface CardProps {
  readonly trader: TraderView;
  readonly draft: FollowDraft;
  readonly demo: boolean;
}

/** Nothing until what is typed is an amount. */
export function TypicalCard({ trader, draft, demo }: CardProps) {
  const t = useTexts('follow');
  const copy = useTypical(trader.user_id, draft);
  const stop = stopOf(draft);
  if (!copy || stop === undefined) return null;
  return (
    <Card className="px-4 pt-1 pb-4">
      <SectionHead title={t('typical.title')} />
      <Sizes copy={copy} />
      <Costs copy={copy} stop={stop} share={demo ? undefined : trader.share_rate} />
      <p className="mt-2 text-pretty text-quiet text-xs">{t('typical.note')}</p>
    </Card>
  );
}

function useTypical(traderId: string, draft: FollowDraft): TypicalCopy | undefined {
  const { items } = useTraderOrders(traderId, 3);
  const equity = useTraderRecord(traderId).data?.equity;
  const { pairs } = usePairs();
  const feeType = useBasics()?.trade_fee_type;
  const free = useForexAccount()?.freeMargin;
  return useMemo(() => {
    const settings = copySettingsOf(draft);
    if (!settings || equity === undefined || feeType === undefined) return undefined;
    return typicalCopy(items, settings, { pairs, feeType, equity }, free);
  }, [items, equity, pairs, feeType, free, draft]);
}

function Sizes({ copy }: { copy: TypicalCopy }) {
  const t = useTexts('follow');
  const formats = useFormats();
  const money = (text: string): string => formats.money(text, { places: 2 });
  const none = copy.lots === '0';
  return (
    <>
      <p className="text-pretty text-base">
        {t(copy.side === 1 ? 'typical.buy' : 'typical.sell', { pair: copy.pair, lots: formats.number(copy.theirs) })}
      </p>
      {none ? (
        <Banner tone="warn" className="mt-2">
          {t(copy.cut === 'free_margin' ? 'typical.no_money' : 'typical.none')}
        </Banner>
      ) : (
        <dl className="mt-1">
          <FigureRow term={t('typical.yours')} strong>
            {t('skips.wanted', { lots: formats.number(copy.lots) })}
          </FigureRow>
          <FigureRow term={t('typical.margin')}>{money(copy.margin)}</FigureRow>
        </dl>
      )}
      {(copy.cut === 'max_amount' || copy.cut === 'free_margin') && !none && (
        <p className="text-pretty text-muted text-sm">{t(`typical.cut.${copy.cut}`)}</p>
      )}
      <p className="text-pretty text-muted text-sm">
        {copy.least === undefined ? t('typical.no_least') : t('typical.least', { amount: money(copy.least) })}
      </p>
    </>
  );
}

/** One line of costs; `share` undefined where none is paid. */
function Costs({ copy, stop, share }: { copy: TypicalCopy; stop: string; share: string | undefined }) {
  const t = useTexts('follow');
  const formats = useFormats();
  const money = (text: string): string => formats.money(text, { places: 2 });
  const fee = money(copy.fee);
  return (
    <dl className="mt-2 border-line border-t pt-2">
      <FigureRow term={t('typical.worst')}>
        {copy.worst === '0' ? t('typical.no_loss') : formats.money(copy.worst, { places: 2, signed: true })}
      </FigureRow>
      <FigureRow term={t('typical.most')} strong>
        {money(stop)}
      </FigureRow>
      <FigureRow term={t('typical.costs')}>
        {share === undefined
          ? t('typical.fee', { fee })
          : t('typical.fee_share', { fee, percent: formats.percent(share, sharePlaces(share)) })}
      </FigureRow>
    </dl>
  );
}
