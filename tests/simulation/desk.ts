// The staff of the simulated world with money that came: they book what nobody claims, take deposits, credit and reject them, find owners, send back, and
// decide what another has proposed; in any order, at once, and each thing twice. What they type is what came; what users said they type for what was booked.

import type { Refusal } from '@fairtick/contract/errors';
import { DEPOSIT_REASONS } from '@fairtick/contract/staff/deposit-reasons';
import { toHex } from '@fairtick/kernel/bytes';
import type { Id } from '@fairtick/kernel/ids';
import type { Random } from '@fairtick/kernel/random';
import { ok, type Result } from '@fairtick/kernel/result';
import type { StaffContext } from '@fairtick/server/platform/endpoints';
import type { Watch } from './checks/watch.ts';
import { chance, pick } from './events.ts';
import { coinText, type Incoming, type Payment, WAYS } from './incoming.ts';
import type { Row } from './memory/rows.ts';
import { STAFF_ROLES } from './memory/wallet.ts';
import type { Offices } from './offices.ts';
import { ask, memberContext } from './people.ts';
import type { ServerProcess } from './process.ts';
import type { KnownUser } from './scene.ts';

const STAFF = [...STAFF_ROLES.keys()];
const TREASURERS = STAFF.filter((id) => STAFF_ROLES.get(id)?.includes('treasurer'));
const REASON = 'seen where it came';

interface Call {
  readonly name: string;
  /** Who does it mostly. */
  readonly by: readonly Id[];
  readonly send: (offices: Offices, context: StaffContext) => Promise<Result<unknown, Refusal>>;
}

export class Desk {
  readonly #watch: Watch;
  readonly #incoming: Incoming;
  readonly counts: Record<string, number> = {};
  #keys = 0;

  constructor(watch: Watch, incoming: Incoming) {
    this.#watch = watch;
    this.#incoming = incoming;
  }

  /** One step of a member. */
  serve(server: ServerProcess, random: Random, users: readonly KnownUser[]): void {
    if (chance(random, 20)) {
      this.#ask(server, 'nothing_came', async (offices) => ok(await offices.endUnanswered()));
      return;
    }
    const call = this.#callOf(random, users);
    const staffId = pick(random, chance(random, 10) ? STAFF : call.by) ?? 0n;
    const same = this.#newKey();
    for (let times = chance(random, 5) ? 2 : 1; times > 0; times -= 1) {
      const key = times === 2 && chance(random, 2) ? this.#newKey() : same;
      const context = memberContext(staffId, key, STAFF_ROLES.get(staffId));
      this.#ask(server, call.name, (offices) => call.send(offices, context));
    }
  }

