// What the staff do with withdrawals: look at queues and at one, and decide. Each decision is a command under the user's lock, with the rights that its
// member holds there; what was read before is only what a refusal is said with.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { AnswerOf, ParsedOf } from '@fairtick/contract/http/index';
import { PAGE_SIZE } from '@fairtick/contract/page-size';
import type { StaffTable } from '@fairtick/contract/staff/index';
import { type Grant, mayDo, type StaffAct, type StaffRole } from '@fairtick/contract/staff/matrix';
import type { WithdrawalReason } from '@fairtick/contract/staff/withdrawal-reasons';
import type { payoutEndpoints } from '@fairtick/contract/staff/withdrawals';
import { leadsNowhere } from '@fairtick/contract/told-words';
import { amount, formatUnits, RATE_PLACES } from '@fairtick/kernel/decimal';
import { type Id, parseId } from '@fairtick/kernel/ids';
import { assert, err, ok, type Result } from '@fairtick/kernel/result';
import { typedLine } from '@fairtick/kernel/typed-line';
import { insertActOnce } from '../../../platform/acts/table.ts';
import type { Command, Outcome } from '../../../platform/commands/command.ts';
import { staffCommand } from '../../../platform/commands/request.ts';
import type { Pool } from '../../../platform/database/pools.ts';
import { runAll } from '../../../platform/database/statement.ts';
import { memberOf, type StaffContext } from '../../../platform/endpoints.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { actorOfPrincipal } from '../../../platform/principals.ts';
import { freezeOf, readStanding } from '../../accounts/index.ts';
import { accountsOf, HOUSE } from '../../ledger/index.ts';
import { isPaused } from '../client-money/table.ts';
import { openDetails } from '../destinations/details.ts';
import { findDestinations } from '../destinations/table.ts';
import { ratesOfClosed } from '../rates.ts';
import { findReceipt } from '../receipts/table.ts';
import type { WalletSettings } from '../settings.ts';
import type { Withdrawal } from '../types.ts';
import { readPayment } from './payment.ts';
import {
  type Deciding,
  decideApproval,
  decideClaim,
  decideNothingSent,
  decidePaid,
  decideRejection,
  decideRelease,
  type Reason,
} from './staff-rules.ts';
import { approversOf, countQueues, lastDestination, listQueue, paidWith } from './staff-table.ts';
import { backView, placeView, queuedView, waysView } from './staff-views.ts';
import type { Decided, WithdrawalChange, WithdrawalState } from './state.ts';
import { findWithdrawal } from './table.ts';
import { STATUS, toldReason } from './views.ts';

/** What the wallet must know of the staff, who are above it. */
export interface Payers {
  /** Of anybody who is or was of the staff. */
  name(staffId: Id): Promise<string>;
  /** The user accounts that are declared to be the member's own or their family's. */
  linkedUsers(staffId: Id): Promise<readonly Id[]>;
}

/** Under lock: the roles of those whom the command names. */
export interface StaffState extends WithdrawalState {
  readonly staff: {
    member(id: Id): { readonly roles: readonly StaffRole[]; readonly linkedUsers: readonly Id[] } | undefined;
  };
}

export interface PayoutOptions {
  /** Refuses by the rights of the commit's moment before it decides. */
  readonly submit: (command: Command<StaffState, WithdrawalChange>) => Promise<Outcome>;
  readonly db: Pool;
  readonly keys: Keys;
  readonly payers: Payers;
  readonly verifiedName: (userId: Id) => Promise<string | undefined>;
  readonly settings: () => WalletSettings;
}

const ANY_APPROVAL = { act: 'withdrawal_approve', grants: ['do', 'propose', 'check'] } as const;

type Name = keyof typeof payoutEndpoints;
type Input<N extends Name> = ParsedOf<N, StaffTable>;
type Answered<N extends Name> = Promise<Result<AnswerOf<N, StaffTable>, Refusal>>;
type Done = Answered<'withdrawal_claim'>;
type Acting = Exclude<Name, 'withdrawals' | 'withdrawal' | 'withdrawal_back'>;

interface Act<N extends Acting> {
  readonly endpoint: N;
  readonly input: Input<N>;
  readonly context: StaffContext;
}

export class Payouts {
  readonly #options: PayoutOptions;

  constructor(options: PayoutOptions) {
    this.#options = options;
  }

  async list({ queue, after }: Input<'withdrawals'>, context: StaffContext): Answered<'withdrawals'> {
    const { db } = this.#options;
    const asked = { queue, after: parseId(after ?? '') ?? 0n, limit: PAGE_SIZE + 1 };
    const [rows, counts, paused] = await Promise.all([listQueue(db, asked), countQueues(db), isPaused(db)]);
    const page = rows.slice(0, PAGE_SIZE);
    const names = await this.#names(page.map(({ withdrawal }) => withdrawal.claimedBy));
    const { staffId } = memberOf(context);
    const data = page.map((row) => queuedView({ ...row, staffId, takenBy: names(row.withdrawal.claimedBy) }));
    return ok({ data, counts, more: rows.length > PAGE_SIZE, paused });
  }

