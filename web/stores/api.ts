// The app's one way to call the server: the caller of contract/client with this user's session, language and toasts. A call that needs a step-up
// asks for it and is sent once more, under its own key.

import { endpoints } from 'virtual:contract';
import { type CallFn, createCaller } from '@fairtick/contract/client/caller';
import { SESSION_EXPIRED } from '@fairtick/contract/client/envelope';
import { ApiError } from '@fairtick/contract/client/failures';
import { newKey } from '@fairtick/contract/client/request';
import type { ErrorCode } from '@fairtick/contract/errors';
import { systemClock } from '@fairtick/kernel/clock';
import { systemEntropy } from '@fairtick/kernel/random';
import { doubtConnection } from './connection.ts';
import { deviceName } from './device.ts';
import { goToLogin } from './login-address.ts';
import { currentSession, signOut } from './session.ts';
import { currentSettings } from './settings.ts';
import { askStepUp } from './step-up.ts';
import { sayToast, toastOf } from './toast.ts';

const STEP_UP_NEEDED: ErrorCode<'STEP_UP_NEEDED'> = 4022;

function expired(): void {
  signOut();
  goToLogin();
}

/** For what does not go by `call`. */
export const requestHeaders = (): Readonly<Record<string, string>> => ({
  lang: currentSettings().lang,
  device: deviceName(),
  ...authorization(currentSession()?.token),
});
const authorization = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { authorization: token };

/** Of a failure that did not come by `call`: what it says of the session is heeded all the same. */
export function heedExpiry({ code }: ApiError): void {
  if (code === SESSION_EXPIRED) expired();
}

const send = createCaller({
  table: endpoints,
  fetch: (url, init) =>
    fetch(url, init).catch((error: unknown) => {
      if (!init.signal?.aborted) doubtConnection();
      throw error;
    }),
  clock: systemClock,
  entropy: systemEntropy,
  lang: () => currentSettings().lang,
  device: deviceName,
  token: () => currentSession()?.token,
  expired,
  done: (word) => sayToast({ tone: 'success', text: word }),
  failed: (error) => {
    if (error.code !== STEP_UP_NEEDED) sayToast(toastOf(error));
  },
});

export const call: CallFn = async (name, input, options = {}) => {
  const same = { ...options, key: options.key ?? intentKey() };
  try {
    return await send(name, input, same);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== STEP_UP_NEEDED) throw error;
    if (!(await askStepUp(error.data))) throw new ApiError('cancelled', 0, '');
    return await send(name, input, same);
  }
};

/** A key for one intent of the user, to be held while they may repeat it. */
export const intentKey = (): string => newKey(systemEntropy);
