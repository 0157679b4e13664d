// What the staff do with loans: who may borrow, what is paid out, what is owed. A pay-out moves money, so it is a command under the user's lock; the rest
// are records. Each is an act in the transaction of its effect.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { AnswerOf, ParsedOf } from '@fairtick/contract/http/index';
import { PAGE_SIZE } from '@fairtick/contract/page-size';
import type { StaffTable } from '@fairtick/contract/staff/index';
import type { loanStaffEndpoints } from '@fairtick/contract/staff/loans';
import { leadsNowhere } from '@fairtick/contract/told-words';
import { toHex } from '@fairtick/kernel/bytes';
import type { Clock } from '@fairtick/kernel/clock';
import { amount, formatUnits, readUnits } from '@fairtick/kernel/decimal';
import { type Id, parseId } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { typedLine } from '@fairtick/kernel/typed-line';
import { insertActOnce, insertActs } from '../../platform/acts/table.ts';
import type { Command, Outcome } from '../../platform/commands/command.ts';
import { keyOf } from '../../platform/commands/key.ts';
import { staffCommand } from '../../platform/commands/request.ts';
import type { Pool, PoolClient } from '../../platform/database/pools.ts';
import { runAll } from '../../platform/database/statement.ts';
import { memberOf, type StaffContext } from '../../platform/endpoints.ts';
import type { Files } from '../../platform/files/files.ts';
import { releaseUploads } from '../../platform/files/table.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { writeNotices } from '../../platform/notices/stored.ts';
import { actorOfPrincipal } from '../../platform/principals.ts';
import type { Records } from '../../platform/records/records.ts';
import { lossRefusal, readStanding } from '../accounts/index.ts';
import { accountsOf, HOUSE } from '../ledger/index.ts';
import { samePerson } from '../verification/index.ts';
import { type AllAccounts, accountsTogether, loanRefusal } from './barred.ts';
import { countPersons, decidePerson, findPerson, type LoanPersonRow, listPersons } from './person-table.ts';
import { openBorrower } from './persons.ts';
import { decidePayOut, decideRejection, type LoanDecided, type LoanStaffState } from './rules/decisions.ts';
import type { LoanSettings } from './settings.ts';
import { countQueues, factsOf, findLoan, type ListedLoan, listQueue, poolSums, readAgreement } from './table.ts';
import { queuedView } from './views.ts';

export interface LoanStaffOptions {
  /** Refuses by the rights of the commit's moment before it decides. */
  readonly settings: () => LoanSettings;
  readonly submit: (command: Command<LoanStaffState, LoanDecided>) => Promise<Outcome>;
  readonly db: Pool;
  readonly records: Records;
  readonly keys: Keys;
  readonly files: Files;
  readonly clock: Clock;
  readonly newId: () => Id;
  readonly verifiedName: (userId: Id) => Promise<string | undefined>;
  readonly staff: {
    name(staffId: Id): Promise<string>;
    /** The user accounts that are declared to be the member's own or their family's. */
    linkedUsers(staffId: Id): Promise<readonly Id[]>;
    /** First in a transaction: why the member may not decide about these users now; they are held until it ends. */
    refusedNow(
      tx: PoolClient,
      writer: { readonly staffId: Id; readonly endpoint: 'loan_person_decide'; readonly users: readonly Id[] },
    ): Promise<Refusal | undefined>;
  };
}

type Name = keyof typeof loanStaffEndpoints;
type Input<N extends Name> = ParsedOf<N, StaffTable>;
type Answered<N extends Name> = Promise<Result<AnswerOf<N, StaffTable>, Refusal>>;

const PERSON_STATUS = { '1': 1, '2': 2, '3': 3 } as const;
/** An image of who was rejected is kept for so long, ms. */
const KEEP_REJECTED_MS = 90 * 86_400_000;
const usd = (units: bigint): string => formatUnits(units, 2);
const usdOf = (text: string): string => usd(readUnits(text));
const pageOf = (page: number) => ({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });

export class LoanDesk {
  readonly #options: LoanStaffOptions;

  constructor(options: LoanStaffOptions) {
    this.#options = options;
  }

  async persons({ status, page }: Input<'loan_persons'>): Answered<'loan_persons'> {
    const { db } = this.#options;
    const wanted = PERSON_STATUS[status];
    const [rows, total, waiting] = await Promise.all([
      listPersons(db, { status: wanted, ...pageOf(page) }),
      countPersons(db, wanted),
      countPersons(db, 1),
    ]);
    return ok({ data: rows.map(queuedPerson), total, waiting });
  }

