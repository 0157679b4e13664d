// A term and its figure on one line, for summaries. Belongs inside a <dl>.

import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export function FigureRow(props: { term: ReactNode; children: ReactNode; strong?: boolean; className?: string }) {
  return (
    <div className={cx('flex min-h-8 items-baseline justify-between gap-4 py-1', props.className)}>
      <dt className="text-muted text-sm">{props.term}</dt>
      <dd className={cx('tabular min-w-0 text-end text-sm', props.strong ? 'font-semibold' : 'font-medium')}>
        {props.children}
      </dd>
    </div>
  );
}
