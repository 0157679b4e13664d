// What a domain tells the users who are connected, after a commit. The socket carries it. No behaviour.

import type { Balance } from '@fairtick/contract/http/accounts';
import type { ForexTrade } from '@fairtick/contract/socket/messages';
import type { NoticeKind } from '@fairtick/contract/texts/keys';
import type { Id } from '@fairtick/kernel/ids';

/** A notice before it is put into the words of the one who reads it. */
export interface NoticeEvent {
  readonly kind: NoticeKind;
  /** The order it is about; '' for none. */
  readonly id: string;
  /** As contract/texts/keys NOTICE_PARAMS lists them. */
  readonly params: Readonly<Record<string, string>>;
}

export interface UserEvents {
  readonly FOREX_CLOSED: readonly string[];
  readonly MICRO_CLOSED: readonly string[];
  /** All three balances: a state. */
  readonly BALANCE: readonly Balance[];
  readonly NOTICE: NoticeEvent;
}
export type UserEventTopic = keyof UserEvents;

/** Users' live connections. */
export interface UserTeller {
  /** Whether the user has a connection here at all. */
  hears(userId: Id): boolean;
  /** To each connection of the user that listens to the topic. After the commit only. */
  publishToUser<T extends UserEventTopic>(userId: Id, topic: T, data: UserEvents[T]): void;
  /** The user's floating figures have changed otherwise than by a tick. */
  refreshUser(userId: Id): void;
}

/** Topics of figures that move with every tick. */
export type FigureTopic = 'FOREX_TRADE' | 'FOREX_FOLLOW_TRADE';

/**
 * A user's floating figures. `moved`: the pairs that changed since the last flush; undefined as answer then means that they touch nothing of
 * the user. Without `moved` the figures are wanted in any case, also those of somebody who holds nothing.
 */
export type Figures = (userId: Id, moved: ReadonlySet<number> | undefined) => ForexTrade | undefined;
