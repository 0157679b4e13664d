// Cards of which one is chosen; each says in a sentence what it does.

import { cx } from '@fairtick/ui/cx';
import { useId } from 'react';

export interface Choice<V extends string> {
  readonly value: V;
  readonly title: string;
  readonly text: string;
}

interface CardsProps<V extends string> {
  readonly legend: string;
  readonly choices: readonly Choice<V>[];
  readonly value: V;
  readonly onValue: (value: V) => void;
  readonly className?: string;
}

export function ChoiceCards<V extends string>({ legend, choices, value, onValue, className }: CardsProps<V>) {
  const name = useId();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium text-muted text-sm">{legend}</legend>
      <div className={cx('grid gap-3', className)}>
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={cx(
              'relative grid cursor-pointer content-start gap-0.5 rounded-md border p-3.5 text-start transition-colors duration-150',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text',
              choice.value === value ? 'border-accent-text bg-accent-soft' : 'border-field-line hover:bg-sunken',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={choice.value === value}
              onChange={() => onValue(choice.value)}
              className="absolute inset-0 size-full cursor-[inherit] appearance-none opacity-0"
            />
            <span className={cx('font-semibold text-base', choice.value === value && 'text-accent-text')}>
              {choice.title}
            </span>
            <span className="text-pretty text-muted text-sm">{choice.text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
