// Several lines on one chip: at a press it opens into the chips of all of them, of which a press picks one.

import { cx } from '@fairtick/ui/cx';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { CHIP_LOOK, CHIP_REACH } from './line-chip.tsx';
import type { PriceLine } from './price-line.ts';

interface GroupChipProps {
  readonly open: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
  readonly className?: string;
  /** Said before the rest: where lines out of sight lie. */
  readonly where?: ReactNode;
}

export function GroupChip({ open, onPress, children, className, where }: GroupChipProps) {
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={onPress}
      className={cx(CHIP_LOOK, CHIP_REACH, 'absolute', className)}
    >
      {where}
      {children}
      {!where && <ChevronsUpDown aria-hidden="true" size={12} className="text-quiet" />}
    </button>
  );
}

interface FanProps {
  readonly label: string;
  readonly lines: readonly PriceLine[];
  /** Where its middle should be, as far as the pane lets it. */
  readonly y: number;
  readonly onPick: (key: string) => void;
  readonly onClose: () => void;
}

const HALF_ROW_REM = 1.25;

/** Closes by Escape, by a press beside it, and with whatever is picked. */
export function LineFan({ label, lines, y, onPick, onClose }: FanProps) {
  const fan = useRef<HTMLUListElement>(null);
  const half = lines.length * HALF_ROW_REM;
  useClosing(fan, onClose);
  useEffect(() => fan.current?.querySelector('button')?.focus({ preventScroll: true }), []);
  return (
    <ul
      ref={fan}
      aria-label={label}
      style={{
        top: `clamp(0.25rem, ${Math.round(y)}px - ${half}rem, max(0.25rem, var(--pane) - ${2 * half}rem - 1rem))`,
      }}
      className="pointer-events-auto absolute end-[calc(var(--axis)+0.5rem)] z-20 grid max-h-[calc(var(--pane)-0.5rem)] overflow-y-auto overscroll-contain rounded-lg border border-line-strong bg-raised p-1 shadow-float"
    >
      {lines.map((line) => (
        <li key={line.key}>
          <button
            type="button"
            onClick={() => {
              onClose();
              onPick(line.key);
            }}
            className="flex min-h-10 w-full items-center justify-between gap-3 whitespace-nowrap rounded-sm px-2.5 font-semibold text-xs hover:bg-sunken"
          >
            {line.label(line.price)}
          </button>
        </li>
      ))}
    </ul>
  );
}

function useClosing(fan: RefObject<HTMLElement | null>, onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const press = (event: PointerEvent): void => {
      const chip = event.target instanceof Element && event.target.closest('[aria-expanded="true"]');
      if (!chip && event.target instanceof Node && !fan.current?.contains(event.target)) close.current();
    };
    const key = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') close.current();
    };
    addEventListener('pointerdown', press);
    addEventListener('keydown', key);
    return () => {
      removeEventListener('pointerdown', press);
      removeEventListener('keydown', key);
    };
  }, [fan]);
}
