// What a user or a member of staff does next with money that comes in and goes out: mostly what the state of things asks for, now and then anything.
// What is there is looked up in the database, as a screen would; what was done is counted by answers alone (money-books.ts).

import type { usersTable } from '@fairtick/contract/http/index';
import type { staffTable } from '@fairtick/contract/staff/index';
import { formatUnits } from '@fairtick/kernel/decimal';
import { type Random, systemEntropy } from '@fairtick/kernel/random';
import type { Pool } from '@fairtick/server/platform/database/pools';

type Fields = Readonly<Record<string, string>>;
export type UserAct = Extract<
  keyof typeof usersTable.endpoints,
  'transfer' | 'draw' | 'draw_cancel' | 'charge_submit' | 'wire_submit'
>;
export type StaffAct =
  | Extract<keyof typeof staffTable.endpoints, `withdrawal_${string}` | `receipt_${string}`>
  | 'deposit_claim'
  | 'deposit_credit'
  | 'deposit_reject'
  | 'proposal_decide';

/** Money that came from outside, as the world knows it: whoever types it types this. */
export interface Payment {
  /** The id of the deposit option. */
  readonly option: '1' | '2';
  /** Of a coin; empty of a bank. */
  readonly txid: string;
  readonly reference: string;
  /** USD, which both currencies count as. */
  readonly amount: string;
}

export interface Act {
  readonly name: UserAct | StaffAct;
  readonly input: Fields;
  /** What a deposit is about. */
  readonly payment?: Payment;
}

export interface Actor {
  readonly id: bigint;
  readonly token: string;
  /** Of a user. */
  readonly uid: string;
  /** Where a user withdraws to; empty of a member of staff. */
  readonly place: string;
  readonly role: 'user' | 'treasurer' | 'compliance';
}

const UNITS_A_CENT = 1_000_000n;
const REASON = 'compared with the statement';

export const dollars = (cents: number): string => formatUnits(BigInt(cents) * UNITS_A_CENT);
const hash = (): string => Buffer.from(systemEntropy.bytes(32)).toString('hex');

export class MoneyActs {
  readonly #owner: Pool;
  readonly #random: Random;
  readonly #users: readonly Actor[];
  readonly #payments: Payment[] = [];
  /** By the deposit's id. */
  readonly #claimed = new Map<string, Payment>();

  constructor(owner: Pool, random: Random, users: readonly Actor[]) {
    [this.#owner, this.#random, this.#users] = [owner, random, users];
  }

  /** Somebody was told that this deposit is about this payment. */
  learn(deposit: string, payment: Payment): void {
    this.#claimed.set(deposit, payment);
  }

  /** `proofOf` keeps a picture of theirs and answers with its link. undefined where there is nothing to do. */
  async ofUser(user: Actor, proofOf: (userId: bigint) => Promise<string>): Promise<Act | undefined> {
    const drawn = this.#random.below(100);
    if (drawn < 30) return this.#transfer();
    if (drawn < 62) return { name: 'draw', input: this.#request(user) };
    if (drawn < 70) return this.#cancel(user);
    // As in `#pick`.
    const proof = await proofOf(user.id).catch(() => undefined);
    return proof === undefined ? undefined : this.#submit(proof);
  }

  async ofMember(member: Actor): Promise<Act | undefined> {
    const drawn = this.#random.below(100);
    // Treasurers book and send; what they may not do alone waits for compliance. Now and then somebody does what is not theirs.
    const isTheirs = member.role === 'treasurer' || this.#random.below(12) === 0;
    if (drawn < 16) return this.#deposit(member);
    if (drawn < 32 || (drawn < 65 && !isTheirs)) return this.#decide(member);
    if (drawn < 42) return this.#book();
    if (drawn < 52) return this.#free();
    if (drawn < 65) return this.#returning(member);
    return this.#withdrawal(member);
  }

  #transfer(): Act {
    const from = 1 + this.#random.below(3);
    // The same account now and then.
    const to = this.#random.below(12) === 0 ? from : 1 + ((from + this.#random.below(2)) % 3);
    // To the sixth decimal, and now and then more than there is.
    const tail = this.#random.below(3) === 0 ? '1234' : '';
    const balance = this.#random.below(15) === 0 ? '99999999' : `${this.#random.below(40)}.05${tail}`;
    return { name: 'transfer', input: { balance, currency_id: '1', from: String(from), to: String(to) } };
  }

  #request({ place }: Actor): Fields {
    const number = this.#random.below(12) === 0 ? '9.99' : dollars(1_000 + this.#random.below(30_000));
    return { draw_currency_id: '1', number, draw_method_id: place };
  }

