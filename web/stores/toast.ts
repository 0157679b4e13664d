// The one way by which the app speaks to the user. The shell listens and shows; what is said before it is there waits for it.

import type { ApiError } from '@fairtick/contract/client/failures';

export type ToastTone = 'info' | 'success' | 'error';
/** Sentences the app must say itself because no server did: the shell translates the key. */
export type LocalMessage = 'offline' | 'outcome_unknown' | 'only_real' | 'new_build' | 'part_away';

export interface Toast {
  readonly tone: ToastTone;
  /** In the user's language; '' where `local` names the sentence. */
  readonly text: string;
  readonly local?: LocalMessage;
  /** The error's number, for support; absent where nothing failed. */
  readonly code?: number;
  /** Where more of it is: a path of this app. */
  readonly to?: string;
}

type Listener = (toast: Toast) => void;
const listeners = new Set<Listener>();

/** A guard turns somebody away before anything is drawn. */
const MOST_WAITING = 3;
let waiting: Toast[] = [];

export function onToast(listener: Listener): () => void {
  listeners.add(listener);
  const said = waiting;
  waiting = [];
  for (const toast of said) listener(toast);
  return () => listeners.delete(listener);
}

export function sayToast(toast: Toast): void {
  if (listeners.size === 0) waiting = [...waiting, toast].slice(-MOST_WAITING);
  for (const listener of listeners) listener(toast);
}

/** A failed call in the server's words, or in the app's own where no server answered. */
export function toastOf(failed: ApiError): Toast {
  const base = { tone: 'error', code: failed.code } as const;
  if (failed.failure === 'unknown') return { ...base, text: '', local: 'outcome_unknown' };
  if (failed.message === '') return { ...base, text: '', local: 'offline' };
  return { ...base, text: failed.message };
}
