// What the user has begun to write to the staff, kept in this tab until it is sent: a look at an order or a page loaded anew takes no words away. It
// is theirs alone: whoever else signs in finds none of it.

import { isRecord } from '@fairtick/contract/client/is-record';
import { readStored, writeStored } from '@fairtick/contract/client/storage';
import { createStore } from 'zustand/vanilla';
import { currentSession, onSession } from './session.ts';

const KEY = 'chat-draft';
const uidNow = (): string => currentSession()?.user.uid ?? '';

function kept(): string {
  const value = readStored('session', KEY);
  return isRecord(value) && value.uid === uidNow() && typeof value.text === 'string' ? value.text : '';
}

export const chatDraftStore = createStore<{ readonly text: string }>(() => ({ text: kept() }));

export function setChatDraft(text: string): void {
  chatDraftStore.setState({ text });
  writeStored('session', KEY, text === '' ? undefined : { uid: uidNow(), text });
}

onSession(() => setChatDraft(''));
