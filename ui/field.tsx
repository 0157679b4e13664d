// A labelled input with hint and error. 16 px text, so that a phone does not zoom; numbers bring the decimal keypad and stay left to right.

import { type InputHTMLAttributes, type ReactNode, type Ref, useId, useState } from 'react';
import { cx } from './cx.ts';

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'id'> {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly hint?: ReactNode;
  readonly error?: string;
  /** The label is read, not shown. */
  readonly quietLabel?: boolean;
  /** Stands inside the box, at its end: a unit, a toggle. */
  readonly end?: ReactNode;
  readonly start?: ReactNode;
  readonly boxClassName?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

export function Field({
  label,
  value,
  onValue,
  hint,
  error,
  quietLabel,
  end,
  start,
  className,
  boxClassName,
  ...rest
}: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className={className}>
      <label htmlFor={id} className={cx('mb-1.5 block font-medium text-muted text-sm', quietLabel && 'sr-only')}>
        {label}
      </label>
      <div
        className={cx(
          'flex min-h-12 items-center gap-2 rounded-md border bg-surface px-3.5 transition-colors duration-150',
          'focus-within:border-accent-text focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent-text',
          error ? 'border-danger' : 'border-field-line',
          boxClassName,
        )}
      >
        {start}
        <input
          id={id}
          value={value}
          onChange={(event) => onValue(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? noteId : undefined}
          className="min-h-11 w-full min-w-0 flex-1 bg-transparent text-ink text-md outline-none"
          {...rest}
        />
        {end}
      </div>
      {note && (
        <p
          id={noteId}
          role={error ? 'alert' : undefined}
          className={cx('mt-1.5 text-sm', error ? 'text-danger' : 'text-quiet')}
        >
          {note}
        </p>
      )}
    </div>
  );
}

/**
 * A number: keypad with a decimal key; Arabic and Persian digits and a decimal comma are read as what they mean. While it is typed it stands as typed, with
 * what it is read as below it: "1,0" on its way to "1,05" must not have become something else.
 */
export function DecimalField({ value, onValue, onBlur, hint, error, className, boxClassName, ...rest }: FieldProps) {
  const [typed, setTyped] = useState(value);
  const [here, setHere] = useState(false);
  const own = here && plainDecimal(typed) === value;
  const fault = isUnclear(value) ? [error, bothReadings(value)].filter(Boolean).join(' ') : error;
  const read = own && typed !== value ? <bdi dir="ltr">= {value}</bdi> : hint;
  return (
    <Field
      {...rest}
      {...(className === undefined ? {} : { className })}
      {...(fault === undefined ? {} : { error: fault })}
      hint={read}
      value={own ? typed : value}
      onBlur={(event) => {
        setHere(false);
        onBlur?.(event);
      }}
      inputMode="decimal"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="done"
      dir="ltr"
      maxLength={24}
      boxClassName={cx('tabular', boxClassName)}
      onValue={(text) => {
        setTyped(text);
        setHere(true);
        onValue(plainDecimal(text));
      }}
    />
  );
}

/** "1000 / 1.000 ?": whoever typed it sees what it may mean, in any language. */
const bothReadings = (text: string): string => {
  const [whole = '', rest = ''] = text.split(/[,،、]/);
  return `\u2066${whole}${rest} / ${whole}.${rest} ?\u2069`;
};

/** A comma before three digits parts thousands for some, and decimals for others: no number until its user says which. */
const isUnclear = (text: string): boolean => /^-?[1-9]\d{0,2}[,،、]\d{3}$/.test(text);

/**
 * What a person typed, as plain decimal text where it can be read: "١٢٫٥" and "12,5" become "12.5". Anything else stays as it is, for
 * whoever reads the field to say what is wrong: nothing is dropped in silence.
 */
export function plainDecimal(typed: string): string {
  const latin = typed
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[\u2212\u2012\u2013]/g, '-')
    // Blanks, and the marks of direction that come with copied text.
    .replace(/[\s\u061c\u200e\u200f\u2066-\u2069]/g, '');
  const signs = /[.,٫،、。]/g;
  // Two of them part thousands, or are a slip, and so may one before three digits: which, is not for us to guess.
  return latin.match(signs)?.length === 1 && !isUnclear(latin) ? latin.replace(signs, '.') : latin;
}
