// A price. Flashes softly when it changes; never moves what stands around it.

import { type RefObject, useEffect, useRef } from 'react';
import { cx } from './cx.ts';
import { useFormats } from './locale.tsx';

export interface PriceProps {
  /** Decimal text; '' before the first price. */
  readonly value: string;
  readonly precision: number;
  /** Large pips with the last tenth raised, as dealers write it. */
  readonly pips?: boolean;
  readonly flash?: boolean;
  /** The market's price of now: it dims while it may be old. What flashes is one. */
  readonly live?: boolean;
  readonly className?: string;
}

/** So long a price keeps the colour of its last move; then it fades. Quick markets move again before that, and nothing is animated. */
const LIT_MS = 500;
const FADE: KeyframeAnimationOptions = { duration: 250, easing: 'steps(5, end)' };

export function Price({ value, precision, pips, flash = true, live = flash, className }: PriceProps) {
  const formats = useFormats();
  const element = useRef<HTMLElement>(null);
  useFlash(element, flash ? value : '');
  const text = formats.price(value, precision);
  return (
    <bdi ref={element} dir="ltr" className={cx('tabular whitespace-nowrap', live && 'live-price', className)}>
      {pips && value !== '' ? <Pips text={text} precision={precision} /> : text}
    </bdi>
  );
}

/** Lights the element up when the value moves, by the way it went. '' is no value, and nothing moves from or to it. */
function useFlash(element: RefObject<HTMLElement | null>, value: string): void {
  const before = useRef(value);
  const fading = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const old = before.current;
    before.current = value;
    const lit = element.current;
    if (!lit || old === '' || old === value || value === '' || isStill()) return;
    const color = Number(value) > Number(old) ? 'var(--up)' : 'var(--down)';
    lit.style.color = color;
    clearTimeout(fading.current);
    fading.current = setTimeout(() => {
      lit.style.color = '';
      lit.animate([{ color }, {}], FADE);
    }, LIT_MS);
  }, [element, value]);
  // A screen that is kept alive behind another one comes back with nothing lit.
  useEffect(() => {
    const lit = element.current;
    return () => {
      clearTimeout(fading.current);
      if (lit) lit.style.color = '';
    };
  }, [element]);
}

let still: MediaQueryList | undefined;
function isStill(): boolean {
  still ??= matchMedia('(prefers-reduced-motion: reduce)');
  return still.matches;
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
