// All that is stored of loans and fund products at once: what database/invariants.sql asks of them, and what their journals must have moved to the last unit.

import { readUnits } from '@fairtick/kernel/decimal';
import { units } from '../memory/constraints.ts';
import { running } from '../memory/loan-tables.ts';
import type { Row, Value } from '../memory/rows.ts';
import { DAY_MS, plainCost, plainShare, termsOf } from './lent-sums.ts';
import type { Watch } from './watch.ts';

type Fail = (rule: string, what?: string) => void;

/** A journal as its lines move: `change +5 0` and the like, in their order. */
interface Booked {
  readonly reason: number;
  readonly number: number;
  readonly time: number;
  readonly lines: string;
}

const LENT = (reason: number): boolean => (reason >= 40 && reason <= 41) || (reason >= 50 && reason <= 54);
const rowsOf = ({ database }: Watch, table: string): Row[] => [...database.table(table).values()];
const lineOf = (account: string, available: bigint, locked = 0n): string => `${account} ${available} ${locked}`;
const linesOf = (lines: readonly string[]): string => lines.toSorted().join(', ');

export function checkLentBooks(watch: Watch): void {
  const loans = rowsOf(watch, 'loans');
  const funds = rowsOf(watch, 'fund_subscriptions');
  const booked = bookedOf(watch);
  for (const loan of loans) checkLoan(watch, loan, booked.get(loan.id ?? null) ?? []);
  const income = Map.groupBy(rowsOf(watch, 'fund_income'), ({ sub_id = null }) => sub_id);
  for (const fund of funds)
    checkFund(watch, fund, { booked: booked.get(fund.id ?? null) ?? [], income: income.get(fund.id ?? null) ?? [] });
  const known = new Set([...loans, ...funds].map(({ id = null }) => id));
  for (const id of [...booked.keys(), ...income.keys()])
    if (!known.has(id)) watch.fail('no money moves without a loan or a subscription', String(id));
  for (const column of ['user_id', 'person_key']) {
    const held = loans.filter(running).map((row) => row[column]);
    if (new Set(held).size !== held.length) watch.fail('one loan a person', column);
  }
  checkPool(watch, loans);
  checkTold(watch, loans);
}

function bookedOf(watch: Watch): ReadonlyMap<Value, readonly Booked[]> {
  const { database } = watch;
  const lines = new Map<Value, string[]>();
  const journals = new Map<Value, Row>();
  for (const [id, row] of database.table('journals')) if (LENT(Number(row.reason))) journals.set(id, row);
  if (journals.size === 0) return new Map();
  for (const entry of database.table('entries').values()) {
    const journal = entry.journal_id ?? null;
    if (!journals.has(journal)) continue;
    const account = database.table('ledger_accounts').get(entry.account_id ?? null);
    const own = lines.get(journal) ?? [];
    lines.set(journal, own);
    own.push(lineOf(String(account?.kind), units(entry.available_change), units(entry.locked_change)));
  }
  const all = [...journals].map(([id, { reference = null, reason, number, time }]) => ({
    reference,
    ...{ reason: Number(reason), number: Number(number), time: Number(time), lines: linesOf(lines.get(id) ?? []) },
  }));
  return Map.groupBy(
    all.sort((a, b) => a.number - b.number),
    ({ reference }) => reference,
  );
}

const shown = (reason: number, lines: readonly string[]): string => `${reason}: ${linesOf(lines)}`;

function compare(fail: Fail, booked: readonly Booked[], must: readonly string[]): void {
  const found = booked.map(({ reason, lines }) => `${reason}: ${lines}`);
  if (found.join('; ') !== must.join('; '))
    fail('what moved is what it comes to', `${found.join('; ')}, not ${must.join('; ')}`);
}

function checkLoan(watch: Watch, loan: Row, booked: readonly Booked[]): void {
  const { database } = watch;
  const fail: Fail = (rule, what = '') => watch.fail(rule, `loan ${loan.id}, ${loan.status} ${what}`);
  const amount = units(loan.amount);
  const paidOut = [lineOf('change', amount), lineOf('loan', -amount)];
  const must = loan.paid_out_time === null ? [] : [shown(40, paidOut)];
  const proofs = [...database.table('deposits').values()].filter(({ repays }) => repays === loan.id);
  if ((loan.status === 4) !== proofs.some(({ status }) => status === 'unchecked')) fail('checked while its proof is');
  if (loan.status === 5) {
    const at = Number(loan.proof_time ?? loan.repaid_time);
    const { interest, penalty } = plainCost(termsOf(loan), Number(loan.paid_out_time), at);
    const cost = interest + penalty;
    const back = [lineOf('change', -amount - cost), lineOf('loan', amount)];
    must.push(shown(41, cost === 0n ? back : [...back, lineOf('fees', cost)]));
    if (loan.proof_time !== null && !proofs.some(({ status }) => status === 'credited')) fail('repaid by what came');
  }
  compare(fail, booked, must);
  const signed = database.table('loan_agreements').get(loan.id ?? null);
  const evidence = signed ? JSON.parse(String(signed.evidence)) : undefined;
  if (evidence?.loan !== String(loan.id) || readUnits(String(evidence?.terms?.amount)) !== amount)
    fail('each loan is signed on its own terms');
}

