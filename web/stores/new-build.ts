// Whether another build of the app is served than the one that runs: asked for when the window is looked at and every five minutes. Said once a build, and loaded
// when the user wants it, never by itself. What can't be asked is not spoken of. With the first page: after an update its other files may not come any more.

import { isRecord } from '@fairtick/contract/client/is-record';
import { systemClock } from '@fairtick/kernel/clock';
import { sayToast } from './toast.ts';

const EVERY_MS = 5 * 60_000;

/** As web/vite-version.ts names a build. */
let known = globalThis.document?.querySelector<HTMLScriptElement>('script[type=module]')?.src.split('/').pop();

/** Returns a function that ends it. */
export function watchBuilds(): () => void {
  const ask = (): void => void look();
  addEventListener('focus', ask);
  const stop = systemClock.every(EVERY_MS, ask);
  return () => {
    removeEventListener('focus', ask);
    stop();
  };
}

async function look(): Promise<void> {
  try {
    const told: unknown = await (await fetch('./version.json', { cache: 'no-store' })).json();
    if (!isRecord(told) || typeof told.build !== 'string' || told.build === known) return;
    known = told.build;
    sayToast({ tone: 'info', text: '', local: 'new_build' });
  } catch {
    // Asked again at the next look.
  }
}
