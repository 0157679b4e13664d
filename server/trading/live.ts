// What is live, beside the engine's columns: options, and positions that nights take something from. And how a start reads everything live, page by
// page into an engine, so that a million orders need no more room on their way than a page of them.

import type { Changes, TradingEngine } from '@fairtick/engine/surface';
import type { MicroOrder } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import * as forex from '../domains/forex/index.ts';
import { type Account, accountsOfOwners, lockAccounts } from '../domains/ledger/index.ts';
import * as micro from '../domains/micro/index.ts';
import type { Pool, PoolClient } from '../platform/database/pools.ts';
import { REALMS } from './batch.ts';

const ACCOUNTS_AT_ONCE = 5_000;

export class Live {
  /** Positions with a financing rate, by id: by default there are none. Nights go through them within one tick. */
  readonly financed = new Map<Id, forex.KeptOrder>();
  readonly micro = new Map<Id, MicroOrder>();

  keepForex(order: forex.KeptOrder): void {
    if (forex.isFinanced(order)) this.financed.set(order.id, order);
    else this.financed.delete(order.id);
  }

  keepMicro(order: MicroOrder): void {
    if (order.status === 'open') this.micro.set(order.id, order);
    else this.micro.delete(order.id);
  }
}

/** The ledger's figures as the engine takes them. */
export const figuresOf = (accounts: Iterable<Account>) =>
  [...accounts]
    .filter((account) => account.kind === 'forex' && account.ownerId !== 0n)
    .map(({ ownerId, realm, available, locked }) => ({ userId: ownerId, realm, available, locked }));

/**
 * Reads everything live and hands it to `engine`: first the orders, then the figures, so that each user is looked at once. undefined as soon as
 * `current` says that what was read is in doubt again.
 */
export async function readLive(db: Pool, engine: TradingEngine, current: () => boolean): Promise<Live | undefined> {
  const live = new Live();
  // Nothing is proposed by what stands here: a stop-out waits for a live tick, and whose level is low was warned when it fell, or the fall is
  // among the ticks that follow.
  const hand = (changes: Changes): void => {
    for (const called of engine.apply(changes)) if (called.kind === 'stop_out') engine.settled(called.userId);
  };
  for (const order of await micro.loadOpen(db)) {
    live.keepMicro(order);
    engine.upsertMicro(order);
  }
  const owners = new Set<Id>();
  const tx = await db.connect();
  let broken = true;
  try {
    await tx.query('BEGIN');
    for await (const page of forex.readLive(tx)) {
      if (!current()) return undefined;
      for (const order of page) owners.add(order.userId);
      hand({ forex: page });
    }
    for (const order of await forex.readFinanced(tx)) live.keepForex(order);
    await tx.query('COMMIT');
    broken = false;
  } finally {
    tx.release(broken);
  }
  const users = [...owners];
  for (let from = 0; from < users.length; from += ACCOUNTS_AT_ONCE) {
    const accounts = await accountsOfOwners(db, users.slice(from, from + ACCOUNTS_AT_ONCE), 'forex');
    if (!current()) return undefined;
    hand({ accounts: figuresOf(accounts) });
  }
  return current() ? live : undefined;
}

/**
 * A commit whose answer was lost may still be under way; it holds the house's accounts until it is done, and so this waits for it.
 * `under` is asked under these locks.
 */
export async function waitForCommits<T>(db: Pool, under?: (tx: PoolClient) => Promise<T>): Promise<T | undefined> {
  const client = await db.connect();
  let broken = true;
  try {
    await client.query('BEGIN');
    await lockAccounts(client, [], REALMS);
    const found = await under?.(client);
    await client.query('COMMIT');
    broken = false;
    return found;
  } finally {
    client.release(broken);
  }
}
