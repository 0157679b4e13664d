// Who may open something, read from the rows as they lie in the database at the decision: under the user's lock nobody else can be changing them.

import type { ForexOrder } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import type { Change } from '@fairtick/server/domains/parts';
import { z } from 'zod';
import type { Value } from '../memory/rows.ts';
import { depositDoings } from './deposits.ts';
import { lentDoings } from './lent-sums.ts';
import type { Moment } from './moment.ts';
import { payoutDoings } from './payouts.ts';
import { metAt } from './plain.ts';
import type { Batch, Tag, Watch } from './watch.ts';

interface Held {
  readonly freezes: Readonly<Record<string, { readonly until: number | null } | undefined>>;
  readonly coolOffUntil: number | undefined;
  readonly country: string | undefined;
  readonly limited: boolean;
}

const stored = z.object({
  freezes: z
    .string()
    .transform((text) => z.record(z.string(), z.object({ until: z.number().nullable() })).parse(JSON.parse(text))),
  cool_off_until: z.bigint().nullable(),
  country: z.string().nullable(),
  loss_limit: z.string().nullable(),
  loss_limit_next: z.string().nullable(),
});

function heldBy(watch: Watch, userId: Id, batch: Pick<Batch, 'standings'>): Held | undefined {
  const row = watch.database.table('user_standing').get(userId);
  if (!row) return undefined;
  const { freezes, cool_off_until, country, loss_limit, loss_limit_next } = stored.parse(row);
  const before: Held = {
    freezes,
    coolOffUntil: cool_off_until === null ? undefined : Number(cool_off_until),
    country: country ?? undefined,
    limited: loss_limit !== null || loss_limit_next !== null,
  };
  const set = batch.standings.get(userId) ?? {};
  return { ...before, ...set, limited: before.limited || set.lossLimit !== undefined };
}

/** Each change of a user's locks has one act and a notice, in its batch; no act is without such a change. Only an end that has come lifts by itself. */
export function checkActs(watch: Watch, change: Change, tag: Tag, batch: Batch): void {
  const { accounts, acts = [], notices = [], verification = [] } = change;
  const locked = (accounts?.standing ?? []).filter(({ set }) => set.freezes !== undefined);
  const fail = (what: string, userId: Id): void =>
    watch.fail('no act without a row, no row without an act', `${tag.name} of user ${userId}: ${what}`);
  const doings =
    locked.length +
    verification.length +
    payoutDoings(change, tag) +
    depositDoings(change, tag) +
    lentDoings(change, tag);
  if (acts.length !== doings) fail(`${acts.length} acts of ${doings} changes`, tag.owners[0] ?? 0n);
  for (const { userId, set } of locked) {
    const before = heldBy(watch, userId, batch)?.freezes ?? {};
    const now: Held['freezes'] = set.freezes ?? {};
    const lifted = Object.entries(before).filter(([lock]) => !now[lock]);
    const told = lifted.length > 0 ? 'unfrozen' : 'frozen';
    const own = acts.filter(({ subject, kind }) => subject.id === String(userId) && kind === `user_${told}`);
    if (own.length !== 1) fail(`${own.length} acts`, userId);
    if (!notices.some((notice) => notice.userId === userId && notice.kind === told))
      fail('the user is not told', userId);
    for (const [lock, freeze] of lifted)
      if (tag.name === 'freeze_ended' && (freeze?.until ?? Infinity) > watch.database.nowMs())
        fail(`${lock} ended early`, userId);
  }
  batch.acts += acts.length;
}

/** A batch decides by what is stored of its owners, and by what came before in it: also whether they are verified. */
export function checkStandingRead({ watch, state, tag, batch }: Moment): void {
  // In play money it reads nobody's: there a trader of real money is an owner too, of whom nothing is asked.
  const inPlay = watch.database.table('users').get(tag.owner ?? null)?.realm === 'demo';
  for (const userId of inPlay ? [] : tag.owners) {
    const row = watch.database.table('user_standing').get(userId);
    if (!row) continue;
    const set = batch.standings.get(userId) ?? {};
    const { verifiedTime, country } = state.accounts.standing(userId);
    const wanted = [
      set.verifiedTime ?? numberOf(row.verified_time),
      'country' in set ? set.country : textOf(row.country),
    ];
    if (wanted[0] !== verifiedTime || wanted[1] !== country)
      watch.fail('a batch knows what was decided', `${tag.name} of user ${userId}: ${verifiedTime}, ${country}`);
  }
}

