// My orders as lines over the chart. Stop-loss and take-profit lines can be dragged; tapping a line opens its order.

import { Amount } from '@fairtick/ui/amount';
import { cx } from '@fairtick/ui/cx';
import GripHorizontal from 'lucide-react/icons/grip-horizontal';
import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { clockText } from '../../../calculators/countdown.ts';
import { profitAtPrice } from '../../../calculators/positions.ts';
import { moneyText } from '../../../calculators/typed.ts';
import { usePositionNow } from '../../../hooks/use-account.ts';
import { useSecondsLeft } from '../../../hooks/use-countdown.ts';
import { useRate } from '../../../hooks/use-figures.ts';
import { usePair } from '../../../hooks/use-market.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { ChartView } from './chart-view.ts';
import { type ChartLine, priceText, type StopKind, toneOf } from './lines.ts';

type ForexLine = Extract<ChartLine, { order: unknown }>;
export interface DroppedStop {
  readonly line: ForexLine;
  readonly kind: StopKind;
  readonly price: string;
}

export interface OrderLinesProps {
  readonly view: ChartView;
  readonly lines: readonly ChartLine[];
  readonly precision: number;
  /** A stop that was let go and waits for the user's yes: drawn where it was dropped. */
  readonly dropped: DroppedStop | undefined;
  readonly onDrop: (dropped: DroppedStop) => void;
  readonly onPick: (line: ChartLine) => void;
}

const CHIP_GAP_PX = 27;
const MARK = { up: 'bg-up-mark', down: 'bg-down-mark' } as const;
const LINE = { up: 'border-up-mark', down: 'border-down-mark' } as const;

export function OrderLines({ view, lines, precision, dropped, onDrop, onPick }: OrderLinesProps) {
  const box = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<{ readonly key: string; readonly price: string }>();
  const moved = dragged ?? (dropped && { key: dropped.line.key, price: dropped.price });
  const priceOf = (line: ChartLine): string => (moved?.key === line.key ? moved.price : line.price);
  // After every render, for prices and lines may have changed, and after every drawing of the chart.
  useLayoutEffect(() => {
    if (box.current) placeAll(view, box.current);
  });
  useEffect(
    () =>
      view.onDrawn(() => {
        if (box.current) placeAll(view, box.current);
      }),
    [view],
  );
  const priceUnder = (clientY: number): string | undefined => {
    const top = box.current?.getBoundingClientRect().top;
    const at = top === undefined ? undefined : view.priceAt(clientY - top);
    return at === undefined ? undefined : priceText(at, precision);
  };
  return (
    <div ref={box} className="pointer-events-none absolute inset-0 z-10 overflow-hidden">
      {lines.map((line) => (
        <div
          key={line.key}
          data-price={priceOf(line)}
          className={cx(
            'absolute inset-x-0 top-0 border-t',
            isStop(line) ? 'border-dashed' : 'border-solid',
            LINE[toneOf(line)],
          )}
        />
      ))}
      {lines.map((line) => (
        <div key={line.key} data-price={priceOf(line)} data-chip="" className="absolute inset-x-0 top-0 h-0">
          <Chip
            line={line}
            price={priceOf(line)}
            onDrag={(clientY) => {
              const price = priceUnder(clientY);
              if (price !== undefined) setDragged({ key: line.key, price });
            }}
            onLetGo={() => {
              const stop = isStop(line) ? line : undefined;
              if (stop && dragged && dragged.price !== line.price)
                onDrop({ line: stop, kind: stop.kind, price: dragged.price });
              setDragged(undefined);
            }}
            onPick={() => onPick(line)}
          />
          {moved?.key === line.key && (
            <span
              className={cx(
                'tabular absolute -top-3 left-full flex h-6 items-center rounded-sm px-1.5 font-semibold text-2xs text-on-mark',
                MARK[toneOf(line)],
              )}
            >
              {moved.price}
            </span>
          )}
        </div>
      ))}
    </div>
  );
}

const isStop = (line: ChartLine): line is ForexLine & { readonly kind: StopKind } =>
  line.kind === 'stop_loss' || line.kind === 'take_profit';

