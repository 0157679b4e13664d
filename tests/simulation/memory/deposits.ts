// What the hand-written statements of money that came, and of what two people decide about it, do to the simulation's tables, by their names.

import { formatUnits } from '@fairtick/kernel/decimal';
import { units } from './constraints.ts';
import { changed, type Hands, held, idOf, isAmong, none, type PeopleStatement } from './people.ts';
import { broken, listOf, type Row, type Value } from './rows.ts';
import { expiresOf } from './wallet-tables.ts';

const DAY_MS = 86_400_000n;

const big = (value: unknown): bigint => (typeof value === 'bigint' ? value : BigInt(Number(value)));
const some = (row: Row | undefined): Row[] => (row ? [row] : []);
const byId = (a: Row, b: Row): number => (big(a.id) < big(b.id) ? -1 : 1);
const dollars = (rows: readonly Row[]): string =>
  formatUnits(rows.reduce((sum, { credited = null }) => (none(credited) ? sum : sum + units(credited)), 0n));

const claimHolds = (hands: Hands, { claimed_until = null }: Row): boolean =>
  !none(claimed_until) && big(claimed_until) > hands.now;
/** A claim that has ended is none. */
const shown = (hands: Hands, row: Row): Row =>
  claimHolds(hands, row) ? row : { ...row, claimed_by: null, claimed_until: null };

/** Deposits that name this transaction, or are made of this receipt. */
const naming =
  (txid: unknown, receipt: unknown) =>
  (row: Row): boolean =>
    (txid !== '' && row.txid === txid) || (!none(row.assigned) && row.assigned === idOf(receipt));

const outputsOf = (hands: Hands, method: unknown, txid: unknown): Row[] =>
  hands.rows('receipts').filter((row) => row.method === method && String(row.reference).startsWith(`${txid}:`));

const DEPOSITS: Readonly<Record<string, PeopleStatement>> = {
  deposits_lock_user: async (hands, [userId]) => {
    await hands.hold([`deposits of ${userId}`]);
    return [];
  },
  deposits_lock_txid: async (hands, [named]) => {
    await hands.hold([`deposits of transaction ${named}`]);
    return [];
  },
  deposits_claims: async (hands, [user, txid, receipt]) => {
    const userId = idOf(user);
    const mine = hands.rowsWith('deposits', 'user_id', userId);
    const claims = hands.rows('deposits').filter(naming(txid, receipt));
    const own = claims.some(
      (row) =>
        row.user_id === userId &&
        (row.status === 'unchecked' || row.status === 'credited') &&
        (none(idOf(receipt)) || row.assigned === idOf(receipt) || (none(row.assigned) && row.status === 'unchecked')),
    );
    return [
      {
        waiting: mine.filter(({ status }) => status === 'unchecked').length,
        credited: dollars(mine),
        own,
        others: claims.some((row) => row.user_id !== userId),
      },
    ];
  },
  deposits_hold_others: (hands, [userId, txid, receipt]) =>
    changed(
      hands,
      {
        table: 'deposits',
        of: hands.rows('deposits').filter(naming(txid, receipt)),
        set: { held_for: 'claimed_twice' },
      },
      (row) => row.user_id !== idOf(userId) && row.status === 'unchecked',
    ),
  deposits_insert: async (hands, values) => {
    const [id, user_id, kind, option_id, currency, network, place, number] = values;
    const [proof, txid, held_for, assigned, least, repays] = values.slice(8);
    const loan = hands.row('loans', idOf(repays));
    // The trigger deposit_repays_own.
    if (!none(idOf(repays)) && (loan?.user_id !== idOf(user_id) || loan?.status !== 2))
      throw broken('deposit_repays_own');
    const said = {
      id,
      user_id,
      kind,
      option_id,
      currency,
      network,
      place,
      number,
      proof,
      txid,
      held_for,
      assigned,
      least,
      repays,
    };
    return some(
      await hands.insert('deposits', { ...said, realm: 'live', status: 'unchecked', submitted_time: hands.now }),
    );
  },
  deposits_find: async (hands, [id]) => some(hands.row('deposits', idOf(id))).map((row) => shown(hands, row)),
  deposits_claim: async (hands, [id, staffId, forMs]) => {
    const claimed = await changed(
      hands,
      {
        table: 'deposits',
        of: some(hands.row('deposits', idOf(id))),
        set: { claimed_by: staffId, claimed_until: hands.now + big(forMs) },
      },
      (row) => row.status === 'unchecked' && (!claimHolds(hands, row) || row.claimed_by === idOf(staffId)),
    );
    return claimed.map(({ claimed_until: until = null }) => ({ until }));
  },
  deposits_facts: async (hands, [user, method, reference, transaction]) => {
    const userId = idOf(user);
    const same = hands.rows('receipts').filter((row) => row.method === method && row.reference === reference);
    const free = same.find((row) => row.state === 'free');
    const all = hands.rows('deposits');
    const contested =
      (transaction !== '' &&
        (all.some((row) => row.txid === transaction && row.user_id !== userId) ||
          outputsOf(hands, method, transaction).some((row) => row.reference !== reference))) ||
      same.some(({ id }) => all.some((row) => row.assigned === id && row.user_id !== userId));
    const credited = all.filter((row) => row.user_id === userId && row.status === 'credited');
    const today = credited.filter(({ decided_time = null }) => big(decided_time) > hands.now - DAY_MS);
    const facts = { used: same.length > 0, free: free?.id ?? null, contested };
    const back = hands
      .rowsWith('withdrawals', 'user_id', userId)
      .filter(({ back_time = null }) => !none(back_time) && big(back_time) > hands.now - DAY_MS)
      .map(({ back_credited = null }) => ({ credited: back_credited }));
    return [{ ...facts, credited: dollars(credited), last_day: dollars([...today, ...back]) }];
  },
  deposits_nothing_came: async (hands, [forMs, afterId, limit]) =>
    hands
      .rows('deposits')
      .filter((row) => row.status === 'unchecked' && row.held_for !== 'claimed_twice' && none(row.assigned))
      .filter((row) => big(row.submitted_time) <= hands.now - big(forMs) && big(row.id) > big(afterId))
      .filter(
        ({ txid, network }) => txid === '' || !outputsOf(hands, network, txid).some(({ state }) => state === 'free'),
      )
      .sort(byId)
      .slice(0, Number(limit)),
  deposits_has_come: async (hands, [network, txid]) =>
    outputsOf(hands, network, txid).filter(({ state }) => state === 'free'),
};

