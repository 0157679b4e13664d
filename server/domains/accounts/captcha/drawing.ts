// Draws a captcha's letters: each turned, stretched and bent along a wave, with lines through them. Pure; a millisecond of work.

import type { Random } from '@fairtick/kernel/random';
import { GLYPHS, type Point, type Stroke } from './glyphs.ts';
import type { Grey } from './png.ts';

const WIDTH = 260;
const HEIGHT = 90;
const PAPER = 244;
const INK = 40;
const LINES = 3;
const SPECKS = 160;

const between = (random: Random, low: number, high: number): number => low + random.unit() * (high - low);

export function drawn(letters: string, random: Random): Grey {
  const grey: Grey = { width: WIDTH, height: HEIGHT, pixels: new Uint8Array(WIDTH * HEIGHT).fill(PAPER) };
  const wave = waveOf(random);
  const step = (WIDTH - 30) / letters.length;
  for (const [at, letter] of [...letters].entries()) {
    const place = placeOf(random, 15 + step * (at + 0.5));
    const thickness = between(random, 4, 6);
    for (const stroke of GLYPHS.get(letter) ?? [])
      line(
        grey,
        finely(stroke).map((point) => wave(place(point))),
        thickness,
      );
  }
  for (let i = 0; i < LINES; i += 1) line(grey, finely(across(random)).map(wave), between(random, 1.5, 2.5));
  for (let i = 0; i < SPECKS; i += 1) {
    const point: Point = [between(random, 0, WIDTH), between(random, 0, HEIGHT)];
    line(grey, [point, point], between(random, 1, 3));
  }
  return grey;
}

/** From the grid of a glyph to where it stands. */
function placeOf(random: Random, middle: number): (point: Point) => Point {
  const turn = between(random, -0.35, 0.35);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const lean = between(random, -0.2, 0.2);
  const [wide, tall] = [between(random, 7, 8.5), between(random, 7.5, 9)];
  const [left, top] = [middle + between(random, -3, 3), HEIGHT / 2 + between(random, -6, 6)];
  return ([column, row]) => {
    const y = (row - 3) * tall;
    const x = (column - 2) * wide + y * lean;
    return [left + x * cos - y * sin, top + x * sin + y * cos];
  };
}

function waveOf(random: Random): (point: Point) => Point {
  const [high, wide] = [between(random, 2, 4), between(random, 2, 3)];
  const [length, begin] = [between(random, 45, 80), between(random, 0, 6)];
  return ([x, y]) => [x + wide * Math.sin(y / 12 + begin), y + high * Math.sin((x / length) * Math.PI + begin)];
}

const across = (random: Random): Stroke => [
  [between(random, 0, 40), between(random, 10, HEIGHT - 10)],
  [between(random, 100, 160), between(random, 5, HEIGHT - 5)],
  [between(random, WIDTH - 40, WIDTH), between(random, 10, HEIGHT - 10)],
];

/** The same line in short pieces, so that it can be bent. */
function finely(stroke: Stroke): Stroke {
  const pieces = 6;
  return stroke.flatMap((from, at) => {
    const to = stroke[at + 1];
    if (!to) return [from];
    return Array.from({ length: pieces }, (_, i): Point => {
      const part = i / pieces;
      return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
    });
  });
}

/** Darkens what lies within half the thickness of the line, softly at its edge. */
function line(grey: Grey, points: readonly Point[], thickness: number): void {
  for (const [at, to] of points.entries()) if (at > 0) segment(grey, points[at - 1] ?? to, to, thickness / 2);
}

function segment({ width, height, pixels }: Grey, from: Point, to: Point, reach: number): void {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const square = dx * dx + dy * dy;
  const edge = reach + 1;
  const [first, last] = [
    Math.max(0, Math.floor(Math.min(from[1], to[1]) - edge)),
    Math.min(height - 1, Math.max(from[1], to[1]) + edge),
  ];
  const [left, right] = [
    Math.max(0, Math.floor(Math.min(from[0], to[0]) - edge)),
    Math.min(width - 1, Math.max(from[0], to[0]) + edge),
  ];
  for (let y = first; y <= last; y += 1)
    for (let x = left; x <= right; x += 1) {
      const part = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - from[0]) * dx + (y - from[1]) * dy) / square));
      const away = Math.hypot(x - from[0] - part * dx, y - from[1] - part * dy);
      const cover = Math.min(1, Math.max(0, reach + 0.5 - away));
      const at = y * width + x;
      const shade = Math.round(PAPER - cover * (PAPER - INK));
      if (shade < (pixels[at] ?? PAPER)) pixels[at] = shade;
    }
}