  async #cancel({ id }: Actor): Promise<Act | undefined> {
    const found = await this.#pick(`FROM withdrawals WHERE user_id = ${id} AND ${this.#mostly(`status = 'waiting'`)}`);
    return found && { name: 'draw_cancel', input: { id: found.id } };
  }

  #submit(proofImg: string): Act {
    const payment = this.#came();
    const number = this.#random.below(4) === 0 ? '99.01' : payment.amount;
    const { option, txid } = payment;
    if (option === '2') return { name: 'wire_submit', input: { number, proofImg, wire_id: '2' }, payment };
    const named = this.#random.below(4) === 0 ? '' : txid;
    return { name: 'charge_submit', input: { number, proofImg, charge_id: '1', txid: named }, payment };
  }

  /** Now and then what came before. A coin's where one is asked for, or a bank's: what is kept of a reference depends on it. */
  #came(option: Payment['option'] = this.#random.below(2) === 0 ? '1' : '2'): Payment {
    const like = this.#payments.filter((one) => one.option === option);
    const before = this.#random.below(8) === 0 ? like[this.#random.below(Math.max(1, like.length))] : undefined;
    if (before) return before;
    const amount = dollars(1_000 + this.#random.below(this.#random.below(4) === 0 ? 90_000 : 15_000));
    const txid = option === '1' ? hash() : '';
    const payment: Payment =
      txid === ''
        ? { option: '2', txid, reference: `LINE${hash().slice(0, 12).toUpperCase()}`, amount }
        : { option: '1', txid, reference: `${txid}:0`, amount };
    this.#payments.push(payment);
    return payment;
  }

  #book(): Act {
    const { option, reference, amount } = this.#came();
    return { name: 'receipt_book', input: { charge_id: option, reference, amount, reason: REASON } };
  }

  async #deposit({ id: member }: Actor): Promise<Act | undefined> {
    const found = await this.#pick(
      `, kind, (SELECT reference FROM receipts WHERE receipts.id = deposits.assigned) AS reference
       FROM deposits WHERE ${this.#mostly(`status = 'unchecked' AND (claimed_by IS NULL OR claimed_by = ${member})`)}`,
    );
    if (!found) return;
    const { id } = found;
    const payment =
      this.#claimed.get(id) ??
      this.#payments.find(({ reference }) => reference === found.reference) ??
      this.#came(found.kind === 'coin' ? '1' : '2');
    const drawn = this.#random.below(10);
    if (drawn < 2) return { name: 'deposit_claim', input: { id } };
    if (drawn < 3) return { name: 'deposit_reject', input: { id, reason_code: 'no_payment' } };
    const { reference, amount } = payment;
    return { name: 'deposit_credit', input: { id, reference, amount, reason: REASON } };
  }

  async #free(): Promise<Act | undefined> {
    const found = await this.#pick(`FROM receipts WHERE ${this.#mostly(`state = 'free'`)}`);
    if (!found) return;
    const { id } = found;
    if (this.#random.below(3) > 0) return { name: 'receipt_return', input: { id, reason: REASON } };
    const uid = this.#users[this.#random.below(this.#users.length)]?.uid ?? '';
    return { name: 'receipt_assign', input: { id, uid } };
  }

  async #returning({ id: member }: Actor): Promise<Act | undefined> {
    const found = await this.#pick(
      `, taken_by::text AS taken FROM receipts WHERE ${this.#mostly(`state = 'returning' AND coalesce(taken_by, ${member}) = ${member}`)}`,
    );
    if (!found) return;
    const { id, taken } = found;
    if (this.#random.below(8) === 0) return { name: 'receipt_keep', input: { id, reason: REASON } };
    if (taken === null) return { name: 'receipt_take', input: { id } };
    return { name: 'receipt_sent', input: { id, reference: hash() } };
  }

  async #decide({ id: member }: Actor): Promise<Act | undefined> {
    const found = await this.#pick(
      `, encode(payload_hash, 'hex') AS hash FROM proposals WHERE ${this.#mostly(`state = 'open' AND maker <> ${member}`)}`,
    );
    if (!found) return;
    const decision = this.#random.below(5) === 0 ? 'reject' : 'accept';
    return { name: 'proposal_decide', input: { id: found.id, hash: found.hash ?? '', decision, reason: REASON } };
  }

  async #withdrawal({ id: member }: Actor): Promise<Act | undefined> {
    const found = await this.#pick(
      `, status, claimed_by::text AS taken FROM withdrawals WHERE ${this.#mostly(`status IN ('waiting', 'approved')`)}`,
    );
    if (!found) return;
    const { id, status, taken } = found;
    const names: readonly StaffAct[] =
      status === 'waiting'
        ? ['withdrawal_approve', 'withdrawal_approve', 'withdrawal_approve', 'withdrawal_reject']
        : taken === String(member)
          ? ['withdrawal_paid', 'withdrawal_paid', 'withdrawal_release', 'withdrawal_nothing_sent']
          : ['withdrawal_claim', 'withdrawal_claim', 'withdrawal_claim', 'withdrawal_nothing_sent', 'withdrawal_paid'];
    const name = names[this.#random.below(names.length)] ?? 'withdrawal_claim';
    if (name === 'withdrawal_reject') return { name, input: { id, reason_code: 'not_payable' } };
    if (name === 'withdrawal_paid') return { name, input: { id, reference: hash() } };
    return { name, input: { id } };
  }

  /** What waits; now and then anything. */
  #mostly(condition: string): string {
    return this.#random.below(15) === 0 ? 'true' : condition;
  }

  async #pick(from: string): Promise<Readonly<{ id: string } & Record<string, string | null>> | undefined> {
    // PostgreSQL may be the one that was killed: there is nothing to be seen then.
    const { rows } = await this.#owner
      .query(`SELECT id::text AS id ${from} ORDER BY random() LIMIT 1`)
      .catch(() => ({ rows: [] }));
    return rows[0];
  }
}
