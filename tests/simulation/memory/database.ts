// PostgreSQL as far as the desk sees it, in memory: transactions that are stored whole or not at all, owners' locks, the constraints of the
// migrations, the trigger that moves balances. Answers the statements that the stores send, known by name or by text.

import type { Tick } from '@fairtick/engine/types';
import { formatUnits } from '@fairtick/kernel/decimal';
import type { NewTick } from '@fairtick/server/domains/market/index';
import { ownerKey, type Rules, TABLES, units } from './constraints.ts';
import { broken, duplicate, listOf, type Row, rowsOf, SqlError, type Value, type Written, writtenBy } from './rows.ts';

export interface Statement {
  readonly name?: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface Answer {
  readonly rows: readonly Row[];
  readonly rowCount: number;
}

const rows = (found: readonly Row[]): Answer => ({ rows: found, rowCount: found.length });

class Table {
  readonly rules: Rules;
  readonly rows = new Map<Value, Row>();
  readonly uniques = new Set<string>();
  constructor(rules: Rules) {
    this.rules = rules;
  }
}

/** What a transaction has written so far; nobody else sees it before the commit. */
export class Transaction {
  readonly written = new Map<string, Map<Value, Row>>();
  readonly uniques = new Map<string, Set<string>>();
  readonly locked = new Set<Value>();
  state: 'open' | 'failed' | 'over' = 'open';
  /** What an open cursor has still to give. */
  cursor: Row[] = [];
  /** The log's time passes this moment with the commit. */
  passedTime = 0;
  /** Whatever else becomes true with the commit. */
  onCommit: (() => void) | undefined;
}

/** What a journal's lines add up to, and which lines there are. */
interface Sums {
  readonly sums: Map<string, bigint>;
  readonly lines: number[];
}

interface Waiter {
  readonly tx: Transaction;
  readonly ids: readonly Value[];
  readonly resolve: () => void;
}

export class MemoryDatabase {
  readonly #tables = new Map(TABLES.map((rules) => [rules.name, new Table(rules)]));

  constructor() {
    for (const realm of REALMS) this.#table('owners').rows.set(ownerKey(0n, realm), newOwner({ id: 0n, realm }));
  }

  readonly #liveForex = new Map<Value, Set<Value>>();
  readonly #openMicro = new Map<Value, Set<Value>>();
  readonly #accountsOf = new Map<Value, Value[]>();
  readonly #lockedBy = new Map<Value, Transaction>();
  #waiters: Waiter[] = [];
  readonly #active = new Set<Transaction>();
  readonly ticks: Tick[] = [];
  readonly ticksOfPair = new Map<number, Tick[]>();
  #evaluated = -1;
  #lastReceived = 0;
  /** Told of each committed transaction's rows, by table. */
  onCommit: (written: ReadonlyMap<string, ReadonlyMap<Value, Row>>) => void = () => {};

  table(name: string): ReadonlyMap<Value, Row> {
    return this.#table(name).rows;
  }