  /** Committed before anything is shown: without the row nobody sees whose money goes where. */
  async read({ id }: Input<'withdrawal'>, context: StaffContext): Answered<'withdrawal'> {
    const { db, keys, verifiedName } = this.#options;
    const member = memberOf(context);
    const found = await this.#found(id);
    if (!found.ok) return found;
    const withdrawal = found.value;
    const { userId } = withdrawal;
    if ((await this.#options.payers.linkedUsers(member.staffId)).includes(userId)) return err(refuse('BENEFICIARY'));
    const subject = { kind: 'user', id: String(userId) } as const;
    await runAll(db, [insertActOnce({ kind: 'user_read', actor: actorOfPrincipal(member), subject, contents: {} })]);
    const { claimedBy, nothingSentBy, paidBy, backBy, backReceiptId } = withdrawal;
    const rateTaken = { rateTick: withdrawal.rateTick, atMs: withdrawal.requestTime };
    const [approvers, last, standing, name, house, back, paused, closed] = await Promise.all([
      approversOf(db, withdrawal.id),
      lastDestination(db, withdrawal),
      readStanding(db, userId),
      verifiedName(userId),
      accountsOf(db, HOUSE),
      backReceiptId === undefined ? undefined : findReceipt(db, backReceiptId),
      isPaused(db),
      ratesOfClosed(db, [rateTaken]),
    ]);
    const places = await findDestinations(db, [withdrawal.destinationId, ...(last === undefined ? [] : [last])]);
    const [destination, before] = [withdrawal.destinationId, last].map((one) =>
      one === undefined ? undefined : places.get(one),
    );
    assert(destination !== undefined, 'a withdrawal goes to a destination that is kept');
    const people = [claimedBy, nothingSentBy, paidBy, backBy, ...approvers.map(({ staffId }) => staffId)];
    const names = await this.#names(people);
    const takenBy = names(claimedBy);
    return ok({
      ...queuedView({ withdrawal, approvals: approvers.length, staffId: member.staffId, takenBy }),
      userId: String(userId),
      frozen: (standing && freezeOf(standing, 'withdrawals')?.reason) ?? '',
      verifiedName: name ?? '',
      fee: formatUnits(withdrawal.fee, 2),
      ...{ usdPrice: formatUnits(withdrawal.usdPrice, 0, RATE_PLACES), rateClosed: closed.has(rateTaken) },
      memo: withdrawal.memo,
      destination: placeView(destination, openDetails(keys, destination)),
      lastDestination: before ? placeView(before, openDetails(keys, before)) : null,
      approvedBy: approvers.map(({ staffId, time }) => ({ name: names(staffId), time })),
      ...{ nothingSentBy: names(nothingSentBy), paidBy: names(paidBy) },
      reference: withdrawal.paidReference ?? '',
      ...{ reasonCode: withdrawal.reasonCode ?? '', reason: withdrawal.reason ?? '' },
      back: backView(withdrawal, names(backBy), back?.reference ?? ''),
      ways: waysView(this.#options.settings(), withdrawal),
      ...{ pool: poolView(house, withdrawal), paused },
    });
  }

  async approve(input: Input<'withdrawal_approve'>, context: StaffContext): Done {
    const found = await this.#found(input.id);
    if (!found.ok) return found;
    // Who approved before is of compliance or not by the roles that they hold now. Somebody who approves at this very moment is not known to be.
    const before = await approversOf(this.#options.db, found.value.id);
    const named = before.map(({ staffId }) => staffId);
    const note = typedLine(input.note);
    return this.#act({ endpoint: 'withdrawal_approve', input, context }, found.value, {
      ...{ act: 'withdrawal_approve', named },
      decide: (state, by) => {
        const isCompliance = (id: Id): boolean => state.staff.member(id)?.roles.includes('compliance') ?? false;
        const counts = (id: Id): boolean => {
          // Whoever is not among them has approved since the request was read, a moment ago and by a right of theirs.
          const member = state.staff.member(id);
          if (!member) return true;
          return mayDo(member.roles, ANY_APPROVAL) && !member.linkedUsers.includes(found.value.userId);
        };
        return decideApproval(state, { ...by, note, counts, isCompliance });
      },
    });
  }

  async reject(input: Input<'withdrawal_reject'>, context: StaffContext): Done {
    const reason = reasonOf(input.reason_code, input.reason);
    if (!reason.ok) return reason;
    const found = await this.#found(input.id);
    if (!found.ok) return found;
    return this.#act({ endpoint: 'withdrawal_reject', input, context }, found.value, {
      act: 'withdrawal_reject',
      decide: (state, by) => decideRejection(state, by, reason.value),
    });
  }

