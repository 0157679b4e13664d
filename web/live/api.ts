// The app's one way to call the server. What a call is stands in the contract; how it travels in caller.ts.

import { endpoints } from 'virtual:contract';
import { systemClock } from '@fairtick/kernel/clock';
import { systemEntropy } from '@fairtick/kernel/random';
import { createCaller, newKey } from './caller.ts';
import { currentSession, signOut } from './session.ts';
import { currentSettings } from './settings.ts';
import { sayToast } from './toast.ts';

export { ApiError, type ApiFailure, type EndpointOptions } from './caller.ts';
export { onToast } from './toast.ts';

export const call = createCaller({
  table: endpoints,
  fetch: (url, init) => fetch(url, init),
  clock: systemClock,
  entropy: systemEntropy,
  lang: () => currentSettings().lang,
  token: () => currentSession()?.token,
  expired: () => {
    signOut();
    goToLogin();
  },
  toast: sayToast,
});

/** A key for one intent of the user, to be held while they may repeat it. */
export const intentKey = (): string => newKey(systemEntropy);

/** Hash routes: the path now shown becomes `from`, so that the user comes back to it. */
export function goToLogin(): void {
  const here = location.hash.replace(/^#/, '') || '/';
  if (here.startsWith('/login')) return;
  location.hash = `/login?from=${encodeURIComponent(here)}`;
}
