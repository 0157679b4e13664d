// A component's way to its texts. Drawn again when the language changes.

import { useCallback, useSyncExternalStore } from 'react';
import { currentTexts, onTexts, textOf } from './i18n.ts';
import type { Namespace, Translate } from './texts.ts';

export function useTexts<N extends Namespace>(namespace: N): Translate<N> {
  const texts = useSyncExternalStore(onTexts, currentTexts);
  return useCallback((key, values) => textOf(texts, namespace, key, values), [texts, namespace]);
}
