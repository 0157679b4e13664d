// Copies a text and says so.

import { useTexts } from '../i18n/use-texts.ts';
import { sayToast } from '../stores/toast.ts';

export function useCopy(): (text: string) => Promise<void> {
  const t = useTexts('account');
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      sayToast({ tone: 'success', text: t('copied') });
    } catch {
      // Refused by the browser: the text is on the screen and can be selected.
    }
  };
}
