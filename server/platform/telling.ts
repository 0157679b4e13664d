// What a domain tells the users who are connected, after a commit. The socket carries it. No behaviour.

import type { FigureEvents, FigureTopic, UserEvents, UserEventTopic } from '@fairtick/contract/socket/user-events';
import type { Id } from '@fairtick/kernel/ids';

/** The socket connections of users. */
export interface UserTeller {
  /** Whether the user has a connection here at all. */
  hears(userId: Id): boolean;
  /** To each connection of the user that listens to the topic. After the commit only. */
  publishToUser<T extends UserEventTopic>(userId: Id, topic: T, data: UserEvents[T]): void;
  /** The user's floating figures have changed otherwise than by a tick. */
  refreshUser(userId: Id): void;
}

/**
 * A user's floating figures. `moved`: the pairs that changed since the last flush; undefined as answer then means that they touch nothing of
 * the user. Without `moved` the figures are wanted in any case, also those of somebody who holds nothing.
 */
export type Figures = (userId: Id, moved: ReadonlySet<number> | undefined) => FigureEvents[FigureTopic] | undefined;
