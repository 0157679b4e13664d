// The end of a real user's account, as they ask for it: what hinders it, purely, and the command that ends it under the user's lock.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { LEAVING_HINDRANCES, type LeavingHindrance } from '@fairtick/contract/http/leaving';
import { equalBytes } from '@fairtick/kernel/bytes';
import type { Clock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import type { Entropy } from '@fairtick/kernel/random';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { Command, Outcome } from '../../platform/commands/command.ts';
import { ownCommand, type UserRequest } from '../../platform/commands/request.ts';
import type { Pool } from '../../platform/database/pools.ts';
import { userOf } from '../../platform/endpoints.ts';
import type { UserPrincipal } from '../../platform/principals.ts';
import { Tickets } from '../../platform/sign-in/ticket-table.ts';
import { hashToken, newToken } from '../../platform/sign-in/token.ts';
import type { AccountsChange } from '../accounts/index.ts';
import * as forex from '../forex/index.ts';
import { accountsOf } from '../ledger/index.ts';
import { hasLoan } from '../loans/index.ts';
import * as micro from '../micro/index.ts';
import { waitsForReview } from '../verification/index.ts';
import { hasMoneyUnderWay, isUnderWay, type MoneyUnderWay } from '../wallet/index.ts';
import type { PortfolioState } from './rules.ts';

const YEAR_MS = 365.25 * 86_400_000;
/** Between what is shown and what is confirmed. */
const TICKET_MS = 600_000;

const tickets = new Tickets<'delete'>({ table: 'user_tickets', owner: 'user_id', goodMs: TICKET_MS, tries: 5 });

/** Under the user's lock. */
interface LeavingState extends PortfolioState {
  readonly wallet: MoneyUnderWay;
  /** Whether a loan of theirs waits or runs. */
  readonly loans: { hasLoan(userId: Id): boolean };
}

interface LeavingChange {
  readonly accounts: AccountsChange;
}

export interface LeavingOptions {
  readonly submit: (command: Command<LeavingState, LeavingChange>) => Promise<Outcome>;
  readonly db: Pool;
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** So many years are the images kept by which somebody proved who they are, after their account has ended. */
  readonly keepsImagesYears: () => number;
  /** Whether others' gains may still come to something for them. Who leads no more is followed by nobody new. */
  readonly hasFollowers: (db: Pool, userId: Id) => Promise<boolean>;
  /** Told after the commit that a session has ended. */
  readonly ended: (tokenHash: Uint8Array) => void;
}

/** What the account holds now, in the order of the contract's list. */
interface Held {
  readonly money: boolean;
  readonly orders: boolean;
  readonly review: boolean;
  readonly loan: boolean;
  readonly followers: boolean;
}

const hindrances = ({ money, orders, review, loan, followers }: Held): LeavingHindrance[] =>
  LEAVING_HINDRANCES.filter((one) => ({ balance: money, orders, review, loan, followers })[one]);

interface Leaver {
  readonly userId: Id;
  readonly keepImagesMs: number;
  readonly review: boolean;
  readonly followers: boolean;
}

/**
 * Ends the account of a user who holds nothing, and to whom nothing can come back: what is being paid is no balance any more, and is one again where it
 * was not sent. Money and orders as the batch has them under its lock.
 */
export function decideLeaving(
  state: LeavingState,
  { userId, keepImagesMs, review, followers }: Leaver,
): Result<{ change: LeavingChange }, Refusal<'LEAVING_HINDERED'>> {
  const held = state.ledger.ofOwner(userId).some(({ available, locked }) => available !== 0n || locked !== 0n);
  const money = held || isUnderWay(state.wallet, userId);
  const orders = state.forex.active(userId).length + state.micro.active(userId).length > 0;
  const hinders = hindrances({ money, orders, review, loan: state.loans.hasLoan(userId), followers });
  if (hinders.length > 0) return err(refuse('LEAVING_HINDERED', undefined, { hinders }));
  return ok({ change: { accounts: { left: [{ userId, keepImagesMs }] } } });
}

export class LeavingService {
  readonly #options: LeavingOptions;

  constructor(options: LeavingOptions) {
    this.#options = options;
  }

  /** What hinders it now, and a ticket that this session can confirm it with. */
  async begin(user: UserPrincipal): Promise<{ ticket: string; hinders: LeavingHindrance[] }> {
    const { db, clock, entropy } = this.#options;
    const hinders = await this.#hinders(user.userId);
    const ticket = newToken(entropy);
    const bound = user.tokenHash;
    await tickets.insert(db, { hash: hashToken(ticket), kind: 'delete', ownerId: user.userId, bound }, clock.now());
    return { ticket, hinders };
  }

  /** An account ends once, so nothing is counted: the ticket says that its owner has seen what follows, within minutes and in this session. */
  async confirm(request: UserRequest, ticket: string): Promise<Result<Record<string, never>, Refusal>> {
    const { db, clock, submit, keepsImagesYears, ended, hasFollowers } = this.#options;
    const user = userOf(request.context);
    const row = await tickets.find(db, hashToken(ticket), 'delete', clock.now());
    const good = row?.owner_id === user.userId && row.bound !== null && equalBytes(row.bound, user.tokenHash);
    if (!good) return err(refuse('LEAVING_UNSEEN'));
    const { userId } = user;
    const [review, followers] = await Promise.all([waitsForReview(db, userId), hasFollowers(db, userId)]);
    const keepImagesMs = Math.round(keepsImagesYears() * YEAR_MS);
    const outcome = await submit({
      ...ownCommand(request),
      names: { loans: [userId] },
      decide: (state) => {
        const left = decideLeaving(state, { userId, keepImagesMs, review, followers });
        return left.ok ? ok({ change: left.value.change, answer: {} }) : left;
      },
    });
    if (!outcome.ok) return outcome;
    ended(user.tokenHash);
    return ok({});
  }

  async #hinders(userId: Id): Promise<LeavingHindrance[]> {
    const { db, hasFollowers } = this.#options;
    const [accounts, positions, options, review, underWay, loan, followers] = await Promise.all([
      accountsOf(db, userId),
      forex.countForexOrders(db, userId),
      micro.countMicroOrders(db, userId),
      waitsForReview(db, userId),
      hasMoneyUnderWay(db, userId),
      hasLoan(db, userId),
      hasFollowers(db, userId),
    ]);
    const money = underWay || accounts.some(({ available, locked }) => available !== 0n || locked !== 0n);
    return hindrances({ money, orders: positions + options > 0, review, loan, followers });
  }
}
