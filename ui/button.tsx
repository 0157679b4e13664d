// The button. One accent for actions; buy and sell have their own pair of colours; danger only asks for confirmation.

import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { type ButtonSize, type ButtonTone, buttonClass } from './button-look.ts';
import { cx } from './cx.ts';

export { buttonClass } from './button-look.ts';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly tone?: ButtonTone;
  readonly size?: ButtonSize;
  /** Fills its row. */
  readonly wide?: boolean;
  /** A call is under way: it can't be pressed again and keeps its width. */
  readonly busy?: boolean;
  readonly icon?: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({ tone, size, wide, busy, icon, className, children, type, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type={type ?? 'button'}
      className={buttonClass({ tone, size, wide, className })}
      // Not disabled: it would lose the focus, and whoever has no mouse their place.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      <span className={cx('inline-flex items-center gap-[inherit]', busy && 'invisible')}>
        {icon}
        {children}
      </span>
      {busy && <Spinner />}
    </button>
  );
}

function Spinner() {
  return (
    <span aria-hidden="true" className="absolute inset-0 grid place-items-center">
      <span className="size-5 animate-[spin_0.8s_linear_infinite] rounded-full border-2 border-current border-e-transparent" />
    </span>
  );
}
