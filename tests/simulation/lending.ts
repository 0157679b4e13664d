// Loans and fund products in the simulated world: users read, sign, take back, repay in one tap or say that they sent it, buy and redeem, each by the real
// endpoints, at once and twice; the staff decide; and the jobs of days run at any moment, also two at once.

import type { Refusal } from '@fairtick/contract/errors';
import type { Realm } from '@fairtick/engine/types';
import { readUnits } from '@fairtick/kernel/decimal';
import { type Id, parseId } from '@fairtick/kernel/ids';
import type { Random } from '@fairtick/kernel/random';
import { ok, type Result } from '@fairtick/kernel/result';
import { timesOfReading } from '../harness/loan-times.ts';
import type { Watch } from './checks/watch.ts';
import { chance, pick } from './events.ts';
import { coinText, type Incoming, WAYS } from './incoming.ts';
import { VERIFIED_NAME } from './lending-offices.ts';
import type { Row } from './memory/rows.ts';
import { STAFF_ROLES } from './memory/wallet.ts';
import type { Offices } from './offices.ts';
import { ask, memberContext, userContext } from './people.ts';
import type { ServerProcess } from './process.ts';
import type { KnownUser } from './scene.ts';

/** What may be sent again. */
const REMEMBERED = 40;
const STAFF = [...STAFF_ROLES.keys()];
const LENDERS = STAFF.filter((id) => STAFF_ROLES.get(id)?.includes('compliance'));
/** 1e-18 of a coin that is a dollar, in units of 1e-8. */
const COIN_OF_UNIT = 10n ** 10n;

type Made = Result<{ readonly id: string }, Refusal>;

/** Sent under one key, however often. */
interface Sent {
  readonly user: KnownUser;
  readonly key: string;
  readonly what: 'loan_submit' | 'fund_buy';
  readonly send: (offices: Offices) => Promise<Made>;
  /** What it made, where somebody was told. */
  made: string | undefined;
}

export class Lending {
  readonly #watch: Watch;
  readonly #incoming: Incoming;
  readonly #answers: Record<string, number> = {};
  readonly #sent: Sent[] = [];
  #keys = 0;

  constructor(watch: Watch, incoming: Incoming) {
    this.#watch = watch;
    this.#incoming = incoming;
  }

