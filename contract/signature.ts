// Whether what was drawn is a signature: a dot is none, and neither are many. The same for who draws it and who takes it. Pure.

/** Of the strokes as JSON. */
export const STROKES_LENGTH = 30_000;

/** x, y, and ms since the first. */
export type StrokePoint = readonly [number, number, number];
export type Stroke = readonly StrokePoint[];

/** More points than this in one stroke. */
const FEW_POINTS = 5;

const isPoint = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.length === 3 && value.every((one) => typeof one === 'number' && Number.isFinite(one));

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** `json`: strokes, each a list of [x, y, ms]. One must have moved, and through more than a few points. */
export function isSignature(json: string): boolean {
  const strokes = parsed(json);
  if (!Array.isArray(strokes)) return false;
  const lists: readonly unknown[] = strokes;
  return lists.every((one) => Array.isArray(one) && one.every(isPoint)) && lists.some(isDrawn);
}

function isDrawn(stroke: unknown): boolean {
  const points: readonly unknown[] = Array.isArray(stroke) ? stroke : [];
  return new Set(points.filter(isPoint).map(([x, y]) => `${x} ${y}`)).size > FEW_POINTS;
}
