// Users in a batch: those that it makes and those that it removes.

import type { Id } from '@fairtick/kernel/ids';
import type { DomainPart } from '../domain-part.ts';
import type { NewUser } from './columns.ts';
import { removeUsers } from './removal-table.ts';
import { insertUsers } from './table.ts';

export interface AccountsChange {
  readonly opened?: readonly NewUser[];
  readonly removed?: readonly Id[];
}

interface AccountsBatch {
  readonly opened: NewUser[];
  readonly removed: Id[];
}

/** Comes before the ledger: a user's row is written before the user's accounts. It reads nothing. */
export function accountsPart(): DomainPart<AccountsBatch, AccountsChange, never> {
  return {
    load: async () => ({ opened: [], removed: [] }),
    apply(batch, { opened = [], removed = [] }) {
      batch.opened.push(...opened);
      batch.removed.push(...removed);
    },
    write: ({ opened, removed }) => [...insertUsers(opened), ...removeUsers(removed)],
    committed: () => [],
  };
}
