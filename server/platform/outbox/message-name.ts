// What a message is called outside.

import { createHash } from 'node:crypto';
import type { Message } from './table.ts';

/** The same each time a message is tried, and no other's: a receiver that knows it has had it. Tells nothing of how many there are. */
export const messageName = ({ id, createdTime }: Pick<Message, 'id' | 'createdTime'>): string =>
  createHash('sha256').update(`fairtick/message/v1\n${id}\n${createdTime}\n`).digest('hex').slice(0, 32);