  /** Committed before anything is shown: without the row nobody sees who it is. */
  async person({ id }: Input<'loan_person_item'>, context: StaffContext): Answered<'loan_person_item'> {
    const { db, keys, files, verifiedName, staff } = this.#options;
    const { staffId } = memberOf(context);
    const found = await this.#foundPerson(id, staffId);
    if (!found.ok) return found;
    const row = found.value;
    await this.#looked(context, row.user_id);
    const borrower = openBorrower(keys, row);
    const [verified, standing, decidedBy] = await Promise.all([
      verifiedName(row.user_id),
      readStanding(db, row.user_id),
      row.decided_by === null ? '' : staff.name(row.decided_by),
    ]);
    const picture = row.status === 1 ? files.links.link(row.picture, { kind: 'staff', id: staffId }) : '';
    return ok({
      ...queuedPerson(row),
      ...{ firstName: borrower?.firstName ?? '', lastName: borrower?.lastName ?? '', verifiedName: verified ?? '' },
      ...{ sex: borrower?.sex ?? 1, birthday: borrower?.birthday ?? '', country: borrower?.country ?? '' },
      ...{ residence: standing?.country ?? '', mobile: borrower?.mobile ?? '', cardType: borrower?.cardType ?? 1 },
      ...{ picture, reasonCode: row.reason_code ?? '', reason: row.reason ?? '', decidedBy },
      decidedTime: row.decided_time === null ? null : Number(row.decided_time),
    });
  }

