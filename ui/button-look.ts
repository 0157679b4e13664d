// How a button looks, for buttons, for links, and for the page's first paint, which is made before any component.

import { cx } from './cx.ts';

export type ButtonTone = 'primary' | 'soft' | 'outline' | 'ghost' | 'danger' | 'up' | 'down';
export type ButtonSize = 'sm' | 'md' | 'lg';

const TONES: Record<ButtonTone, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  soft: 'bg-sunken text-ink hover:bg-pressed',
  outline: 'border border-line-strong bg-transparent text-ink hover:bg-sunken',
  ghost: 'bg-transparent text-accent-text hover:bg-accent-soft',
  danger: 'border border-danger bg-transparent text-danger hover:bg-down-soft',
  up: 'bg-up-mark text-on-mark hover:brightness-105',
  down: 'bg-down-mark text-on-mark hover:brightness-105',
};
const SIZES: Record<ButtonSize, string> = {
  sm: 'min-h-11 px-4 text-sm rounded-md gap-1.5',
  md: 'min-h-12 px-5 text-base rounded-md gap-2',
  lg: 'min-h-14 px-6 text-md rounded-lg gap-2',
};

/** Also for a link: `<a className={buttonClass({ tone: 'soft' })}>`. */
export function buttonClass(look: {
  tone?: ButtonTone;
  size?: ButtonSize;
  wide?: boolean;
  className?: string;
}): string {
  return cx(
    'relative inline-flex select-none items-center justify-center text-center font-semibold leading-tight',
    'transition-[background-color,filter,transform,opacity] duration-150 active:scale-[0.98]',
    'disabled:cursor-not-allowed disabled:opacity-45 disabled:active:scale-100',
    'aria-disabled:cursor-not-allowed aria-disabled:opacity-45 aria-disabled:active:scale-100',
    TONES[look.tone ?? 'primary'],
    SIZES[look.size ?? 'md'],
    look.wide && 'w-full',
    look.className,
  );
}
