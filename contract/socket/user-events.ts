// What is told to one user alone, by topic: events that must all arrive, and figures of which only the newest counts. No behaviour.

import type { Balance } from '../http/accounts.ts';
import type { NoticeKind } from '../texts/keys.ts';
import type { ChatMoved, FollowTrade, ForexTrade } from './messages.ts';

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
  /** A tick has opened these: they have their opening price now. */
  readonly MICRO_OPENED: readonly string[];
  readonly MICRO_CLOSED: readonly string[];
  /** All three balances: a state. */
  readonly BALANCE: readonly Balance[];
  readonly NOTICE: NoticeEvent;
  /** A state. */
  readonly CHAT: ChatMoved;
}
export type UserEventTopic = keyof UserEvents;

/** Figures that move with every tick. */
export interface FigureEvents {
  readonly FOREX_TRADE: ForexTrade;
  /** The same of copied orders. */
  readonly FOREX_FOLLOW_TRADE: FollowTrade;
}
export type FigureTopic = keyof FigureEvents;
