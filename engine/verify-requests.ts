// The checks that a trader's requests have reached a copy: none is left out of those shown, each was carried out before the copy ended, and it ended no later
// than its trader asked. Rules E113 to E115.

import { type Checks, tickOf } from './checks.ts';
import type { ForexProof } from './proof.ts';

type Says = Readonly<Record<string, unknown>>;

/** A request as it was read. */
export interface Request {
  readonly kind: string;
  readonly tick: number;
  readonly time: number;
  readonly says: Says;
}

/** How a copy has ended: at a tick, by a hand at a place of the log and a time, or not yet. */
type Ending =
  | { readonly how: 'tick'; readonly place: number; readonly later: boolean }
  | { readonly how: 'trader'; readonly place: number }
  | { readonly how: 'hand'; readonly place: number; readonly time: number }
  | { readonly how: 'none' };

/** A closing is carried out within this time, or its follower's own came in between. */
const UNDER_WAY_MS = 30_000;
/** Stops that a trader moves fast go out at a pace. */
const PACED_MS = 3_600_000;

/** `copyPlaced`: the opening of the copy; `master`: the placement of the order that it is of; `requests`: what its trader asked behind that. */
export interface Followed {
  readonly copyPlaced: Request;
  readonly master: Request;
  readonly requests: readonly Request[];
  readonly own: readonly Request[];
}

export function checkRequests(proof: ForexProof, followed: Followed, checks: Checks): void {
  const ending = endingOf(proof, followed.own);
  checkChain(followed, ending, checks);
  checkStops(proof, followed, ending, checks);
  checkClosing(followed, ending, checks);
}

function endingOf({ terms, ticks }: ForexProof, own: readonly Request[]): Ending {
  const last = own.at(-1);
  const { closeReason } = terms;
  if (closeReason === null) return { how: 'none' };
  const closed = tickOf(ticks, 'close', 'close');
  if (closeReason === 'user' || closeReason === 'reset')
    return last ? { how: 'hand', place: last.tick, time: last.time } : { how: 'none' };
  if (closeReason === 'trader' && last?.kind === 'close') return { how: 'trader', place: last.tick };
  if (!closed) return { how: 'none' };
  // What judges an account or a relation may be a tick of another pair, behind the one that gave the price.
  const later = closeReason !== 'stop_loss' && closeReason !== 'take_profit';
  return { how: 'tick', place: closed.index, later };
}

const stopsIn = (says: Says): string => `${String(says.TargetLossPrice)} ${String(says.TargetProfitPrice)}`;

/** What a request says of the one before it. */
const sinceIn = (says: Says): string =>
  `${String(says.sinceTick)} ${String(says.sinceLossPrice)} ${String(says.sinceProfitPrice)}`;

/**
 * Each request says since when the stops before it had held, and which they were: whatever is left out between two of them breaks the chain. Behind the last
 * one shown only a later one or the closing shows that nothing is left out: until then that is left open. Rule E114.
 */
function checkChain({ copyPlaced, master, requests }: Followed, ending: Ending, checks: Checks): void {
  let [since, stops] = [master.tick, stopsIn(master.says)];
  let broken: { readonly expected: string; readonly actual: string } | undefined;
  let isOld = false;
  for (const { kind, tick, says } of requests) {
    // An order that waited has held its stops from its filling on.
    if (master.says.targetKind !== null && tick >= copyPlaced.tick) since = Math.max(since, copyPlaced.tick);
    const expected = `${since} ${stops}`;
    if (says.sinceTick === undefined) isOld = true;
    else if (sinceIn(says) !== expected) broken ??= { expected, actual: sinceIn(says) };
    since = tick;
    if (kind === 'stops') stops = stopsIn(says);
  }
  if (broken) checks.fail('copy.chain', broken.expected, broken.actual);
  else if (isOld) checks.open('copy.chain', 'true', 'none');
  else checks.same('copy.chain', 'true', 'true');
  const last = requests.at(-1);
  const behind = ending.how === 'none' ? Infinity : ending.place;
  const isClosed = last !== undefined && (last.kind === 'close' || last.tick > behind);
  if (isClosed) checks.same('copy.requests', 'true', 'true');
  else checks.open('copy.requests', 'close', 'none');
}

/** The stops of a copy are the newest that its trader had set before it ended. While it lives, or where a hand has ended it, the newest may be on their way. Rule E113. */
function checkStops({ terms }: ForexProof, followed: Followed, ending: Ending, checks: Checks): void {
  const { copyPlaced, master, requests } = followed;
  const moved = requests.filter(({ kind }) => kind === 'stops');
  const opensAt = master.says.targetKind === null ? -1 : copyPlaced.tick;
  const atOpening = moved.findLast(({ tick }) => tick < opensAt) ?? master;
  checks.same('copy.stops', stopsIn(atOpening.says), stopsIn(copyPlaced.says));
  const end = ending.how === 'none' ? Infinity : ending.place;
  const isBefore = ({ tick }: Request): boolean => (ending.how === 'tick' ? tick < end : tick <= end);
  const wanted = moved.findLast(isBefore) ?? atOpening;
  const own = stopsIn({ ...terms });
  const isLater =
    ending.how === 'tick' && ending.later && moved.some((one) => !isBefore(one) && stopsIn(one.says) === own);
  const isOnItsWay = ending.how === 'none' || (ending.how === 'hand' && ending.time - wanted.time < PACED_MS);
  if (stopsIn(wanted.says) === own || isLater) checks.same('copy.newest_stops', 'true', 'true');
  else if (isOnItsWay) checks.open('copy.newest_stops', stopsIn(wanted.says), own);
  else checks.fail('copy.newest_stops', stopsIn(wanted.says), own);
}

/** Once its trader has closed, nothing later ends a copy; but what its user closes by hand while the closing is on its way. Rule E115. */
function checkClosing({ requests }: Followed, ending: Ending, checks: Checks): void {
  const closing = requests.findLast(({ kind }) => kind === 'close');
  if (ending.how === 'trader') {
    // What a price ended for the trader has no request, and is shown by their order's own proof.
    if (!closing) checks.open('copy.end', 'close', 'none');
    else checks.same('copy.end', String(closing.tick), String(ending.place));
    return;
  }
  if (!closing) return;
  const place = ending.how === 'none' ? undefined : ending.place;
  const isBefore = place !== undefined && place <= closing.tick;
  if (isBefore) checks.same('copy.end', 'true', 'true');
  else if (ending.how === 'hand' && ending.time - closing.time < UNDER_WAY_MS)
    checks.open('copy.end', `<= ${closing.tick}`, String(place));
  else checks.fail('copy.end', `<= ${closing.tick}`, String(place ?? 'none'));
}
