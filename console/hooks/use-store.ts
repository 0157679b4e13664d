// A store's value in a component, drawn again when it changes.

import { useSyncExternalStore } from 'react';
import type { Store } from '../stores/store.ts';

export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get);
