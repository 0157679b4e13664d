// What the user has sent and no server has confirmed, kept in this tab over a reload: it goes out again under its own key, so it is taken once. It is
// theirs alone: whoever else signs in finds none of it.

import { isRecord } from '@fairtick/contract/client/is-record';
import { readStored, writeStored } from '@fairtick/contract/client/storage';
import type { Outgoing } from './chat-log.ts';
import { currentSession } from './session.ts';

const KEY = 'chat-outgoing';
const uidNow = (): string => currentSession()?.user.uid ?? '';

export function keptOutgoing(): readonly Outgoing[] {
  const value = readStored('session', KEY);
  if (!isRecord(value) || value.uid !== uidNow() || !Array.isArray(value.messages)) return [];
  return value.messages.flatMap(outgoingOf);
}

export function keepOutgoing(messages: readonly Outgoing[]): void {
  writeStored('session', KEY, messages.length === 0 ? undefined : { uid: uidNow(), messages });
}

/** Whatever was under way waits for its turn again. */
function outgoingOf(one: unknown): Outgoing[] {
  if (!isRecord(one)) return [];
  const { key, text, image, why } = one;
  if (typeof key !== 'string' || typeof text !== 'string' || typeof image !== 'string' || typeof why !== 'string')
    return [];
  return [{ key, text, image, state: why === '' ? 'waiting' : 'failed', why }];
}
