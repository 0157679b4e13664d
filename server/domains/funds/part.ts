// Fund products in a batch: what its users have running, plus what the batch has accepted so far, and what it writes.

import type { Id } from '@fairtick/kernel/ids';
import { WorkingSet } from '../../platform/commands/working-set.ts';
import type { DomainPart } from '../domain-part.ts';
import { loadForBatch, writeFunds } from './batch-table.ts';
import type { Income, Subscription } from './columns.ts';
import type { FundsSettings } from './settings.ts';

export interface FundsChange {
  readonly subscriptions?: readonly Subscription[];
  readonly income?: readonly Income[];
}

/** What a decision may ask. */
export interface FundsState {
  readonly settings: FundsSettings;
  /** The database's clock at the read. */
  readonly nowMs: number;
  /** Active: running, or with a redemption that waits. */
  readonly subscriptions: Pick<WorkingSet<Subscription>, 'byId' | 'active'>;
}

export const isRunning = ({ status }: Pick<Subscription, 'status'>): boolean =>
  status === 'running' || status === 'refunding';

class FundsBatch implements FundsState {
  readonly settings: FundsSettings;
  readonly nowMs: number;
  readonly subscriptions: WorkingSet<Subscription>;
  readonly income: Income[] = [];

  constructor(
    { subscriptions, nowMs }: Awaited<ReturnType<typeof loadForBatch>>,
    users: readonly Id[],
    settings: FundsSettings,
  ) {
    this.settings = settings;
    this.nowMs = nowMs;
    this.subscriptions = new WorkingSet({ what: 'fund products', isActive: isRunning }, subscriptions, users);
  }
}

export interface FundsPartOptions {
  readonly settings: () => FundsSettings;
}

export function fundsPart({ settings }: FundsPartOptions): DomainPart<FundsBatch, FundsChange, never> {
  return {
    load: async (tx, { watched, named }) =>
      new FundsBatch(await loadForBatch(tx, { users: watched, named }), watched, settings()),
    apply(batch, { subscriptions = [], income = [] }) {
      for (const one of subscriptions) batch.subscriptions.put(one);
      batch.income.push(...income);
    },
    write: writeFunds,
    committed: () => [],
  };
}