const RECEIPTS: Readonly<Record<string, PeopleStatement>> = {
  receipts_find: async (hands, [id]) => some(hands.row('receipts', idOf(id))),
  receipts_hold: async (hands, [id]) => some(await held(hands, 'receipts', idOf(id))),
  receipts_is_booked: async (hands, [method, reference]) =>
    hands.rows('receipts').filter((row) => row.method === method && row.reference === reference),
  receipts_payment_used: async (hands, [currency, method, payment, id, network]) => {
    const paid = (row: Row): boolean => row.network === network && row.paid_reference === payment;
    const sent = (row: Row): boolean => row.method === method && row.sent_reference === payment && row.id !== idOf(id);
    const of = (table: string): Row[] => hands.rows(table).filter((row) => row.currency === currency);
    return [{ used: of('receipts').some(sent) || of('withdrawals').some(paid) }];
  },
  accounts_uid_of_real_user: async (hands, [id]) =>
    some(hands.row('users', idOf(id))).filter((row) => row.realm === 'live' && none(row.removed_time)),
  accounts_real_user_by_uid: async (hands, [uid]) =>
    hands.rows('users').filter((row) => row.uid === uid && row.realm === 'live' && none(row.removed_time)),
};

async function decide(hands: Hands, parameters: readonly unknown[]): Promise<readonly Row[]> {
  const [ids = [], states = [], checkers = [], times = [], reasons = []] = parameters.map(listOf);
  const done: Row[] = [];
  for (const [at, id] of ids.entries()) {
    const set = { state: states[at], checker: checkers[at], decided_time: times[at], decided_reason: reasons[at] };
    done.push(
      ...(await changed(hands, { table: 'proposals', of: some(hands.row('proposals', idOf(id))), set }, () => true)),
    );
  }
  return done;
}

const PROPOSALS: Readonly<Record<string, PeopleStatement>> = {
  proposals_insert: async (hands, [kind, subject_kind, subject_id, payload, payload_hash, maker]) => {
    const said = { kind, subject_kind, subject_id, payload, payload_hash, maker };
    const made = { made_time: hands.now, expires: expiresOf(hands.now), state: 'open', decided_reason: '' };
    return some(await hands.insert('proposals', { ...said, ...made }));
  },
  proposals_find: async (hands, [id]) => some(hands.row('proposals', idOf(id))),
  proposals_lock: async (hands, [ids]) => {
    const keys: Value[] = hands.rows('proposals').flatMap(({ id = null }) => (isAmong(id, ids) ? [id] : []));
    await hands.hold(keys.map((id) => `proposals/${id}`));
    return keys.flatMap((id) => some(hands.row('proposals', id)));
  },
  proposals_now: async (hands) => [{ now: hands.now }],
  proposals_decide: decide,
};

export const DEPOSIT_STATEMENTS: Readonly<Record<string, PeopleStatement>> = { ...DEPOSITS, ...RECEIPTS, ...PROPOSALS };
