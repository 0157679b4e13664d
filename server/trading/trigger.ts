// What a tick or the log's time sets off: a proposal of the engine or of a domain. Its command decides whether it still holds.

import type { QuoteView, Realm, Tick } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';

export interface Trigger {
  readonly kind: string;
  /** The one order that it is about; none for what concerns its users as a whole. */
  readonly orderId?: Id;
  readonly userId?: Id;
  readonly realm?: Realm;
  /** Several users who are decided together. */
  readonly users?: readonly Id[];
  /** The deciding tick. None for a trigger of the log's time alone, which every start finds again. */
  readonly tick?: Tick;
  readonly view?: QuoteView;
}

/** A trigger of one order at a tick. */
export interface OrderTrigger extends Trigger {
  readonly orderId: Id;
  readonly userId: Id;
  readonly tick: Tick;
}

export const isOrderTrigger = (trigger: Trigger): trigger is OrderTrigger =>
  trigger.orderId !== undefined && trigger.userId !== undefined && trigger.tick !== undefined;

/** It opens a position: within one tick it comes after everything that ends one (E6). */
export const isEntry = ({ kind }: Trigger): boolean => kind === 'fill_pending';

/** It judges a user's equity: within one tick it comes after the stops of orders and before entries (E6). */
export const judgesEquity = ({ kind }: Trigger): boolean => kind === 'stop_out' || kind === 'margin_call';

/** It closes positions of one user until their equity suffices. */
export const isStopOut = (trigger: Trigger): trigger is Trigger & { readonly userId: Id } =>
  trigger.kind === 'stop_out' && trigger.userId !== undefined;

export const usersOf = ({ users, userId }: Trigger): readonly Id[] => users ?? (userId === undefined ? [] : [userId]);
