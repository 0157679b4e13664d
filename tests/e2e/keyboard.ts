// Somebody who has a keyboard and nothing else: goes by Tab, in order, and sees where they are.

import type { Locator } from 'playwright-core';
import type { Visitor } from './visitor.ts';

/** Presses of Tab until somebody gives up looking. */
const MOST_TABS = 120;

/** Tab until the focus is there, in order. Throws where it never comes there, or cannot be seen there. */
export async function reach({ page }: Visitor, target: Locator): Promise<void> {
  await target.waitFor();
  const handle = await target.elementHandle();
  for (let presses = 0; presses < MOST_TABS; presses += 1) {
    if (await page.evaluate((element) => document.activeElement === element, handle)) {
      if (await page.evaluate(isSeen)) return;
      throw new Error(`the focus is not to be seen at ${await handle?.evaluate((element) => element.outerHTML)}`);
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`${await target.textContent()} cannot be reached by Tab`);
}

/** Tab until the focus is there, then press. */
export async function operate(visitor: Visitor, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await reach(visitor, target);
  await visitor.page.keyboard.press(key);
}

/** Tab until the focus is there, then type. */
export async function typeAt(visitor: Visitor, target: Locator, text: string): Promise<void> {
  await reach(visitor, target);
  await visitor.page.keyboard.type(text);
}

/** Whether what has the focus, or the box or label that it is drawn in, has a line around it. */
function isSeen(): boolean {
  for (let one = document.activeElement, up = 0; one && up < 3; one = one.parentElement, up += 1) {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    if (outlineStyle !== 'none' && outlineWidth !== '0px') return true;
    if (boxShadow !== 'none' && one.matches(':focus, :focus-within')) return true;
  }
  return false;
}
