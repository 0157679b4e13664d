// A short word about the thing beside it: Demo, Closed.

import type { ReactNode } from 'react';
import { cx } from './cx.ts';

const TONES = {
  neutral: 'bg-sunken text-muted',
  accent: 'bg-accent-soft text-accent-text',
  warn: 'bg-warn-soft text-warn',
  up: 'bg-up-soft text-up',
  down: 'bg-down-soft text-down',
};

export function Tag(props: { tone?: keyof typeof TONES; children: ReactNode; className?: string }) {
  return (
    <span
      className={cx(
        'inline-flex items-center rounded-sm px-1.5 py-0.5 font-semibold text-xs leading-none whitespace-nowrap',
        TONES[props.tone ?? 'neutral'],
        props.className,
      )}
    >
      {props.children}
    </span>
  );
}
