// What the rules of accessibility find wrong on a page. Every rule is tried on everything; what is right is neither written up nor sent.

import axe from 'axe-core';
import type { Page } from 'playwright-core';

export async function violationsOn(page: Page): Promise<string[]> {
  // The rules stay in a document, in its frames too, until it is left: reading them again costs more than some of them.
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => {
      const [node] = nodes;
      return `${id} at ${node?.target.join(' ')} (${nodes.length}): ${node?.failureSummary}`;
    });
  });
}

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}
