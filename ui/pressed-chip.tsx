// A chip that is pressed or not: one of a row of filters.

import type { ReactNode } from 'react';
import { cx } from './cx.ts';

const SIZES = {
  /** Small in its row; a finger finds it all the same. */
  sm: 'relative h-8 px-3 font-medium before:absolute before:-inset-y-1.5 before:inset-x-0',
  md: 'min-h-11 border px-4 font-semibold',
};
const LOOKS = {
  sm: { on: 'bg-ink text-canvas', off: 'bg-sunken text-muted hover:text-ink' },
  md: {
    on: 'border-ink bg-ink text-canvas',
    off: 'border-line bg-surface text-muted hover:border-line-strong hover:text-ink',
  },
};

export interface PressedChipProps {
  readonly size: keyof typeof SIZES;
  readonly pressed: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

export function PressedChip({ size, pressed, onPress, children }: PressedChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={cx(
        'shrink-0 rounded-full text-sm transition-colors duration-150',
        SIZES[size],
        LOOKS[size][pressed ? 'on' : 'off'],
      )}
    >
      {children}
    </button>
  );
}
