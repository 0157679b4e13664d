// One value of a keyed store in a component.

import { useCallback, useSyncExternalStore } from 'react';
import type { KeyedStore } from '../stores/keyed-store.ts';

/** The value under `key`; re-renders only when that one changes. */
export function useKeyed<K, V>(store: KeyedStore<K, V>, key: K): V | undefined {
  const subscribe = useCallback((changed: () => void) => store.subscribe(key, changed), [store, key]);
  return useSyncExternalStore(subscribe, () => store.get(key));
}
