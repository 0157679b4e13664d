// A socket that sends what is written to it in one turn in one piece: a batch's statements cost one system call and wake the database once.

import { Socket } from 'node:net';

type Written = (error?: Error | null) => void;

export class GatheringSocket extends Socket {
  #gathering = false;

  override write(bytes: string | Uint8Array, encoding?: BufferEncoding | Written, written?: Written): boolean {
    if (!this.#gathering && !this.connecting) {
      this.#gathering = true;
      this.cork();
      process.nextTick(() => {
        this.#gathering = false;
        this.uncork();
      });
    }
    return typeof encoding === 'function' ? super.write(bytes, encoding) : super.write(bytes, encoding, written);
  }
}
