// One of a few, all visible: a row of radio buttons in one track. For switching what a page shows use Tabs.

import { useId } from 'react';
import { cx } from './cx.ts';

export interface SegmentedProps<T extends string> {
  readonly label: string;
  readonly options: readonly {
    readonly value: T;
    readonly text: string;
    readonly icon?: React.ReactNode;
    readonly disabled?: boolean;
  }[];
  readonly value: T;
  readonly onValue: (value: T) => void;
  readonly className?: string;
}

export function Segmented<T extends string>({ label, options, value, onValue, className }: SegmentedProps<T>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={cx('flex flex-wrap rounded-md bg-sunken p-1', className)}>
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'relative flex min-h-11 min-w-fit flex-1 cursor-pointer items-center justify-center gap-2 rounded-sm px-3 text-center text-sm font-semibold leading-tight',
            'transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text',
            option.value === value ? 'bg-thumb text-ink shadow-card' : 'text-muted hover:text-ink',
            option.disabled && 'cursor-not-allowed opacity-45',
          )}
        >
          <input
            type="radio"
            name={name}
            className="absolute inset-0 size-full cursor-[inherit] appearance-none opacity-0"
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onValue(option.value)}
          />
          {option.icon}
          {option.text}
        </label>
      ))}
    </div>
  );
}
