// How near an account is to its forced close: a margin level on a scale with marks at 100 (a warning) and 50 (the close); with where it would go.

import { cx } from './cx.ts';

const WARNED = 100;
const CLOSED = 50;
/** What lies above it is as far away as one can see. */
const FAR = 1_000;

export interface LevelGaugeProps {
  readonly label: string;
  /** In percent, for the eye alone; undefined where nothing is open: there is nothing to close. */
  readonly level: number | undefined;
  /** The same in words of the user's language. */
  readonly text: string;
  /** Where the level is now, where `level` is what it would become. */
  readonly before?: number | undefined;
  /** The marks say their numbers. */
  readonly marked?: boolean;
  readonly className?: string;
}

/** Up to 100 as it is, over one half of the width; beyond by its logarithm, for 300 and 3,000 are alike and 60 and 90 are not. */
function placeOf(level: number | undefined): number {
  if (level === undefined || level >= FAR) return 100;
  if (level <= WARNED) return Math.max(level, 0) / 2;
  return 50 + 50 * Math.log10(level / WARNED);
}

export function LevelGauge({ label, level, text, before, marked, className }: LevelGaugeProps) {
  const now = level === undefined ? FAR : Math.min(Math.max(level, 0), FAR);
  return (
    <div className={cx('relative', marked ? 'pb-4' : 'py-1', className)}>
      <meter aria-label={label} aria-valuetext={text} min={0} max={FAR} value={now} className="sr-only" />
      <span className="flex h-1.5 overflow-hidden rounded-full">
        <span className="w-1/4 bg-down-mark" />
        <span className="w-1/4 border-surface border-s-2 bg-warn-mark" />
        <span className="w-1/2 border-surface border-s-2 bg-up-mark" />
      </span>
      {before !== undefined && (
        <Pointer at={placeOf(before)} marked={marked} className="border-2 border-muted bg-raised" />
      )}
      <Pointer at={placeOf(level)} marked={marked} className="border-2 border-raised bg-ink" />
      {marked && (
        <span aria-hidden="true" className="tabular text-2xs text-quiet">
          <Mark at={placeOf(CLOSED)} value={CLOSED} />
          <Mark at={placeOf(WARNED)} value={WARNED} />
        </span>
      )}
    </div>
  );
}

function Pointer({ at, marked, className }: { at: number; marked: boolean | undefined; className: string }) {
  return (
    <span
      style={{ insetInlineStart: `clamp(0px, ${at}% - 0.375rem, 100% - 0.75rem)` }}
      className={cx(
        'absolute size-3 rounded-full transition-[inset-inline-start] duration-300 ease-calm',
        marked ? '-top-[0.1875rem]' : 'top-[0.0625rem]',
        className,
      )}
    />
  );
}

function Mark({ at, value }: { at: number; value: number }) {
  return (
    <span style={{ insetInlineStart: `${at}%` }} className="-translate-x-1/2 absolute bottom-0 rtl:translate-x-1/2">
      {value}
    </span>
  );
}
