// A small line of the last closes, as one light SVG path. Not a chart: no axes, no touch.

import { useId } from 'react';
import { cx } from './cx.ts';

export interface SparklineProps {
  readonly values: readonly number[];
  readonly trend: 1 | 0 | -1;
  /** Fill under the line. */
  readonly area?: boolean;
  readonly className?: string;
}

const WIDTH = 100;
const HEIGHT = 40;
const PAD = 3;

export function Sparkline({ values, trend, area, className }: SparklineProps) {
  const id = useId();
  const line = linePath(values);
  const color = trend > 0 ? 'var(--up-mark)' : trend < 0 ? 'var(--down-mark)' : 'var(--quiet)';
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={cx('block overflow-visible', className)}
    >
      {area && line !== '' && (
        <>
          <defs>
            <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
              <stop offset="0" stopColor={color} stopOpacity="0.28" />
              <stop offset="1" stopColor={color} stopOpacity="0" />
            </linearGradient>
          </defs>
          <path d={`${line}V${HEIGHT}H0Z`} fill={`url(#${id})`} />
        </>
      )}
      <path
        d={line}
        fill="none"
        stroke={color}
        strokeWidth="1.75"
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** '' for fewer than two values. */
export function linePath(values: readonly number[]): string {
  if (values.length < 2) return '';
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  const step = WIDTH / (values.length - 1);
  return values
    .map((value, index) => {
      const share = span === 0 ? 0.5 : (value - low) / span;
      const y = HEIGHT - PAD - share * (HEIGHT - 2 * PAD);
      return `${index === 0 ? 'M' : 'L'}${(index * step).toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}