  async claim(input: Input<'withdrawal_claim'>, context: StaffContext): Done {
    const found = await this.#found(input.id);
    if (!found.ok) return found;
    return this.#act({ endpoint: 'withdrawal_claim', input, context }, found.value, {
      ...{ act: 'withdrawal_pay', decide: decideClaim },
    });
  }

  async release(input: Input<'withdrawal_release'>, context: StaffContext): Done {
    const found = await this.#found(input.id);
    if (!found.ok) return found;
    return this.#act({ endpoint: 'withdrawal_release', input, context }, found.value, {
      ...{ act: 'withdrawal_pay', decide: decideRelease },
    });
  }

  async paid(input: Input<'withdrawal_paid'>, context: StaffContext): Done {
    const found = await this.#found(input.id);
    if (!found.ok) return found;
    const withdrawal = found.value;
    const reference = readPayment(withdrawal, input.reference);
    if (!reference.ok) return reference;
    let paidBefore: Id | undefined;
    return this.#act({ endpoint: 'withdrawal_paid', input, context }, withdrawal, {
      act: 'withdrawal_pay',
      // Asked before the lock and under it, and again after somebody else has written the same payment: the index then made this batch begin anew.
      expand: async (db) => {
        paidBefore = await paidWith(db, withdrawal, reference.value);
        return [];
      },
      decide: (state, by) => decidePaid(state, { ...by, reference: reference.value, paidBefore }),
    });
  }

  async nothingSent(input: Input<'withdrawal_nothing_sent'>, context: StaffContext): Done {
    const reason = reasonOf('not_sent', input.reason);
    if (!reason.ok) return reason;
    const found = await this.#found(input.id);
    if (!found.ok) return found;
    return this.#act({ endpoint: 'withdrawal_nothing_sent', input, context }, found.value, {
      act: 'withdrawal_reject',
      decide: (state, by) => decideNothingSent(state, by, reason.value),
    });
  }

  async #found(typed: string): Promise<Result<Withdrawal, Refusal>> {
    const id = parseId(typed);
    const found = id === undefined ? undefined : await findWithdrawal(this.#options.db, id);
    return found ? ok(found) : err(refuse('ITEM_UNKNOWN'));
  }

  async #act<N extends Acting>({ endpoint, input, context }: Act<N>, { id, userId }: Withdrawal, how: How): Done {
    const { staffId } = memberOf(context);
    const { act, named = [], expand, decide } = how;
    const outcome = await this.#options.submit({
      ...staffCommand({ endpoint, input, context }, { realm: 'live', owners: [userId] }),
      ...{ looksAt: [], names: { wallet: [id], staff: named, loans: [userId] } },
      ...(expand ? { expand } : {}),
      decide: (state) => {
        const roles = state.staff.member(staffId)?.roles ?? [];
        const may = (grant: Grant): boolean => mayDo(roles, { act, grants: [grant] });
        const decided = decide(state, { id, key: context.key, staffId, may });
        if (!decided.ok) return decided;
        const after = decided.value.wallet?.withdrawals?.[0] ?? state.wallet.withdrawals.byId(id);
        assert(after !== undefined, 'what was decided is there');
        return ok({ change: decided.value, answer: { status: STATUS[after.status] } });
      },
    });
    if (outcome.ok) return ok({ status: statusOf(outcome.value.status) });
    const { error, params } = outcome.error;
    if (error !== 'TAKEN_BY_OTHER') return outcome;
    const by = parseId(params?.name ?? '');
    return err(refuse(error, { name: by === undefined ? '' : await this.#options.payers.name(by) }));
  }

  async #names(ids: readonly (Id | undefined)[]): Promise<(id: Id | undefined) => string> {
    const unique = [...new Set(ids.flatMap((id) => id ?? []))];
    const names = await Promise.all(unique.map((id) => this.#options.payers.name(id)));
    const known = new Map(unique.map((id, at) => [id, names[at] ?? '']));
    return (id) => (id === undefined ? '' : (known.get(id) ?? ''));
  }
}

interface How {
  readonly act: StaffAct;
  /** Members whose roles the decision asks for beside the caller's. */
  readonly named?: readonly Id[];
  readonly expand?: NonNullable<Command<StaffState, WithdrawalChange>['expand']>;
  readonly decide: (state: StaffState, by: Deciding) => Decided;
}

const STATUSES = Object.values(STATUS);
function statusOf(stored: unknown): (typeof STATUSES)[number] {
  const found = STATUSES.find((one) => one === stored);
  assert(found !== undefined, 'a decision answers with the state after it');
  return found;
}

/** One of a kind of its own has words; nothing in them leads away from us. */
function reasonOf(code: WithdrawalReason, typed: string): Result<Reason, Refusal> {
  const words = typedLine(typed);
  if (code === 'other' && words === '') return err(refuse('REASON_REQUIRED'));
  if (!leadsNowhere(words)) return err(refuse('REASON_LEADS_AWAY'));
  return ok({ code, words, told: (lang) => toldReason(lang, code, words) });
}

function poolView(house: Awaited<ReturnType<typeof accountsOf>>, { number, fee, status }: Withdrawal) {
  const of = (wanted: string): bigint =>
    house.find(({ realm, kind }) => realm === 'live' && kind === wanted)?.available ?? 0n;
  const held = -of('external');
  const leaves = status === 'waiting' || status === 'approved' ? number - fee : 0n;
  const shown = (units: bigint): string => formatUnits(amount(units), 2);
  return { held: shown(held), after: shown(held - leaves), approved: shown(of('clearing:withdrawal')) };
}
