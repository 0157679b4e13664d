// A button that shows only an icon; its label is for those who can't see it, and for the tooltip.

import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { cx } from './cx.ts';

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> {
  readonly label: string;
  readonly children: ReactNode;
  readonly filled?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ label, filled, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={cx(
        'inline-grid size-11 shrink-0 place-items-center rounded-full text-muted transition-colors duration-150',
        'hover:bg-sunken hover:text-ink active:bg-pressed disabled:opacity-45',
        filled && 'bg-sunken',
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  );
}
