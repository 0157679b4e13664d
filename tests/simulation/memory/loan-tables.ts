// What the migrations hold loans to, written a second time by hand; and what the statements of loans, which are all written by hand, do to these tables.

import { hash } from 'node:crypto';
import { readUnits } from '@fairtick/kernel/decimal';
import type { Rules } from './constraints.ts';
import { changed, type Hands, idOf, isAmong, none, type PeopleStatement } from './people.ts';
import { described } from './people-tables.ts';
import { broken, listOf, type Row, type Value } from './rows.ts';

const DAY_MS = 86_400_000n;
/** Of the scene's settings: USD from which on it takes two. */
export const TWO_PEOPLE = '300';
const CENT = 1_000_000n;
const units = (value: Value | undefined): bigint => readUnits(String(value));
const big = (value: unknown): bigint => (typeof value === 'bigint' ? value : BigInt(Number(value)));
const isIn = ({ status }: Row, ...states: readonly number[]): boolean => states.includes(Number(status));
/** Empty in all states but these. */
const only =
  (columns: readonly string[], ...states: readonly number[]) =>
  (row: Row) =>
    columns.every((name) => isIn(row, ...states) === !none(row[name]));
const ended = (row: Row): boolean => isIn(row, 3, 5, 7);
export const running = (row: Row): boolean => isIn(row, 1, 2, 4);

export const LOANS = described(
  'loans',
  ['id'],
  {
    ...{ id: 'bigint', user_id: 'bigint', realm: 'realm*', config_id: 'integer', amount: 'numeric(30,8)' },
    ...{ period: 'integer', interest_rate: 'integer', free_period: 'integer', penalty_rate: 'integer' },
    ...{ status: 'smallint*~', signature: 'text?', requested_time: 'bigint*', answer_due: 'bigint' },
    ...{ decided_time: 'bigint?*~', decided_by: 'bigint?*~', reason_code: 'text?*~', reason: 'text?*~' },
    ...{ paid_out_time: 'bigint?*~', due_time: 'bigint?*~', overdue_time: 'bigint?*~', repaid_time: 'bigint?*~' },
    ...{ interest: 'numeric(30,8)?*~', penalty: 'numeric(30,8)?*~', person_key: 'bigint' },
    ...{ first_yes_by: 'bigint?*~', first_yes_time: 'bigint?*~', soon_time: 'bigint?*~', proof_time: 'bigint?*~' },
  },
  { loans_signature_key: ['signature'] },
);
const FIXED = Object.entries(LOANS.columns).flatMap(([name, { changes }]) => (changes ? [] : [name]));
const STEPS = new Set(['1 1', '1 2', '1 3', '1 7', '2 2', '2 4', '4 2', '2 5', '4 4', '4 5']);
const differs = (before: Row, after: Row, names: readonly string[]): boolean =>
  names.some((name) => (before[name] ?? null) !== (after[name] ?? null));

/** The triggers of a step, as far as they look at the row alone. */
function step(before: Row, after: Row): void {
  if (!STEPS.has(`${before.status} ${after.status}`)) throw broken('loan_step');
  const decided = ['decided_time', 'decided_by', 'paid_out_time', 'due_time'];
  const stays = [
    ...FIXED,
    ...(none(before.decided_time) ? [] : decided),
    ...['overdue_time', 'soon_time'].filter((name) => !none(before[name])),
  ];
  if (ended(before) || differs(before, after, stays)) throw broken('loan_terms');
  if (isIn(before, 1) && isIn(after, 2)) {
    if (after.paid_out_time !== after.decided_time) throw broken('loan_paid_out_as_signed');
    const one = none(after.first_yes_by) || after.first_yes_by === after.decided_by;
    if (units(after.amount) >= readUnits(TWO_PEOPLE) && one) throw broken('loan_by_two');
  } else if (!isIn(before, 1) && differs(before, after, ['first_yes_by', 'first_yes_time']))
    throw broken('loan_first_yes_stays');
  const leaves = isIn(before, 4) && !isIn(after, 2);
  if (leaves && differs(before, after, ['proof_time'])) throw broken('loan_proof_stays');
  if (isIn(before, 2) && isIn(after, 5) && !none(after.proof_time)) throw broken('loan_proof_stays');
}

