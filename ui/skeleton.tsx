// A grey shape of what will come. Give it the size of that.

import { cx } from './cx.ts';

export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx('block animate-shimmer bg-sunken', !className?.includes('rounded') && 'rounded-sm', className)}
    />
  );
}

/** Several of one size, for a list. The parent sets their distance. */
export function Skeletons({ count, className }: { count: number; className: string }) {
  return Array.from({ length: count }, (_, row) => row).map((row) => <Skeleton key={row} className={className} />);
}
