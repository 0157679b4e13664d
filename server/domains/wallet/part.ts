// Money in and out in a batch: what was read under its users' locks, plus what the batch has accepted so far, and what it writes.

import type { Clock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import { assert } from '@fairtick/kernel/result';
import { WorkingSet } from '../../platform/commands/working-set.ts';
import type { DomainPart } from '../domain-part.ts';
import { loadForBatch, type WalletRows, writeWallet } from './batch-table.ts';
import type { WalletSettings } from './settings.ts';
import type { Approval, Deposit, Destination, Receipt, Withdrawal } from './types.ts';

export interface WalletChange {
  readonly destinations?: readonly Destination[];
  readonly receipts?: readonly Receipt[];
  readonly deposits?: readonly Deposit[];
  readonly withdrawals?: readonly Withdrawal[];
  readonly approvals?: readonly Approval[];
}

/** What a decision may ask. A record that the batch did not load is undefined, as one that is not there. */
export interface WalletState {
  readonly settings: WalletSettings;
  readonly destinations: Pick<WorkingSet<Destination>, 'byId'>;
  readonly receipts: Pick<WorkingSet<Receipt>, 'byId' | 'changed'>;
  /** Active: unchecked. */
  readonly deposits: Pick<WorkingSet<Deposit>, 'byId' | 'active' | 'changed'>;
  /** Active: under way, or asked for within two days, whatever became of it. */
  readonly withdrawals: Pick<WorkingSet<Withdrawal>, 'byId' | 'active' | 'changed'>;
  /** Who has approved a withdrawal that the command names. */
  approvalsOf(withdrawalId: Id): readonly Approval[];
  /** A proof of client money has failed and none has held since. Of a batch that names nothing of the wallet's it says no. */
  readonly paused: boolean;
}

export type MoneyUnderWay = Pick<WalletState, 'withdrawals' | 'deposits'>;

/** Whether money of theirs is on its way out, or they say that some is on its way in. */
export const isUnderWay = ({ withdrawals, deposits }: MoneyUnderWay, userId: Id): boolean =>
  deposits.active(userId).length > 0 ||
  withdrawals.active(userId).some(({ status }) => status === 'waiting' || status === 'approved');

export class WalletBatch implements WalletState {
  readonly settings: WalletSettings;
  readonly paused: boolean;
  readonly destinations: WorkingSet<Destination>;
  readonly receipts: WorkingSet<Receipt>;
  readonly deposits: WorkingSet<Deposit>;
  readonly withdrawals: WorkingSet<Withdrawal>;
  /** Those that the batch adds. */
  readonly approved: Approval[] = [];
  readonly #approvals: Approval[];

  constructor(rows: WalletRows, users: readonly Id[], settings: WalletSettings) {
    this.settings = settings;
    const any = () => true;
    this.destinations = new WorkingSet({ what: 'destinations', isActive: any }, rows.destinations, []);
    this.receipts = new WorkingSet({ what: 'receipts', isActive: any }, rows.receipts, []);
    const unchecked = ({ status }: Deposit): boolean => status === 'unchecked';
    this.deposits = new WorkingSet({ what: 'deposits', isActive: unchecked }, rows.deposits, users);
    // Of two days or under way: what was loaded by its user, and what is named, whoever looks.
    this.withdrawals = new WorkingSet({ what: 'withdrawals', isActive: any }, rows.withdrawals, users);
    this.#approvals = [...rows.approvals];
    this.paused = rows.paused;
  }

  approvalsOf(withdrawalId: Id): readonly Approval[] {
    return this.#approvals.filter((one) => one.withdrawalId === withdrawalId);
  }

  /** Throws where the same person has approved it before. */
  approve(approval: Approval): void {
    const before = this.approvalsOf(approval.withdrawalId);
    assert(!before.some(({ staffId }) => staffId === approval.staffId), 'each approves once');
    this.#approvals.push(approval);
    this.approved.push(approval);
  }
}

export interface WalletPartOptions {
  readonly clock: Clock;
  readonly settings: () => WalletSettings;
}

/** Requests of a day count by the database's clock; what is read goes further back than two clocks can be apart. */
const READ_BACK_MS = 2 * 86_400_000;

export function walletPart({ clock, settings }: WalletPartOptions): DomainPart<WalletBatch, WalletChange, Withdrawal> {
  return {
    async load(tx, { realms, watched, named }) {
      // Who plays has no money outside.
      const users = realms.includes('live') ? watched : [];
      const sinceMs = clock.now() - READ_BACK_MS;
      return new WalletBatch(await loadForBatch(tx, { users, named, sinceMs }), users, settings());
    },
    apply(batch, { destinations = [], receipts = [], deposits = [], withdrawals = [], approvals = [] }) {
      for (const one of destinations) batch.destinations.put(one);
      for (const one of receipts) batch.receipts.put(one);
      for (const one of deposits) batch.deposits.put(one);
      for (const one of withdrawals) batch.withdrawals.put(one);
      for (const one of approvals) batch.approve(one);
    },
    write: writeWallet,
    committed: () => [],
  };
}
