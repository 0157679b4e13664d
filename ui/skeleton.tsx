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
