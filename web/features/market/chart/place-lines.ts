// Puts lines and their chips over the chart where their prices are. Works on the elements themselves, for it runs with every drawing.

import type { ChartView } from './chart-view.ts';

const CHIP_GAP_PX = 27;

/** Each line at its price; chips that would cover one another move down, their lines stay. */
export function placeLines(view: ChartView, box: HTMLElement): void {
  const right = `${view.axisWidth()}px`;
  const chips: { element: HTMLElement; y: number }[] = [];
  for (const element of box.children) {
    if (!(element instanceof HTMLElement)) continue;
    const y = view.yOf(Number(element.dataset.price));
    element.style.visibility = y === undefined ? 'hidden' : 'visible';
    element.style.right = right;
    if (y === undefined) continue;
    if (element.dataset.chip === undefined) element.style.transform = `translateY(${Math.round(y)}px)`;
    else chips.push({ element, y });
  }
  let free = Number.NEGATIVE_INFINITY;
  for (const { element, y } of chips.sort((a, b) => a.y - b.y)) {
    const at = Math.max(y, free);
    free = at + CHIP_GAP_PX;
    element.style.transform = `translateY(${Math.round(at)}px)`;
  }
}

/** Pixels become a price on a step of the pair, as text. */
export const priceText = (price: number, precision: number): string => Math.max(price, 0).toFixed(precision);
