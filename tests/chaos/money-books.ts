// The books of money in and out as the answers alone make them, in no order: what was accepted is there once, under its key and with its act, and
// nothing else is. Each thing that differs is one sentence.

import { formatUnits, readUnits } from '@fairtick/kernel/decimal';
import type { Pool } from '@fairtick/server/platform/database/pools';
import type { MoneyEntry } from './money-crew.ts';
import { fieldOf, textOf } from './trader.ts';

/** Of the live realm: by owner, kind and column, in 1e-8 USD. */
export type Accounts = ReadonlyMap<string, bigint>;

const HOUSE = 0n;
const KINDS = ['', 'change', 'forex', 'micro'];

const placeOf = (owner: bigint, kind: string, column: 'available' | 'locked'): string => `${owner} ${kind} ${column}`;
const units = (text: string): bigint => readUnits(text) ?? 0n;

export async function accountsOf(owner: Pool): Promise<Accounts> {
  const { rows } = await owner.query<{ owner: bigint; kind: string; available: string; locked: string }>(
    `SELECT owner_id AS owner, kind, available::text, locked::text FROM ledger_accounts WHERE realm = 'live'`,
  );
  return new Map(
    rows.flatMap((row) => [
      [placeOf(row.owner, row.kind, 'available'), units(row.available)] as const,
      [placeOf(row.owner, row.kind, 'locked'), units(row.locked)] as const,
    ]),
  );
}

interface Asked {
  readonly user: bigint;
  readonly number: bigint;
  readonly fee: bigint;
}

/** What a request, or the proposal that it became, has done. */
type Effect = 'credit' | 'book' | 'return' | 'keep';

const EFFECTS: Readonly<Record<string, Effect>> = {
  deposit_credit: 'credit',
  receipt_book: 'book',
  receipt_return: 'return',
  receipt_keep: 'keep',
};

/** One withdrawal as it was told: the sets are of who did it. */
interface Payout extends Asked {
  status: 'waiting' | 'approved' | 'paid' | 'rejected' | 'cancelled';
  readonly approvedBy: string[];
  /** Times that each has taken it, less those that they gave it back. */
  readonly heldBy: Map<string, number>;
  unsent: boolean;
}

const isDone = (entry: MoneyEntry): boolean => entry.answer?.code === 1;
const dataOf = (entry: MoneyEntry): unknown => entry.answer?.data;

export class MoneyBooks {
  readonly accounts: Map<string, bigint>;
  readonly payouts = new Map<string, Payout>();
  readonly deposits = new Map<string, { user: bigint; status: string }>();
  readonly proposals = new Map<string, { request: MoneyEntry; state: string }>();
  /** Of receipts by their reference. */
  readonly booked = new Map<string, bigint>();
  readonly credited = new Set<string>();
  /** By the receipt's id: agreed to go back, less kept; and whether it went. */
  readonly returning = new Map<string, number>();
  readonly returned = new Set<string>();
  readonly acts = new Map<string, number>();
  /** By the key that they name, of what was accepted: reasons of journals. What two people agreed on names their proposal. */
  readonly journals = new Map<string, readonly number[]>();
  readonly #done: readonly MoneyEntry[];
  /** By the receipt's id. */
  readonly #references: ReadonlyMap<string, string>;

