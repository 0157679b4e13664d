// A domain's share of a batch of commands. No behaviour.

import type { Realm } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import type { PoolClient } from '../database/pools.ts';
import type { Write } from '../database/statement.ts';
import type { Actor } from '../principals.ts';

/** What a batch is about, as one part asks for it. */
export interface Scope {
  /** Everybody whose records are locked. */
  readonly owners: readonly Id[];
  readonly realms: readonly Realm[];
  /** Those owners whose active records of this part a decision of the batch reads. */
  readonly watched: readonly Id[];
  /** Ids of records of this part that a decision of the batch names, whoever owns them. */
  readonly named: readonly Id[];
}

/** A row of what a part tells after a commit. Rows of one id replace each other: the newest commit's counts. */
export interface CommittedRow {
  readonly id: Id;
}

/**
 * `Loaded` stands in the batch's state under the part's name, `Change` in a command's change, and the rows in what listeners are told.
 */
export interface BatchPart<Loaded, Change, Row extends CommittedRow> {
  /** Whether its read locks the owners: it is then sent before all others, wherever the part stands in the list. */
  readonly locks?: boolean;
  /** Sends its reads at once: they go out behind the lock, in one trip with those of the other parts. */
  load(tx: PoolClient, scope: Scope): Promise<Loaded>;
  /** Makes an accepted change visible to the batch's later commands. Throws before changing anything when it breaks a promise. */
  apply(loaded: Loaded, change: Change, actor: Actor): void;
  /** One set-based statement a table. */
  write(loaded: Loaded): readonly Write[];
  committed(loaded: Loaded): readonly Row[];
}
