// Asks the server who is signed in.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { call } from './api.ts';

export const askUser = (): Promise<AnswerOf<'user_info'>> => call('user_info', {}, { quiet: true, initial: true });
