// A pair's picture: two round flag-like badges for currencies, one for gold, an index or a coin. Drawn here, nothing is fetched.

import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface PairBadgeProps {
  readonly base: string;
  readonly quote: string;
  readonly size?: 'sm' | 'md' | 'lg';
}

const SIZES = { sm: 'size-7', md: 'size-9', lg: 'size-11' };

export function PairBadge({ base, quote, size = 'md' }: PairBadgeProps) {
  const single = !FLAGS[base] || !FLAGS[quote];
  return (
    <span aria-hidden="true" dir="ltr" className={cx('relative inline-block shrink-0', SIZES[size])}>
      {single ? (
        <Disc code={base} className="size-full" />
      ) : (
        <>
          <Disc code={quote} className="absolute end-0 bottom-0 size-[64%]" />
          <Disc code={base} className="absolute start-0 top-0 size-[70%] ring-2 ring-surface" />
        </>
      )}
    </span>
  );
}

function Disc({ code, className }: { code: string; className: string }) {
  const flag = FLAGS[code];
  const mark = MARKS[code];
  return (
    <span className={cx('block overflow-hidden rounded-full', className)}>
      <svg viewBox="0 0 20 20" className="block size-full" aria-hidden="true">
        {flag ?? (
          <>
            <rect width="20" height="20" fill={mark?.[1] ?? '#5a6b85'} />
            <text
              x="10"
              y="10.4"
              textAnchor="middle"
              dominantBaseline="central"
              fontSize={mark?.[2] ?? 7}
              fontWeight="700"
              fill={mark?.[3] ?? '#fff'}
            >
              {mark?.[0] ?? code.slice(0, 3)}
            </text>
          </>
        )}
      </svg>
    </span>
  );
}

const fill = (color: string): ReactNode => <rect width="20" height="20" fill={color} />;
const bar = (color: string, x: number, y: number, width: number, height: number): ReactNode => (
  <rect x={x} y={y} width={width} height={height} fill={color} />
);
const dot = (color: string, x: number, y: number, r: number): ReactNode => <circle cx={x} cy={y} r={r} fill={color} />;
const cross = (color: string, at: number, thick: number): ReactNode => (
  <path d={`M${at} 0V20M0 10H20`} stroke={color} strokeWidth={thick} />
);
const union = (
  <>
    <path d="M0 0 10 10M10 0 0 10" stroke="#fff" strokeWidth="2.4" />
    <path d="M5 0V10M0 5H10" stroke="#fff" strokeWidth="3.4" />
    <path d="M5 0V10M0 5H10" stroke="#d0202f" strokeWidth="1.8" />
  </>
);