  constructor(journal: readonly MoneyEntry[], start: Accounts, references: ReadonlyMap<string, string>) {
    this.accounts = new Map(start);
    this.#references = references;
    this.#done = journal.filter(isDone);
    for (const entry of this.#done) this.#learn(entry);
    // What was booked says where a credit comes from: in whichever order their answers came.
    for (const entry of this.#done) if (this.#effectOf(entry) === 'book') this.#book(entry);
    for (const entry of this.#done) this.#apply(entry);
  }

  #learn(entry: MoneyEntry): void {
    const { by, name, input } = entry;
    const [data, id] = [dataOf(entry), textOf(dataOf(entry), 'id')];
    if (name === 'draw') {
      const asked = { user: by.id, number: units(textOf(data, 'number')), fee: units(textOf(data, 'fee')) };
      this.payouts.set(id, { ...asked, status: 'waiting', approvedBy: [], heldBy: new Map(), unsent: false });
    }
    if (name === 'charge_submit' || name === 'wire_submit') this.deposits.set(id, { user: by.id, status: 'unchecked' });
    if (name === 'receipt_assign') {
      const user = BigInt((input.uid ?? '').slice(1));
      this.deposits.set(textOf(data, 'deposit'), { user, status: 'unchecked' });
    }
    const proposal = textOf(data, 'proposal');
    if (proposal === '') return;
    this.proposals.set(proposal, { request: entry, state: 'open' });
    this.#count('proposal_made');
  }

  /** The request whose effect an accepted answer says has happened, where it is one that may take two. */
  #requestOf(entry: MoneyEntry): MoneyEntry | undefined {
    if (entry.name !== 'proposal_decide') return textOf(dataOf(entry), 'proposal') === '' ? entry : undefined;
    const isAccepted = textOf(dataOf(entry), 'state') === 'accepted';
    return isAccepted ? this.proposals.get(entry.input.id ?? '')?.request : undefined;
  }

  #effectOf(entry: MoneyEntry): Effect | undefined {
    const request = this.#requestOf(entry);
    return request && EFFECTS[request.name];
  }