  #callOf(random: Random, users: readonly KnownUser[]): Call {
    const what = random.below(12);
    const proposal = pick(random, this.#in('proposals', 'open'));
    if (what <= 2 && proposal) return this.#decide(random, proposal);
    const free = pick(random, this.#in('receipts', 'free'));
    if (what === 3 && free) return this.#ofFree(random, free, users);
    const going = pick(random, this.#in('receipts', 'returning'));
    if (what <= 5 && going) return this.#ofReturning(random, going);
    const all = this.#rows('deposits');
    const open = all.filter(({ status }) => status === 'unchecked');
    const deposit = pick(random, open.length > 0 && !chance(random, 12) ? open.slice(0, 5) : all);
    return what >= 7 && deposit ? this.#ofDeposit(random, deposit) : this.#book(random);
  }

  /** Of nobody that anybody knows; now and then what a user has said, or what is booked already. */
  #book(random: Random): Call {
    const way = pick(random, WAYS) ?? WAYS[0];
    const before = chance(random, 3) ? pick(random, this.#incoming.payments.slice(-12)) : undefined;
    const payment = before ?? (way && this.#incoming.send(random, way, undefined));
    if (!payment) throw new Error('money comes in some way');
    const input = {
      address: '',
      charge_id: payment.way.option,
      reference: typed(random, payment),
      from: '',
      reason: REASON,
    };
    const whole = { ...input, amount: coinText(payment.amount) };
    return { name: 'receipt_book', by: TREASURERS, send: (offices, context) => offices.receipt_book(whole, context) };
  }

  #ofFree(random: Random, receipt: Row, users: readonly KnownUser[]): Call {
    const id = String(receipt.id);
    const sender = this.#incoming.find(receipt.method, receipt.reference)?.sender;
    const user = sender !== undefined && !chance(random, 3) ? sender : pick(random, users)?.id;
    const uid = String(this.#watch.database.table('users').get(user ?? 0n)?.uid ?? '');
    const reason = REASON;
    return chance(random, 2)
      ? { name: 'receipt_return', by: TREASURERS, send: (offices, by) => offices.receipt_return({ id, reason }, by) }
      : { name: 'receipt_assign', by: TREASURERS, send: (offices, by) => offices.receipt_assign({ id, uid }, by) };
  }

  #ofReturning(random: Random, receipt: Row): Call {
    const id = String(receipt.id);
    const taker = STAFF.find((one) => one === receipt.taken_by);
    const by = taker === undefined || chance(random, 5) ? TREASURERS : [taker];
    if (chance(random, 4))
      return { name: 'receipt_keep', by, send: (offices, as) => offices.receipt_keep({ id, reason: REASON }, as) };
    if (taker === undefined && !chance(random, 6))
      return { name: 'receipt_take', by, send: (offices, as) => offices.receipt_take({ id }, as) };
    const other = chance(random, 4) ? pick(random, this.#in('receipts', 'returned'))?.sent_reference : undefined;
    const paid = chance(random, 6) ? pick(random, this.#in('withdrawals', 'paid'))?.paid_reference : undefined;
    const reference = String(other ?? paid ?? id.padStart(64, 'b'));
    return { name: 'receipt_sent', by, send: (offices, as) => offices.receipt_sent({ id, reference }, as) };
  }

  #decide(random: Random, { id, payload_hash: hash, maker }: Row): Call {
    const decision = chance(random, 8) ? 'reject' : 'accept';
    const seen = hash instanceof Uint8Array && !chance(random, 15) ? toHex(hash) : '';
    const input = { id: String(id), hash: seen, decision, reason: REASON } as const;
    const others = STAFF.filter((one) => one !== maker);
    const send: Call['send'] = (offices, context) => offices.proposal_decide(input, context);
    return { name: `proposal_${decision}`, by: chance(random, 5) ? STAFF : others, send };
  }

  #ofDeposit(random: Random, deposit: Row): Call {
    const id = String(deposit.id);
    const holder = STAFF.find((one) => one === deposit.claimed_by);
    const by = holder === undefined || chance(random, 4) ? TREASURERS : [holder];
    if (chance(random, 6))
      return { name: 'deposit_claim', by, send: (offices, as) => offices.deposit_claim({ id }, as) };
    const payment = chance(random, 12) ? undefined : this.#paymentOf(random, deposit);
    if (payment) return this.#credit(random, deposit, { payment, by });
    const reason_code = pick(random, DEPOSIT_REASONS);
    const input = { id, reason_code, reason: chance(random, 2) ? 'no such payment' : '' };
    return { name: 'deposit_reject', by, send: (offices, as) => offices.deposit_reject(input, as) };
  }

  #credit(random: Random, deposit: Row, { payment, by }: { payment: Payment; by: readonly Id[] }): Call {
    const { method } = payment.way;
    const isFree = this.#in('receipts', 'free').some(
      (row) => row.method === method && row.reference === payment.reference,
    );
    // What is booked is known to the server: another amount than came must be refused.
    const amount = isFree && chance(random, 3) ? String(deposit.number) : coinText(payment.amount);
    const input = { id: String(deposit.id), reference: typed(random, payment), amount };
    const whole = { ...input, reason: chance(random, 12) ? '' : REASON };
    return { name: 'deposit_credit', by, send: (offices, as) => offices.deposit_credit(whole, as) };
  }

  /** What the deposit is about; now and then what is somebody else's, or was credited. */
  #paymentOf(random: Random, { assigned, txid, user_id, currency }: Row): Payment | undefined {
    const ofIt = this.#incoming.payments.filter((one) => one.way.currency === currency);
    if (chance(random, 6)) return pick(random, ofIt);
    const receipt = this.#watch.database.table('receipts').get(assigned ?? null);
    if (receipt) return this.#incoming.find(receipt.method, receipt.reference);
    const used = new Set(this.#rows('receipts').flatMap((row) => (row.state === 'free' ? [] : [row.reference])));
    return ofIt.find((one) => !used.has(one.reference) && (txid === '' ? one.sender === user_id : one.txid === txid));
  }

  #in(table: string, state: string): Row[] {
    return this.#rows(table).filter((row) => row.state === state || row.status === state);
  }

  #rows(table: string): Row[] {
    return [...this.#watch.database.table(table).values()];
  }

  #ask(server: ServerProcess, what: string, call: (offices: Offices) => Promise<Result<unknown, Refusal>>): void {
    ask({ server, watch: this.#watch, counts: this.counts }, what, call);
  }

  #newKey(): string {
    this.#keys += 1;
    return `desk-${this.#keys}`;
  }
}

/** As people type it: one transaction in several ways. */
function typed(random: Random, { reference, way }: Payment): string {
  if (!chance(random, 3)) return reference;
  return way.kind === 'bank' ? ` ${reference.toLowerCase()} ` : `0x${reference.toUpperCase()}`;
}
