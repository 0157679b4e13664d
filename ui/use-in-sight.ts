// Whether an element is on the screen or nearly so, for what need not be kept up to date elsewhere. One observer serves them all.

import { type RefObject, useEffect, useState } from 'react';

/** Ready before it is scrolled to. */
const MARGIN = '10% 0px';
const listeners = new WeakMap<Element, (inSight: boolean) => void>();
let shared: IntersectionObserver | undefined;

function observer(): IntersectionObserver {
  shared ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) listeners.get(entry.target)?.(entry.isIntersecting);
    },
    { rootMargin: MARGIN },
  );
  return shared;
}

/** In sight until it is known not to be. */
export function useInSight(target: RefObject<Element | null>): boolean {
  const [inSight, setInSight] = useState(true);
  useEffect(() => {
    const element = target.current;
    if (!element) return;
    const watch = observer();
    listeners.set(element, setInSight);
    watch.observe(element);
    return () => {
      watch.unobserve(element);
      listeners.delete(element);
    };
  }, [target]);
  return inSight;
}
