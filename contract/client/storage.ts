// JSON in the browser's local or session storage. A browser that refuses storage (private mode, full, no browser) costs only the memory of it.

type Kind = 'local' | 'session';
const PREFIX = 'fairtick.';

function storageOf(kind: Kind): Storage | undefined {
  try {
    return kind === 'local' ? globalThis.localStorage : globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}

/** What was stored, unchecked: the caller reads it as `unknown`. undefined when nothing, or nothing readable, is there. */
export function readStored(kind: Kind, key: string): unknown {
  try {
    const text = storageOf(kind)?.getItem(PREFIX + key);
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** Stores, or with undefined removes. */
export function writeStored(kind: Kind, key: string, value: unknown): void {
  try {
    if (value === undefined) storageOf(kind)?.removeItem(PREFIX + key);
    else storageOf(kind)?.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Full or refused: the app works on, it just forgets on reload.
  }
}

/** Calls back when another tab changed this key of the local storage. */
export function onStoredElsewhere(key: string, changed: () => void): void {
  globalThis.addEventListener?.('storage', (event: StorageEvent) => {
    if (event.key === PREFIX + key || event.key === null) changed();
  });
}
