// Loads the page anew once its server answers. A browser remembers, for as long as a page lives, that a file of it did not come, and asks for it
// no more; a new page does, and knows the names of today's files.

import { useEffect } from 'react';
import { useConnection } from './use-connection.ts';

const LOOK_MS = 5_000;
/** A page that was loaded anew is so old before it is once more: a file that never comes must not keep it flashing. */
const AGE_MS = 60_000;

/** While the part that needs it is shown. What else is on the page is given up for it. */
export function usePageAnew(): void {
  const connection = useConnection();
  useEffect(() => {
    if (connection !== 'open') return;
    let isShown = true;
    async function look(): Promise<void> {
      if (isYoung() || !(await answers()) || !isShown) return;
      location.reload();
    }
    void look();
    const timer = setInterval(look, LOOK_MS);
    return () => {
      isShown = false;
      clearInterval(timer);
    };
  }, [connection]);
}

const isYoung = (): boolean =>
  performance.now() < AGE_MS &&
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload');

/** A socket may be taken for open for seconds after the network went. A page that is loaded without one is gone. */
async function answers(): Promise<boolean> {
  try {
    return (await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
