// Listeners of one event, told in the order in which they came. One that throws is reported; the others are still called.

export class Listeners<A extends readonly unknown[]> {
  readonly #all = new Set<(...event: A) => void>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Returns what ends it. */
  add(listener: (...event: A) => void): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  tell(...event: A): void {
    for (const listener of this.#all) {
      try {
        listener(...event);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}
