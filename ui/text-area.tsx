// A labelled text of several lines, with hint and error; it grows with what is typed. 16 px, so that a phone does not zoom.

import { type ReactNode, type Ref, useId } from 'react';
import { cx } from './cx.ts';

export interface TextAreaProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly maxLength: number;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

export function TextArea({ label, value, onValue, maxLength, hint, error, ref }: TextAreaProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium text-muted text-sm">
        {label}
      </label>
      <textarea
        id={id}
        ref={ref}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        maxLength={maxLength}
        rows={5}
        dir="auto"
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? noteId : undefined}
        className={cx(
          'field-sizing-content block max-h-96 min-h-32 w-full rounded-md border bg-surface px-3.5 py-3 text-ink text-md outline-none transition-colors duration-150',
          'focus:border-accent-text focus:outline-2 focus:-outline-offset-1 focus:outline-accent-text',
          error ? 'border-danger' : 'border-field-line',
        )}
      />
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
