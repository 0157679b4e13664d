// A box to tick, with its label; the whole row is the target.

import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface CheckboxProps {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChecked: (checked: boolean) => void;
  readonly disabled?: boolean;
  readonly className?: string;
}

export function Checkbox({ label, checked, onChecked, disabled, className }: CheckboxProps) {
  return (
    <label
      className={cx(
        'flex min-h-11 cursor-pointer items-center gap-3',
        disabled && 'cursor-not-allowed opacity-45',
        className,
      )}
    >
      <span className="relative grid size-5 shrink-0 place-items-center">
        <input
          type="checkbox"
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChecked(event.target.checked)}
          className="peer size-5 cursor-[inherit] appearance-none rounded-[0.375rem] border border-field-line bg-surface transition-colors duration-150 checked:border-accent checked:bg-accent"
        />
        <Check
          aria-hidden="true"
          size={14}
          strokeWidth={3}
          className="pointer-events-none absolute hidden text-on-accent peer-checked:block"
        />
      </span>
      <span className="min-w-0 font-medium text-base">{label}</span>
    </label>
  );
}
