// Holds the contrast that palette.css promises: WCAG 2.2 AA, read from the file itself.

import * as fs from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = fs.readFileSync(new URL('./palette.css', import.meta.url), 'utf8');
const light = tokensOf(/:root \{([^}]*)\}/);
const dark = new Map([...light, ...tokensOf(/:root\[data-theme="dark"\] \{([^}]*)\}/)]);

function tokensOf(block: RegExp): Map<string, string> {
  const body = block.exec(css)?.[1] ?? '';
  return new Map(
    [...body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

function luminance(hex: string): number {
  const channel = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(theme: Map<string, string>, a: string, b: string): number {
  const [one, two] = [theme.get(a), theme.get(b)];
  if (!one || !two) throw new Error(`no token ${a} or ${b}`);
  const [high, low] = [luminance(one), luminance(two)].sort((x, y) => y - x);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

const GROUNDS = ['canvas', 'surface', 'raised', 'sunken'];
const TEXTS = ['ink', 'muted', 'quiet', 'accent-text', 'up', 'down', 'warn', 'danger'];
const PAIRS: readonly (readonly [string, string])[] = [
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['accent', 'on-accent'],
  ['on-mark', 'up-mark'],
  ['on-mark', 'down-mark'],
  ['accent-text', 'accent-soft'],
  ['up', 'up-soft'],
  ['down', 'down-soft'],
  ['danger', 'down-soft'],
  ['warn', 'warn-soft'],
  ['ink', 'thumb'],
  ['ink', 'pressed'],
];

describe.each([
  ['light', light],
  ['dark', dark],
])('%s', (_, theme) => {
  test.each(TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)))('%s on %s', (text, ground) => {
    expect(contrast(theme, text, ground)).toBeGreaterThanOrEqual(4.5);
  });
  test.each(PAIRS)('%s on %s', (text, ground) => {
    expect(contrast(theme, text, ground)).toBeGreaterThanOrEqual(4.5);
  });
  test.each(GROUNDS)('the edge of a field stands out from %s', (ground) => {
    expect(contrast(theme, 'field-line', ground)).toBeGreaterThanOrEqual(3);
  });
});

test('candles have the colours of the product in both themes', () => {
  for (const theme of [light, dark]) {
    expect(theme.get('up-mark')).toBe('#85bd00');
    expect(theme.get('down-mark')).toBe('#f6543e');
  }
});
