// What the staff do with deposits: look, take, credit by a receipt, reject. What moves money goes through the pipeline, and all that follows from it is
// written with it.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { AnswerOf, ParsedOf } from '@fairtick/contract/http/index';
import { PAGE_SIZE } from '@fairtick/contract/page-size';
import type { StaffTable } from '@fairtick/contract/staff/index';
import { leadsNowhere } from '@fairtick/contract/told-words';
import { readCoins } from '@fairtick/contract/typed-number';
import { type Id, parseId } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { typedLine } from '@fairtick/kernel/typed-line';
import { insertActs } from '../../../platform/acts/table.ts';
import type { WatcherOf } from '../../../platform/chain/watchers.ts';
import { answeredBefore } from '../../../platform/commands/answered.ts';
import type { Command, Outcome } from '../../../platform/commands/command.ts';
import { keyOf } from '../../../platform/commands/key.ts';
import { staffCommand } from '../../../platform/commands/request.ts';
import type { Pool, PoolClient } from '../../../platform/database/pools.ts';
import { runAll } from '../../../platform/database/statement.ts';
import { memberOf, type StaffContext } from '../../../platform/endpoints.ts';
import type { Files } from '../../../platform/files/files.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import type { Propose } from '../../../platform/proposing.ts';
import type { Records } from '../../../platform/records/records.ts';
import { readStanding } from '../../accounts/index.ts';
import { bookable } from '../chain/check.ts';
import { senderOf } from '../receipts/senders.ts';
import { findReceipt, suitingReceipts } from '../receipts/table.ts';
import type { WalletSettings } from '../settings.ts';
import type { Deposit, DepositStatus } from '../types.ts';
import { lookAtDeposit, optionOfDeposit, refusedAsOthers } from './looking.ts';
import { mayLook } from './proofs.ts';
import { namedWith } from './repaying.ts';
import { type RatesNow, rateNow } from './rules.ts';
import {
  type Came,
  creditNow,
  type DepositChange,
  type DepositFacts,
  type DepositState,
  decideCredit,
  decideRejection,
  isHeld,
  methodOf,
  NO_FACTS,
  type Reason,
  readReference,
} from './staff-rules.ts';
import {
  claim,
  countWaiting,
  findDeposit,
  listDeposits,
  othersOf,
  othersWithTransaction,
  readFacts,
} from './staff-table.ts';
import { cardView, chainView, coinText, creditTerms, queuedView, toldReason } from './views.ts';

const CLAIM_MS = 600_000;
const OTHERS_SHOWN = 10;
const RECEIPTS_SHOWN = 10;

/** What deposits must know of the staff, who are above them. */
export interface DepositStaff {
  /** Of anybody who is or was of the staff. */
  name(staffId: Id): Promise<string>;
  linkedUsers(staffId: Id): Promise<readonly Id[]>;
  /** First in a transaction: why the member may not take an item of these users now; undefined where they may. */
  refusedNow(
    tx: PoolClient,
    writer: { readonly staffId: Id; readonly endpoint: 'deposit_claim'; readonly users: readonly Id[] },
  ): Promise<Refusal | undefined>;
}

export interface DepositDeskOptions {
  readonly submit: (command: Command<DepositState, DepositChange>) => Promise<Outcome>;
  readonly propose: Propose;
  readonly db: Pool;
  readonly records: Records;
  readonly files: Files;
  readonly staff: DepositStaff;
  readonly chains: WatcherOf;
  /** USD that repays a loan which a deposit was sent for. */
  readonly loanDue: (loanId: Id) => Promise<AnswerOf<'deposit', StaffTable>['repayDue']>;
  readonly keys: Keys;
  readonly settings: () => WalletSettings;
  readonly market: () => RatesNow;
}

type Input<N extends keyof StaffTable['endpoints']> = ParsedOf<N, StaffTable>;
type Answered<N extends keyof StaffTable['endpoints']> = Promise<Result<AnswerOf<N, StaffTable>, Refusal>>;

const STATUSES = {
  '0': ['unchecked'],
  '1': ['credited'],
  '2': ['rejected'],
  '3': ['invalid', 'reversed'],
} as const satisfies Readonly<Record<string, readonly DepositStatus[]>>;
const idOf = (text: string | undefined): Id | undefined => (text === undefined ? undefined : parseId(text));

