// One of many, in the device's own picker: it is the best one on a phone, and every keyboard and screen reader knows it.

import ChevronDown from 'lucide-react/icons/chevron-down';
import { type Ref, useId } from 'react';
import { cx } from './cx.ts';

export interface SelectFieldProps {
  readonly label: string;
  readonly name?: string;
  readonly quietLabel?: boolean;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly onValue: (value: string) => void;
  readonly disabled?: boolean;
  readonly className?: string;
  readonly error?: string;
  readonly ref?: Ref<HTMLSelectElement>;
}

export function SelectField({
  label,
  name,
  quietLabel,
  value,
  options,
  onValue,
  disabled,
  className,
  error,
  ref,
}: SelectFieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={className}>
      <label htmlFor={id} className={cx('mb-1.5 block font-medium text-muted text-sm', quietLabel && 'sr-only')}>
        {label}
      </label>
      <div
        className={cx(
          'relative rounded-md border bg-surface focus-within:border-accent-text',
          'focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent-text',
          error ? 'border-danger' : 'border-field-line',
          disabled && 'opacity-45',
        )}
      >
        <select
          id={id}
          name={name}
          ref={ref}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? noteId : undefined}
          disabled={disabled}
          onChange={(event) => onValue(event.target.value)}
          className="tabular min-h-12 w-full appearance-none rounded-md bg-transparent ps-3.5 pe-10 font-semibold text-ink text-md outline-none [&>option]:bg-raised"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          size={18}
          className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 text-quiet"
        />
      </div>
      {error && (
        <p id={noteId} role="alert" className="mt-1.5 text-danger text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
