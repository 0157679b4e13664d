// What spans a user's accounts, purely: a demo account's start and reset, today's profit in percent.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { MicroOrder, Realm } from '@fairtick/engine/types';
import { amount } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { type AccountsChange, type NewUser, uidOf } from '../accounts/index.ts';
import { type ForexChange, ForexDraft, type ForexState, resetOrders } from '../forex/index.ts';
import {
  type Account,
  DEMO_BALANCES,
  HOUSE,
  type LedgerChange,
  LedgerDraft,
  USER_KINDS,
  type UserKind,
} from '../ledger/index.ts';
import { type MicroState, resetMicro } from '../micro/index.ts';

export interface PortfolioChange {
  readonly ledger: LedgerChange;
  readonly forex?: ForexChange['forex'];
  readonly micro?: readonly MicroOrder[];
  readonly accounts?: AccountsChange;
}

export type PortfolioState = ForexState & MicroState;

/** Opens a demo user's three accounts and grants their first balances out of the demo world. */
export function decideDemoAccount(
  state: PortfolioState,
  command: { readonly key: string },
): Result<{ change: PortfolioChange; userId: Id }, Refusal> {
  const id = state.newId();
  const time = state.market.nowMs;
  const accounts = USER_KINDS.map(
    (kind): Account => ({
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
    ...USER_KINDS.map((kind) => ({ ownerId: id, kind, available: DEMO_BALANCES[kind] })),
    { ownerId: HOUSE, kind: 'external', available: -USER_KINDS.reduce((sum, kind) => sum + DEMO_BALANCES[kind], 0n) },
  ]);
  const user: NewUser = { id, realm: 'demo', uid: uidOf(id), email: null, passwordHash: null, createdTime: time };
  const change = { accounts: { opened: [user] }, ledger: { opened: accounts, journals: draft.journals } };
  return ok({ change, userId: id });
}

/** Ends every live order with no result and brings the balances back by journals; history stays (rules §2). */
export function decideReset(
  state: PortfolioState,
  command: { readonly realm: Realm; readonly userId: Id; readonly key: string },
): Result<{ change: PortfolioChange }, Refusal> {
  if (command.realm !== 'demo') return err(refuse('DEMO_ONLY'));
  return ok({ change: bringTo(state, command, 'demo_reset', (kind) => DEMO_BALANCES[kind]) });
}

/** Ends every live order with no result, gives what is left back to the demo world, and marks the user as removed (rules §2). */
export function decideRemoval(
  state: PortfolioState,
  { userId }: { readonly userId: Id },
): Result<{ change: PortfolioChange }, Refusal> {
  const command = { realm: 'demo', userId, key: `system:demo_remove:${userId}` } as const;
  return ok({ change: { ...bringTo(state, command, 'demo_removed', () => 0n), accounts: { removed: [userId] } } });
}

function bringTo(
  state: PortfolioState,
  command: { readonly realm: Realm; readonly userId: Id; readonly key: string },
  type: 'demo_reset' | 'demo_removed',
  goal: (kind: UserKind) => bigint,
): PortfolioChange {
  const time = state.market.nowMs;
  const draft = new ForexDraft(state, { ...command, time });
  resetOrders(draft, command.userId);
  const micro = resetMicro(draft.ledger, state.micro.live(command.userId), time);
  const postings = USER_KINDS.map((kind) => ({
    ownerId: command.userId,
    kind,
    available: goal(kind) - draft.ledger.account(command.userId, kind).available,
  }));
  const given = postings.reduce((sum, posting) => sum + posting.available, 0n);
  draft.ledger.post(type, command.userId, [...postings, { ownerId: HOUSE, kind: 'external', available: -given }]);
  const { ledger, forex } = draft.change();
  return { ledger, forex, micro };
}

/** Start of the UTC day that `nowMs` lies in. */
export const dayStart = (nowMs: number): number => nowMs - (nowMs % 86_400_000);
