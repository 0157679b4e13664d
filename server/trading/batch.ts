// One batch of commands against the database: what is locked and read, how an accepted change is applied, what is written. The order of the
// statements is the protocol: accounts are locked first, everything that depends on them is read after.

import type { ForexOrder, MicroOrder, Proposal, Realm } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import { insertUsers, removeUsers } from '../domains/accounts/index.ts';
import * as forex from '../domains/forex/index.ts';
import {
  type Account,
  Accounts,
  HOUSE,
  insertAccounts,
  insertJournals,
  type Journal,
  lockAccounts,
} from '../domains/ledger/index.ts';
import * as micro from '../domains/micro/index.ts';
import type { OpenedUser } from '../domains/portfolio/index.ts';
import type { Command, Desk, UserNotice } from '../platform/commands/command.ts';
import type { PoolClient } from '../platform/database/pools.ts';
import type { Write } from '../platform/database/statement.ts';
import { passTime } from '../platform/transparency/table.ts';
import { type MarketSource, marketAt, marketNow } from './market-at.ts';
import type { NightTrigger } from './nights.ts';
import type { Settings } from './settings.ts';

/** What an accepted command does. Each domain's own change is a part of this. */
export interface Change {
  readonly journals: readonly Journal[];
  readonly forex?: readonly ForexOrder[];
  readonly financing?: readonly forex.FinancingCharge[];
  readonly micro?: readonly MicroOrder[];
  readonly newUsers?: readonly OpenedUser[];
  readonly removedUsers?: readonly Id[];
  readonly notices: readonly UserNotice[];
}

/** What listeners learn after a commit: the new state of everything that changed. */
export interface Committed {
  readonly forex: readonly ForexOrder[];
  readonly micro: readonly MicroOrder[];
  readonly accounts: readonly Account[];
  /** All accounts of each user with a changed one. */
  readonly balances: ReadonlyMap<Id, readonly Account[]>;
  readonly notices: readonly UserNotice[];
  /** Grows from batch to batch of a realm, whichever server: for servers that tell each other. */
  readonly place?: bigint;
}

export interface BatchState extends forex.ForexState, micro.MicroState {
  readonly market: forex.MarketAt;
  readonly journals: Journal[];
  readonly financing: forex.FinancingCharge[];
  readonly newUsers: OpenedUser[];
  readonly removedUsers: Id[];
  readonly notices: UserNotice[];
  readonly place: bigint | undefined;
}

export interface DeskOptions {
  readonly market: MarketSource;
  readonly settings: () => Settings;
  readonly nowMs: () => number;
  readonly newId: () => Id;
  /** Told the newest place in the log that a batch's decisions will see, before they are made. */
  readonly onBatch: (viewIndex: number) => void;
  /** Whether a tick has set the order off already. */
  readonly isDue: (order: ForexOrder) => boolean;
  /** See Committed.place; read under the batch's locks. */
  readonly place?: (tx: PoolClient) => Promise<bigint>;
}

export interface DeskCommand extends Command<BatchState, Change> {
  /** What called for it; none for what a user asked for. */
  readonly cause?: Proposal | NightTrigger;
}

export function createDesk(options: DeskOptions): Desk<BatchState, Change, Committed, PoolClient> {
  return {
    load: (tx, commands) => loadBatch(tx, commands, options),
    apply,
    write: writeBatch,
    committed: (state) => {
      const accounts = state.accounts.changed();
      const users = new Set(accounts.map((account) => account.ownerId).filter((ownerId) => ownerId !== HOUSE));
      return {
        forex: state.forex.changed(),
        micro: state.micro.changed(),
        accounts,
        balances: new Map([...users].map((userId) => [userId, state.accounts.ofOwner(userId)])),
        notices: state.notices,
        ...(state.place === undefined ? {} : { place: state.place }),
      };
    },
  };
}

/** Whose live orders of a family some decision of the batch looks at. */
const ownersOf = (commands: readonly DeskCommand[], family: 'forex' | 'micro'): Id[] => [
  ...new Set(commands.flatMap(({ owners, looksAt = family }) => (looksAt === family ? owners : []))),
];

