// The foot of a long form: stays in sight while the rest scrolls under it. Down to the very end of what scrolls, whose inner edge lies further in.

import type { ReactNode } from 'react';
import { cx } from './cx.ts';

const GROUNDS = {
  /** In a sheet. */
  raised:
    'bg-raised -mx-5 px-5 bottom-[calc(-1.5rem-env(safe-area-inset-bottom,0px))] pb-[calc(0.75rem+env(safe-area-inset-bottom,0px))]',
  /** In a column of the page. */
  surface: 'bg-surface -mx-4 px-4 -bottom-4 pb-4',
} as const;

/** What the form lies on, which the foot must hide what scrolls under it with. */
export type Ground = keyof typeof GROUNDS;

export function StickyFoot(props: { ground: Ground; className?: string; children: ReactNode }) {
  return (
    <div className={cx('sticky z-1 border-line border-t', GROUNDS[props.ground], props.className)}>
      {props.children}
    </div>
  );
}
