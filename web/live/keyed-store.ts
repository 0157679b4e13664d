// Values by key, each with its own listeners: a tick wakes only the cells that show it. Wake-ups are gathered into one per frame.

import { useCallback, useSyncExternalStore } from 'react';

export class KeyedStore<K, V> {
  readonly #values = new Map<K, V>();
  readonly #listeners = new Map<K, Set<() => void>>();
  readonly #changed = new Set<K>();
  readonly #schedule: (flush: () => void) => void;

  /** `schedule` runs its argument soon, once: a frame in the browser, at once in tests. */
  constructor(schedule: (flush: () => void) => void = nextFrame) {
    this.#schedule = schedule;
  }

  get(key: K): V | undefined {
    return this.#values.get(key);
  }

  set(key: K, value: V): void {
    this.#values.set(key, value);
    this.#wake(key);
  }

  delete(key: K): void {
    if (this.#values.delete(key)) this.#wake(key);
  }

  subscribe(key: K, listener: () => void): () => void {
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(key) === listeners) this.#listeners.delete(key);
    };
  }

  #wake(key: K): void {
    const waiting = this.#changed.size > 0;
    this.#changed.add(key);
    if (!waiting) this.#schedule(() => this.#flush());
  }

  #flush(): void {
    const keys = [...this.#changed];
    this.#changed.clear();
    for (const key of keys) for (const listener of this.#listeners.get(key) ?? []) listener();
  }
}

/** A hidden page paints no frames; a timer keeps it from gathering for ever. */
function nextFrame(flush: () => void): void {
  if (typeof requestAnimationFrame === 'function' && !globalThis.document?.hidden) requestAnimationFrame(flush);
  else setTimeout(flush, 250);
}

/** The value under `key`; re-renders only when that one changes. */
export function useKeyed<K, V>(store: KeyedStore<K, V>, key: K): V | undefined {
  const subscribe = useCallback((changed: () => void) => store.subscribe(key, changed), [store, key]);
  return useSyncExternalStore(subscribe, () => store.get(key));
}
