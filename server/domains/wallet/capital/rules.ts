// The house's own money (rules §3, money-staff.md §5), as pure decisions: capital in and out, what of it stands behind a product, settlements between the
// two pools, fees earned, and corrections of a user. Two people have agreed on each before it comes here.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { LedgerType } from '@fairtick/contract/ledger-types';
import { type Assigned, type HouseMove, sidesOf } from '@fairtick/contract/staff/house-moves';
import { type Amount, formatUnits, max, UNIT } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import {
  type AccountKind,
  type Accounts,
  HOUSE,
  type LedgerChange,
  LedgerDraft,
  OUTSIDE,
  type Posting,
} from '../../ledger/index.ts';

export interface BooksState {
  readonly ledger: Accounts;
  newId(): Id;
}

/** Under which proposal, and when. */
export interface Agreed {
  readonly proposal: Id;
  readonly timeMs: number;
  /** USD that the house must be able to pay for open positions: so much stays behind them. */
  readonly owed: Amount;
}

/** What stands behind open positions, together. */
const BEHIND_POSITIONS: readonly AccountKind[] = ['trading', 'capital', 'protection'];

/** Why so much can't leave what stands behind open positions. */
function promisedRefusal({ ledger }: BooksState, owed: Amount, units: bigint): Refusal | undefined {
  const behind = BEHIND_POSITIONS.reduce((sum, kind) => sum + (ledger.find('live', HOUSE, kind)?.available ?? 0n), 0n);
  const free = max(behind - owed, 0n);
  // Rounded down to cents.
  return units > free ? refuse('HOUSE_PROMISED', { free: formatUnits(free - (free % (UNIT / 100n)), 2) }) : undefined;
}

interface Way {
  readonly type: LedgerType;
  readonly from: AccountKind;
  readonly to: AccountKind;
}

const TYPES = {
  capital_in: 'capital_in',
  capital_out: 'capital_out',
  assign: 'house_capital',
  assign_back: 'house_capital',
  settle_to_clients: 'pool_settlement',
  settle_to_house: 'pool_settlement',
  fees_taken: 'fees_taken',
} as const satisfies Readonly<Record<HouseMove, LedgerType>>;

/** From which account to which. `product` is where capital is assigned, for the moves that name one. */
function wayOf(move: HouseMove, product: Assigned | ''): Way | undefined {
  const sides = sidesOf(move, product);
  return sides && { type: TYPES[move], ...sides };
}

/** Whether the move names what it needs, and nothing else. */
export const isWhole = (move: HouseMove, product: Assigned | ''): boolean => wayOf(move, product) !== undefined;

/** Why so much can't go; an account inside holds what it has, a pool outside what the world owes to it. */
function shortRefusal({ ledger }: BooksState, { from, to }: Way, units: Amount): Refusal | undefined {
  const held = (kind: AccountKind): bigint => ledger.find('live', HOUSE, kind)?.available ?? 0n;
  const short = (account: string, has: bigint): Refusal =>
    refuse('HOUSE_SHORT', { account, held: formatUnits(has, 2) });
  if (!OUTSIDE.has(from) && held(from) < units) return short(from, held(from));
  return OUTSIDE.has(to) && -held(to) < units ? short(to, -held(to)) : undefined;
}

function posted(
  state: BooksState,
  { proposal, timeMs }: Omit<Agreed, 'owed'>,
  type: LedgerType,
  postings: readonly Posting[],
): LedgerChange {
  const cause = { realm: 'live', time: timeMs, key: `proposal:${proposal}` } as const;
  const draft = new LedgerDraft({ ...cause, accounts: state.ledger, newId: () => state.newId() });
  draft.post(type, proposal, postings);
  return { journals: draft.journals };
}

/** Refuses HOUSE_SHORT where an account or a pool would go below nothing, HOUSE_PROMISED where it would take what open positions need. */
export function decideHouseMove(
  state: BooksState,
  { move, units, product }: { readonly move: HouseMove; readonly units: Amount; readonly product: Assigned | '' },
  agreed: Agreed,
): Result<LedgerChange, Refusal> {
  const way = wayOf(move, product);
  if (!way) return err(refuse('INPUT_INVALID', { field: 'account' }));
  const short = shortRefusal(state, way, units);
  if (short) return err(short);
  const leaves = BEHIND_POSITIONS.includes(way.from) && !BEHIND_POSITIONS.includes(way.to);
  const promised = leaves ? promisedRefusal(state, agreed.owed, units) : undefined;
  if (promised) return err(promised);
  const lines = [
    { ownerId: HOUSE, kind: way.from, available: -units },
    { ownerId: HOUSE, kind: way.to, available: units },
  ];
  return ok(posted(state, agreed, way.type, lines));
}

/** Against capital. `units` is what the user gets, or loses where it is below nothing. */
export function decideCorrection(
  state: BooksState,
  { userId, units }: { readonly userId: Id; readonly units: bigint },
  agreed: Agreed,
): Result<LedgerChange, Refusal> {
  const account = state.ledger.find('live', userId, 'change');
  if (!account) return err(refuse('ITEM_UNKNOWN'));
  const money = (sum: bigint): string => formatUnits(sum, 2);
  if (account.available + units < 0n)
    return err(refuse('BALANCE_INSUFFICIENT', { needed: money(-units), free: money(account.available) }));
  const capital = state.ledger.find('live', HOUSE, 'capital')?.available ?? 0n;
  if (capital < units) return err(refuse('HOUSE_SHORT', { account: 'capital', held: money(capital) }));
  const promised = units > 0n ? promisedRefusal(state, agreed.owed, units) : undefined;
  if (promised) return err(promised);
  const lines: Posting[] = [
    { ownerId: userId, kind: 'change', available: units },
    { ownerId: HOUSE, kind: 'capital', available: -units },
  ];
  return ok(posted(state, agreed, 'correction', lines));
}