const loans: Rules = {
  table: LOANS,
  checks: {
    checked_by_a_proof: (row) => !isIn(row, 4) || !none(row.proof_time),
    decided_by_somebody: (row) => isIn(row, 1) === none(row.decided_time) && isIn(row, 1, 7) === none(row.decided_by),
    first_yes_whole: (row) => none(row.first_yes_by) === none(row.first_yes_time),
    loans_amount_check: (row) => units(row.amount) > 0n && units(row.amount) % CENT === 0n,
    loans_check1: only(['reason_code', 'reason'], 3),
    loans_check2: only(['paid_out_time'], 2, 4, 5),
    loans_check3: (row) =>
      none(row.paid_out_time) ? none(row.due_time) : row.due_time === big(row.paid_out_time) + big(row.period) * DAY_MS,
    loans_check4: (row) => (none(row.overdue_time) ? undefined : big(row.overdue_time) >= big(row.due_time)),
    loans_check5: only(['repaid_time', 'interest', 'penalty'], 5),
    loans_check6: (row) =>
      none(row.interest)
        ? undefined
        : [row.interest, row.penalty].every((sum) => units(sum) >= 0n && units(sum) % CENT === 0n),
    loans_check7: (row) =>
      none(row.penalty)
        ? undefined
        : units(row.penalty) === 0n || units(row.interest) + units(row.penalty) <= units(row.amount),
    loans_free_period_check: (row) => Number(row.free_period) >= 0,
    loans_interest_rate_check: (row) => Number(row.interest_rate) >= 0,
    loans_penalty_rate_check: (row) => Number(row.penalty_rate) >= 0,
    loans_period_check: (row) => Number(row.period) > 0,
    loans_realm_check: (row) => row.realm === 'live',
    loans_status_check: (row) => isIn(row, 1, 2, 3, 4, 5, 7),
    proof_while_it_is_checked: (row) => none(row.proof_time) || isIn(row, 4, 5),
    soon_while_it_runs: (row) => none(row.soon_time) || !none(row.paid_out_time),
  },
  partial: {
    one_loan_a_person: (row) => (running(row) ? String(row.person_key) : undefined),
    one_loan_a_user: (row) => (running(row) ? String(row.user_id) : undefined),
  },
  change: step,
  gives: true,
  shared: true,
};

export const LOAN_AGREEMENTS = described('loan_agreements', ['loan_id'], {
  ...{ loan_id: 'bigint', version: 'integer', lang: 'text', html: 'text', hash: 'bytea' },
  ...{ evidence: 'text', evidence_hash: 'bytea' },
});
const isHashOf = (mac: Value | undefined, text: Value | undefined): boolean =>
  mac instanceof Uint8Array && Buffer.from(mac).toString('hex') === hash('sha256', String(text), 'hex');
const agreements: Rules = {
  table: LOAN_AGREEMENTS,
  checks: {
    loan_agreements_evidence_check: (row) => Buffer.byteLength(String(row.evidence)) <= 65_536,
    loan_agreements_check: (row) => isHashOf(row.hash, row.html),
    loan_agreements_check1: (row) => isHashOf(row.evidence_hash, row.evidence),
    loan_agreements_lang_check: (row) => /^[a-z]{2}$/.test(String(row.lang)),
    loan_agreements_version_check: (row) => Number(row.version) > 0,
  },
};

export const LOAN_EXCLUSIONS = described('loan_exclusions', ['user_id'], {
  ...{ user_id: 'bigint', realm: 'realm*', until: 'bigint~' },
});
const exclusions: Rules = {
  table: LOAN_EXCLUSIONS,
  checks: { loan_exclusions_realm_check: (row) => row.realm === 'live' },
  change: (before, after) => {
    if (big(after.until) < big(before.until)) throw broken('loan_exclusion_stays');
  },
};