  #book(entry: MoneyEntry): void {
    const { reference = '', amount = '' } = this.#requestOf(entry)?.input ?? {};
    this.booked.set(reference, units(amount));
    this.#count('receipt_booked');
    this.#move(entry, 102, [
      [HOUSE, 'external', -units(amount)],
      [HOUSE, 'clearing:deposit', units(amount)],
    ]);
  }

  #apply(entry: MoneyEntry): void {
    const { by, name, input } = entry;
    const effect = this.#effectOf(entry);
    if (name === 'proposal_decide') {
      const decided = this.proposals.get(input.id ?? '');
      const state = textOf(dataOf(entry), 'state');
      if (decided) decided.state = state;
      this.#count(`proposal_${state}`);
    }
    if (effect === 'credit') this.#credit(entry);
    else if (effect === 'return' || effect === 'keep') {
      const id = this.#requestOf(entry)?.input.id ?? '';
      this.returning.set(id, (this.returning.get(id) ?? 0) + (effect === 'return' ? 1 : -1));
      this.#count(effect === 'return' ? 'receipt_return_agreed' : 'receipt_kept');
    } else if (name === 'transfer') {
      const sum = units(input.balance ?? '');
      this.#move(entry, 120, [
        [by.id, KINDS[Number(input.from)] ?? '', -sum],
        [by.id, KINDS[Number(input.to)] ?? '', sum],
      ]);
    } else if (name === 'deposit_claim') this.#count('deposit_claimed');
    else if (name === 'deposit_reject') {
      const deposit = this.deposits.get(input.id ?? '');
      if (deposit) deposit.status = 'rejected';
      this.#count('deposit_rejected');
    } else if (name === 'receipt_assign') this.#count('receipt_assigned');
    else if (name === 'receipt_take') this.#count('receipt_taken');
    else if (name === 'receipt_sent') this.#send(entry);
    else if (name === 'draw' || name === 'draw_cancel' || name.startsWith('withdrawal_')) this.#payOut(entry);
  }

  #credit(entry: MoneyEntry): void {
    const { id = '', reference = '', amount = '' } = this.#requestOf(entry)?.input ?? {};
    const deposit = this.deposits.get(id);
    if (!deposit) return;
    deposit.status = 'credited';
    this.credited.add(reference);
    this.#count('deposit_credited');
    const isBooked = this.booked.has(reference);
    this.#move(entry, isBooked ? 103 : 100, [
      [HOUSE, isBooked ? 'clearing:deposit' : 'external', -units(amount)],
      [deposit.user, 'change', units(amount)],
    ]);
  }

  #send(entry: MoneyEntry): void {
    const id = entry.input.id ?? '';
    const sum = this.booked.get(this.#references.get(id) ?? '') ?? 0n;
    this.returned.add(id);
    this.#count('receipt_returned');
    this.#move(entry, 104, [
      [HOUSE, 'clearing:deposit', -sum],
      [HOUSE, 'external', sum],
    ]);
  }

  #payOut(entry: MoneyEntry): void {
    const { name, by, input } = entry;
    const payout = this.payouts.get(name === 'draw' ? textOf(dataOf(entry), 'id') : (input.id ?? ''));
    if (!payout) return;
    const { user, number, fee, heldBy, approvedBy } = payout;
    const me = String(by.id);
    const status = Number(fieldOf(dataOf(entry), 'status'));
    const change = (sum: bigint): Line => [user, 'change', sum];
    const held = (sum: bigint): Line => [user, 'change', sum, 'locked'];
    const clearing = (sum: bigint): Line => [HOUSE, 'clearing:withdrawal', sum];
    const end = (to: Payout['status'], reason: number, lines: readonly Line[]): void => {
      // What comes after an approval is told in any order with it.
      if (to !== 'approved' || payout.status === 'waiting') payout.status = to;
      this.#move(entry, reason, lines);
    };
    if (name !== 'draw' && name !== 'draw_cancel') this.#count(actOf(name, status));
    if (name === 'draw') this.#move(entry, 110, [change(-number), held(number)]);
    else if (name === 'draw_cancel') end('cancelled', 114, [change(number), held(-number)]);
    else if (name === 'withdrawal_reject') end('rejected', 113, [change(number), held(-number)]);
    else if (name === 'withdrawal_approve') {
      approvedBy.push(me);
      if (status === 2) end('approved', 111, [held(-number), clearing(number)]);
    } else if (name === 'withdrawal_claim') heldBy.set(me, (heldBy.get(me) ?? 0) + 1);
    else if (name === 'withdrawal_release') heldBy.set(me, (heldBy.get(me) ?? 0) - 1);
    else if (name === 'withdrawal_paid')
      end('paid', 112, [clearing(-number), [HOUSE, 'external', number - fee], [HOUSE, 'fees', fee]]);
    else if (status === 4) end('rejected', 115, [clearing(-number), change(number)]);
    else payout.unsent = true;
  }

  #move(entry: MoneyEntry, reason: number, lines: readonly Line[]): void {
    const key = entry.name === 'proposal_decide' ? `proposal:${entry.input.id}` : entry.key;
    this.journals.set(key, [...(this.journals.get(key) ?? []), reason]);
    for (const [owner, kind, sum, column = 'available'] of lines) {
      const place = placeOf(owner, kind, column);
      this.accounts.set(place, (this.accounts.get(place) ?? 0n) + sum);
    }
  }

  #count(act: string): void {
    this.acts.set(act, (this.acts.get(act) ?? 0) + 1);
  }

  /** Who has taken this approved withdrawal and not given it back. */
  holderOf(id: string): string {
    const payout = this.payouts.get(id);
    if (payout?.status !== 'approved') return '';
    return [...payout.heldBy].flatMap(([who, times]) => Array.from({ length: times }, () => who)).join(' and ');
  }

  stateOfReceipt(id: string, reference: string): string {
    if (this.credited.has(reference)) return 'matched';
    if (this.returned.has(id)) return 'returned';
    return (this.returning.get(id) ?? 0) > 0 ? 'returning' : 'free';
  }
}

type Line = readonly [owner: bigint, kind: string, sum: bigint, column?: 'available' | 'locked'];

const ACTS: Readonly<Record<string, string>> = {
  withdrawal_approve: 'withdrawal_approved',
  withdrawal_reject: 'withdrawal_rejected',
  withdrawal_claim: 'withdrawal_claimed',
  withdrawal_release: 'withdrawal_released',
  withdrawal_paid: 'withdrawal_paid',
};
const actOf = (name: string, status: number): string =>
  ACTS[name] ?? (status === 4 ? 'withdrawal_returned' : 'withdrawal_not_sent');