/** Flag-like, not flags: what can be told apart at 20 px. */
const FLAGS: Readonly<Record<string, ReactNode>> = {
  USD: (
    <>
      {fill('#fff')}
      <path d="M0 2H20M0 6H20M0 10H20M0 14H20M0 18H20" stroke="#c9303e" strokeWidth="2" />
      {bar('#27427f', 0, 0, 10, 11)}
      {[2, 5, 8].map((x) =>
        [2.6, 5.5, 8.4].map((y) => <circle key={`${x} ${y}`} cx={x} cy={y} r="0.75" fill="#fff" />),
      )}
    </>
  ),
  EUR: (
    <>
      {fill('#1c4bb0')}
      <circle cx="10" cy="10" r="5.4" fill="none" stroke="#ffcf3f" strokeWidth="2" strokeDasharray="1.6 2.64" />
    </>
  ),
  GBP: (
    <>
      {fill('#243f86')}
      <path d="M0 0 20 20M20 0 0 20" stroke="#fff" strokeWidth="4" />
      <path d="M0 0 20 20M20 0 0 20" stroke="#d0202f" strokeWidth="1.6" />
      {cross('#fff', 10, 6.4)}
      {cross('#d0202f', 10, 3.6)}
    </>
  ),
  JPY: (
    <>
      {fill('#f6f7f9')}
      {dot('#cf2440', 10, 10, 5)}
    </>
  ),
  CHF: (
    <>
      {fill('#d52b32')}
      {bar('#fff', 8.3, 4.5, 3.4, 11)}
      {bar('#fff', 4.5, 8.3, 11, 3.4)}
    </>
  ),
  AUD: (
    <>
      {fill('#1f3b82')}
      {union}
      {dot('#fff', 5, 15, 1.7)}
      {dot('#fff', 14.5, 5, 1.2)}
      {dot('#fff', 14.5, 15, 1.2)}
      {dot('#fff', 17, 9, 1)}
    </>
  ),
  NZD: (
    <>
      {fill('#1b2f6b')}
      {union}
      {dot('#e0384a', 14.5, 5, 1.4)}
      {dot('#e0384a', 14.5, 15.4, 1.4)}
      {dot('#e0384a', 12, 10, 1.2)}
      {dot('#e0384a', 17, 9, 1.2)}
    </>
  ),
  CAD: (
    <>
      {fill('#fff')}
      {bar('#d4262f', 0, 0, 5, 20)}
      {bar('#d4262f', 15, 0, 5, 20)}
      <path d="M10 4.5 13.5 10 10 15.5 6.5 10z" fill="#d4262f" />
    </>
  ),
  HKD: (
    <>
      {fill('#d4262f')}
      {[0, 72, 144, 216, 288].map((turn) => (
        <ellipse key={turn} cx="10" cy="6.6" rx="1.7" ry="2.9" fill="#fff" transform={`rotate(${turn} 10 10)`} />
      ))}
    </>
  ),
  SGD: (
    <>
      {fill('#fff')}
      {bar('#d93240', 0, 0, 20, 10)}
      {dot('#fff', 6.5, 5.6, 2.6)}
      {dot('#d93240', 7.8, 5.6, 2.3)}
    </>
  ),
  CNH: (
    <>
      {fill('#d4262f')}
      {dot('#ffd34a', 7, 7, 2.6)}
      {dot('#ffd34a', 13, 5, 1)}
      {dot('#ffd34a', 14.5, 9, 1)}
      {dot('#ffd34a', 13, 13, 1)}
    </>
  ),
  SEK: (
    <>
      {fill('#2a63a8')}
      {cross('#ffce3d', 7.5, 3.6)}
    </>
  ),
  NOK: (
    <>
      {fill('#c92b3a')}
      {cross('#fff', 7.5, 5)}
      {cross('#27427f', 7.5, 2.6)}
    </>
  ),
  DKK: (
    <>
      {fill('#c92b3a')}
      {cross('#fff', 7.5, 3)}
    </>
  ),
  MXN: (
    <>
      {fill('#fff')}
      {bar('#1f7a4d', 0, 0, 6.6, 20)}
      {bar('#cf2b38', 13.4, 0, 6.6, 20)}
      {dot('#8a6a3b', 10, 10, 2)}
    </>
  ),
  ZAR: (
    <>
      {fill('#1f8a5b')}
      <path d="M8 0H20V7H11z" fill="#d5353b" />
      <path d="M8 20H20V13H11z" fill="#2a4a9c" />
      <path d="M0 4 7 10 0 16z" fill="#20242c" />
    </>
  ),
  TRY: (
    <>
      {fill('#d7263a')}
      {dot('#fff', 8.5, 10, 4)}
      {dot('#d7263a', 9.7, 10, 3.2)}
      {dot('#fff', 14, 10, 1.2)}
    </>
  ),
};

/** Text, ground, size, colour. */
const MARKS: Readonly<Record<string, readonly [string, string, number, string]>> = {
  XAU: ['Au', '#e3b341', 9, '#3d2c00'],
  XAG: ['Ag', '#c3cad5', 9, '#28303c'],
  XPT: ['Pt', '#d8dde4', 9, '#28303c'],
  WTI: ['Oil', '#2b3240', 8, '#fff'],
  BRENT: ['Oil', '#2b3240', 8, '#fff'],
  USOIL: ['WTI', '#2b3240', 7, '#fff'],
  UKOIL: ['BRN', '#2b3240', 7, '#fff'],
  BTC: ['₿', '#f0932b', 12, '#fff'],
  XBT: ['₿', '#f0932b', 12, '#fff'],
  ETH: ['Ξ', '#627eea', 12, '#fff'],
  SOL: ['SOL', '#20242c', 7, '#7ef0c2'],
  XRP: ['XRP', '#2f3a4a', 7, '#fff'],
  LTC: ['Ł', '#5b7fb5', 12, '#fff'],
  DOGE: ['Ð', '#c9a63c', 12, '#fff'],
  ADA: ['ADA', '#2a5cc4', 7, '#fff'],
  US500: ['500', '#27427f', 7.5, '#fff'],
  US30: ['30', '#27427f', 9, '#fff'],
  US100: ['100', '#27427f', 7.5, '#fff'],
  NAS100: ['100', '#27427f', 7.5, '#fff'],
  GER40: ['40', '#20242c', 9, '#ffce3d'],
  UK100: ['100', '#7a1f3d', 7.5, '#fff'],
  JPN225: ['225', '#cf2440', 7.5, '#fff'],
  HK50: ['50', '#d4262f', 9, '#fff'],
};
