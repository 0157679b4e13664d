// Which company's contact somebody has chosen to see, kept by the browser.

import { choiceCookie, chosenIn } from './company-choice.ts';

export const chosenCompany = (): string | undefined => chosenIn(document.cookie);

export function chooseCompany(id: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the other way needs https, and the app also runs without
  document.cookie = choiceCookie(id, location.protocol === 'https:');
}
