// Withdrawals, held against the rules anew and by hand: each change of one command before it is applied, and all that is stored at rest.

import { LEDGER_TYPES } from '@fairtick/contract/ledger-types';
import type { Change } from '@fairtick/server/domains/parts';
import { units } from '../memory/constraints.ts';
import type { Row, Value } from '../memory/rows.ts';
import type { Moment } from './moment.ts';
import type { Tag, Watch } from './watch.ts';

const DAY_MS = 86_400_000;
const CENT = 1_000_000n;

/** By which commands a withdrawal comes from one state into another. */
const BY: Readonly<Record<string, readonly string[]>> = {
  'nothing waiting': ['draw'],
  'waiting waiting': ['withdrawal_overdue'],
  'waiting cancelled': ['draw_cancel'],
  'waiting approved': ['withdrawal_approve'],
  'waiting rejected': ['withdrawal_reject'],
  'approved approved': [...['withdrawal_claim', 'withdrawal_release', 'withdrawal_nothing_sent', 'withdrawal_overdue']],
  'approved paid': ['withdrawal_paid'],
  'approved rejected': ['withdrawal_nothing_sent'],
};
const BY_STAFF = /^withdrawal_(approve|reject|claim|release|paid|nothing_sent)$/;

/** Acts that a change of a withdrawal must bring along: one of each doing of the staff. */
export const payoutDoings = ({ wallet }: Change, { name }: Tag): number => (BY_STAFF.test(name) && wallet ? 1 : 0);

export function checkPayout(moment: Moment): void {
  const { watch, state, change, tag } = moment;
  for (const after of change.wallet?.withdrawals ?? []) {
    const before = state.wallet.withdrawals.byId(after.id);
    const fail = (rule: string): void =>
      watch.fail(rule, `withdrawal ${after.id} (${tag.name}, ${before?.status} to ${after.status})`);
    if (!tag.owners.includes(after.userId)) fail("one's own withdrawals");
    if (!BY[`${before?.status ?? 'nothing'} ${after.status}`]?.includes(tag.name)) fail('a state by its own command');
    const { nowMs } = state.accounts.standing(after.userId);
    if (after.overdueTime !== before?.overdueTime && nowMs < after.deadline) fail('late after 24 hours');
    if (!before) checkRequest(moment, after, fail);
  }
}

type Asked = NonNullable<NonNullable<Change['wallet']>['withdrawals']>[number];

/** By the rows as they lie in the database: under the user's lock nobody else changes them. What came before in the batch is of the state. */
function checkRequest({ watch, state }: Moment, asked: Asked, fail: (rule: string) => void): void {
  const { userId, number, fee, received } = asked;
  const { nowMs, verifiedTime } = state.accounts.standing(userId);
  const { currencies, limits } = watch.settings.wallet;
  const terms = currencies.find(({ currency, network }) => currency === asked.currency && network === asked.network);
  const place = state.wallet.destinations.byId(asked.destinationId);
  if (verifiedTime === undefined) fail('whoever withdraws is verified');
  if (place?.userId !== userId || place.removedTime !== undefined) fail('to a place of their own');
  if (place && nowMs < place.boundTime + DAY_MS && place.usableTime > nowMs) fail('to a place that has rested');
  if (!terms || number < terms.min || number > terms.max || number % CENT !== 0n) fail('within the bounds');
  // The fee of this world is a sum, and what is withdrawn counts as USD.
  if (fee !== terms?.drawRate || received !== number - fee) fail('fee and what arrives by the terms');
  const counted = state.wallet.withdrawals
    .active(userId)
    .filter(
      ({ status, requestTime }) => requestTime > nowMs - DAY_MS && status !== 'rejected' && status !== 'cancelled',
    )
    .reduce((sum, one) => sum + one.number, number as bigint);
  if (counted > limits.day) fail("the day's limit");
  if (asked.approvalsNeeded !== (counted >= limits.twoPeople ? 2 : 1)) fail('two people from the limit on');
  if (asked.deadline !== nowMs + DAY_MS || asked.requestTime !== nowMs) fail('24 hours from the request on');
}

const EFFECTS: Readonly<Record<string, readonly (keyof typeof LEDGER_TYPES)[]>> = {
  waiting: ['withdrawal'],
  approved: ['withdrawal', 'withdrawal_approved'],
  paid: ['withdrawal', 'withdrawal_approved', 'withdrawal_paid'],
  cancelled: ['withdrawal', 'withdrawal_cancelled'],
  rejected: ['withdrawal', 'withdrawal_rejected'],
  returned: ['withdrawal', 'withdrawal_approved', 'withdrawal_returned'],
};
const OF_WITHDRAWALS: ReadonlySet<number> = new Set(
  Object.values(EFFECTS)
    .flat()
    .map((type) => LEDGER_TYPES[type]),
);

