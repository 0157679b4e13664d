// What a domain is to the rest of the server: what it declares, its share of a batch, and what users are told of it.

import type { FigureTopic } from '@fairtick/contract/socket/user-events';
import type { Clock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import type { BatchPart, CommittedRow } from '../platform/commands/batch-part.ts';
import type { CommittedBase } from '../platform/commands/books.ts';
import type { Command, Outcome } from '../platform/commands/command.ts';
import { rowsByPart } from '../platform/commands/committed.ts';
import type { Pool } from '../platform/database/pools.ts';
import type { Snapshots } from '../platform/database/snapshots.ts';
import type { Resealer } from '../platform/keys/reseal.ts';
import type { Job } from '../platform/schedule/schedule.ts';
import type { AnySetting } from '../platform/settings/setting.ts';
import type { Figures, UserTeller } from '../platform/telling.ts';
import type { LedgerDeclaration } from './ledger/index.ts';

/** What a domain declares before anything runs; the list joins it with the others'. */
export interface DomainDeclaration {
  readonly ledger?: LedgerDeclaration;
  readonly settings?: readonly AnySetting[];
  /** What it keeps sealed, for when a master key is changed. */
  readonly resealers?: readonly Resealer[];
  /** What it does at a time of the database's clock. */
  jobs?(services: JobServices): readonly Job[];
}

/** What jobs work with. */
export interface JobServices {
  readonly submit: (command: Command<never, never>) => Promise<Outcome>;
  readonly db: Pool;
  readonly clock: Clock;
  readonly snapshots: Snapshots;
}

export interface DomainPart<Loaded, Change, Row extends CommittedRow> extends BatchPart<Loaded, Change, Row> {
  /** Tells users' connections what a commit has changed. */
  tell?(rows: readonly Row[], teller: UserTeller): void;
  /** Figures that move with every tick, by their topic. */
  readonly figures?: Readonly<Partial<Record<FigureTopic, Figures>>>;
}

/** Tells users' connections what a commit has changed, and the commit's notices. */
export function tellAll(
  parts: Readonly<Record<string, Pick<DomainPart<unknown, unknown, CommittedRow>, 'tell'>>>,
  committed: CommittedBase,
  teller: UserTeller,
): void {
  for (const [name, rows] of rowsByPart(committed)) parts[name]?.tell?.(rows, teller);
  for (const { userId, kind, orderId, params } of committed.notices)
    teller.publishToUser(userId, 'NOTICE', { kind, id: orderId === undefined ? '' : String(orderId), params });
}

/** The figures of all parts, by their topic. */
export const figuresOfParts = (
  parts: Readonly<Record<string, Pick<DomainPart<unknown, unknown, CommittedRow>, 'figures'>>>,
): Readonly<Partial<Record<FigureTopic, Figures>>> =>
  Object.assign({}, ...Object.values(parts).map(({ figures }) => figures ?? {}));

/** Tells each user which of their orders a commit has ended, or opened. */
export function tellOrders(
  changed: readonly { readonly id: Id; readonly userId: Id }[],
  topic: 'FOREX_CLOSED' | 'MICRO_OPENED' | 'MICRO_CLOSED',
  teller: UserTeller,
): void {
  for (const [userId, orders] of Map.groupBy(changed, (order) => order.userId))
    teller.publishToUser(
      userId,
      topic,
      orders.map(({ id }) => String(id)),
    );
}
