// Puts lines and their chips over the chart where their prices are. Works on the elements themselves, for it runs with every drawing.

import type { ChartView } from './chart-view.ts';
import { groupLines, type LineGroup, type PlacedLine } from './group-lines.ts';

/** Which chips there are: of lines in sight, and of those that lie above and below what is shown. */
export interface ChipLayout {
  readonly groups: readonly LineGroup[];
  readonly above: readonly string[];
  readonly below: readonly string[];
}
export const NO_CHIPS: ChipLayout = { groups: [], above: [], below: [] };

const CHIP_GAP_PX = 8;
export const groupKey = (keys: readonly string[]): string => keys.join(' ');

/** Which lines of `box` are where; `alone`: the one that is being moved, which shares its chip with none. */
export function layOut(view: ChartView, box: HTMLElement, alone: string | undefined): ChipLayout {
  const placed: PlacedLine[] = [];
  const [above, below, single]: [string[], string[], LineGroup[]] = [[], [], []];
  for (const { dataset } of linesIn(box)) {
    const key = dataset.line ?? '';
    const y = view.placeOf(Number(dataset.price));
    if (y === 'above') above.push(key);
    else if (y === 'below') below.push(key);
    else if (y !== undefined && key === alone) single.push({ keys: [key], y });
    else if (y !== undefined) placed.push({ key, y });
  }
  return { groups: [...groupLines(placed), ...single], above, below };
}

export const sameChips = (a: ChipLayout, b: ChipLayout): boolean => signature(a) === signature(b);
const signature = ({ groups, above, below }: ChipLayout): string =>
  [...groups.map(({ keys }) => groupKey(keys)), '^', ...above, 'v', ...below].join('|');

/** Each line at its price, each chip beside the axis in the middle of its lines. */
export function placeLines(view: ChartView, box: HTMLElement, { groups }: ChipLayout): void {
  const axis = view.axisWidth();
  const height = view.paneHeight();
  const yOf = new Map(groups.map(({ keys, y }) => [groupKey(keys), y]));
  for (const element of linesIn(box)) {
    const y = view.placeOf(Number(element.dataset.price));
    put(element, typeof y === 'number' ? y : undefined, axis);
  }
  for (const element of box.querySelectorAll<HTMLElement>('[data-chip]')) {
    put(element, yOf.get(element.dataset.chip ?? ''), axis + CHIP_GAP_PX);
  }
  box.style.setProperty('--pane', `${height}px`);
  box.style.setProperty('--axis', `${axis}px`);
}

function put(element: HTMLElement, y: number | undefined, right: number): void {
  element.style.visibility = y === undefined ? 'hidden' : 'visible';
  element.style.right = `${right}px`;
  if (y !== undefined) element.style.transform = `translateY(${Math.round(y)}px)`;
}

const linesIn = (box: HTMLElement): NodeListOf<HTMLElement> => box.querySelectorAll('[data-line]');

/** Pixels become a price on a step of the pair, as text. */
export const priceText = (price: number, precision: number): string => Math.max(price, 0).toFixed(precision);