  async decidePerson(input: Input<'loan_person_decide'>, context: StaffContext): Answered<'loan_person_decide'> {
    const { staffId } = memberOf(context);
    const reason = input.decision === 'accept' ? ok(undefined) : reasonOf(input.reason_code, input.reason);
    if (!reason.ok) return reason;
    const found = await this.#foundPerson(input.id, staffId);
    if (!found.ok) return found;
    const done = await this.#options.records.write({
      key: keyOf(staffId, context.key, 'loan_person_decide', input),
      act: (tx) => this.#writePerson(tx, found.value, staffId, reason.value),
    });
    return done.ok ? ok({}) : done;
  }

  async #writePerson(
    tx: PoolClient,
    { id, user_id: userId, picture }: LoanPersonRow,
    staffId: Id,
    reason: { readonly code: string; readonly words: string } | undefined,
  ): Promise<Outcome> {
    const { staff, newId } = this.#options;
    const refused = await staff.refusedNow(tx, { staffId, endpoint: 'loan_person_decide', users: [userId] });
    if (refused) return err(refused);
    // Nobody borrows whose verification does not stand any more.
    if (!reason && (await readStanding(tx, userId))?.verifiedTime === undefined) return err(refuse('NOT_VERIFIED'));
    const { code = null, words = null } = reason ?? {};
    if (!(await decidePerson(tx, { id, status: reason ? 3 : 2, staffId, code, words })))
      return err(refuse('ALREADY_DECIDED'));
    const told: Readonly<Record<string, string>> = {
      ...(code === null || code === 'other' ? {} : { rejection: code }),
      ...(words === null || words === '' ? {} : { words }),
    };
    const kind = reason ? 'loan_verification_rejected' : 'loan_verified';
    const notice = { userId, realm: 'live', kind, orderId: undefined, params: told } as const;
    const act = {
      kind: reason ? 'loan_person_rejected' : 'loan_person_accepted',
      actor: { kind: 'staff', id: staffId },
      subject: { kind: 'user', id: String(userId) },
      contents: { borrower: String(id), ...(reason ?? {}) },
    } as const;
    await runAll(tx, [
      ...writeNotices([notice], newId),
      ...insertActs([act]),
      ...releaseUploads(reason ? [picture] : [], KEEP_REJECTED_MS),
    ]);
    return ok({});
  }

  async list({ queue, page }: Input<'loans'>): Answered<'loans'> {
    const { db, clock } = this.#options;
    const [rows, counts] = await Promise.all([listQueue(db, { queue, ...pageOf(page) }), countQueues(db)]);
    const { waiting, running, overdue } = counts;
    return ok({
      data: rows.map((one) => queuedView(one, clock.now())),
      total: counts[queue],
      counts: { waiting, running, overdue },
    });
  }

  async read({ id }: Input<'loan_item'>, context: StaffContext): Answered<'loan_item'> {
    const { db, clock, files, keys, staff } = this.#options;
    const { staffId } = memberOf(context);
    const found = await this.#found(id, staffId);
    if (!found.ok) return found;
    const { loan } = found.value;
    await this.#looked(context, loan.userId);
    const same = await samePerson(db, keys, loan.userId);
    const [signed, facts, standing, decidedBy, firstYesBy, pool] = await Promise.all([
      readAgreement(db, loan.id),
      factsOf(db, loan.userId, same?.others ?? []),
      readStanding(db, loan.userId),
      loan.decidedBy === undefined ? '' : staff.name(loan.decidedBy),
      loan.firstYesBy === undefined ? '' : staff.name(loan.firstYesBy),
      this.#lends(),
    ]);
    if (!signed) throw new Error('a loan without what was signed');
    const { html, hash, version, lang } = signed;
    const viewer = { kind: 'staff', id: staffId } as const;
    return ok({
      ...queuedView(found.value, clock.now()),
      ...{ country: standing?.country ?? '', reasonCode: loan.reasonCode ?? '', reason: loan.reason ?? '' },
      ...{ decidedBy, decidedTime: loan.decidedTime ?? null },
      signature: loan.signature === undefined ? '' : files.links.link(loan.signature, viewer),
      agreement: { html, hash: toHex(hash), version, lang },
      evidence: toHex(signed.evidence_hash),
      facts: {
        ...{ deposited: usdOf(facts.deposited), withdrawn: usdOf(facts.withdrawn), results: usdOf(facts.results) },
        ...{ available: usdOf(facts.available), repaidLoans: facts.repaid, rejectedLoans: facts.rejected },
        lateLoans: facts.late,
      },
      ...{ pool: usd(pool), twoPeople: usd(this.#options.settings().twoPeople), firstYesBy },
      firstYesMine: loan.firstYesBy === staffId,
    });
  }

  async decide(input: Input<'loan_decide'>, context: StaffContext): Answered<'loan_decide'> {
    const { staffId } = memberOf(context);
    const reason = input.decision === 'approve' ? ok(undefined) : reasonOf(input.reason_code, input.reason);
    if (!reason.ok) return reason;
    const found = await this.#found(input.id, staffId);
    if (!found.ok) return found;
    const { id: loanId, userId, firstYesBy } = found.value.loan;
    let person: AllAccounts = { stopOut: undefined, coolOff: undefined, excluded: undefined };
    const outcome = await this.#options.submit({
      ...staffCommand({ endpoint: 'loan_decide', input, context }, { realm: 'live', owners: [userId] }),
      ...{ looksAt: [], names: { loans: [userId], staff: firstYesBy === undefined ? [] : [firstYesBy] } },
      // Asked again under the lock.
      expand: async (db) => {
        const same = await samePerson(db, this.#options.keys, userId);
        person = await accountsTogether(db, [userId, ...(same?.others ?? [])]);
        return [];
      },
      decide: (state) => {
        const by = { loanId, userId, staffId, key: context.key };
        const { jurisdictions } = state.accounts;
        const standing = state.accounts.standing(userId);
        const limit = lossRefusal(state, userId, amount(0n));
        const decided = reason.value
          ? decideRejection(state, by, reason.value)
          : decidePayOut(state, by, loanRefusal({ standing, jurisdictions, person, limit }));
        return decided.ok
          ? ok({ change: decided.value, answer: { status: decided.value.loans[0]?.status ?? 1 } })
          : decided;
      },
    });
    return outcome.ok ? ok({ status: statusOf(outcome.value.status) }) : outcome;
  }

  async pool(): Answered<'loan_pool'> {
    const [sums, free] = await Promise.all([poolSums(this.#options.db), this.#lends()]);
    const { out, overdue, earned, loans } = sums;
    return ok({ available: usd(free), out: usd(out), overdue: usd(overdue), interest: usd(earned), loans });
  }

  /** What the house's lending account holds. */
  async #lends(): Promise<bigint> {
    const house = await accountsOf(this.#options.db, HOUSE);
    return house.find(({ realm, kind }) => realm === 'live' && kind === 'loan')?.available ?? 0n;
  }

  async #looked(context: StaffContext, userId: Id): Promise<void> {
    const subject = { kind: 'user', id: String(userId) } as const;
    const actor = actorOfPrincipal(memberOf(context));
    await runAll(this.#options.db, [insertActOnce({ kind: 'user_read', actor, subject, contents: {} })]);
  }

  /** Unless it is of somebody whom the member is linked to: nobody looks at or decides their own. */
  async #foundPerson(idText: string, staffId: Id): Promise<Result<LoanPersonRow, Refusal>> {
    const id = parseId(idText);
    const row = id === undefined ? undefined : await findPerson(this.#options.db, id);
    if (!row) return err(refuse('ITEM_UNKNOWN'));
    return (await this.#options.staff.linkedUsers(staffId)).includes(row.user_id)
      ? err(refuse('BENEFICIARY'))
      : ok(row);
  }

  async #found(idText: string, staffId: Id): Promise<Result<ListedLoan, Refusal>> {
    const id = parseId(idText);
    const found = id === undefined ? undefined : await findLoan(this.#options.db, id);
    if (!found) return err(refuse('ITEM_UNKNOWN'));
    const linked = await this.#options.staff.linkedUsers(staffId);
    return linked.includes(found.loan.userId) ? err(refuse('BENEFICIARY')) : ok(found);
  }
}

const queuedPerson = (row: LoanPersonRow) => ({
  ...{ id: String(row.id), uid: row.uid, userId: String(row.user_id), status: row.status },
  ...{ submitted: Number(row.submitted_time), answerDue: Number(row.answer_due) },
});

const statusOf = (stored: unknown): 1 | 2 | 3 => {
  if (stored !== 1 && stored !== 2 && stored !== 3) throw new Error('a decision answers with the state after it');
  return stored;
};

/** One of a kind of its own has words; nothing in them leads away from us. */
function reasonOf<Code extends string>(
  code: Code | undefined,
  typed: string,
): Result<{ readonly code: Code; readonly words: string }, Refusal> {
  const words = typedLine(typed);
  if (code === undefined || (code === 'other' && words === '')) return err(refuse('REASON_REQUIRED'));
  if (!leadsNowhere(words)) return err(refuse('REASON_LEADS_AWAY'));
  return ok({ code, words });
}
