// Looks at a page for anything that somebody's text became: an element, a handler, an address, a request, a report of the content policy.

import type { BrowserContext, Page } from 'playwright-core';
import { ELSEWHERE, HOSTILE_CLASS } from '../harness/hostile-markup.ts';

/** Before a page is opened: what happens in it from then on is a finding. */
export async function watch(context: BrowserContext, findings: string[]): Promise<void> {
  await context.exposeFunction('told', (what: string) => void findings.push(what));
  await context.addInitScript(`
    window.hit = () => window.told('a text was run');
    document.addEventListener('securitypolicyviolation', (event) =>
      window.told('the content policy reports ' + event.violatedDirective + ': ' + event.blockedURI));
  `);
  context.on('request', (request) => {
    if (request.url().includes(ELSEWHERE)) findings.push(`a text asked for ${request.url()}`);
  });
  context.on('page', (page) => page.on('dialog', (dialog) => findings.push(`a dialog: ${dialog.message()}`)));
}

/** What of the page is neither the app's nor the console's own. */
export const foreignIn = (page: Page): Promise<string[]> =>
  page.evaluate(
    ([className, elsewhere]) => {
      const found: string[] = [];
      for (const element of document.querySelectorAll('*')) {
        const name = element.tagName.toLowerCase();
        if (element.classList.contains(className)) found.push(`an element ${name} of a text`);
        if (['iframe', 'object', 'embed', 'base', 'xmp', 'math'].includes(name)) found.push(name);
        if (name === 'style' && element.textContent.includes(elsewhere)) found.push('a style of a text');
        for (const { name: attribute, value } of element.attributes) {
          if (attribute.startsWith('on')) found.push(`${name} has ${attribute}`);
          const leads = ['href', 'src', 'action', 'formaction', 'srcdoc', 'xlink:href', 'style'].includes(attribute);
          if (leads && /^\s*(?:javascript|vbscript|data:text)|elsewhere\.example/i.test(value))
            found.push(`${name} leads to ${value}`);
        }
      }
      if (/[\u202d\u202e]/.test(document.body.textContent)) found.push('a sign turns a line round');
      return found;
    },
    [HOSTILE_CLASS, ELSEWHERE] as const,
  );
