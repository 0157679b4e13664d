// The trigger apply_entries: new entries move balances and their owners' versions, and what they break of the ledger's promises is said in the
// order in which the database says it.

import { formatUnits } from '@fairtick/kernel/decimal';
import { checkRow, ownerKey, type Rules, units } from './constraints.ts';
import { broken, type Row, type Value } from './rows.ts';

/** Rows as the transaction sees them. */
export interface Rewritable {
  seen(table: string, key: Value): Row | undefined;
  put(table: string, key: Value, row: Row): void;
}

/** What a journal's lines add up to, by currency, and which lines there are. */
interface Whole {
  readonly sums: Map<string, bigint>;
  readonly lines: number[];
}

export function applyEntries(tables: Rewritable, accounts: Rules, entries: readonly Row[]): void {
  moveBalances(tables, accounts, entries);
  let [stray, strange] = [false, false];
  const wholes = new Map<Value, Whole>();
  for (const entry of entries) {
    const account = tables.seen('ledger_accounts', entry.account_id ?? null);
    const journal = tables.seen('journals', entry.journal_id ?? null);
    if (!account || !journal || account.realm !== journal.realm) stray = true;
    else if (account.owner_id !== 0n && account.owner_id !== journal.owner_id) strange = true;
    const of: Whole = wholes.get(entry.journal_id ?? null) ?? { sums: new Map(), lines: [] };
    wholes.set(entry.journal_id ?? null, of);
    const currency = String(account?.currency);
    const sum = units(entry.available_change) + units(entry.locked_change);
    of.sums.set(currency, (of.sums.get(currency) ?? 0n) + sum);
    of.lines.push(Number(entry.line));
  }
  if (stray) throw broken('one_realm_per_journal');
  if (strange) throw broken('one_owner_per_journal');
  const uneven = [...wholes.values()].some(({ sums }) => [...sums.values()].some((sum) => sum !== 0n));
  if (uneven) throw broken('journal_sums_to_zero');
  for (const [id, { lines }] of wholes) {
    const wanted = Number(tables.seen('journals', id)?.lines);
    const whole = lines.length === wanted && Math.min(...lines) === 0 && Math.max(...lines) === wanted - 1;
    if (!whole) throw broken('journal_is_whole');
  }
  continueOrders(tables, [...wholes.keys()]);
  moveDays(tables, entries);
}

function moveBalances(tables: Rewritable, accounts: Rules, entries: readonly Row[]): void {
  const moves = new Map<Value, { available: bigint; locked: bigint; lines: bigint }>();
  for (const entry of entries) {
    const move = moves.get(entry.account_id ?? null) ?? { available: 0n, locked: 0n, lines: 0n };
    move.available += units(entry.available_change);
    move.locked += units(entry.locked_change);
    move.lines += 1n;
    moves.set(entry.account_id ?? null, move);
  }
  for (const [id, { available, locked, lines }] of moves) {
    const before = tables.seen('ledger_accounts', id);
    if (!before) continue;
    const after = {
      ...before,
      available: formatUnits(units(before.available) + available, 8),
      locked: formatUnits(units(before.locked) + locked, 8),
      entry_count: BigInt(String(before.entry_count)) + lines,
    };
    checkRow(accounts, after);
    tables.put('ledger_accounts', id, after);
  }
}

function continueOrders(tables: Rewritable, journals: readonly Value[]): void {
  const chains = new Map<string, number[]>();
  for (const id of journals) {
    const journal = tables.seen('journals', id);
    const key = ownerKey(journal?.owner_id, journal?.realm);
    chains.set(key, [...(chains.get(key) ?? []), Number(journal?.number)]);
  }
  for (const [key, numbers] of chains) {
    const owner = tables.seen('owners', key);
    const version = Number(owner?.version);
    if (!owner || numbers.sort((a, b) => a - b).some((number, at) => number !== version + 1 + at))
      throw broken('owner_order');
    tables.put('owners', key, { ...owner, version: version + numbers.length });
  }
}

export const DAY_MS = 86_400_000;
const dayOf = (journal: Row | undefined): number => Math.floor(Number(journal?.time) / DAY_MS);

/** An owner's day goes on to the newest of the statement; one line after the other moves the result of its day, where that is the newest or the one before. */
function moveDays(tables: Rewritable, entries: readonly Row[]): void {
  const lines = entries.map((entry) => {
    const journal = tables.seen('journals', entry.journal_id ?? null);
    const own = tables.seen('ledger_accounts', entry.account_id ?? null)?.owner_id !== 0n;
    const counts = own && Number(journal?.reason) >= 10 && Number(journal?.reason) < 30;
    const change = counts ? units(entry.available_change) + units(entry.locked_change) : 0n;
    return { owner: ownerKey(journal?.owner_id, journal?.realm), day: dayOf(journal), change };
  });
  const newest = Math.max(...lines.map(({ day }) => day));
  for (const { owner, day, change } of lines) {
    const row = tables.seen('owners', owner);
    if (!row) continue;
    const ahead = newest - Number(row.day);
    const [today, before] = [units(row.day_result), units(row.result_before)];
    const moved =
      ahead <= 0
        ? { day: Number(row.day), today, before }
        : { day: newest, today: 0n, before: ahead === 1 ? today : 0n };
    tables.put('owners', owner, {
      ...row,
      day: moved.day,
      day_result: formatUnits(moved.today + (day === moved.day ? change : 0n), 8),
      result_before: formatUnits(moved.before + (day === moved.day - 1 ? change : 0n), 8),
    });
  }
}

/** What trading has come to since the day began: units. */
export function resultSince(owner: Row, day: number): bigint {
  if (Number(owner.day) < day) return 0n;
  return units(owner.day_result) + (Number(owner.day) > day ? units(owner.result_before) : 0n);
}
