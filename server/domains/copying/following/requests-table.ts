// Which of a trader's requests about an order a copy of it follows: those up to the end of its relation. For the copy's proof, and for the audit.

import type { Id } from '@fairtick/kernel/ids';
import { int8 } from '../../../platform/database/columns.ts';
import type { Queries } from '../../../platform/database/pools.ts';
import type { CopyEvent } from './columns.ts';

/** A request as the log of acceptances has it. */
export interface TraderRequest {
  readonly kind: string;
  readonly tick: number;
  readonly time: number;
}

/** on_its_way: asked a moment ago, and not yet carried out for everybody. */
export type FollowedAs = 'followed' | 'on_its_way' | 'not';

interface FollowedRow {
  readonly id: Id;
  readonly ended_event: number | null;
  readonly ended_time: bigint | null;
  readonly kind: CopyEvent['kind'] | null;
  readonly number: number | null;
  readonly place: bigint | null;
  readonly event_time: bigint | null;
  readonly fresh: boolean | null;
}

/** What is on its way for longer is late. */
const FRESH_MS = 30_000;

const FOLLOWED = `SELECT o.id, f.ended_event, f.ended_time, e.kind, e.number, e.place, e.event_time,
    NOT e.done AND e.event_time > (SELECT max(last_received_time) FROM log_state) - $2 AS fresh
  FROM forex_orders o JOIN follows f ON f.id = o.follow_id LEFT JOIN copy_events e ON e.order_id = o.origin_id AND e.kind <> 'open'
  WHERE o.id = ANY ($1::bigint[])`;

/** Of these copies. A request that moved nothing, or that nobody was there to follow, has no event: then its time tells. */
export async function requestsFollowed(
  db: Queries,
  copyIds: readonly Id[],
): Promise<(copyId: Id, request: TraderRequest) => FollowedAs> {
  const { rows } = await db.query<FollowedRow>({
    name: 'copying_followed_requests',
    text: FOLLOWED,
    values: [int8(copyIds), FRESH_MS],
  });
  const byCopy = Map.groupBy(rows, ({ id }) => id);
  return (copyId, { kind, tick, time }) => {
    const events = byCopy.get(copyId) ?? [];
    const [relation] = events;
    if (!relation) return 'not';
    if (kind === 'placed') return 'followed';
    const event = events.find(
      (one) => one.kind === kind && Number(one.place) === tick && Number(one.event_time) === time,
    );
    if (!event) return time < Number(relation.ended_time ?? Infinity) ? 'followed' : 'not';
    if ((event.number ?? 0) > (relation.ended_event ?? Infinity)) return 'not';
    return event.fresh === true ? 'on_its_way' : 'followed';
  };
}
