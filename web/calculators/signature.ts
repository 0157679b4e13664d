// What is drawn on the pad, in the pad's own units, so that it is the same on every screen and after a turn of the phone. Pure.

import { isSignature, STROKES_LENGTH, type Stroke, type StrokePoint } from '@fairtick/contract/signature';

/** Of the pad. */
export const PAD = { width: 600, height: 200 } as const;

export type Strokes = readonly Stroke[];

export const strokesText = (strokes: Strokes): string => JSON.stringify(strokes);
export const isDrawn = (strokes: Strokes): boolean => isSignature(strokesText(strokes));

const within = (value: number, most: number): number => Math.round(Math.max(0, Math.min(most, value)));

/** A point where the pen is, of a pad of so many px. */
export const pointOn = (
  { x, y }: { readonly x: number; readonly y: number },
  size: { readonly width: number; readonly height: number },
  ms: number,
): StrokePoint => [
  within((x / Math.max(1, size.width)) * PAD.width, PAD.width),
  within((y / Math.max(1, size.height)) * PAD.height, PAD.height),
  Math.max(0, Math.round(ms)),
];

/** The last stroke goes on; where it did not move, nothing is added. Whoever draws for long keeps the shape with fewer points. */
export function drawnOn(strokes: Strokes, point: StrokePoint): Strokes {
  const last = strokes.at(-1) ?? [];
  const before = last.at(-1);
  if (before && before[0] === point[0] && before[1] === point[1]) return strokes;
  return fitted([...strokes.slice(0, -1), [...last, point]]);
}

export const begun = (strokes: Strokes, point: StrokePoint): Strokes => fitted([...strokes, [point]]);

function fitted(strokes: Strokes): Strokes {
  if (strokesText(strokes).length <= STROKES_LENGTH) return strokes;
  const thinner = strokes.map((stroke) => stroke.filter((_, at) => at % 2 === 0 || at === stroke.length - 1));
  // Strokes of one or two points get no thinner: the oldest go.
  return fitted(thinner.some((stroke, at) => stroke.length < (strokes[at]?.length ?? 0)) ? thinner : strokes.slice(1));
}

/** As a path of SVG; a point alone is a dot. */
export const pathOf = (stroke: Stroke): string =>
  stroke.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('') + (stroke.length === 1 ? 'h0' : '');