const numberOf = (value: Value | undefined): number | undefined =>
  typeof value === 'bigint' ? Number(value) : undefined;
const textOf = (value: Value | undefined): string | undefined => (typeof value === 'string' ? value : undefined);

/** What the batch changes itself, for what comes after in it. */
export function noteStandings(change: Change, batch: Batch): void {
  for (const { userId, set } of change.accounts?.standing ?? [])
    batch.standings.set(userId, { ...batch.standings.get(userId), ...set });
}

/** Whether a lock or a break keeps the user from opening anything at this moment. */
function isShut(watch: Watch, held: Held | undefined): boolean {
  const now = watch.database.nowMs();
  const freeze = held?.freezes.orders;
  const frozen = freeze !== undefined && (freeze.until === null || now < freeze.until);
  return frozen || (held?.coolOffUntil !== undefined && now < held.coolOffUntil);
}

/** Whether what waits of theirs may be given up: nothing may open, or their own limit may be reached. */
export function isBarred(watch: Watch, userId: Id, batch: Batch): boolean {
  const held = heldBy(watch, userId, batch);
  return isShut(watch, held) || held?.limited === true;
}

/** Whether a lock or a break of theirs keeps new positions away, as it stands in this batch. */
export const isShutOut = (watch: Watch, userId: Id, batch: Batch): boolean =>
  isShut(watch, heldBy(watch, userId, batch));
export const isLimited = (watch: Watch, userId: Id, batch: Batch): boolean =>
  heldBy(watch, userId, batch)?.limited === true;
export const countryOf = (watch: Watch, userId: Id, batch: Batch): string | undefined =>
  heldBy(watch, userId, batch)?.country;

/** With the commit that shuts them out nothing of theirs waits any more, but for what a tick has set off. */
export function checkNothingWaits(watch: Watch, userIds: Iterable<Id>, live: readonly ForexOrder[]): void {
  for (const userId of userIds) {
    if (!isShut(watch, heldBy(watch, userId, { standings: new Map() }))) continue;
    for (const order of live) {
      if (order.userId !== userId || order.status !== 'pending') continue;
      const ticks = watch.log.between(order.pairId, order.armedIndex, watch.log.size - 1);
      if (![...ticks].some((tick) => metAt(order, tick)))
        watch.fail('what waits is given up with the right to open', `order ${order.id} of user ${userId}`);
    }
  }
}

/** Never by its user's own limit or break: they could choose by the price whether they still want what a tick has set off. */
export function checkTickEnds(watch: Watch, orderId: Id, { notices = [] }: Change): void {
  const why = notices.find((notice) => notice.kind === 'cancelled' && notice.orderId === orderId)?.params.why;
  if (why !== 'frozen' && why !== 'not_offered' && why !== 'house')
    watch.fail('what a tick has set off is not its user’s to end', `order ${orderId}: ${why}`);
}

/**
 * An order of this user is accepted, or one that waited and was set off by a tick becomes a position. A break only stops the first: what waited when
 * it began was given up with it.
 */
export function checkMayOpen(
  watch: Watch,
  {
    userId,
    product,
    waited,
  }: { readonly userId: Id; readonly product: 'forex' | 'micro' | 'funds'; readonly waited: boolean },
  batch: Batch,
): void {
  const held = heldBy(watch, userId, batch);
  if (!held) return;
  const now = watch.database.nowMs();
  const freeze = held.freezes.orders;
  if (freeze && (freeze.until === null || now < freeze.until))
    watch.fail('nothing opens behind a freeze', `${product} of user ${userId}`);
  if (!waited && held.coolOffUntil !== undefined && now < held.coolOffUntil)
    watch.fail('nothing opens during a break', `${product} of user ${userId}`);
  if (held.country === 'DE' && product === 'micro')
    watch.fail('nothing opens that is not offered', `${product} of user ${userId}`);
}
