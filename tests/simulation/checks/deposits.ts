// Deposits and receipts, held against the rules anew and by hand, by what really came from outside: each change of one command before it is applied, and
// all that is stored at rest.

import { LEDGER_TYPES } from '@fairtick/contract/ledger-types';
import { readUnits } from '@fairtick/kernel/decimal';
import type { Change } from '@fairtick/server/domains/parts';
import { units } from '../memory/constraints.ts';
import type { Row, Value } from '../memory/rows.ts';
import { type Moment, SLACK } from './moment.ts';
import { FRESH_MS, halfEven } from './plain.ts';
import { placeOfPayment, type Tag, type Watch } from './watch.ts';

const DAY_MS = 86_400_000;
/** A closed market's last tick counts for so long. */
const CLOSED_MS = 4 * DAY_MS;
const [ONE_RATE, ONE_COIN, CENT] = [10n ** 12n, 10n ** 18n, 1_000_000n];
const CREDITS = ['deposit_credit', 'proposal_decide'];

/** By which commands a deposit and a receipt come from one state into another. */
const DEPOSIT_BY: Readonly<Record<string, readonly string[]>> = {
  'unchecked credited': CREDITS,
  'unchecked rejected': ['deposit_reject'],
  'unchecked invalid': ['deposit_reject', 'deposit_nothing_came'],
};
const RECEIPT_BY: Readonly<Record<string, readonly string[]>> = {
  'nothing matched': CREDITS,
  'nothing free': ['receipt_book', 'proposal_decide'],
  'free matched': CREDITS,
  'free returning': ['proposal_decide'],
  'returning free': ['proposal_decide'],
  'returning returning': ['receipt_take'],
  'returning returned': ['receipt_sent'],
};
const BY_ONE = /^(deposit_credit|deposit_reject|receipt_book|receipt_take|receipt_sent)$/;

/** Acts that a change of what came must bring along: one of each doing of one person, two of what a second one accepts. */
export const depositDoings = ({ wallet, staff = [] }: Change, { name }: Tag): number =>
  2 * staff.length + (BY_ONE.test(name) && wallet ? 1 : 0);

type Wallet = NonNullable<Change['wallet']>;
type Deposit = NonNullable<Wallet['deposits']>[number];
type Receipt = NonNullable<Wallet['receipts']>[number];
type Fail = (rule: string, what?: string) => void;

export function checkDeposit(moment: Moment): void {
  const { watch, state, change, tag } = moment;
  const { receipts = [], deposits = [] } = change.wallet ?? {};
  for (const after of receipts) {
    const before = state.wallet.receipts.byId(after.id);
    const fail: Fail = (rule, what = '') =>
      watch.fail(rule, `receipt ${after.id} (${tag.name}, ${before?.state} to ${after.state}) ${what}`);
    if (!RECEIPT_BY[`${before?.state ?? 'nothing'} ${after.state}`]?.includes(tag.name))
      fail('what came becomes what it may by its own command');
    if (!before) checkBooked(moment, after, fail);
    if (after.takenBy !== before?.takenBy && tag.name === 'receipt_sent') fail('sent by whoever has taken it');
  }
  for (const after of deposits) {
    const before = state.wallet.deposits.byId(after.id);
    const fail: Fail = (rule, what = '') =>
      watch.fail(rule, `deposit ${after.id} (${tag.name}, ${before?.status} to ${after.status}) ${what}`);
    if (!tag.owners.includes(after.userId)) fail("one's own deposits");
    if (!DEPOSIT_BY[`${before?.status} ${after.status}`]?.includes(tag.name)) fail('a deposit ends by its own command');
    if (before && after.status === 'credited') checkCredit(moment, before, after, fail);
  }
  for (const { id, state: becomes, checker } of change.staff ?? []) {
    const made = watch.database.table('proposals').get(id);
    if (made?.state !== 'open' || made.maker === checker || becomes !== 'accepted')
      watch.fail('no proposal is accepted by its maker', `proposal ${id} by ${checker}`);
  }
}

/** What came, and what it counts as by the rate of this moment. */
function checkBooked(moment: Moment, { method, reference, currency, amount, booked, rate }: Receipt, fail: Fail): void {
  const { watch, tag } = moment;
  const came = watch.came.get(placeOfPayment(method, reference));
  if (came?.currency !== currency || came.amount !== amount)
    fail('only what came is booked', `${reference}: ${amount}`);
  const now = plainRate(moment, currency, fail);
  if (now !== rate) fail('the rate of the moment', `${rate}, not ${now}`);
  if (came && booked !== plainCredit(came.amount, rate)) fail('booked as what came', String(booked));
  if (booked >= watch.settings.wallet.limits.twoPeople && tag.name === 'receipt_book')
    fail('two people from the limit on');
}

/** USD for so much of the currency, to the cent. */
const plainCredit = (came: bigint, rate: bigint): bigint => halfEven(came * ONE_RATE * 100n, rate * ONE_COIN) * CENT;