export const LOAN_TABLES: readonly Rules[] = [loans, agreements, exclusions];

const byId = (a: Row, b: Row): number => (big(a.id) < big(b.id) ? -1 : 1);
const some = (row: Row | undefined): Row[] => (row ? [row] : []);
const ofUsers = (hands: Hands, table: string, users: unknown): Row[] =>
  hands.rows(table).filter((row) => isAmong(row.user_id, users));
const most = (rows: readonly Row[], column: string): Value =>
  rows.reduce<Value>((top, row) => {
    const value = row[column] ?? null;
    return value === null || (top !== null && big(value) <= big(top)) ? top : value;
  }, null);

/** With what was signed, and the newest deposit that says it was repaid. */
function listed(hands: Hands, row: Row): Row {
  const proof = hands
    .rowsWith('deposits', 'repays', row.id ?? null)
    .sort(byId)
    .at(-1);
  return {
    ...row,
    uid: hands.row('users', row.user_id ?? null)?.uid ?? null,
    agreement: hands.row('loan_agreements', row.id ?? null)?.hash ?? null,
    ...{ proof: proof?.id ?? null, proof_status: proof?.status ?? null, proof_sent: proof?.submitted_time ?? null },
    ...{ proof_number: proof?.number ?? null, proof_currency: proof?.currency ?? null },
    ...{ proof_credited: proof?.credited ?? null, proof_code: proof?.reason_code ?? null },
    proof_words: proof?.reason ?? null,
  };
}

/** Whoever has sent a proof in time is not late while it is looked at. */
const isLate = (row: Row, now: bigint): boolean =>
  isIn(row, 2, 4) && big(row.due_time) < now && (isIn(row, 2) || big(row.proof_time) > big(row.due_time));

const near = (time: Value | undefined, now: bigint): boolean => {
  const apart = big(time ?? 0n) - now;
  return (apart < 0n ? -apart : apart) <= 60_000n;
};

/** The triggers that look at the clock and at other tables. */
function asItIs(hands: Hands, before: Row, after: Row): void {
  if (isIn(before, 1) && isIn(after, 2)) {
    const signed = hands.row('loan_agreements', after.id ?? null) !== undefined;
    if (!near(after.decided_time, hands.now) || !signed) throw broken('loan_paid_out_as_signed');
  }
  if (isIn(after, 5) && !near(after.repaid_time, hands.now)) throw broken('loan_by_terms');
  const sent = hands
    .rowsWith('deposits', 'repays', after.id ?? null)
    .some((row) => row.status === 'unchecked' && row.submitted_time === after.proof_time);
  if (isIn(before, 2) && isIn(after, 4) && (!sent || !near(after.proof_time, hands.now)))
    throw broken('loan_proof_sent');
}

async function put(hands: Hands, id: Value, set: Readonly<Record<string, unknown>>): Promise<void> {
  await changed(hands, { table: 'loans', of: some(hands.row('loans', id)), set }, (before) => {
    asItIs(hands, before, { ...before, ...plain(set) });
    return true;
  });
}
const plain = (set: Readonly<Record<string, unknown>>): Row =>
  Object.fromEntries(
    Object.entries(set).map(([name, value]) => [name, typeof value === 'string' ? value : idOf(value)]),
  );

const DECIDED = [
  ...['status', 'decided_time', 'decided_by', 'reason_code', 'reason', 'paid_out_time', 'due_time', 'repaid_time'],
  ...['interest', 'penalty', 'overdue_time', 'first_yes_by', 'first_yes_time', 'soon_time', 'proof_time'],
] as const;

async function decideAll(hands: Hands, [ids, ...values]: readonly unknown[]): Promise<readonly Row[]> {
  const lists = values.map(listOf);
  for (const [at, id] of listOf(ids).entries())
    await put(hands, idOf(id), Object.fromEntries(DECIDED.map((name, column) => [name, lists[column]?.[at] ?? null])));
  return [];
}

const NEVER = 8_640_000_000_000_000n;

