// The chart as a component: bars of one pair and period, the look the user chose, and what lies over it. Comes in a chunk of its own.

import type { Period, TradePair } from '@fairtick/contract/http/market';
import { Button } from '@fairtick/ui/button';
import { useFormats } from '@fairtick/ui/locale';
import { Skeleton } from '@fairtick/ui/skeleton';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { sidePrices } from '../../../calculators/prices.ts';
import { useSettings } from '../../../hooks/use-settings.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { onQuote, quoteOf } from '../../../stores/quotes.ts';
import type { ChartLook } from './chart-look.ts';
import { ChartView } from './chart-view.ts';
import { type FollowedBars, followBars } from './follow-bars.ts';
import { LatestButton } from './latest-button.tsx';
import { Legend } from './legend.tsx';

export interface PriceChartProps {
  readonly pair: TradePair;
  /** Drawn over the chart once it stands. */
  readonly over: (view: ChartView) => ReactNode;
}

const UNIT = 1e8;

export function PriceChart({ pair, over }: PriceChartProps) {
  const t = useTexts('trade');
  const shell = useTexts('shell');
  const { locale } = useFormats();
  const { period, chartStyle: style, zone } = useSettings();
  const precision = pair.PricePrecision;
  const look = { style, zone, locale, precision };
  const bars = useRef<FollowedBars>(undefined);
  const { box, view } = useChartView(look, () => bars.current?.loadOlder());
  const state = useBars(pair, period, view, bars);
  useBidAsk(pair, view, state === 'ready');

  return (
    <section
      dir="ltr"
      className="absolute inset-0 overflow-hidden"
      aria-label={t('chart.label', { pair: pair.ShowCode })}
    >
      {/* A time that begins left of the edge fades out instead of being cut. */}
      <div
        ref={box}
        className="live-chart absolute inset-0 [&_tr:last-child>td:nth-child(2)]:[mask-image:linear-gradient(to_right,transparent_0.75rem,#000_2.25rem)]"
      />
      {state === 'pending' && <Skeleton className="absolute inset-x-4 inset-y-6 rounded-lg opacity-60" />}
      {state === 'failed' && (
        <div className="absolute inset-0 grid place-content-center justify-items-center gap-4 p-6 text-center">
          <p className="text-muted">{t('chart.failed')}</p>
          <Button tone="soft" onClick={() => bars.current?.retry()}>
            {shell('retry')}
          </Button>
        </div>
      )}
      {state === 'empty' && (
        <p className="absolute inset-0 grid place-content-center p-6 text-center text-muted">{t('chart.empty')}</p>
      )}
      {view && state === 'ready' && <Legend view={view} precision={precision} zone={zone} period={period} />}
      {view && state === 'ready' && <LatestButton view={view} />}
      <a
        href="https://www.tradingview.com/"
        target="_blank"
        rel="noopener noreferrer"
        className="absolute start-1 bottom-8 z-10 inline-flex min-h-6 items-center px-1 text-quiet text-xs"
      >
        TradingView
      </a>
      {view && state === 'ready' && over(view)}
    </section>
  );
}

/** Both sides of the price as thin lines, following each tick without a render. */
function useBidAsk(pair: TradePair, view: ChartView | undefined, ready: boolean): void {
  useEffect(() => {
    if (!view || !ready) return;
    const show = (): void => {
      const prices = sidePrices(pair, quoteOf(pair.Id));
      if (prices) view.setBidAsk(Number(prices.sell) / UNIT, Number(prices.buy) / UNIT);
    };
    show();
    const leave = onQuote(pair.Id, show);
    return () => {
      leave();
      view.dropBidAsk();
    };
  }, [view, pair, ready]);
}

/** One chart for the place on the page, in the look that the user wants now. */
function useChartView({ style, zone, locale, precision }: ChartLook, nearStart: () => void) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<ChartView>();
  // The look it starts with is put right by the next effect.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new look must not make a new chart.
  useEffect(() => {
    if (!box.current) return;
    const made = new ChartView(box.current, { style, zone, locale, precision }, nearStart);
    setView(made);
    const theme = new MutationObserver(() => made.recolour());
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    return () => {
      theme.disconnect();
      setView(undefined);
      made.destroy();
    };
  }, []);
  useEffect(() => view?.setLook({ style, zone, locale, precision }), [view, style, zone, locale, precision]);
  return { box, view };
}

type BarsState = 'pending' | 'ready' | 'empty' | 'failed';

/** Draws the bars of a pair and period and keeps them up to date; `followed` is the way to older ones and to another try. */
function useBars(
  pair: TradePair,
  period: Period,
  view: ChartView | undefined,
  followed: RefObject<FollowedBars | undefined>,
): BarsState {
  const [state, setState] = useState<BarsState>('pending');
  useEffect(() => {
    if (!view) return;
    setState('pending');
    view.clear();
    const following = followBars(pair, period, {
      replaced: (row, older) => {
        view.setBars(row, older);
        setState(row.length > 0 ? 'ready' : 'empty');
      },
      updated: (bar) => view.update(bar),
      failed: () => setState((before) => (before === 'ready' ? 'ready' : 'failed')),
    });
    followed.current = following;
    return following.stop;
  }, [view, pair, period, followed]);
  return state;
}