/** Of the currency for one USD, by the newest tick that the batch sees: no old one while its pair trades. */
function plainRate({ watch, state, atIndex }: Moment, currency: string, fail: Fail): bigint | undefined {
  if (currency === 'USDT') return ONE_RATE;
  const pairId = watch.settings.wallet.rates.get(currency)?.pairId;
  const tick = pairId === undefined ? undefined : watch.log.newest(pairId, atIndex);
  if (pairId === undefined || !tick) return undefined;
  const age = state.market.nowMs - tick.receivedTime;
  const open = watch.log.inHours(pairId, state.market.nowMs);
  if (age > CLOSED_MS || (open && (age >= FRESH_MS || watch.trueAgeMs(tick.logIndex) >= FRESH_MS * SLACK)))
    fail('no credit by a stale rate', `${age} ms old`);
  return watch.log.rate({ ratePairId: pairId, rateInverse: true }, atIndex)?.rate;
}

function checkCredit(moment: Moment, before: Deposit, after: Deposit, fail: Fail): void {
  const { watch, state, change, tag } = moment;
  const { userId, credited = 0n } = after;
  const receipt = change.wallet?.receipts?.find(({ id }) => id === after.receiptId);
  if (!receipt) {
    fail('a credit takes a receipt');
    return;
  }
  if (receipt.currency !== after.currency || receipt.amount !== after.creditedNumber || receipt.rate !== after.rate)
    fail('credited as what came');
  // Of what was booked as nobody's no rate moves anything since.
  if (credited !== receipt.booked) fail('credited as what came', `${credited}, not ${receipt.booked}`);
  if (credited < before.least) fail('the least that is credited');
  const { limits } = watch.settings.wallet;
  const { nowMs, verifiedTime } = state.accounts.standing(userId);
  const rows = [...watch.database.table('deposits').values()].filter((row) => row.user_id === userId);
  const others = [
    ...rows.flatMap((row) =>
      row.status === 'credited' ? [{ at: Number(row.decided_time), sum: units(row.credited) }] : [],
    ),
    ...state.wallet.deposits
      .changed()
      .flatMap((one) =>
        one.userId === userId && one.credited !== undefined ? [{ at: nowMs, sum: one.credited }] : [],
      ),
  ];
  const sumOf = (since: number): bigint =>
    others.reduce((sum, one) => (one.at > since ? sum + one.sum : sum), credited);
  if (verifiedTime === undefined && sumOf(-Infinity) > limits.unverified) fail('whoever is credited is verified');
  const many = before.heldFor === 'claimed_twice' || sumOf(nowMs - DAY_MS) >= limits.twoPeople;
  if (many && tag.name !== 'proposal_decide') fail('no one credits alone what takes two');
}

const CREDITING: ReadonlySet<number> = new Set([LEDGER_TYPES.deposit, LEDGER_TYPES.receipt_matched]);
const ofType = (watch: Watch, ...types: readonly number[]): Row[] =>
  [...watch.database.table('journals').values()].filter(({ reason }) => types.includes(Number(reason)));
const rowsOf = (watch: Watch, table: string): Row[] => [...watch.database.table(table).values()];

/** Everything that is stored. */
export function checkDeposits(watch: Watch): void {
  const deposits = rowsOf(watch, 'deposits');
  const receipts = rowsOf(watch, 'receipts');
  checkReceipts(watch, receipts, deposits);
  checkUsers(watch, deposits);
  const owed = receipts
    .filter(({ state }) => state === 'free' || state === 'returning')
    .reduce((sum, { booked }) => sum + units(booked), 0n);
  for (const account of watch.database.accountsOf(0n))
    if (account.realm === 'live' && account.kind === 'clearing:deposit' && units(account.available) !== owed)
      watch.fail('clearing = what is nobody’s', `${account.available}, not ${owed}`);
  checkProposals(watch);
  checkActsAndNotices(watch, deposits, receipts);
}

/** Each payment outside is one receipt, each matched receipt one credit, and each payment back sends one back. */
function checkReceipts(watch: Watch, receipts: readonly Row[], deposits: readonly Row[]): void {
  const seen = new Set<string>();
  const sent = new Set<string>();
  const moved = new Map<string, number>();
  for (const { reason, reference } of ofType(watch, 102, 104))
    moved.set(`${reason} ${reference}`, (moved.get(`${reason} ${reference}`) ?? 0) + 1);
  for (const row of receipts) {
    const fail: Fail = (rule, what = '') => watch.fail(rule, `receipt ${row.id}, ${row.state} ${what}`);
    const place = placeOfPayment(row.method, row.reference);
    if (seen.has(place)) fail('what came is booked once', place);
    seen.add(place);
    const came = watch.came.get(place);
    if (came?.currency !== row.currency || came?.amount !== readUnits(String(row.amount), 18))
      fail('only what came is booked');
    const credits = deposits.filter(({ receipt_id }) => receipt_id === row.id);
    if (credits.length !== (row.state === 'matched' ? 1 : 0)) fail('a receipt is credited once', `${credits.length}`);
    const direct = credits.some((one) =>
      ofType(watch, LEDGER_TYPES.deposit).some(({ reference }) => reference === one.id),
    );
    if ((moved.get(`102 ${row.id}`) ?? 0) !== (direct ? 0 : 1)) fail('money of nobody is booked once');
    if ((moved.get(`104 ${row.id}`) ?? 0) !== (row.state === 'returned' ? 1 : 0)) fail('it goes back once');
    if (row.state !== 'returned') continue;
    const payment = `${row.currency} ${row.method} ${row.sent_reference}`;
    if (sent.has(payment)) fail('one payment sends back one receipt', payment);
    sent.add(payment);
  }
}

