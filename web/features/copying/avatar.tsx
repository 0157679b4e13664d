// A trader as a disc with the beginning of their name: there are no pictures yet.

import { cx } from '@fairtick/ui/cx';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The first sign of the first two words. */
const initials = (name: string): string =>
  name
    .split(/\s+/u)
    .slice(0, 2)
    .map((word) => [...graphemes.segment(word)][0]?.segment ?? '')
    .join('')
    .toUpperCase();

export function Avatar({ name, className }: { name: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid size-11 shrink-0 place-items-center overflow-hidden rounded-full bg-accent-soft font-semibold text-accent-text text-sm',
        className,
      )}
    >
      {initials(name)}
    </span>
  );
}