export class DepositDesk {
  readonly #options: DepositDeskOptions;

  constructor(options: DepositDeskOptions) {
    this.#options = options;
  }

  async list({ status, before }: Input<'deposits'>, context: StaffContext): Answered<'deposits'> {
    const { db } = this.#options;
    const wanted = { before: idOf(before), limit: PAGE_SIZE + 1 };
    const [lists, waiting] = await Promise.all([
      Promise.all(STATUSES[status].map((one) => listDeposits(db, { ...wanted, status: one }))),
      countWaiting(db),
    ]);
    // Each by an index of its own; of what is decided the newest come first.
    const found = lists.length === 1 ? lists.flat() : lists.flat().sort((a, b) => (a.id < b.id ? 1 : -1));
    const data = await this.#queued(found.slice(0, PAGE_SIZE), memberOf(context).staffId);
    return ok({ data, waiting, more: found.length > PAGE_SIZE });
  }

  /** The picture is for whoever credits or checks: who may only look sees none. */
  async read({ id }: Input<'deposit'>, context: StaffContext): Answered<'deposit'> {
    const { db, files, staff, settings, market, chains, keys } = this.#options;
    const { staffId, roles } = memberOf(context);
    const found = await this.#deposit(id, staffId);
    if (!found.ok) return found;
    const deposit = found.value;
    const { userId, proof, decidedBy, currency, txid, assigned } = deposit;
    const method = methodOf(deposit);
    const option = await optionOfDeposit(db, settings(), deposit);
    const suiting = { method, currency, txid, assigned, limit: RECEIPTS_SHOWN };
    const [same, others, standing, { lastDay }, receipts, decider, check] = await Promise.all([
      othersWithTransaction(db, deposit),
      othersOf(db, deposit, OTHERS_SHOWN),
      readStanding(db, userId),
      readFacts(db, { userId, method, reference: '' }),
      deposit.status === 'unchecked' ? suitingReceipts(db, suiting) : [],
      decidedBy === undefined || decidedBy === 0n ? '' : staff.name(decidedBy),
      lookAtDeposit({ chains, db }, option, deposit, deposit.txid),
    ]);
    const [[queued], shown] = await Promise.all([this.#queued([deposit], staffId), this.#queued(others, staffId)]);
    if (!queued) return err(refuse('ITEM_UNKNOWN'));
    const rate = rateNow(settings(), deposit.currency, market());
    const named = receipts.map((one) => ({ ...one, from: senderOf(keys, one) }));
    const kept = proof !== undefined && mayLook(roles) && (await files.areKept([proof]));
    return ok({
      ...cardView(deposit, { queued, same, receipts: named, decidedBy: decider, others: shown }),
      chain: deposit.kind === 'coin' ? chainView(option, deposit, check) : null,
      verified: standing?.verifiedTime !== undefined,
      repayDue: deposit.repays === undefined ? '' : await this.#options.loanDue(deposit.repays),
      ...creditTerms(settings(), deposit, { rate: rate.ok ? rate.value : undefined, lastDay }),
      proof: kept ? files.links.link(proof, { kind: 'staff', id: staffId }) : '',
    });
  }

  async claim(input: Input<'deposit_claim'>, context: StaffContext): Answered<'deposit_claim'> {
    const { staffId } = memberOf(context);
    const found = await this.#deposit(input.id, staffId);
    if (!found.ok) return found;
    const { id, userId } = found.value;
    const done = await this.#options.records.write({
      key: keyOf(staffId, context.key, 'deposit_claim', input),
      act: async (tx) => {
        const writer = { staffId, endpoint: 'deposit_claim', users: [userId] } as const;
        const refused = await this.#options.staff.refusedNow(tx, writer);
        if (refused) return err(refused);
        const until = await claim(tx, id, staffId, CLAIM_MS);
        if (until === undefined) return err(await this.#notClaimed(id));
        const subject = { kind: 'user', id: String(userId) } as const;
        const actor = { kind: 'staff', id: staffId } as const;
        await runAll(tx, insertActs([{ kind: 'deposit_claimed', actor, subject, contents: { deposit: String(id) } }]));
        return ok({ until });
      },
    });
    return done.ok ? ok({ until: Number(done.value.until) }) : done;
  }

  /** At once where one person may; else proposed to a second. */
  async credit(input: Input<'deposit_credit'>, context: StaffContext): Answered<'deposit_credit'> {
    const { db, submit, propose } = this.#options;
    const { staffId } = memberOf(context);
    const found = await this.#deposit(input.id, staffId);
    if (!found.ok) return found;
    const deposit = found.value;
    const { id, userId } = deposit;
    const request = { endpoint: 'deposit_credit', input, context } as const;
    const command = staffCommand(request, { realm: 'live', owners: [userId] });
    const before = await answeredBefore(db, command.key);
    if (before) return creditAnswer(before);
    const taken = await this.#takenByOther(deposit, staffId);
    if (taken) return err(taken);
    const came = await this.#came(deposit, input);
    if (!came.ok) return came;
    const asked = { userId, method: methodOf(deposit), reference: came.value.reference };
    const now = await readFacts(db, asked);
    const { free: receipt } = now;
    // What nothing can be credited by is refused under the lock, not proposed.
    const isUsed = now.isUsed && receipt === undefined;
    const held = isHeld(deposit, now);
    const many = !isUsed && (held || (await this.#isBeyondOne(deposit, came.value, now)));
    if (deposit.status === 'unchecked' && many)
      return propose(request, {
        kind: held ? 'deposit_credit_held' : 'deposit_credit',
        subject: { kind: 'user', id: String(userId) },
        body: {
          ...{ deposit: String(id), reference: came.value.reference, amount: coinText(came.value.amount) },
          ...(receipt !== undefined && { receipt: String(receipt) }),
        },
        reason: input.reason,
      });
    let facts = NO_FACTS;
    const outcome = await submit({
      ...command,
      looksAt: [],
      names: namedWith(deposit, receipt),
      // Asked again under the lock: what was booked until then counts.
      expand: async (tx) => {
        facts = await readFacts(tx, asked);
        return [];
      },
      decide: (state) => {
        const by = { key: context.key, staffId, agreed: undefined };
        const crediting = { id, came: came.value, receipt, facts, ...by };
        const decided = decideCredit(state, crediting);
        return decided.ok ? ok({ change: decided.value, answer: { proposal: null } }) : decided;
      },
    });
    return creditAnswer(outcome);
  }

  async reject(input: Input<'deposit_reject'>, context: StaffContext): Answered<'deposit_reject'> {
    const { staffId } = memberOf(context);
    const reason = readRejection(input);
    if (!reason.ok) return reason;
    const found = await this.#deposit(input.id, staffId);
    if (!found.ok) return found;
    const { id, userId } = found.value;
    const taken = await this.#takenByOther(found.value, staffId);
    if (taken) return err(taken);
    const outcome = await this.#options.submit({
      ...staffCommand({ endpoint: 'deposit_reject', input, context }, { realm: 'live', owners: [userId] }),
      looksAt: [],
      names: namedWith(found.value),
      decide: (state) => {
        const decided = decideRejection(state, { id, staffId, reason: reason.value });
        return decided.ok ? ok({ change: decided.value, answer: {} }) : decided;
      },
    });
    return outcome.ok ? ok({}) : outcome;
  }

  /** Nobody takes back alone. */
  async proposeReversal(input: Input<'deposit_reverse'>, context: StaffContext): Answered<'deposit_reverse'> {
    const found = await this.#deposit(input.id, memberOf(context).staffId);
    if (!found.ok) return found;
    const { id, userId } = found.value;
    const proposed = await this.#options.propose(
      { endpoint: 'deposit_reverse', input, context },
      {
        ...{ kind: 'deposit_reverse', subject: { kind: 'user', id: String(userId) }, reason: input.reason },
        body: { deposit: String(id), code: input.reason_code },
      },
    );
    return proposed.ok ? ok({ proposal: proposed.value.proposal ?? '' }) : proposed;
  }