  accountsOf(ownerId: Value): Row[] {
    return (this.#accountsOf.get(ownerId) ?? []).flatMap((id) => this.#row('ledger_accounts', id));
  }

  get activeTransactions(): number {
    return this.#active.size;
  }

  get evaluatedThrough(): number {
    return this.#evaluated;
  }

  get lastReceivedTime(): number {
    return this.#lastReceived;
  }

  begin(): Transaction {
    const tx = new Transaction();
    this.#active.add(tx);
    return tx;
  }

  /** Stored whole: from here on everybody sees it. */
  commit(tx: Transaction): void {
    if (tx.state !== 'open') {
      this.rollback(tx);
      return;
    }
    for (const [name, written] of tx.written) {
      const table = this.#table(name);
      for (const [key, row] of written) {
        table.rows.set(key, row);
        this.#index(name, key, row);
      }
      for (const unique of tx.uniques.get(name) ?? []) table.uniques.add(unique);
    }
    if (tx.passedTime >= this.#lastReceived) this.#lastReceived = tx.passedTime + 1;
    this.#end(tx);
    tx.onCommit?.();
    this.onCommit(tx.written);
  }

  rollback(tx: Transaction): void {
    if (tx.state !== 'over') this.#end(tx);
  }

  #end(tx: Transaction): void {
    tx.state = 'over';
    this.#active.delete(tx);
    for (const id of tx.locked) if (this.#lockedBy.get(id) === tx) this.#lockedBy.delete(id);
    const waiting = this.#waiters;
    this.#waiters = [];
    for (const waiter of waiting) {
      if (waiter.tx.state === 'over') continue;
      if (this.#takeLocks(waiter.tx, waiter.ids)) waiter.resolve();
      else this.#waiters.push(waiter);
    }
  }

  #takeLocks(tx: Transaction, ids: readonly Value[]): boolean {
    if (ids.some((id) => (this.#lockedBy.get(id) ?? tx) !== tx)) return false;
    for (const id of ids) {
      this.#lockedBy.set(id, tx);
      tx.locked.add(id);
    }
    return true;
  }

  /** Executes one statement in a transaction, or by itself. Throws SqlError as PostgreSQL would; the transaction is then spoilt. */
  async run(statement: Statement, tx?: Transaction): Promise<Answer> {
    if (tx && tx.state !== 'open') throw new SqlError('25P02', 'current transaction is aborted');
    try {
      return await this.#execute(statement, tx);
    } catch (error) {
      if (tx?.state === 'open') tx.state = 'failed';
      throw error;
    }
  }

  #execute(statement: Statement, tx: Transaction | undefined): Answer | Promise<Answer> {
    if (statement.name === 'ledger_lock')
      return this.#lock(statement.values, statement.text.includes('lock_owners(') ? tx : undefined);
    if (statement.name === 'log_pass_time' && tx) {
      tx.passedTime = Math.max(tx.passedTime, Number(statement.values[0]));
      return rows([]);
    }
    if (tx && statement.text.includes('DECLARE live_orders ')) {
      tx.cursor = this.#all('forex_orders', this.#liveForex);
      return rows([]);
    }
    const fetched = /^FETCH (\d+) FROM live_orders$/.exec(statement.text);
    if (tx && fetched) return rows(tx.cursor.splice(0, Number(fetched[1])));
    const write = writtenBy(statement.text);
    if (write) {
      const written = rowsOf(write.written, statement.values);
      if (tx) return this.#write(tx, write.kind, write.written, written);
      const own = this.begin();
      const done = this.#write(own, write.kind, write.written, written);
      this.commit(own);
      return done;
    }
    return rows(this.#read(statement));
  }

  async #lock([owners, realms]: readonly unknown[], tx: Transaction | undefined): Promise<Answer> {
    const wanted = new Set(listOf(realms).map((realm) => `0/${realm}`));
    for (const owner of listOf(owners)) for (const realm of REALMS) wanted.add(`${owner}/${realm}`);
    const keys = [...wanted].filter((key) => this.#table('owners').rows.has(key));
    if (tx && !this.#takeLocks(tx, keys))
      await new Promise<void>((resolve) => this.#waiters.push({ tx, ids: keys, resolve }));
    return rows(keys.flatMap((key) => this.#row('owners', key)).flatMap((owner) => this.#withAccounts(owner)));
  }

  #withAccounts({ id: owner_id = null, realm = null, version = null }: Row): Row[] {
    const accounts = this.accountsOf(owner_id).filter((account) => account.realm === realm);
    const none: Row = { id: null, kind: null, available: null, locked: null };
    return (accounts.length > 0 ? accounts : [none]).map((account) => ({ ...account, owner_id, realm, version }));
  }

  #read({ name, text, values }: Statement): Row[] {
    const [first, second] = values;
    switch (name) {
      case 'forex_load_batch':
        return this.#ofUsers('forex_orders', this.#liveForex, listOf(first), listOf(second));
      case 'forex_live_of':
        return this.#ofUsers('forex_orders', this.#liveForex, listOf(first), []).sort((a, b) =>
          inOrder(a.id ?? null, b.id ?? null),
        );
      case 'forex_financed':
        return this.#all('forex_orders', this.#liveForex).filter(
          (row) => row.status === 'open' && units(row.financing_rate) !== 0n,
        );
      case 'micro_load_batch':
        return this.#ofUsers('micro_orders', this.#openMicro, listOf(first), listOf(second));
      case 'forex_exposure':
        return [...this.table('house_exposure').values()].filter((row) => listOf(first).includes(row.realm));
      case 'keys_find': {
        const keys = listOf(second);
        return listOf(first).flatMap((owner, at) => this.#row('command_keys', `${owner}/${keys[at]}`));
      }
      case 'accounts_user':
        return typeof first === 'bigint' ? this.#row('users', first) : [];
      case 'ticks_last_at': {
        const times = listOf(second);
        return listOf(first).flatMap((pairId, at) => this.#lastAt(Number(pairId), Number(times[at]), at + 1));
      }
      case 'ticks_after':
        return this.ticks.slice(Number(first) + 1, Number(first) + 1 + Number(second)).map(tickRow);
      case 'ticks_at':
        return listOf(first).flatMap((pairId) => this.#newestAt(Number(pairId), Number(second)));
      default:
        return this.#readByText(text, values);
    }
  }

  #readByText(text: string, [first, second]: readonly unknown[]): Row[] {
    if (text === 'SELECT evaluated_through FROM log_state') return [{ evaluated_through: BigInt(this.#evaluated) }];
    if (text.startsWith(`SELECT * FROM micro_orders WHERE status = 'open' ORDER BY id`))
      return this.#all('micro_orders', this.#openMicro);
    if (/FROM ledger_accounts WHERE kind = \$2 AND owner_id = ANY/.test(text))
      return listOf(first).flatMap((owner) =>
        (typeof owner === 'bigint' ? (this.#accountsOf.get(owner) ?? []) : []).flatMap((id) =>
          this.#row('ledger_accounts', id).filter((account) => account.kind === second),
        ),
      );
    throw new Error(`the simulated database does not know: ${text}`);
  }

  #all(name: string, index: ReadonlyMap<Value, ReadonlySet<Value>>): Row[] {
    const ids = [...index.values()].flatMap((of) => [...of]).sort(inOrder);
    return ids.flatMap((id) => this.#row(name, id));
  }

  #ofUsers(
    name: string,
    index: ReadonlyMap<Value, ReadonlySet<Value>>,
    owners: readonly unknown[],
    named: readonly unknown[],
  ): Row[] {
    const ids = new Set<Value>();
    for (const owner of owners) if (typeof owner === 'bigint') for (const id of index.get(owner) ?? []) ids.add(id);
    for (const id of named) if (typeof id === 'bigint') ids.add(id);
    return [...ids].flatMap((id) => this.#row(name, id));
  }

  #write(tx: Transaction, kind: 'insert' | 'update', { table: name, skips }: Written, written: readonly Row[]): Answer {
    const { rules } = this.#table(name);
    for (const row of written) {
      const key = rules.key(row);
      const before = this.#seen(tx, name, key);
      if (before && skips) continue;
      if (kind === 'insert' && name !== 'house_exposure') this.#insert(tx, name, key, before, row);
      else if (kind === 'update' && !before) continue;
      else {
        const after = { ...before, ...row };
        if (before) rules.change(before, after);
        rules.check(after);
        this.#put(tx, name, key, after);
      }
    }
    if (name === 'entries') this.#applyEntries(tx, written);
    return { rows: [], rowCount: written.length };
  }

  #insert(tx: Transaction, name: string, key: Value, before: Row | undefined, row: Row): void {
    const table = this.#table(name);
    const whole = { ...DEFAULTS[name], ...row };
    if (before) throw duplicate(`${name}_pkey`);
    table.rules.check(whole);
    const taken = tx.uniques.get(name) ?? new Set();
    tx.uniques.set(name, taken);
    for (const [constraint, value] of table.rules.uniques(whole)) {
      const unique = `${constraint}:${value}`;
      if (table.uniques.has(unique) || taken.has(unique)) throw duplicate(constraint);
      taken.add(unique);
    }
    if (name === 'ledger_accounts' && !this.#seen(tx, 'owners', ownerKey(whole.owner_id, whole.realm)))
      throw new SqlError('23503', 'violates account_of_user', 'account_of_user');
    this.#put(tx, name, key, whole);
    // The trigger make_owners.
    if (name === 'users') this.#put(tx, 'owners', ownerKey(whole.id, whole.realm), newOwner(whole));
  }

  /** The trigger apply_entries. */
  #applyEntries(tx: Transaction, entries: readonly Row[]): void {
    const journals = new Map<Value, Sums>();
    const moves = new Map<Value, { available: bigint; locked: bigint }>();
    for (const entry of entries) {
      const account = this.#seen(tx, 'ledger_accounts', entry.account_id ?? null);
      const journal = this.#seen(tx, 'journals', entry.journal_id ?? null);
      if (!account || !journal || account.realm !== journal.realm) throw broken('one_realm_per_journal');
      if (account.owner_id !== 0n && account.owner_id !== journal.owner_id) throw broken('one_owner_per_journal');
      const available = units(entry.available_change);
      const locked = units(entry.locked_change);
      const of: Sums = journals.get(entry.journal_id ?? null) ?? { sums: new Map(), lines: [] };
      const currency = String(account.currency);
      of.sums.set(currency, (of.sums.get(currency) ?? 0n) + available + locked);
      of.lines.push(Number(entry.line));
      journals.set(entry.journal_id ?? null, of);
      const move = moves.get(entry.account_id ?? null) ?? { available: 0n, locked: 0n };
      move.available += available;
      move.locked += locked;
      moves.set(entry.account_id ?? null, move);
    }
    for (const [id, { sums, lines }] of journals) {
      if ([...sums.values()].some((sum) => sum !== 0n)) throw broken('journal_sums_to_zero');
      const wanted = Number(this.#seen(tx, 'journals', id)?.lines);
      const whole = lines.length === wanted && Math.min(...lines) === 0 && Math.max(...lines) === wanted - 1;
      if (!whole) throw broken('journal_is_whole');
    }
    this.#continueOrders(tx, [...journals.keys()]);
    for (const [id, { available, locked }] of moves) {
      const before = this.#seen(tx, 'ledger_accounts', id);
      if (!before) continue;
      const after = {
        ...before,
        available: formatUnits(units(before.available) + available),
        locked: formatUnits(units(before.locked) + locked),
      };
      this.#table('ledger_accounts').rules.change(before, after);
      this.#put(tx, 'ledger_accounts', id, after);
    }
  }

  #continueOrders(tx: Transaction, journals: readonly Value[]): void {
    const chains = new Map<string, number[]>();
    for (const id of journals) {
      const journal = this.#seen(tx, 'journals', id);
      const key = ownerKey(journal?.owner_id, journal?.realm);
      chains.set(key, [...(chains.get(key) ?? []), Number(journal?.number)]);
    }
    for (const [key, numbers] of chains) {
      const owner = this.#seen(tx, 'owners', key);
      const version = Number(owner?.version);
      if (!owner || numbers.sort((a, b) => a - b).some((number, at) => number !== version + 1 + at))
        throw broken('owner_order');
      this.#put(tx, 'owners', key, { ...owner, version: version + numbers.length });
    }
  }

  #seen(tx: Transaction, name: string, key: Value): Row | undefined {
    return tx.written.get(name)?.get(key) ?? this.#table(name).rows.get(key);
  }

  #put(tx: Transaction, name: string, key: Value, row: Row): void {
    const written = tx.written.get(name) ?? new Map<Value, Row>();
    tx.written.set(name, written);
    written.set(key, row);
  }

  #row(name: string, key: Value): Row[] {
    const row = this.#table(name).rows.get(key);
    return row ? [row] : [];
  }

  #table(name: string): Table {
    const table = this.#tables.get(name);
    if (!table) throw new Error(`the simulated database has no table ${name}`);
    return table;
  }

  #index(name: string, key: Value, row: Row): void {
    if (name === 'ledger_accounts') {
      const owner = row.owner_id ?? null;
      const known = this.#accountsOf.get(owner) ?? [];
      if (!known.includes(key)) this.#accountsOf.set(owner, [...known, key]);
    }
    if (name === 'forex_orders') keep(this.#liveForex, row, key, row.status === 'open' || row.status === 'pending');
    if (name === 'micro_orders') keep(this.#openMicro, row, key, row.status === 'open');
  }

  /** One batch of ticks, in the log whole. `evaluatedThrough` as the log's writer was told it. */
  append(ticks: readonly NewTick[], evaluatedThrough: number): Tick[] {
    this.#evaluated = Math.max(this.#evaluated, Math.min(evaluatedThrough, this.ticks.length - 1));
    return ticks.map(({ pairId, bid, ask, sourceTime, receivedTime, source }) => {
      if (bid <= 0n || ask < bid) throw broken('ticks_check');
      this.#lastReceived = Math.max(this.#lastReceived, receivedTime);
      const ofPair = this.ticksOfPair.get(pairId) ?? [];
      this.ticksOfPair.set(pairId, ofPair);
      const tick: Tick = {
        pairId,
        seq: ofPair.length,
        logIndex: this.ticks.length,
        bid,
        ask,
        sourceTime,
        receivedTime: this.#lastReceived,
        source,
      };
      ofPair.push(tick);
      this.ticks.push(tick);
      return tick;
    });
  }

  newestTicks(logIndex: number): Tick[] {
    return [...this.ticksOfPair.values()].flatMap((of) => of.findLast((tick) => tick.logIndex <= logIndex) ?? []);
  }

  #lastAt(pairId: number, timeMs: number, place: number): Row[] {
    const found = this.ticksOfPair.get(pairId)?.findLast((tick) => tick.receivedTime <= timeMs);
    return found ? [{ place: BigInt(place), ...tickRow(found) }] : [];
  }

  #newestAt(pairId: number, logIndex: number): Row[] {
    const found = this.ticksOfPair.get(pairId)?.findLast((tick) => tick.logIndex <= logIndex);
    return found ? [tickRow(found)] : [];
  }
}

const REALMS = ['live', 'demo'] as const;
const newOwner = ({ id = null, realm = null }: Row): Row => ({ id, realm, version: 0 });

/** What the tables fill in by themselves. */
const DEFAULTS: Readonly<Record<string, Row>> = {
  ledger_accounts: { available: '0', locked: '0' },
  forex_orders: {
    close_price: null,
    close_tick: null,
    close_rate: null,
    close_rate_tick: null,
    close_time: null,
    close_reason: null,
    result: '0',
    cancelled_time: null,
  },
  micro_orders: { outcome: null, end_price: null, end_tick: null, result: '0', closed_time: null },
};

function keep(index: Map<Value, Set<Value>>, row: Row, key: Value, live: boolean): void {
  const owner = row.user_id ?? null;
  const ids = index.get(owner) ?? new Set<Value>();
  index.set(owner, ids);
  if (live) ids.add(key);
  else ids.delete(key);
}

/** By id, exactly: ids have more bits than a number. */
const inOrder = (a: Value, b: Value): number => (typeof a === 'bigint' && typeof b === 'bigint' && a < b ? -1 : 1);

const tickRow = (tick: Tick): Row => ({
  log_index: BigInt(tick.logIndex),
  pair_id: tick.pairId,
  seq: BigInt(tick.seq),
  bid: formatUnits(tick.bid),
  ask: formatUnits(tick.ask),
  source_time: BigInt(tick.sourceTime),
  received_time: BigInt(tick.receivedTime),
  source: tick.source,
});