/** Each line at its price; chips that would cover one another move down, their lines stay. */
function placeAll(view: ChartView, box: HTMLElement): void {
  const right = `${view.axisWidth()}px`;
  const chips: { element: HTMLElement; y: number }[] = [];
  for (const element of box.children) {
    if (!(element instanceof HTMLElement)) continue;
    const y = view.yOf(Number(element.dataset.price));
    element.style.visibility = y === undefined ? 'hidden' : 'visible';
    element.style.right = right;
    if (y === undefined) continue;
    if (element.dataset.chip === undefined) element.style.transform = `translateY(${Math.round(y)}px)`;
    else chips.push({ element, y });
  }
  let free = Number.NEGATIVE_INFINITY;
  for (const { element, y } of chips.sort((a, b) => a.y - b.y)) {
    const at = Math.max(y, free);
    free = at + CHIP_GAP_PX;
    element.style.transform = `translateY(${Math.round(at)}px)`;
  }
}

interface ChipProps {
  readonly line: ChartLine;
  readonly price: string;
  readonly onDrag: (clientY: number) => void;
  readonly onLetGo: () => void;
  readonly onPick: () => void;
}

/** A press opens the order, also from the keyboard; a stop can be dragged. */
function Chip({ line, price, onDrag, onLetGo, onPick }: ChipProps) {
  const start = useRef<number>(undefined);
  const moved = useRef(false);
  const drag = isStop(line) && {
    onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      start.current = event.clientY;
      moved.current = false;
    },
    onPointerMove: (event: PointerEvent<HTMLButtonElement>) => {
      if (start.current === undefined) return;
      // A finger never holds quite still: less than this is a tap.
      if (!moved.current && Math.abs(event.clientY - start.current) < DRAG_FROM_PX) return;
      moved.current = true;
      onDrag(event.clientY);
    },
    onPointerUp: () => {
      start.current = undefined;
      if (moved.current) onLetGo();
    },
    onPointerCancel: () => {
      start.current = undefined;
      onLetGo();
    },
  };
  return (
    <button
      type="button"
      onClick={() => {
        if (moved.current) moved.current = false;
        else onPick();
      }}
      {...drag}
      className={cx(
        'pointer-events-auto absolute start-14 -top-3 flex h-6 items-center gap-1.5 rounded-sm px-2 font-semibold text-2xs text-on-mark',
        'before:absolute before:-inset-x-1 before:-inset-y-2.5',
        MARK[toneOf(line)],
        drag && 'cursor-ns-resize touch-none',
      )}
    >
      {drag && <GripHorizontal aria-hidden="true" size={12} />}
      {line.kind === 'micro' ? <OptionLabel line={line} /> : <OrderLabel line={line} price={price} />}
    </button>
  );
}

const DRAG_FROM_PX = 4;

function OrderLabel({ line, price }: { line: ForexLine; price: string }) {
  const t = useTexts('trade');
  const live = usePositionNow(line.order.Id);
  const rate = useRate(usePair(line.order.ForexTradeLists.Id));
  const side = t(line.order.OrderType === 1 ? 'side.buy' : 'side.sell');
  if (line.kind === 'open') {
    return (
      <>
        <span>
          {side} {line.order.Quantity}
        </span>
        <Amount
          value={live?.FactProfits ?? line.order.FactProfits}
          tone="result"
          places={2}
          className="text-on-mark!"
        />
      </>
    );
  }
  if (line.kind === 'pending') return <span>{t('line.pending', { side, lots: line.order.Quantity })}</span>;
  const result = rate === undefined ? undefined : profitAtPrice(line.order, price, rate);
  return (
    <>
      <span>{t(line.kind === 'stop_loss' ? 'line.stop_loss' : 'line.take_profit')}</span>
      {result !== undefined && <Amount value={moneyText(result)} tone="result" places={2} className="text-on-mark!" />}
    </>
  );
}

function OptionLabel({ line }: { line: Extract<ChartLine, { kind: 'micro' }> }) {
  const t = useTexts('trade');
  const left = useSecondsLeft(line.contract.endsAtMs);
  return (
    <>
      <span>{t(line.contract.Type === 1 ? 'side.up' : 'side.down')}</span>
      <span className="tabular">{left > 0 ? clockText(left) : t('micro.settling')}</span>
    </>
  );
}
