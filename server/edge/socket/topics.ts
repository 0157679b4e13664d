// The topics a client may name. Public ones are numbers inside, so that equal sets of them are equal keys.

import { klineTopic, PRIVATE_TOPICS } from '@fairtick/contract/socket/messages';
import type { SocketMarket } from './socket-market.ts';

export type PrivateTopic = (typeof PRIVATE_TOPICS)[number];
/** DAY_MARKET is 0, a pair's KLINE the pair's id, MAIN_STATUS below both. */
export type PublicTopic = number;
export const DAY_MARKET: PublicTopic = 0;
export const MAIN_STATUS: PublicTopic = -1;

export type Topic =
  | { readonly kind: 'public'; readonly topic: PublicTopic }
  | { readonly kind: 'private'; readonly topic: PrivateTopic };

const KLINE = klineTopic('');

/** undefined for a name that is no topic, or a pair that is not there. */
export function readTopic(name: string, market: SocketMarket): Topic | undefined {
  if (name === 'DAY_MARKET') return { kind: 'public', topic: DAY_MARKET };
  if (name === 'MAIN_STATUS') return { kind: 'public', topic: MAIN_STATUS };
  const mine = PRIVATE_TOPICS.find((topic) => topic === name);
  if (mine) return { kind: 'private', topic: mine };
  if (!name.startsWith(KLINE)) return undefined;
  const topic = market.pairIdOf(name.slice(KLINE.length));
  return topic === undefined ? undefined : { kind: 'public', topic };
}
