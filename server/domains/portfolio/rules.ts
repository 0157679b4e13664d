// What spans a user's accounts, purely: a demo account's start and reset, today's profit in percent.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { MicroOrder, Realm } from '@fairtick/engine/types';
import { type Amount, amount, UNIT } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { Acceptance } from '../../platform/acceptances/acceptance.ts';
import { type AccountsChange, type NewUser, uidOf } from '../accounts/index.ts';
import { type ForexChange, ForexDraft, type ForexState, forexAcceptance, resetOrders } from '../forex/index.ts';
import { type FundChange, type FundState, resetFunds } from '../funds/index.ts';
import {
  type Account,
  type AccountKind,
  HOUSE,
  type LedgerChange,
  LedgerDraft,
  type UserKind,
} from '../ledger/index.ts';
import { type MicroState, microAcceptance, resetMicro } from '../micro/index.ts';

/** The accounts that a demo user opens, with what each starts with and is reset to (rules §2). */
const DEMO_BALANCES: readonly (readonly [kind: UserKind, balance: Amount])[] = [
  ['change', amount(10_000n * UNIT)],
  ['forex', amount(100_000n * UNIT)],
  ['micro', amount(100_000n * UNIT)],
];

export interface PortfolioChange {
  readonly ledger: LedgerChange;
  readonly forex?: ForexChange['forex'];
  readonly micro?: readonly MicroOrder[];
  readonly funds?: FundChange['funds'];
  readonly accounts?: AccountsChange;
  readonly acceptances?: readonly Acceptance[];
}

/** Of a user whom the command names there: what they owe of a loan's principal; 0 where nothing is. */
export interface LoansOwed {
  readonly loans: { principalOwed(userId: Id): Amount };
}

export type PortfolioState = ForexState & MicroState & Pick<FundState, 'funds'>;

/** Opens a demo user's three accounts and grants their first balances out of the demo world. */
export function decideDemoAccount(
  state: PortfolioState,
  command: { readonly key: string },
): Result<{ change: PortfolioChange; userId: Id }, Refusal> {
  const id = state.newId();
  const time = state.market.nowMs;
  const accounts = DEMO_BALANCES.map(
    ([kind]): Account => ({
      id: state.newId(),
      realm: 'demo',
      ownerId: id,
      kind,
      available: amount(0n),
      locked: amount(0n),
    }),
  );
  const draft = new LedgerDraft({
    accounts: state.ledger,
    realm: 'demo',
    time,
    key: command.key,
    newId: () => state.newId(),
    opened: accounts,
  });
  draft.post('demo_grant', id, [
    ...DEMO_BALANCES.map(([kind, available]) => ({ ownerId: id, kind, available })),
    { ownerId: HOUSE, kind: 'external', available: -DEMO_BALANCES.reduce((sum, [, balance]) => sum + balance, 0n) },
  ]);
  const user: NewUser = { id, realm: 'demo', uid: uidOf(id), createdTime: time };
  const change = { accounts: { opened: [user] }, ledger: { opened: accounts, journals: draft.journals } };
  return ok({ change, userId: id });
}

/** Ends every active order with no result and brings the balances back by journals; history stays (rules §2). */
export function decideReset(
  state: PortfolioState,
  command: { readonly realm: Realm; readonly userId: Id; readonly key: string },
): Result<{ change: PortfolioChange }, Refusal> {
  if (command.realm !== 'demo') return err(refuse('DEMO_ONLY'));
  const change = bringTo(state, command, 'demo_reset', DEMO_BALANCES);
  const acceptances = [
    ...(change.forex?.orders ?? []).map((order) => forexAcceptance(state, 'reset', order)),
    ...(change.micro ?? []).map((order) => microAcceptance(state, 'reset', order)),
  ];
  return ok({ change: { ...change, acceptances } });
}

/** Ends every active order with no result, gives what is left back to the demo world, and marks the user as removed (rules §2). */
export function decideRemoval(
  state: PortfolioState,
  { userId }: { readonly userId: Id },
): Result<{ change: PortfolioChange }, Refusal> {
  const command = { realm: 'demo', userId, key: `system:demo_remove:${userId}` } as const;
  const nothing = state.ledger.ofOwner(userId).map(({ kind }) => [kind, 0n] as const);
  return ok({ change: { ...bringTo(state, command, 'demo_removed', nothing), accounts: { removed: [userId] } } });
}

function bringTo(
  state: PortfolioState,
  command: { readonly realm: Realm; readonly userId: Id; readonly key: string },
  type: 'demo_reset' | 'demo_removed',
  balances: readonly (readonly [AccountKind, bigint])[],
): PortfolioChange {
  const time = state.market.nowMs;
  const draft = new ForexDraft(state, { ...command, time });
  resetOrders(draft, command.userId);
  const micro = resetMicro(draft.ledger, state.micro.active(command.userId), time);
  const { nowMs } = state.funds;
  const subscriptions = resetFunds(draft.ledger, state.funds.subscriptions.active(command.userId), nowMs);
  const postings = balances.map(([kind, balance]) => ({
    ownerId: command.userId,
    kind,
    available: balance - draft.ledger.account(command.userId, kind).available,
  }));
  const given = postings.reduce((sum, posting) => sum + posting.available, 0n);
  draft.ledger.post(type, command.userId, [...postings, { ownerId: HOUSE, kind: 'external', available: -given }]);
  const { ledger, forex } = draft.change();
  return { ledger, forex, micro, funds: { subscriptions } };
}

/** Start of the UTC day that `nowMs` lies in. */
export const dayStart = (nowMs: number): number => nowMs - (nowMs % 86_400_000);
