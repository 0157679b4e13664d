// What a tick or the log's time sets off: a proposal of the engine or of a domain. Its command decides whether it still holds.

import type { QuoteView, Realm, Tick } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';

export interface Trigger {
  readonly kind: string;
  /** The one order that it is about; none for what concerns its users as a whole. */
  readonly orderId?: Id;
  /** What it is in the line of its user where that is no order yet, or one of several triggers of it: unlike that of any other. */
  readonly line?: string;
  readonly userId?: Id;
  readonly realm?: Realm;
  /** Several users who are decided together. */
  readonly users?: readonly Id[];
  /** The deciding tick. None for a trigger of the log's time alone, which every start finds again. */
  readonly tick?: Tick;
  /** Where it stands in the log; where it is not said, at its tick. */
  readonly place?: number;
  readonly view?: QuoteView;
}

/** The place in the log that it is decided at; none for a trigger of the log's time alone. */
export const placeOf = ({ place, tick }: Trigger): number | undefined => place ?? tick?.logIndex;

/** None for a trigger of the log's time, and for one whose moment is read only when its command is made. */
export const momentOf = ({ tick, view }: Trigger): { readonly tick: Tick; readonly view: QuoteView } | undefined =>
  tick && view && { tick, view };

/** In the line of its user, a copy that is to end with the order that it is of. */
export const copyClosing = (originId: Id, followId: Id): string => `copy_close:${originId}:${followId}`;

/** In the line of its user, the stop of a relation: all copies of it are to end. */
export const copyStopping = (followId: Id): string => `copy_stop:${followId}`;

/** A trigger of one order at a tick. */
export interface OrderTrigger extends Trigger {
  readonly orderId: Id;
  readonly userId: Id;
  readonly tick: Tick;
}

export const isOrderTrigger = (trigger: Trigger): trigger is OrderTrigger =>
  trigger.orderId !== undefined && trigger.userId !== undefined && trigger.tick !== undefined;

/** It opens a position: within one tick it comes after everything that ends one (E6). */
export const isEntry = ({ kind }: Trigger): boolean => kind === 'fill_pending' || kind === 'copy_open';

/** What it leaves is held against the ticks behind it once its commit has reached the engine: what came later by the log goes behind that. */
export const meetsLaterTicks = (trigger: Trigger): boolean => isEntry(trigger) || trigger.kind === 'copy_stops';

/** It judges a user's equity: within one tick it comes after the stops of orders and before entries (E6). */
export const judgesEquity = ({ kind }: Trigger): boolean => kind === 'stop_out' || kind === 'margin_call';

/** It judges what a relation's copies have come to: within one tick it comes after the stops of orders and before stop-outs (E121). */
export const isCopyStop = ({ kind }: Trigger): boolean => kind === 'copy_stop';

/** It closes positions of one user until their equity suffices. */
export const isStopOut = (trigger: Trigger): trigger is Trigger & { readonly userId: Id } =>
  trigger.kind === 'stop_out' && trigger.userId !== undefined;

export const usersOf = ({ users, userId }: Trigger): readonly Id[] => users ?? (userId === undefined ? [] : [userId]);