async function loadBatch(tx: PoolClient, commands: readonly DeskCommand[], options: DeskOptions): Promise<BatchState> {
  const owners = [...new Set(commands.flatMap((command) => command.owners))];
  const realms = [...new Set(commands.map((command) => command.realm))];
  const named = (pick: (command: DeskCommand) => readonly Id[] | undefined): Id[] => [
    ...new Set(commands.flatMap((command) => pick(command) ?? [])),
  ];
  const [forexOwners, microOwners] = [ownersOf(commands, 'forex'), ownersOf(commands, 'micro')];
  // Sent together, carried out one after the other: each statement after the lock sees what other servers committed while it was waited for.
  const [accounts, forexOrders, microOrders, exposure, place] = await Promise.all([
    lockAccounts(tx, owners, realms),
    forex.loadForBatch(
      tx,
      forexOwners,
      named((command) => command.forexIds),
    ),
    micro.loadForBatch(
      tx,
      microOwners,
      named((command) => command.microIds),
    ),
    forex.loadExposure(tx, realms),
    options.place?.(tx),
  ]);
  const settings = options.settings();
  options.onBatch(options.market.view().logIndex);
  let frozen: forex.MarketAt | undefined;
  return {
    accounts: new Accounts(accounts),
    forex: new forex.ForexOrders(forexOrders, forexOwners),
    micro: new micro.MicroOrders(microOrders, microOwners),
    exposure: new forex.Exposure(exposure),
    /**
     * Frozen at the first look. All of a batch's decisions are made in one turn, so quotes, time and market status belong together: a status
     * of a later moment must not vouch for the quotes of an earlier one.
     */
    get market() {
      frozen ??= marketNow(options.market, options.nowMs());
      return frozen;
    },
    marketAt: (past, deciding) => marketAt(options.market, past, deciding),
    forexSettings: settings.forex,
    microSettings: settings.micro,
    newId: options.newId,
    isDue: options.isDue,
    journals: [],
    financing: [],
    newUsers: [],
    removedUsers: [],
    notices: [],
    place,
  };
}

function apply(state: BatchState, change: Change): void {
  for (const user of change.newUsers ?? []) {
    for (const account of user.accounts) state.accounts.add(account);
    state.newUsers.push(user);
  }
  for (const journal of change.journals) state.accounts.apply(journal);
  for (const order of change.forex ?? []) {
    const before = state.forex.byId(order.id);
    const moved = forex.signedQuantity(order) - (before ? forex.signedQuantity(before) : 0n);
    if (moved !== 0n) state.exposure.add(order.realm, order.pairId, moved);
    state.forex.put(order);
  }
  for (const order of change.micro ?? []) state.micro.put(order);
  state.removedUsers.push(...(change.removedUsers ?? []));
  state.journals.push(...change.journals);
  state.financing.push(...(change.financing ?? []));
  state.notices.push(...change.notices);
}

function writeBatch(state: BatchState): Write[] {
  const settled = state.micro.updated();
  // An option that a reset ended before its expiry says nothing of the log.
  const expiries = settled.flatMap(({ closedTime = 0, expiryTime }) => (closedTime < expiryTime ? [] : expiryTime));
  return [
    ...insertUsers(state.newUsers),
    ...insertAccounts(state.newUsers.flatMap((user) => user.accounts)),
    ...insertJournals(state.journals),
    ...forex.insertOrders(state.forex.inserted()),
    ...forex.updateOrders(state.forex.updated()),
    ...forex.insertFinancing(state.financing),
    ...forex.writeExposure(state.exposure.changed()),
    ...micro.insertOrders(state.micro.inserted()),
    ...micro.settleOrders(settled),
    ...removeUsers(state.removedUsers),
    // Last, since the log waits for it.
    ...(expiries.length > 0 ? [passTime(Math.max(...expiries))] : []),
  ];
}

export const REALMS: readonly Realm[] = ['live', 'demo'];
