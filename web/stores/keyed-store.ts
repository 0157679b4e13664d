// Values by key, each with its own listeners: a tick wakes only the cells that show it. Wake-ups are gathered into one a frame, a few keys each.

/** Ticks come in bursts; drawing this many keys a frame leaves a slow phone time for the frame, and 50 keys are through in a fifth of a second. */
export const MOST_A_FRAME = 4;

export class KeyedStore<K, V> {
  readonly #values = new Map<K, V>();
  readonly #listeners = new Map<K, Set<() => void>>();
  readonly #changed = new Set<K>();
  /** A flush is on its way, or under way. */
  #waiting = false;
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
    this.#changed.add(key);
    if (this.#waiting) return;
    this.#waiting = true;
    this.#schedule(() => this.#flush());
  }

  #flush(): void {
    try {
      this.#tell();
    } finally {
      this.#waiting = this.#changed.size > 0;
      if (this.#waiting) this.#schedule(() => this.#flush());
    }
  }

  #tell(): void {
    let told = 0;
    for (const key of [...this.#changed]) {
      if (told === MOST_A_FRAME) return;
      this.#changed.delete(key);
      const listeners = this.#listeners.get(key);
      if (!listeners) continue;
      told += 1;
      for (const listener of [...listeners]) listener();
    }
  }
}

/** A hidden page paints no frames; a timer keeps it from gathering for ever. */
function nextFrame(flush: () => void): void {
  if (typeof requestAnimationFrame === 'function' && !globalThis.document?.hidden) requestAnimationFrame(flush);
  else setTimeout(flush, 250);
}