  /** How often each was answered, and what became of what was taken. */
  get counts(): Readonly<Record<string, number>> {
    const ended = [...this.#rows('loans').map(outcomeOf), ...this.#rows('fund_subscriptions').map(fundOutcomeOf)];
    const outcomes = [...Map.groupBy(ended, (outcome) => outcome)].map(([outcome, all]) => [outcome, all.length]);
    const days = this.#rows('fund_income').length;
    return { ...this.#answers, ...Object.fromEntries(outcomes), ...(days === 0 ? {} : { 'a day paid': days }) };
  }

  /** One step of a borrower, of the staff, or of the jobs. */
  borrow(server: ServerProcess, random: Random, users: readonly KnownUser[]): void {
    const what = random.below(20);
    const loans = this.#rows('loans');
    const waiting = pick(
      random,
      loans.filter(({ status }) => status === 1),
    );
    const owed = pick(
      random,
      loans.filter(({ status }) => status === 2),
    );
    if (what === 0) this.#ask(server, 'loans_overdue', async (offices) => ok(await offices.markOverdue()));
    else if (what === 1) this.#ask(server, 'loans_soon', async (offices) => ok(await offices.tellSoon()));
    else if (what <= 8 && waiting) this.#decide(server, random, waiting);
    else if (what <= 10 && owed) this.#repay(server, random, owed);
    else if (what <= 12 && owed) this.#prove(server, random, owed);
    else if (what === 13 && waiting) this.#takeBack(server, random, waiting);
    else this.#sign(server, random, users);
  }

  /** One step of a buyer, of the staff, or of the jobs. */
  fund(server: ServerProcess, random: Random, users: readonly KnownUser[]): void {
    const what = random.below(16);
    const bought = this.#rows('fund_subscriptions');
    const runs = pick(
      random,
      bought.filter(({ status }) => status === 'running'),
    );
    const waits = pick(
      random,
      bought.filter(({ status }) => status === 'refunding'),
    );
    if (what <= 4) this.#payDays(server, chance(random, 2));
    else if (what <= 7 && runs)
      this.#redeem(server, random, chance(random, 12) ? (pick(random, bought) ?? runs) : runs);
    else if (what === 8 && waits) this.#confirm(server, random, waits);
    else this.#buy(server, random, users);
  }

  /** What is due by now. */
  payAll(server: ServerProcess): void {
    this.#payDays(server, false);
  }

  #payDays(server: ServerProcess, twice: boolean): void {
    for (let times = twice ? 2 : 1; times > 0; times -= 1)
      this.#ask(server, 'days', async (offices) => ok(await offices.payFunds()));
  }

  #sign(server: ServerProcess, random: Random, users: readonly KnownUser[]) {
    const user = pick(
      random,
      users.filter(({ realm }) => realm === 'live'),
    );
    const again = pick(
      random,
      this.#sent.filter(({ what }) => what === 'loan_submit'),
    );
    if (!user || chance(random, 80)) {
      if (user) this.#exclude(server, random, user.id);
      return;
    }
    if (again && chance(random, 6)) return this.#send(server, again);
    const altered = chance(random, 8);
    const input = {
      ...{
        config_id: 1 + random.below(5),
        amount: chance(random, 6) ? '300.00' : `${10 + random.below(900)}.${10 + random.below(90)}`,
      },
      ...{ sign: '', strokes: '', ...timesOfReading(this.#watch.database.nowMs()) },
      typed_name: chance(random, 12) ? 'Somebody Else' : VERIFIED_NAME,
    };
    const context = userContext(user.id, this.#newKey('sign'));
    // What is sent again is the same; a server that dies answers no reading.
    let html: string | undefined;
    const send = async (offices: Offices): Promise<Made> => {
      if (html === undefined) {
        const asked = { id: input.config_id, amount: input.amount, loan_id: '' };
        const read = await offices.loan_agreement(asked, context);
        if (!read.ok) return read;
        html ??= read.value.html;
      }
      const agreement = altered ? html.replace(/\d/, (digit) => String((Number(digit) + 1) % 10)) : html;
      const done = await offices.loan_submit({ ...input, agreement }, context);
      if (done.ok && altered) this.#watch.fail('an agreement that was altered is refused', context.key);
      return done;
    };
    this.#sendNew(server, random, { user, key: context.key, what: 'loan_submit', send, made: undefined });
  }

  #sendNew(server: ServerProcess, random: Random, one: Sent): void {
    this.#sent.push(one);
    if (this.#sent.length > REMEMBERED) this.#sent.shift();
    for (let times = chance(random, 4) ? 2 : 1; times > 0; times -= 1) this.#send(server, one);
  }

  #send(server: ServerProcess, one: Sent): void {
    ask({ server, watch: this.#watch, counts: this.#answers }, one.what, one.send, (answer) =>
      this.#heard(one, answer),
    );
  }

  #heard(one: Sent, answer: Made): void {
    const { database, fail } = this.#watch;
    if (!answer.ok) {
      if (one.made !== undefined && answer.error.error !== 'INTERNAL')
        fail('one answer per key', `${one.key}: made ${one.made}, then ${answer.error.error}`);
      return;
    }
    const { id } = answer.value;
    if (one.made !== undefined && one.made !== id) fail('one effect per key', `${one.key}: ${one.made} and ${id}`);
    const table = one.what === 'loan_submit' ? 'loans' : 'fund_subscriptions';
    if (database.table(table).get(parseId(id) ?? 0n)?.user_id !== one.user.id)
      fail('nothing acknowledged is lost', `${table} ${id}`);
    one.made = id;
  }

  /** Mostly by somebody who may, now and then by two at once. */
  #decide(server: ServerProcess, random: Random, { id }: Row): void {
    const approve = !chance(random, 6);
    const input = approve
      ? ({ id: String(id), decision: 'approve', reason: '' } as const)
      : ({ id: String(id), decision: 'reject', reason_code: 'unclear', reason: '' } as const);
    const key = this.#newKey('decide');
    for (let times = chance(random, 2) ? 2 : 1; times > 0; times -= 1) {
      const staffId = pick(random, chance(random, 12) ? STAFF : LENDERS) ?? 0n;
      const own = chance(random, 2) ? key : this.#newKey('decide');
      const context = memberContext(staffId, `${own}-${staffId}`, STAFF_ROLES.get(staffId));
      this.#ask(server, `loan_${input.decision}`, (offices) => offices.loan_decide(input, context));
    }
  }

  #repay(server: ServerProcess, random: Random, { id, user_id }: Row): void {
    const input = { loan_id: String(id), shown: chance(random, 8) ? '1.00' : '' };
    const key = this.#newKey('repay');
    for (let times = chance(random, 3) ? 2 : 1; times > 0; times -= 1) {
      const context = userContext(idOf(user_id), times === 2 && chance(random, 2) ? this.#newKey('repay') : key);
      this.#ask(server, 'loan_repay', (offices) => offices.loan_repay(input, context));
    }
  }

  /** More than is due, what is short of it, or nothing at all is sent. */
  #prove(server: ServerProcess, random: Random, { id, user_id, amount }: Row): void {
    const [way] = WAYS;
    if (!way) return;
    const user = idOf(user_id);
    const much = (readUnits(String(amount)) * BigInt(pick(random, [5, 90, 110, 130]) ?? 1)) / 100n;
    const sent = chance(random, 6) ? undefined : this.#incoming.send(random, way, user, much * COIN_OF_UNIT);
    const number = sent && !chance(random, 3) ? coinText(sent.amount) : '';
    const input = { charge_id: way.option, loan_id: String(id), number, address: '', txid: sent?.txid ?? '' };
    const context = userContext(user, this.#newKey('prove'));
    this.#ask(server, 'loan_proof', async (offices) => {
      const kept = await offices.keepPicture(user, Uint8Array.of(random.below(256)));
      return kept.ok ? offices.loan_repayment_proof({ ...input, proofImg: kept.value }, context) : kept;
    });
  }

  #takeBack(server: ServerProcess, random: Random, { id, user_id }: Row): void {
    const loans = this.#rows('loans');
    const loan_id = String(chance(random, 6) ? pick(random, loans)?.id : id);
    const context = userContext(idOf(user_id), this.#newKey('back'));
    this.#ask(server, 'loan_cancel', (offices) => offices.loan_cancel({ loan_id }, context));
  }

  #exclude(server: ServerProcess, random: Random, user: Id): void {
    const months = pick(random, ['1', '1', '6', '0'] as const) ?? '1';
    const context = userContext(user, this.#newKey('exclude'));
    this.#ask(server, 'loan_exclude', (offices) => offices.loan_exclude({ months }, context));
  }

  #buy(server: ServerProcess, random: Random, users: readonly KnownUser[]) {
    const again = pick(
      random,
      this.#sent.filter(({ what }) => what === 'fund_buy'),
    );
    if (again && chance(random, 6)) return this.#send(server, again);
    const user = pick(random, users);
    if (!user) return;
    const amount = pick(random, ['1', '33.33', '100', '333.33', '1000', '4999.99', '0.00', '7.123']) ?? '1';
    const input = { id: String(1 + random.below(5)), amount, terms: chance(random, 12) ? 'others' : '' };
    const context = contextOf(user, this.#newKey('buy'));
    const send = (offices: Offices): Promise<Made> => offices.fund_buy(input, context);
    this.#sendNew(server, random, { user, key: context.key, what: 'fund_buy', send, made: undefined });
  }

  #redeem(server: ServerProcess, random: Random, { id, user_id, realm }: Row): void {
    const user: KnownUser = { id: idOf(user_id), realm: realmOf(realm) };
    const key = this.#newKey('redeem');
    for (let times = chance(random, 3) ? 2 : 1; times > 0; times -= 1) {
      const context = contextOf(user, times === 2 && chance(random, 2) ? this.#newKey('redeem') : key);
      this.#ask(server, 'fund_refund', (offices) => offices.fund_refund({ sub_id: String(id) }, context));
    }
    // At the end of a term both come at once.
    if (chance(random, 3)) this.#payDays(server, false);
  }

  #confirm(server: ServerProcess, random: Random, { id }: Row): void {
    const staffId = pick(random, STAFF) ?? 0n;
    const context = memberContext(staffId, this.#newKey('confirm'), STAFF_ROLES.get(staffId));
    this.#ask(server, 'fund_confirm', (offices) => offices.fund_confirm({ id: String(id) }, context));
  }

  #rows(table: string): Row[] {
    return [...this.#watch.database.table(table).values()];
  }

  #ask(server: ServerProcess, what: string, call: (offices: Offices) => Promise<Result<unknown, Refusal>>): void {
    ask({ server, watch: this.#watch, counts: this.#answers }, what, call);
  }

  #newKey(of: string): string {
    this.#keys += 1;
    return `${of}-${this.#keys}`;
  }
}

const fundOutcomeOf = ({ status }: Row): string => `fund ${status}`;
function outcomeOf({ status, proof_time, penalty, interest, overdue_time, first_yes_by }: Row): string {
  if (status !== 5) return `loan ${status}`;
  const cost = penalty !== '0.00000000' ? 'late' : interest !== '0.00000000' ? 'with interest' : 'for nothing';
  const marked = overdue_time === null ? '' : ' and marked';
  return `loan repaid ${cost}${proof_time === null ? '' : ' by proof'}${marked}${first_yes_by === null ? '' : ' of two'}`;
}

const idOf = (value: Row[string] | undefined): Id => (typeof value === 'bigint' ? value : 0n);
const realmOf = (value: Row[string] | undefined): Realm => (value === 'demo' ? 'demo' : 'live');
const contextOf = ({ id, realm }: KnownUser, key: string) => userContext(id, key, realm);
