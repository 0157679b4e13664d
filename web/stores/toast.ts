// The one way by which the app speaks to the user. The shell listens and shows; nobody listening loses nothing but words.

import type { ApiError } from '@fairtick/contract/client/failures';

export type ToastTone = 'info' | 'success' | 'error';
/** Sentences the app must say itself because no server answered: the shell translates the key. */
export type LocalMessage = 'offline' | 'outcome_unknown';

export interface Toast {
  readonly tone: ToastTone;
  /** In the user's language; '' where `local` names the sentence. */
  readonly text: string;
  readonly local?: LocalMessage;
  /** The error's number, for support; absent where nothing failed. */
  readonly code?: number;
}

type Listener = (toast: Toast) => void;
const listeners = new Set<Listener>();

export function onToast(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function sayToast(toast: Toast): void {
  for (const listener of listeners) listener(toast);
}

/** A failed call in the server's words, or in the app's own where no server answered. */
export function toastOf(failed: ApiError): Toast {
  const base = { tone: 'error', code: failed.code } as const;
  if (failed.failure === 'unknown') return { ...base, text: '', local: 'outcome_unknown' };
  if (failed.message === '') return { ...base, text: '', local: 'offline' };
  return { ...base, text: failed.message };
}
