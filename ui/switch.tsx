// On or off, at once. The whole row is the target.

import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface SwitchProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly onChecked: (checked: boolean) => void;
  readonly disabled?: boolean;
  readonly className?: string;
}

export function Switch({ label, hint, checked, onChecked, disabled, className }: SwitchProps) {
  return (
    <label
      className={cx(
        'flex min-h-11 cursor-pointer items-center justify-between gap-4',
        disabled && 'cursor-not-allowed opacity-45',
        className,
      )}
    >
      <span className="min-w-0">
        <span className="block font-medium text-base">{label}</span>
        {hint && <span className="block text-quiet text-sm">{hint}</span>}
      </span>
      <span className="relative inline-flex shrink-0">
        <input
          type="checkbox"
          role="switch"
          aria-checked={checked}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChecked(event.target.checked)}
          className="peer h-7 w-12 cursor-[inherit] appearance-none rounded-full border border-field-line bg-sunken transition-colors duration-200 checked:border-accent checked:bg-accent"
        />
        <span className="pointer-events-none absolute start-1 top-1 size-5 rounded-full bg-field-line transition-transform duration-200 ease-calm peer-checked:translate-x-5 peer-checked:bg-on-accent rtl:peer-checked:-translate-x-5" />
      </span>
    </label>
  );
}
