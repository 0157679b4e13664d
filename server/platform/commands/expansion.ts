// Commands whose owners are known only after a read: found before the lock, and found again under it.

import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../database/pools.ts';
import { OWNERS_LIMIT } from './queue.ts';

interface Expanding {
  readonly name: string;
  readonly owners: readonly Id[];
  expand?(db: Queries): Promise<readonly Id[]>;
}

/** Together the commands concern more owners than a batch may lock. */
export class TooManyOwners extends Error {
  override readonly name = 'TooManyOwners';
}

/** The read under the lock found an owner that the first read did not: the batch starts again with that owner. */
export class OwnersChanged extends Error {
  override readonly name = 'OwnersChanged';
}

/**
 * The commands with all their owners. Throws TooManyOwners where a batch that reads owners would lock more than OWNERS_LIMIT of them: it is
 * then tried in halves. A single command of more has a batch to itself.
 */
export async function expanded<C extends Expanding>(db: Queries, commands: readonly C[]): Promise<readonly C[]> {
  if (commands.every(({ expand }) => expand === undefined)) return commands;
  const whole: C[] = [];
  const all = new Set<Id>();
  for (const command of commands) {
    const more = (await command.expand?.(db)) ?? [];
    const owners = [...new Set([...command.owners, ...more])];
    for (const owner of owners) all.add(owner);
    whole.push(command.expand ? { ...command, owners } : command);
  }
  if (all.size > OWNERS_LIMIT && commands.length > 1) throw new TooManyOwners(`${all.size} owners in one batch`);
  return whole;
}

/** Asked under the lock, sent behind it. Throws OwnersChanged where a command now concerns an owner who is not locked. */
export async function assertStillWhole(tx: Queries, commands: readonly Expanding[]): Promise<void> {
  const expanding = commands.filter(({ expand }) => expand !== undefined);
  if (expanding.length === 0) return;
  const locked = new Set(commands.flatMap(({ owners }) => owners));
  const found = await Promise.all(expanding.map((command) => command.expand?.(tx) ?? []));
  if (found.flat().some((owner) => !locked.has(owner))) throw new OwnersChanged('an owner came in before the lock');
}
