// Nothing here yet: why, and the one next step.

import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export function EmptyState(props: {
  icon?: ReactNode;
  title: string;
  /** Where the whole screen is this: its title is the page's heading. */
  heading?: boolean;
  text?: string;
  action?: ReactNode;
  className?: string;
}) {
  const Title = props.heading ? 'h1' : 'p';
  return (
    <div className={cx('mx-auto flex max-w-sm flex-col items-center px-6 py-12 text-center', props.className)}>
      {props.icon && (
        <span
          aria-hidden="true"
          className="mb-4 grid size-16 place-items-center rounded-full bg-accent-soft text-accent-text"
        >
          {props.icon}
        </span>
      )}
      <Title className="font-semibold text-lg tracking-[-0.01em]">{props.title}</Title>
      {props.text && <p className="mt-2 text-pretty text-base text-muted">{props.text}</p>}
      {props.action && <div className="mt-6">{props.action}</div>}
    </div>
  );
}