function checkFund(
  watch: Watch,
  fund: Row,
  { booked, income }: { readonly booked: readonly Booked[]; readonly income: readonly Row[] },
): void {
  const fail: Fail = (rule, what = '') => watch.fail(rule, `subscription ${fund.id}, ${fund.status} ${what}`);
  const [amount, days, paid] = [units(fund.amount), Number(fund.days), Number(fund.paid_days)];
  const day = plainShare(amount, units(fund.percent));
  const penalty = plainShare(amount, units(fund.damages));
  const whole = day * BigInt(days);
  const left = day * BigInt(days - paid);
  const must = [shown(50, [lineOf('change', -amount, amount), lineOf('fund', -whole, whole)])];
  for (let nth = 1; nth <= paid; nth += 1) must.push(shown(51, [lineOf('change', day), lineOf('fund', 0n, -day)]));
  if (fund.status === 'finished') must.push(shown(52, [lineOf('change', amount, -amount)]));
  if (fund.status === 'refunded')
    must.push(shown(53, [lineOf('change', amount - penalty, -amount), lineOf('fund', penalty + left, -left)]));
  if (fund.status === 'reset') must.push(shown(54, [lineOf('change', amount, -amount), lineOf('fund', left, -left)]));
  compare(fail, booked, must);
  const numbers = booked.filter(({ reason }) => reason === 51).map(({ number }) => number);
  const rows = income.toSorted((a, b) => Number(a.day) - Number(b.day));
  if (rows.length !== paid) fail('a row a day', `${rows.length} of ${paid}`);
  for (const [at, row] of rows.entries()) {
    const due = Number(fund.sub_time) + (at + 1) * DAY_MS;
    const right = Number(row.day) === at + 1 && units(row.amount) === day && Number(row.due_time) === due;
    if (!right || Number(row.paid_time) < due || Number(row.journal) !== numbers[at])
      fail('a day once, when it is over', `${row.day}`);
  }
}

/** What the house lends and what is out come to what was moved into it. */
function checkPool({ database, fail }: Watch, loans: readonly Row[]): void {
  const pool = database.accountsOf(0n).find(({ realm, kind }) => realm === 'live' && kind === 'loan');
  if (!pool) return;
  let capital = 0n;
  for (const entry of database.table('entries').values()) {
    if (entry.account_id !== pool.id) continue;
    const reason = Number(database.table('journals').get(entry.journal_id ?? null)?.reason);
    if (reason !== 40 && reason !== 41) capital += units(entry.available_change);
  }
  const out = loans.reduce((sum, row) => (row.status === 2 || row.status === 4 ? sum + units(row.amount) : sum), 0n);
  if (units(pool.available) + out !== capital) fail('what is lent comes back or is out', `${pool.available} + ${out}`);
}

/** Each doing of the staff is an act, each signature too, and who is concerned is told once. */
function checkTold({ database, fail }: Watch, loans: readonly Row[]): void {
  const acts = (kind: string): number => database.acts.filter((act) => act.kind === kind).length;
  const told = (kind: string): number => database.notices.filter((one) => one.kind === kind).length;
  const count = (rows: readonly Row[], where: (row: Row) => boolean): number => rows.filter(where).length;
  const paidOut = count(loans, (row) => row.paid_out_time !== null);
  const rejected = count(loans, ({ status }) => status === 3);
  const pairs: readonly (readonly [string, number, number])[] = [
    ['signed is an act', acts('loan_signed'), loans.length],
    ['paid out is an act', acts('loan_approved'), paidOut],
    ['rejected is an act', acts('loan_rejected'), rejected],
    ['who is lent to is told', told('loan_paid_out'), paidOut],
    ['who is rejected is told', told('loan_rejected'), rejected],
    ['who has repaid is told', told('loan_repaid'), count(loans, ({ status }) => status === 5)],
    ['who is late is told', told('loan_overdue'), count(loans, (row) => row.overdue_time !== null)],
    ['who is due soon is told', told('loan_due_soon'), count(loans, (row) => row.soon_time !== null)],
  ];
  for (const [rule, found, wanted] of pairs) if (found !== wanted) fail(rule, `${found}, not ${wanted}`);
}
