// Tells users' connections that their chat has moved. Every server looks at the lines that moved, so that what one of them wrote, or wrote and died, is
// told by all; nothing that is told is needed, since an app that comes back asks for what is newer than what it has.

import type { Clock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import type { Pool } from '../../../platform/database/pools.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { UserTeller } from '../../../platform/telling.ts';
import { type MovedLine, movedLines } from './table.ts';

const LOOK_EVERY_MS = 500;
/** A write may commit so long after the time that it carries. */
const COMMITS_WITHIN_MS = 3_000;

export interface ChatTellingOptions {
  readonly db: Pool;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly teller: UserTeller;
}

/** Until it is closed. */
export function tellChats(options: ChatTellingOptions): { close(): Promise<void> } {
  const telling = new ChatTelling(options);
  const cancel = options.clock.every(LOOK_EVERY_MS, () => telling.look());
  return {
    close() {
      cancel();
      return telling.looked;
    },
  };
}

class ChatTelling {
  readonly #options: ChatTellingOptions;
  #sinceMs: number | undefined;
  /** What was told of the lines that are looked at again. */
  #told = new Map<Id, string>();
  #looking: Promise<void> | undefined;

  constructor(options: ChatTellingOptions) {
    this.#options = options;
  }

  get looked(): Promise<void> {
    return this.#looking ?? Promise.resolve();
  }

  look(): void {
    this.#looking ??= this.#look()
      .catch((error: unknown) => this.#options.logger.warn({ err: error }, 'the chats could not be looked at'))
      .finally(() => {
        this.#looking = undefined;
      });
  }

  async #look(): Promise<void> {
    const { lines, nowMs } = await movedLines(this.#options.db, this.#sinceMs);
    const told = new Map<Id, string>();
    for (const line of lines) {
      const state = `${line.last_seq}/${line.read_seq}/${line.moved_time}`;
      if (this.#told.get(line.user_id) !== state) this.#tell(line);
      told.set(line.user_id, state);
    }
    this.#told = told;
    this.#sinceMs = nowMs - COMMITS_WITHIN_MS;
  }

  #tell({ user_id: userId, thread, last_seq: seq, unread }: MovedLine): void {
    const { teller } = this.#options;
    if (teller.hears(userId)) teller.publishToUser(userId, 'CHAT', { thread: String(thread ?? ''), seq, unread });
  }
}