/** What of users' money waits to leave. */
export const waitingOf = (watch: Watch): Row[] =>
  [...watch.database.table('withdrawals').values()].filter(({ status }) => status === 'waiting');

/** Everything that is stored. */
export function checkPayouts(watch: Watch): void {
  const { database } = watch;
  const rows = [...database.table('withdrawals').values()];
  const journals = new Map<Value, number[]>();
  for (const { reason, reference = null } of database.table('journals').values())
    if (OF_WITHDRAWALS.has(Number(reason)))
      journals.set(reference, [...(journals.get(reference) ?? []), Number(reason)]);
  const payments = new Set<string>();
  let approved = 0n;
  for (const row of rows) {
    const fail = (rule: string): void => watch.fail(rule, `withdrawal ${row.id}, ${row.status}`);
    const state = row.status === 'rejected' && row.approved_time !== null ? 'returned' : String(row.status);
    const wanted = (EFFECTS[state] ?? []).map((type) => LEDGER_TYPES[type]);
    if (String((journals.get(row.id ?? null) ?? []).sort()) !== String(wanted)) fail('each state has its journals');
    journals.delete(row.id ?? null);
    if (row.status === 'approved') approved += units(row.number);
    checkPeople(watch, row, fail);
    if (row.paid_reference === null) continue;
    const payment = `${row.currency} ${row.network} ${row.paid_reference}`;
    if (payments.has(payment)) fail('one payment pays one withdrawal');
    payments.add(payment);
  }
  for (const id of journals.keys()) watch.fail('no money leaves without a withdrawal', String(id));
  for (const account of database.accountsOf(0n))
    if (account.realm === 'live' && account.kind === 'clearing:withdrawal' && units(account.available) !== approved)
      watch.fail('clearing = what is approved', `${account.available}, not ${approved}`);
  checkActsAndNotices(watch, rows);
}

/** Enough people, each once; whoever pays what takes two has not approved it, and two say that nothing was sent. */
function checkPeople({ database }: Watch, row: Row, fail: (rule: string) => void): void {
  const approvers = [...database.table('withdrawal_approvals').values()]
    .filter(({ withdrawal_id }) => withdrawal_id === row.id)
    .map(({ staff_id = null }) => staff_id);
  if (new Set(approvers).size !== approvers.length) fail('each approves once');
  const enough = approvers.length === Number(row.approvals_needed);
  if (row.approved_time === null ? enough || approvers.length > 1 : !enough) fail('approved by as many as it takes');
  const payer = row.paid_by ?? row.claimed_by ?? null;
  if (row.approvals_needed === 2 && payer !== null && approvers.includes(payer)) fail('maker ≠ checker');
  const returned = row.status === 'rejected' && row.approved_time !== null;
  if (returned && (row.nothing_sent_by === null || row.nothing_sent_by === row.ended_by))
    fail('two say nothing was sent');
  if (row.status === 'paid' && row.paid_by !== row.claimed_by) fail('paid by whoever has taken it');
}

function checkActsAndNotices(watch: Watch, rows: readonly Row[]): void {
  const { database } = watch;
  const count = (where: (row: Row) => boolean): number => rows.filter(where).length;
  const acts = (kind: string): number => database.acts.filter((act) => act.kind === kind).length;
  const told = (kind: string): number => database.notices.filter((one) => one.kind === kind).length;
  const late = count(({ overdue_time }) => overdue_time !== null);
  const paid = count(({ status }) => status === 'paid');
  const passed = count(({ approved_time }) => approved_time !== null);
  const rejected = count(({ status, approved_time }) => status === 'rejected' && approved_time === null);
  const returned = count(({ status, approved_time }) => status === 'rejected' && approved_time !== null);
  const approvals = database.table('withdrawal_approvals').size;
  const pairs: readonly (readonly [string, number, number])[] = [
    ['approved is an act each', acts('withdrawal_approved'), approvals],
    ['paid is an act', acts('withdrawal_paid'), paid],
    ['rejected is an act', acts('withdrawal_rejected'), rejected],
    ['returned is an act', acts('withdrawal_returned'), returned],
    ['who is approved is told', told('withdrawal_approved'), passed],
    ['who is paid is told', told('withdrawal_paid'), paid],
    ['who is rejected is told', told('withdrawal_rejected'), rejected],
    ['whose money is back is told', told('withdrawal_returned'), returned],
    ['who waits too long is told', told('withdrawal_overdue'), late],
  ];
  for (const [rule, found, wanted] of pairs) if (found !== wanted) watch.fail(rule, `${found}, not ${wanted}`);
}