  /** As it was typed, and as the chain says where that is asked: before the lock, since it takes a while. What is decided already is refused under the lock. */
  async #came(deposit: Deposit, input: Input<'deposit_credit'>): Promise<Result<Came, Refusal>> {
    const { chains, db, settings } = this.#options;
    const came = readCame(deposit, input);
    if (!came.ok || deposit.status !== 'unchecked') return came;
    const others = await refusedAsOthers(db, deposit, came.value.reference);
    if (others) return err(others);
    const option = await optionOfDeposit(db, settings(), deposit);
    const seen = bookable(await lookAtDeposit({ chains, db }, option, deposit, came.value.reference), came.value);
    return seen.ok ? ok({ ...came.value, confirmations: seen.value }) : seen;
  }

  /** As it looks now: the decision asks again under the lock. What has no rate is refused there. */
  async #isBeyondOne(deposit: Deposit, came: Came, { lastDay, free }: DepositFacts): Promise<boolean> {
    const { db, settings, market } = this.#options;
    const wallet = { settings: settings() };
    const booked = free === undefined ? undefined : (await findReceipt(db, free))?.booked;
    const credit = creditNow({ wallet, market: market() }, deposit, came);
    const units = booked ?? (credit.ok ? credit.value.units : undefined);
    return units !== undefined && lastDay + units >= wallet.settings.limits.twoPeople;
  }

  /** The item, unless it is of somebody whom the member is linked to: nobody looks at or decides their own. */
  async #deposit(idText: string, staffId: Id): Promise<Result<Deposit, Refusal>> {
    const { db, staff } = this.#options;
    const id = idOf(idText);
    const deposit = id === undefined ? undefined : await findDeposit(db, id);
    if (!deposit) return err(refuse('ITEM_UNKNOWN'));
    return (await staff.linkedUsers(staffId)).includes(deposit.userId) ? err(refuse('BENEFICIARY')) : ok(deposit);
  }

  /** A courtesy, looked at before the lock: whoever decides first has decided, claimed or not. */
  async #takenByOther({ status, claimedBy }: Deposit, staffId: Id): Promise<Refusal | undefined> {
    if (status !== 'unchecked' || claimedBy === undefined || claimedBy === staffId) return undefined;
    return refuse('TAKEN_BY_OTHER', { name: await this.#options.staff.name(claimedBy) });
  }

  async #notClaimed(id: Id): Promise<Refusal> {
    const deposit = await findDeposit(this.#options.db, id);
    return (deposit && (await this.#takenByOther(deposit, 0n))) ?? refuse('ALREADY_DECIDED');
  }

  async #queued(deposits: readonly Deposit[], staffId: Id) {
    const ids = [...new Set(deposits.flatMap(({ claimedBy }) => claimedBy ?? []))];
    const names = await Promise.all(ids.map((id) => this.#options.staff.name(id)));
    const nameOf = (id: Id): string => names[ids.indexOf(id)] ?? '';
    return deposits.map((one) =>
      queuedView(one, { staffId, takenBy: one.claimedBy === undefined ? '' : nameOf(one.claimedBy) }),
    );
  }
}

function creditAnswer(outcome: Outcome): Result<AnswerOf<'deposit_credit', StaffTable>, Refusal> {
  if (!outcome.ok) return outcome;
  const { proposal } = outcome.value;
  return ok({ proposal: typeof proposal === 'string' ? proposal : null });
}

/** What came, in the currency of the deposit. */
function readCame(deposit: Deposit, typed: { reference: string; amount: string }): Result<Came, Refusal> {
  const amount = readCoins('amount', typed.amount);
  if (!amount.ok) return amount;
  const reference = readReference(deposit, typed.reference);
  if (reference === undefined) return err(refuse('INPUT_INVALID', { field: 'reference' }));
  return ok({ reference, amount: amount.value });
}

/** A reason of its own kind has words; the user reads them, so nothing in them leads away from us. */
function readRejection({ reason_code: code, reason }: Input<'deposit_reject'>): Result<Reason, Refusal> {
  const words = typedLine(reason);
  if (code === undefined || (code === 'other' && words === '')) return err(refuse('REASON_REQUIRED'));
  if (!leadsNowhere(words)) return err(refuse('REASON_LEADS_AWAY'));
  return ok({ code, words, told: (lang) => toldReason(lang, code, words) });
}