const textsOf = async (
  owner: Pool,
  sql: string,
  values: readonly unknown[] = [],
): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await owner.query<[string, string]>({ text: sql, values: [...values], rowMode: 'array' });
  return new Map(rows);
};

/** One sentence for each that is held otherwise than it was told. */
function differences(what: string, held: ReadonlyMap<string, string>, told: ReadonlyMap<string, string>): string[] {
  return [...new Set([...held.keys(), ...told.keys()])].flatMap((key) => {
    const [is, must] = [held.get(key) ?? 'nothing', told.get(key) ?? 'nothing'];
    return is === must ? [] : [`${what} ${key} is ${is} and was told as ${must}`];
  });
}

const mapped = <K, T>(map: ReadonlyMap<K, T>, text: (value: T, key: K) => string): ReadonlyMap<K, string> =>
  new Map([...map].map(([key, value]) => [key, text(value, key)]));

/** Everything must be answered. */
export async function moneyFindings(owner: Pool, journal: readonly MoneyEntry[], start: Accounts): Promise<string[]> {
  const receipts = await textsOf(owner, 'SELECT id::text, reference FROM receipts');
  const books = new MoneyBooks(journal, start, receipts);
  const keys = [...journal.map(({ key }) => key), ...[...books.proposals.keys()].map((id) => `proposal:${id}`)];
  const sorted = (list: readonly unknown[]): string => [...list].map(String).sort().join(' ');
  const [accounts, payouts, approvals, deposits, states, proposals, acts, effects] = await Promise.all([
    accountsOf(owner),
    textsOf(
      owner,
      `SELECT id::text, concat_ws(' ', user_id, number::numeric(30, 2), status, CASE status WHEN 'approved' THEN claimed_by END) FROM withdrawals`,
    ),
    textsOf(
      owner,
      `SELECT withdrawal_id::text, string_agg(staff_id::text, ' ' ORDER BY staff_id::text) FROM withdrawal_approvals GROUP BY 1`,
    ),
    textsOf(owner, `SELECT id::text, user_id || ' ' || status FROM deposits`),
    textsOf(owner, `SELECT reference, state FROM receipts`),
    textsOf(owner, 'SELECT id::text, state FROM proposals'),
    textsOf(
      owner,
      `SELECT kind, count(*)::text FROM acts WHERE kind ~ '^(withdrawal|deposit|receipt|proposal)_' GROUP BY 1`,
    ),
    textsOf(
      owner,
      `SELECT idempotency_key, string_agg(reason::text, ' ' ORDER BY reason::text) FROM journals WHERE idempotency_key = ANY ($1::text[]) GROUP BY 1`,
      [keys],
    ),
  ]);
  const idOf = new Map([...receipts].map(([id, reference]) => [reference, id]));
  const toldReceipts = new Map(
    [...books.booked.keys(), ...books.credited].map((reference) => [
      reference,
      books.stateOfReceipt(idOf.get(reference) ?? '', reference),
    ]),
  );
  const toldApprovals = new Map([...books.payouts].filter(([, { approvedBy }]) => approvedBy.length > 0));
  return [
    ...differences('account', mapped(accounts, String), mapped(books.accounts, String)),
    ...differences(
      'withdrawal',
      payouts,
      mapped(books.payouts, ({ user, number, status }, id) =>
        [user, formatUnits(number, 2), status, books.holderOf(id)].join(' ').trim(),
      ),
    ),
    ...differences(
      'approval of',
      approvals,
      mapped(toldApprovals, ({ approvedBy }) => sorted(approvedBy)),
    ),
    ...differences(
      'deposit',
      deposits,
      mapped(books.deposits, ({ user, status }) => `${user} ${status}`),
    ),
    ...differences('receipt', states, toldReceipts),
    ...differences(
      'proposal',
      proposals,
      mapped(books.proposals, ({ state }) => state),
    ),
    ...differences('acts', acts, mapped(books.acts, String)),
    ...differences('the effect of key', effects, mapped(books.journals, sorted)),
  ];
}
