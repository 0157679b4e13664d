// How somebody signed in on this device last: what worked here stands first the next time. No name and nothing secret.

import { readStored, writeStored } from '@fairtick/contract/client/storage';

const KEY = 'login-way';
const WAYS = ['email', 'mobile', 'passkey'] as const;
export type LoginWay = (typeof WAYS)[number];

/** E-mail and password, where nobody has signed in yet. */
export function lastLoginWay(): LoginWay {
  const kept = readStored('local', KEY);
  return WAYS.find((way) => way === kept) ?? 'email';
}

export const keepLoginWay = (way: LoginWay): void => writeStored('local', KEY, way);