/** What users were credited is what came and was matched to them, each receipt once; and it is what moved their accounts. */
function checkUsers(watch: Watch, deposits: readonly Row[]): void {
  const { database, fail } = watch;
  const credits = new Map<Value, Row[]>();
  for (const journal of ofType(watch, ...CREDITING)) {
    const of = journal.reference ?? null;
    credits.set(of, [...(credits.get(of) ?? []), journal]);
  }
  const wanted = new Map<Value, bigint>();
  const used = new Set<Value>();
  for (const row of deposits) {
    const journals = credits.get(row.id ?? null) ?? [];
    credits.delete(row.id ?? null);
    if (journals.length !== (row.status === 'credited' ? 1 : 0))
      fail('a deposit credits once', `deposit ${row.id}: ${journals.length}`);
    if (row.status !== 'credited') continue;
    const receipt = database.table('receipts').get(row.receipt_id ?? null);
    const place = placeOfPayment(receipt?.method, receipt?.reference);
    const came = used.has(place) ? undefined : watch.came.get(place);
    used.add(place);
    const sum = came ? plainCredit(came.amount, readUnits(String(row.rate), 12)) : 0n;
    wanted.set(row.user_id ?? null, (wanted.get(row.user_id ?? null) ?? 0n) + sum);
  }
  for (const id of credits.keys()) fail('nobody is credited without a deposit', String(id));
  const found = new Map<Value, bigint>();
  const own = new Map(ofType(watch, ...CREDITING).map(({ id = null, owner_id = null }) => [id, owner_id]));
  for (const entry of database.table('entries').values()) {
    const user = own.get(entry.journal_id ?? null);
    const account = database.table('ledger_accounts').get(entry.account_id ?? null);
    if (user === undefined || account?.owner_id !== user || account.kind !== 'change') continue;
    found.set(user, (found.get(user) ?? 0n) + units(entry.available_change));
  }
  for (const user of new Set([...wanted.keys(), ...found.keys()]))
    if (wanted.get(user) !== found.get(user))
      fail('users are credited what came', `user ${user}: ${found.get(user)}, not ${wanted.get(user)}`);
}

function checkProposals(watch: Watch): void {
  for (const { id, state, maker, checker } of rowsOf(watch, 'proposals'))
    if (state === 'open' ? checker !== null : checker === null || checker === maker)
      watch.fail('no proposal is accepted by its maker', `proposal ${id}: ${state}`);
}

function checkActsAndNotices(watch: Watch, deposits: readonly Row[], receipts: readonly Row[]): void {
  const { database } = watch;
  const acts = (kind: string): number => database.acts.filter((act) => act.kind === kind).length;
  const told = (kind: string): number => database.notices.filter((one) => one.kind === kind).length;
  const ended = deposits.filter(({ status }) => status === 'rejected' || status === 'invalid');
  const credited = deposits.filter(({ status }) => status === 'credited').length;
  const proposals = rowsOf(watch, 'proposals');
  const inState = (state: string): number => proposals.filter((one) => one.state === state).length;
  const pairs: readonly (readonly [string, number, number])[] = [
    ['credited is an act', acts('deposit_credited'), credited],
    ['rejected is an act', acts('deposit_rejected'), ended.filter(({ decided_by }) => decided_by !== 0n).length],
    ['who is credited is told', told('deposit_credited'), credited],
    ['who is not credited is told', told('deposit_rejected'), ended.length],
    ['booked is an act', acts('receipt_booked'), ofType(watch, LEDGER_TYPES.receipt_unmatched).length],
    ['sent back is an act', acts('receipt_returned'), receipts.filter(({ state }) => state === 'returned').length],
    ['proposed is an act', acts('proposal_made'), proposals.length],
    ['accepted is an act', acts('proposal_accepted'), inState('accepted')],
    ['not accepted is an act', acts('proposal_rejected'), inState('rejected')],
    ['found is an act', acts('receipt_assigned'), deposits.filter(({ assigned }) => assigned !== null).length],
  ];
  for (const [rule, found, wanted] of pairs) if (found !== wanted) watch.fail(rule, `${found}, not ${wanted}`);
}
