// Seconds left until a moment, and how they are written. Pure.

export const secondsLeft = (endsAtMs: number, nowMs: number): number =>
  Math.max(0, Math.ceil((endsAtMs - nowMs) / 1000));

/** 65 as 1:05, 3 as 0:03. */
export function clockText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}
