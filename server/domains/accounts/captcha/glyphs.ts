// The letters of a captcha as strokes on a grid of 4 by 6: no font is asked of the machine. Only signs that a line through them makes no other.

export type Point = readonly [x: number, y: number];
export type Stroke = readonly Point[];

/** Points of a stroke with blanks between, strokes with a bar. */
const DRAWN: Readonly<Record<string, string>> = {
  3: '0,0 4,0 1.8,2.4 3.4,2.8 4,4 3.2,5.6 1.6,6 0,5.2',
  6: '3.6,0 1.6,1.6 .2,3.6 .2,4.8 1.2,6 2.8,6 3.8,4.8 3.6,3.6 2.4,2.9 .8,3.3',
  7: '0,0 4,0 1.4,6',
  9: '3.8,2.4 2.8,3.1 1.2,3.1 .2,2 .4,.8 1.4,0 2.8,0 3.8,1 3.8,2.8 3.4,4.4 2,6',
  A: '0,6 2,0 4,6|.8,4 3.2,4',
  C: '3.8,1 2.8,.1 1.4,.1 .3,1.4 0,3 .3,4.6 1.4,5.9 2.8,5.9 3.8,5',
  E: '4,0 0,0 0,6 4,6|0,3 3.2,3',
  H: '0,0 0,6|4,0 4,6|0,3 4,3',
  J: '1.2,0 3.6,0|3,0 3,4.6 2.2,5.9 .9,5.9 0,4.8',
  K: '0,0 0,6|4,0 0,3.4|1.4,2.4 4,6',
  L: '0,0 0,6 4,6',
  M: '0,6 0,0 2,3.4 4,0 4,6',
  N: '0,6 0,0 4,6 4,0',
  P: '0,6 0,0 2.8,0 3.9,.9 3.9,2.4 2.8,3.3 0,3.3',
  R: '0,6 0,0 2.8,0 3.9,.9 3.9,2.4 2.8,3.3 0,3.3|1.8,3.3 4,6',
  T: '0,0 4,0|2,0 2,6',
  W: '0,0 1,6 2,2 3,6 4,0',
  X: '0,0 4,6|4,0 0,6',
  Y: '0,0 2,3 4,0|2,3 2,6',
};

const strokeOf = (text: string): Stroke =>
  text.split(' ').map((point) => {
    const [x = 0, y = 0] = point.split(',').map(Number);
    return [x, y];
  });

export const GLYPHS: ReadonlyMap<string, readonly Stroke[]> = new Map(
  Object.entries(DRAWN).map(([letter, strokes]) => [letter, strokes.split('|').map(strokeOf)]),
);
export const LETTERS: readonly string[] = [...GLYPHS.keys()];
