// A price. Flashes softly when it changes; never moves what stands around it.

import { useEffect, useRef } from 'react';
import { cx } from './cx.ts';
import { useFormats } from './locale.tsx';

export interface PriceProps {
  /** Decimal text; '' before the first price. */
  readonly value: string;
  readonly precision: number;
  /** Large pips with the last tenth raised, as dealers write it. */
  readonly pips?: boolean;
  readonly flash?: boolean;
  readonly className?: string;
}

const FLASH_MS = 700;

export function Price({ value, precision, pips, flash = true, className }: PriceProps) {
  const formats = useFormats();
  const element = useRef<HTMLElement>(null);
  const before = useRef(value);
  useEffect(() => {
    const old = before.current;
    before.current = value;
    if (!flash || old === '' || old === value || value === '') return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const color = Number(value) > Number(old) ? 'var(--up)' : 'var(--down)';
    element.current?.animate([{ color }, { color, offset: 0.3 }, {}], { duration: FLASH_MS, easing: 'ease-out' });
  }, [value, flash]);
  const text = formats.price(value, precision);
  return (
    <bdi ref={element} dir="ltr" className={cx('tabular whitespace-nowrap', className)}>
      {pips && value !== '' ? <Pips text={text} precision={precision} /> : text}
    </bdi>
  );
}

/** 1.0842⁷ for 5 places, 157.31⁴ for 3; other prices have no tenth of a pip, their last two digits stand large. */
function Pips({ text, precision }: { text: string; precision: number }) {
  const tenth = precision === 5 || precision === 3 ? 1 : 0;
  const bigEnd = text.length - tenth;
  const bigStart = bigEnd - 2;
  return (
    <>
      <span>{text.slice(0, bigStart)}</span>
      <span className="text-[1.45em] leading-none">{text.slice(bigStart, bigEnd)}</span>
      {tenth > 0 && (
        <sup className="relative -top-[0.55em] align-baseline text-[0.75em] leading-none">{text.slice(bigEnd)}</sup>
      )}
    </>
  );
}
