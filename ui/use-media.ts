// Whether a media query holds now, for layouts that differ in structure and not only in style.

import { useCallback, useSyncExternalStore } from 'react';

function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** From 1,024 px on the app is a workspace. */
export const useWide = (): boolean => useMedia('(min-width: 64rem)');
