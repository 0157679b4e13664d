// A socket that sends in one piece what is corked without waiting in between. pg corks each statement by itself: so the statements of a trip cost
// one system call and wake the database once.

import { Socket } from 'node:net';

export class GatheringSocket extends Socket {
  #gathering = false;
  #corks = 0;

  override cork(): void {
    this.#corks += 1;
    if (this.#gathering) return;
    this.#gathering = true;
    super.cork();
    queueMicrotask(() => {
      this.#gathering = false;
      super.uncork();
    });
  }

  /** Whoever corked is served at the end: Node would send at every uncork, the inner ones too. Its own at the stream's end is done. */
  override uncork(): void {
    if (this.#corks > 0) this.#corks -= 1;
    else super.uncork();
  }
}
