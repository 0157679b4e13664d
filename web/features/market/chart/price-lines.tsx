// Lines over the chart at their prices. Some can be dragged; a press on a chip picks its line.

import { cx } from '@fairtick/ui/cx';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ChartView } from './chart-view.ts';
import { LineChip, MARK } from './line-chip.tsx';
import { placeLines, priceText } from './place-lines.ts';
import type { MovedLine, PriceLine } from './price-line.ts';

export interface PriceLinesProps {
  readonly view: ChartView;
  readonly lines: readonly PriceLine[];
  readonly precision: number;
  /** A line that was let go and waits for the user's yes: drawn where it was dropped. */
  readonly dropped: MovedLine | undefined;
  readonly onDrop: (moved: MovedLine) => void;
  readonly onPick: (key: string) => void;
}

const EDGE = { up: 'border-up-mark', down: 'border-down-mark' } as const;

export function PriceLines({ view, lines, precision, dropped, onDrop, onPick }: PriceLinesProps) {
  const box = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<MovedLine>();
  const moved = dragged ?? dropped;
  const priceOf = (line: PriceLine): string => (moved?.key === line.key ? moved.price : line.price);
  usePlacing(view, box);
  function drag(line: PriceLine, clientY: number): void {
    const top = box.current?.getBoundingClientRect().top;
    const at = top === undefined ? undefined : view.priceAt(clientY - top);
    if (at !== undefined) setDragged({ key: line.key, price: priceText(at, precision) });
  }
  function letGo(line: PriceLine): void {
    if (dragged && dragged.price !== line.price) onDrop({ key: line.key, price: dragged.price });
    setDragged(undefined);
  }
  return (
    <div ref={box} className="pointer-events-none absolute inset-0 z-10 overflow-hidden">
      {lines.map((line) => (
        <div
          key={line.key}
          data-price={priceOf(line)}
          className={cx(
            'absolute inset-x-0 top-0 border-t',
            line.movable ? 'border-dashed' : 'border-solid',
            EDGE[line.tone],
          )}
        />
      ))}
      {lines.map((line) => (
        <div key={line.key} data-price={priceOf(line)} data-chip="" className="absolute inset-x-0 top-0 h-0">
          <LineChip
            line={line}
            price={priceOf(line)}
            onDrag={(clientY) => drag(line, clientY)}
            onLetGo={() => letGo(line)}
            onPick={() => onPick(line.key)}
          />
          {moved?.key === line.key && (
            <span
              className={cx(
                'tabular absolute -top-3 left-full flex h-6 items-center rounded-sm px-1.5 font-semibold text-2xs text-on-mark',
                MARK[line.tone],
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

/** After every render, for prices and lines may have changed, and after every drawing of the chart. */
function usePlacing(view: ChartView, box: React.RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (box.current) placeLines(view, box.current);
  });
  useEffect(
    () =>
      view.onDrawn(() => {
        if (box.current) placeLines(view, box.current);
      }),
    [view, box],
  );
}
