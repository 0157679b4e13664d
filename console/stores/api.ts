// The console's one way to call the server. A call that needs a step-up asks for it and is sent once more, under its own key.

import { endpoints } from 'virtual:staff-contract';
import { type CallFn, createCaller } from '@fairtick/contract/client/caller';
import { ApiError } from '@fairtick/contract/client/failures';
import { newKey } from '@fairtick/contract/client/request';
import type { ErrorCode } from '@fairtick/contract/errors';
import type { AnswerOf, EndpointName, InputOf } from '@fairtick/contract/http/index';
import type { StaffTable } from '@fairtick/contract/staff/index';
import { systemClock } from '@fairtick/kernel/clock';
import { systemEntropy } from '@fairtick/kernel/random';
import { noteCall } from './activity.ts';
import { forgetSession, sessionStore } from './session.ts';
import { settingsStore } from './settings.ts';
import { askStepUp } from './step-up.ts';

const STEP_UP_NEEDED: ErrorCode<'STEP_UP_NEEDED'> = 4022;

export type StaffEndpoint = EndpointName<StaffTable>;
export type StaffInput<N extends StaffEndpoint> = InputOf<N, StaffTable>;
export type StaffAnswer<N extends StaffEndpoint> = AnswerOf<N, StaffTable>;

const send = createCaller<StaffTable>({
  table: endpoints,
  fetch: (url, init) => fetch(url, init),
  clock: systemClock,
  entropy: systemEntropy,
  lang: () => settingsStore.get().lang,
  token: () => sessionStore.get().token,
  expired: () => {
    // A wrong link or password of somebody who is not signed in ends nothing.
    if (sessionStore.get().token !== undefined) forgetSession('expired');
  },
  done: () => {},
  failed: () => {},
});

export const call: CallFn<StaffTable> = async (name, input, options = {}) => {
  const same = { ...options, key: options.key ?? newKey(systemEntropy) };
  try {
    const answer = await send(name, input, same);
    noteCall();
    return answer;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== STEP_UP_NEEDED) throw error;
    noteCall();
    if (!(await askStepUp())) throw new ApiError('cancelled', 0, '');
    return await send(name, input, same);
  }
};
