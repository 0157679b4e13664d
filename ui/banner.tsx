// A sentence the user must see where they are, with at most one thing to do about it.

import type { ReactNode } from 'react';
import { cx } from './cx.ts';

const TONES = {
  info: 'bg-accent-soft text-accent-text',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-down-soft text-danger',
};

export function Banner(props: {
  tone?: keyof typeof TONES;
  icon?: ReactNode;
  children: ReactNode;
  action?: ReactNode;
  className?: string;
}) {
  return (
    <div
      className={cx(
        'flex items-center gap-3 rounded-md px-4 py-3 font-medium text-sm',
        TONES[props.tone ?? 'info'],
        props.className,
      )}
    >
      {props.icon && (
        <span aria-hidden="true" className="shrink-0">
          {props.icon}
        </span>
      )}
      <div className="min-w-0 flex-1 text-pretty">{props.children}</div>
      {props.action}
    </div>
  );
}