export const LOAN_STATEMENTS: Readonly<Record<string, PeopleStatement>> = {
  loans_load_batch: async (hands, [users]) => ofUsers(hands, 'loans', users).filter(running),
  loans_decide: decideAll,
  loans_borrowed_by: async (hands, [users]) => {
    const own = ofUsers(hands, 'loans', users);
    const [first = null] = own.map(({ person_key = null }) => person_key).sort((a, b) => (big(a) < big(b) ? -1 : 1));
    return [{ key: first, runs: own.some(running) }];
  },
  loans_insert: async (hands, [id, user_id, config_id, amount, period, interest_rate, free_period, ...more]) => {
    const [penalty_rate, signature, answerMs, person_key] = more;
    const terms = { config_id, amount, period, interest_rate, free_period, penalty_rate };
    const times = { requested_time: hands.now, answer_due: hands.now + big(answerMs) };
    const row = { id, user_id, realm: 'live', person_key, ...terms, status: 1, signature, ...times };
    return some(await hands.insert('loans', row, () => true));
  },
  loan_agreements_insert: async (hands, [loan_id, version, lang, html, mac, evidence, evidence_hash]) =>
    some(await hands.insert('loan_agreements', { loan_id, version, lang, html, hash: mac, evidence, evidence_hash })),
  loans_find: async (hands, [id]) => some(hands.row('loans', idOf(id))).map((row) => listed(hands, row)),
  loans_to_repay: async (hands, [id, userId]) =>
    some(hands.row('loans', idOf(id))).filter((row) => row.user_id === idOf(userId) && isIn(row, 2)),
  loans_begin_proof: async (hands, [id, proof_time]) => {
    await put(hands, idOf(id), { status: 4, proof_time });
    return [];
  },
  loans_unmarked: async (hands, [afterId, limit]) =>
    hands
      .rows('loans')
      .filter((row) => isLate(row, hands.now) && none(row.overdue_time) && big(row.id) > big(afterId))
      .sort(byId)
      .slice(0, Number(limit)),
  loans_untold_soon: async (hands, [afterId, withinMs, limit]) =>
    hands
      .rows('loans')
      .filter((row) => isIn(row, 2) && none(row.soon_time) && big(row.id) > big(afterId))
      .filter(({ due_time }) => big(due_time) > hands.now && big(due_time) <= hands.now + big(withinMs))
      .sort(byId)
      .slice(0, Number(limit)),
  loans_stop_out: async (hands, [users, withinMs]) => {
    const out = ofUsers(hands, 'forex_orders', users).filter(
      (row) => row.close_reason === 'stop_out' && big(row.close_time) > hands.now - big(withinMs),
    );
    return [{ time: most(out, 'close_time') }];
  },
  loans_break_of: async (hands, [users]) => {
    const resting = ofUsers(hands, 'user_standing', users).filter(
      ({ cool_off_until = null }) => cool_off_until !== null && big(cool_off_until) > hands.now,
    );
    return [{ until: most(resting, 'cool_off_until') }];
  },
  loans_excluded: async (hands, [users]) => {
    const kept = ofUsers(hands, 'loan_exclusions', users).filter(({ until }) => big(until) > hands.now);
    return [{ until: most(kept, 'until') }];
  },
  loans_exclude: async (hands, [userId, ms]) => {
    const user_id = idOf(userId);
    const until = ms === null ? NEVER : hands.now + big(ms);
    await hands.hold([`loan_exclusions/${user_id}`]);
    const before = hands.row('loan_exclusions', user_id);
    if (!before) await hands.insert('loan_exclusions', { user_id, realm: 'live', until });
    else if (big(before.until) < until) await hands.change('loan_exclusions', user_id, { until });
    return [];
  },
  // Whoever is verified in this world is known as a borrower.
  loan_persons_newest: async (hands, [userId]) => {
    const id = idOf(userId);
    return none(hands.row('user_standing', id)?.verified_time) ? [] : [{ id, user_id: id, status: 2 }];
  },
};
