// The chip on a line over the chart: says what the line is, and is the handle to drag it by.

import { cx } from '@fairtick/ui/cx';
import GripHorizontal from 'lucide-react/icons/grip-horizontal';
import { type PointerEvent, useRef } from 'react';
import type { PriceLine } from './price-line.ts';

const DRAG_FROM_PX = 4;
export const MARK = { up: 'bg-up-mark', down: 'bg-down-mark' } as const;

interface ChipProps {
  readonly line: PriceLine;
  /** Where the line is drawn now. */
  readonly price: string;
  readonly onDrag: (clientY: number) => void;
  readonly onLetGo: () => void;
  readonly onPick: () => void;
}

/** A press picks the line, also from the keyboard; one that can be moved is dragged by it. */
export function LineChip({ line, price, onDrag, onLetGo, onPick }: ChipProps) {
  const start = useRef<number>(undefined);
  const moved = useRef(false);
  const drag = line.movable && {
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
        MARK[line.tone],
        drag && 'cursor-ns-resize touch-none',
      )}
    >
      {drag && <GripHorizontal aria-hidden="true" size={12} />}
      {line.label(price)}
    </button>
  );
}
