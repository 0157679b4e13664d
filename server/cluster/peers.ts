// Which servers are there, and whether each of their messages was heard: they are numbered, without a hole. Pure.

export interface Heard {
  /** Not heard before. */
  readonly fresh: boolean;
  /** Something before it was not heard. */
  readonly missed: boolean;
}

export class Peers {
  readonly #silentMs: number;
  readonly #peers = new Map<number, { number: number; heardMs: number }>();
  #listening = true;

  constructor(silentMs: number) {
    this.#silentMs = silentMs;
  }

  get size(): number {
    return this.#peers.size;
  }

  /**
   * Nothing is known of anybody: until `listened` a server's first message is where its numbers begin for us. What came before it must be read
   * elsewhere after that.
   */
  listen(): void {
    this.#peers.clear();
    this.#listening = true;
  }

  listened(): void {
    this.#listening = false;
  }

  /** A message with its number; each server's first is 1. */
  heard(server: number, number: number, nowMs: number): Heard {
    const known = this.#peers.get(server);
    if (known && number <= known.number) return { fresh: false, missed: false };
    this.#peers.set(server, { number, heardMs: nowMs });
    return { fresh: true, missed: known ? number !== known.number + 1 : number !== 1 && !this.#listening };
  }

  /** The server has announced that it stops. */
  left(server: number): void {
    this.#peers.delete(server);
  }

  /** Servers not heard for too long; they are forgotten. `nowMs`: of the newest message of all, so that our own sleep is nobody's silence. */
  silent(nowMs: number): number[] {
    const found = [...this.#peers]
      .filter(([, { heardMs }]) => nowMs - heardMs > this.#silentMs)
      .map(([server]) => server);
    for (const server of found) this.#peers.delete(server);
    return found;
  }
}
