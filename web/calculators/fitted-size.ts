// How large a picture becomes so that its longer side is at most so many pixels. Pure.

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Whole pixels, at least one each; a picture that fits keeps its size. */
export function fittedSize({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height));
  const fitted = (side: number): number => Math.max(1, Math.round(side * scale));
  return { width: fitted(width), height: fitted(height) };
}
