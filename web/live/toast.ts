// The one way by which live data speaks to the user. The shell listens and shows; nobody listening loses nothing but words.

export type ToastTone = 'info' | 'success' | 'error';
/** Sentences the app must say itself because no server answered: the shell translates the key. */
export type LocalMessage = 'offline' | 'outcome_unknown';

export interface LiveToast {
  readonly tone: ToastTone;
  /** In the user's language; '' where `local` names the sentence. */
  readonly text: string;
  readonly local?: LocalMessage;
  /** The error's number, for support; absent where nothing failed. */
  readonly code?: number;
}

type Listener = (toast: LiveToast) => void;
const listeners = new Set<Listener>();

export function onToast(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function sayToast(toast: LiveToast): void {
  for (const listener of listeners) listener(toast);
}
