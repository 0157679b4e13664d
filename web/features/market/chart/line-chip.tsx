// The chip on a line over the chart: says what the line is, and is the handle to drag it by.

import { cx } from '@fairtick/ui/cx';
import GripVertical from 'lucide-react/icons/grip-vertical';
import { type PointerEvent, useRef } from 'react';
import type { PriceLine } from './price-line.ts';

const DRAG_FROM_PX = 4;
/** Neutral: only a result has a colour. */
export const CHIP_LOOK =
  'pointer-events-auto flex items-center gap-1.5 whitespace-nowrap rounded-sm border border-line-strong bg-raised px-2 font-semibold text-2xs text-ink shadow-card';
/** For a finger, wherever it stands alone. */
export const CHIP_REACH = 'h-6 before:absolute before:-inset-x-1 before:-inset-y-2.5';

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
      className={cx(CHIP_LOOK, CHIP_REACH, 'absolute end-0 -top-3', drag && 'cursor-ns-resize touch-none')}
    >
      {drag && <GripVertical aria-hidden="true" size={12} className="text-quiet" />}
      {line.label(price)}
    </button>
  );
}
