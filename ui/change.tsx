// A change in percent: arrow, sign and colour together, so that none of them stands alone.

import { memo } from 'react';
import { cx } from './cx.ts';
import { signOf, useFormats } from './locale.tsx';

export interface ChangeProps {
  /** Percent as decimal text; '' when unknown. */
  readonly value: string;
  /** A tinted pill instead of bare text. */
  readonly pill?: boolean;
  readonly className?: string;
}

/** Held still by memo: most prices move it by less than it shows. */
export const Change = memo(function Change({ value, pill, className }: ChangeProps) {
  const formats = useFormats();
  const sign = signOf(value);
  return (
    <bdi
      dir="ltr"
      className={cx(
        'live-price tabular inline-flex items-center gap-1 whitespace-nowrap font-medium',
        sign > 0 ? 'text-up' : sign < 0 ? 'text-down' : 'text-muted',
        pill && 'justify-center rounded-sm px-2 py-1 font-semibold',
        pill && (sign > 0 ? 'bg-up-soft' : sign < 0 ? 'bg-down-soft' : 'bg-sunken'),
        className,
      )}
    >
      {sign !== 0 && <Arrow down={sign < 0} />}
      {formats.percent(value, { signed: true })}
    </bdi>
  );
});

export function Arrow({ down }: { down: boolean }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 8 6"
      className={cx('h-[0.5em] w-[0.66em] shrink-0 fill-current', down && 'rotate-180')}
    >
      <path d="M4 0 8 6H0z" />
    </svg>
  );
}
