// The app's one way to call the server: the caller of transport/ with this user's session, language and toasts.

import { endpoints } from 'virtual:contract';
import { createCaller } from '@fairtick/contract/client/caller';
import { newKey } from '@fairtick/contract/client/request';
import { systemClock } from '@fairtick/kernel/clock';
import { systemEntropy } from '@fairtick/kernel/random';
import { goToLogin } from './login-address.ts';
import { currentSession, signOut } from './session.ts';
import { currentSettings } from './settings.ts';
import { sayToast, toastOf } from './toast.ts';

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
  done: (word) => sayToast({ tone: 'success', text: word }),
  failed: (error) => sayToast(toastOf(error)),
});

/** A key for one intent of the user, to be held while they may repeat it. */
export const intentKey = (): string => newKey(systemEntropy);
