// PostgreSQL as far as trading sees it, in memory: transactions that are stored whole or not at all, owners' locks, the constraints of the
// migrations, the trigger that moves balances. Carries out what statements mean; of those written by hand it knows a few by name.
// Long because the statements share the tables, the locks and the transaction.

import type { Tick } from '@fairtick/engine/types';
import { formatUnits } from '@fairtick/kernel/decimal';
import { USER_STANDING } from '@fairtick/server/domains/accounts/columns';
import type { NewTick } from '@fairtick/server/domains/market/index';
import type { Meaning, TableShape } from '@fairtick/server/platform/database/tables/meaning';
import { checkRow, ownerKey, TABLES, taken, uniquesOf } from './constraints.ts';
import { COPY_STATEMENTS } from './copy-tables.ts';
import { DEPOSIT_STATEMENTS } from './deposits.ts';
import { applyEntries, DAY_MS, type Rewritable, resultSince } from './entries.ts';
import { type Moved, moveExposure } from './exposure.ts';
import { FUND_STATEMENTS } from './fund-tables.ts';
import { countedAt, countFollower, LEADING_STATEMENTS } from './leading.ts';
import { LOAN_STATEMENTS } from './loan-tables.ts';
import { type Hands, PEOPLE, type PeopleStatement } from './people.ts';
import { only, rowsAt, type Source, selected } from './reads.ts';
import {
  broken,
  duplicate,
  type Found,
  keyOf,
  listOf,
  type Row,
  rowsOf,
  SqlError,
  stored,
  type Value,
} from './rows.ts';
import { StoredTable } from './stored-table.ts';
import { WALLET } from './wallet.ts';

export interface Statement {
  readonly name?: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
  readonly meaning?: Meaning | undefined;
}

export interface Answer {
  readonly rows: readonly Found[];
  readonly rowCount: number;
}

const rows = (found: readonly Found[]): Answer => ({ rows: found, rowCount: found.length });

/** What a transaction has written so far; nobody else sees it before the commit. */
export class Transaction {
  readonly written = new Map<string, Map<Value, Row>>();
  readonly uniques = new Map<string, Set<string>>();
  readonly locked = new Set<Value>();
  state: 'open' | 'failed' | 'over' = 'open';
  /** Stored notices: who was told what of which order. */
  readonly notices: Notice[] = [];
  readonly acts: Act[] = [];
  readonly messages: Sent[] = [];
  #saved: (() => void) | undefined;
  /** What open cursors have still to give. */
  readonly cursors = new Map<string, Row[]>();
  /** The log's time passes this moment with the commit. */
  passedTime = 0;
  /** Whatever else becomes true with the commit. */
  onCommit: (() => void) | undefined;

  /** A savepoint. What is locked stays so until the end. */
  save(): void {
    const { written, uniques, notices, acts, messages } = this;
    const [rows, held] = [copied(written, (of) => new Map(of)), copied(uniques, (of) => new Set(of))];
    const told = [notices, acts, messages].map((list) => ({ list, length: list.length }));
    this.#saved = () => {
      refill(written, rows);
      refill(uniques, held);
      for (const { list, length } of told) list.length = length;
    };
  }

  /** Back to the savepoint, from where it goes on also after what the database refused. */
  undo(): void {
    if (this.state === 'over' || !this.#saved) throw new SqlError('3B001', 'there is no savepoint');
    this.#saved();
    this.save();
    this.state = 'open';
  }
}

const copied = <T>(map: ReadonlyMap<string, T>, copy: (of: T) => T): ReadonlyMap<string, T> =>
  new Map([...map].map(([name, of]) => [name, copy(of)]));

function refill<T>(map: Map<string, T>, from: ReadonlyMap<string, T>): void {
  map.clear();
  for (const [name, of] of from) map.set(name, of);
}

/** What somebody of the staff did. */
export interface Act {
  readonly kind: string;
  readonly subject: string;
  /** JSON. */
  readonly contents: string;
}

/** A message to the world, with what it is sent with. */
export interface Sent {
  readonly kind: string;
  readonly payload: string;
}

export interface Notice {
  readonly id: Value;
  readonly userId: Value;
  readonly realm: Value;
  readonly kind: Value;
  readonly orderId: Value;
  readonly cause: Value;
}

type WriteMeaning = Extract<Meaning, { kind: 'insert' | 'update' }>;

interface Waiter {
  readonly tx: Transaction;
  readonly ids: readonly Value[];
  readonly resolve: () => void;
}

export class MemoryDatabase {
  readonly #tables = new Map(TABLES.map((rules) => [rules.table.name, new StoredTable(rules)]));

  constructor() {
    for (const realm of REALMS) this.#table('owners').put(ownerKey(0n, realm), newOwner({ id: 0n, realm }));
  }

  readonly #lockedBy = new Map<Value, Transaction>();
  #waiters: Waiter[] = [];
  readonly #active = new Set<Transaction>();
  readonly ticks: Tick[] = [];
  readonly notices: Notice[] = [];
  /** Acts of the staff. */
  readonly acts: Act[] = [];
  /** Messages that wait to be sent, oldest first. */
  readonly messages: Sent[] = [];
  readonly #ids = new Map<string, bigint>();
  readonly ticksOfPair = new Map<number, Tick[]>();
  #evaluated = -1;
  #lastReceived = 0;
  /** The database's clock. */
  nowMs: () => number = () => 0;
  /** Told of each committed transaction's rows, by table. */
  onCommit: (written: ReadonlyMap<string, ReadonlyMap<Value, Row>>) => void = () => {};

  table(name: string): ReadonlyMap<Value, Row> {
    return this.#table(name).rows;
  }

  accountsOf(ownerId: Value): Row[] {
    const accounts = this.#source(undefined, 'ledger_accounts');
    return rowsAt(accounts, accounts.keysWith('owner_id', ownerId));
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
        table.put(key, row);
      }
      for (const unique of tx.uniques.get(name) ?? []) table.uniques.add(unique);
    }
    if (tx.passedTime >= this.#lastReceived) this.#lastReceived = tx.passedTime + 1;
    for (const notice of tx.notices) if (!this.#isTold(notice)) this.notices.push(notice);
    this.acts.push(...tx.acts);
    this.messages.push(...tx.messages);
    this.#end(tx);
    tx.onCommit?.();
    this.onCommit(tx.written);
  }

  /** The index one_notice_a_cause. */
  #isTold({ userId, kind, cause }: Notice): boolean {
    const same = (one: Notice): boolean => one.userId === userId && one.kind === kind && one.cause === cause;
    return cause !== null && this.notices.some(same);
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
    const { meaning } = statement;
    if (!meaning) return this.#byName(statement, tx);
    switch (meaning.kind) {
      case 'insert':
      case 'update': {
        if (tx && this.#table(meaning.table.name).rules.shared) return this.#writeShared(tx, meaning, statement.values);
        if (tx) return this.#write(tx, meaning, statement.values);
        const own = this.begin();
        const done = this.#write(own, meaning, statement.values);
        this.commit(own);
        return done;
      }
      case 'select':
        return rows(selected(this.#source(tx, meaning.table.name), meaning, statement.values));
      case 'find': {
        const keys = rowsOf(meaning.table, meaning.table.key, statement.values).map((row) => keyOf(meaning.table, row));
        const found = rowsAt(this.#source(tx, meaning.table.name), keys);
        return rows(found.map((row) => only(row, meaning.columns)));
      }
      case 'declare':
        tx?.cursors.set(meaning.cursor, selected(this.#source(tx, meaning.select.table.name), meaning.select, []));
        return rows([]);
      case 'fetch':
        return rows(tx?.cursors.get(meaning.cursor)?.splice(0, meaning.rows) ?? []);
    }
  }

  /** Where a transaction reads a table: what it wrote itself, and what others committed. */
  #source(tx: Transaction | undefined, name: string): Source {
    const table = this.#table(name);
    const own = tx?.written.get(name);
    const row = (key: Value): Row | undefined => own?.get(key) ?? table.rows.get(key);
    if (!own) return { row, keys: () => table.rows.keys(), keysWith: (column, value) => table.keysWith(column, value) };
    return {
      row,
      keys: () => new Set([...table.rows.keys(), ...own.keys()]),
      keysWith: (column, value) => new Set([...table.keysWith(column, value), ...own.keys()]),
    };
  }

  async #lock([owners, realms]: readonly unknown[], tx: Transaction | undefined): Promise<Answer> {
    const wanted = new Set(listOf(realms).map((realm) => `0/${realm}`));
    for (const owner of listOf(owners)) for (const realm of REALMS) wanted.add(`${owner}/${realm}`);
    const table = this.#source(undefined, 'owners');
    const keys = [...wanted].filter((key) => table.row(key));
    if (tx) await this.#hold(tx, keys);
    return rows(rowsAt(table, keys).flatMap((owner) => this.#withAccounts(owner)));
  }

  #withAccounts({ id: owner_id = null, realm = null, version = null }: Row): Row[] {
    const accounts = this.accountsOf(owner_id).filter((account) => account.realm === realm);
    const none: Row = { id: null, kind: null, available: null, locked: null };
    return (accounts.length > 0 ? accounts : [none]).map((account) => ({ ...account, owner_id, realm, version }));
  }

  /** Statements that are written by hand. */
  #byName(statement: Statement, tx: Transaction | undefined): Answer | Promise<Answer> {
    const { name, values } = statement;
    const [first, second] = values;
    switch (name) {
      case 'ledger_lock':
        return this.#lock(values, tx);
      case 'accounts_standing':
        return rows(
          listOf(first).flatMap((id) =>
            this.#standing(tx, stored(USER_STANDING, 'user_id', id), listOf(second).includes(id)),
          ),
        );
      case 'accounts_revoke_of_users':
        // Sessions are not the simulation's matter.
        return rows([]);
      case 'log_pass_time':
        if (tx) tx.passedTime = Math.max(tx.passedTime, Number(first));
        return rows([]);
      case 'notices_insert':
        tx?.notices.push(...noticesOf(values));
        return rows([]);
      case 'acts_insert': {
        const [kinds, , , , subjects, contents] = values.map(listOf);
        const act = (kind: unknown, at: number): Act => ({
          kind: String(kind),
          subject: String(subjects?.[at]),
          contents: String(contents?.[at]),
        });
        tx?.acts.push(...(kinds ?? []).map(act));
        return rows([]);
      }
      case 'outbox_insert': {
        const payloads = listOf(values[2]);
        tx?.messages.push(...listOf(first).map((kind, at) => ({ kind: String(kind), payload: String(payloads[at]) })));
        return rows([]);
      }
      case 'notices_tell':
        return rows([]);
      case 'log_evaluated_through':
        return rows([{ evaluated_through: BigInt(this.#evaluated) }]);
      case 'ticks_last_at': {
        const times = listOf(second);
        return rows(listOf(first).flatMap((pairId, at) => this.#lastAt(Number(pairId), Number(times[at]), at + 1)));
      }
      case 'ticks_first_after': {
        const [places, times] = [listOf(second), listOf(values[2])];
        const firstOf = (pairId: unknown, at: number): Row[] =>
          this.#firstAfter(Number(pairId), Number(places[at]), Number(times[at]), at + 1);
        return rows(listOf(first).flatMap(firstOf));
      }
      case 'ticks_after':
        return rows(this.ticks.slice(Number(first) + 1, Number(first) + 1 + Number(second)).map(tickRow));
      case 'ticks_at':
        return rows(listOf(first).flatMap((pairId) => this.#newestAt(Number(pairId), Number(second))));
      default:
        return this.#ofPeople(BY_NAME[name ?? ''], statement, tx);
    }
  }

  /** A statement without a transaction is one by itself. */
  async #ofPeople(known: PeopleStatement | undefined, { text, values }: Statement, tx?: Transaction): Promise<Answer> {
    if (!known) throw new Error(`the simulated database does not know: ${text}`);
    const own = tx ?? this.begin();
    try {
      const found = rows(await known(this.#hands(own), values));
      if (!tx) this.commit(own);
      return found;
    } finally {
      if (!tx) this.rollback(own);
    }
  }

  /** What a statement that is written by hand may do within a transaction. */
  #hands(tx: Transaction): Hands {
    const of = (name: string) => this.#source(tx, name);
    return {
      now: BigInt(this.nowMs()),
      row: (name, key) => of(name).row(key),
      rows: (name) => rowsAt(of(name), of(name).keys()),
      rowsWith: (name, column, value) =>
        rowsAt(of(name), of(name).keysWith(column, value)).filter((row) => row[column] === value),
      hold: (places) => this.#hold(tx, places),
      insert: async (name, given, known) => {
        const { rules } = this.#table(name);
        const shape = rules.table;
        const row = Object.fromEntries(
          Object.keys(shape.columns).map((column) => [column, stored(shape, column, given[column])]),
        );
        const key = keyOf(shape, this.#numbered(shape, row));
        checkRow(rules, row);
        const own = [`${name}_pkey:${key}`, ...uniquesOf(rules, row)];
        await this.#hold(tx, own);
        const there = own.find((unique) => this.#isTaken(tx, name, unique, key));
        if (there !== undefined && known?.(there.slice(0, there.indexOf(':')))) return undefined;
        if (there !== undefined) throw taken(there);
        this.#insert(tx, name, key, row);
        return row;
      },
      change: async (name, key, set) => {
        const { rules } = this.#table(name);
        const before = of(name).row(key);
        if (!before) return undefined;
        const after = { ...before };
        for (const [column, value] of Object.entries(set)) after[column] = stored(rules.table, column, value);
        rules.change?.(before, after);
        checkRow(rules, after);
        this.#put(tx, name, key, after);
        return after;
      },
    };
  }

  /** Until the transaction ends. Waits for whoever holds one of them. */
  async #hold(tx: Transaction, places: readonly Value[]): Promise<void> {
    if (!this.#takeLocks(tx, places))
      await new Promise<void>((resolve) => this.#waiters.push({ tx, ids: places, resolve }));
  }

  /** Numbers a row whose table does that by itself. */
  #numbered(shape: TableShape, row: Row): Row {
    if (row.id !== null || shape.columns.id?.byDatabase !== true) return row;
    const id = (this.#ids.get(shape.name) ?? 0n) + 1n;
    this.#ids.set(shape.name, id);
    row.id = id;
    return row;
  }

  /** Whether a row that the transaction sees has that value: not one that has given it up. */
  #isTaken(tx: Transaction, name: string, unique: string, key: Value): boolean {
    const table = this.#table(name);
    if (unique.startsWith(`${name}_pkey:`)) return this.#seen(tx, name, key) !== undefined;
    const own = tx.written.get(name) ?? NOTHING_WRITTEN;
    if (!table.rules.gives) return table.uniques.has(unique) || tx.uniques.get(name)?.has(unique) === true;
    const holder = table.holders.get(unique);
    if (holder !== undefined && !own.has(holder)) return true;
    return [...own.values()].some((row) => uniquesOf(table.rules, row).includes(unique));
  }

  #standing(tx: Transaction | undefined, userId: Value, asked: boolean): Row[] {
    const row = this.#source(tx, 'user_standing').row(userId);
    if (!row) return [];
    const limited = asked || row.loss_limit !== null || row.loss_limit_next !== null;
    const now = this.nowMs();
    const owner = this.#source(tx, 'owners').row(ownerKey(userId, 'live'));
    const loss = limited && owner ? formatUnits(-resultSince(owner, Math.floor(now / DAY_MS))) : null;
    return [{ ...row, now: BigInt(now), loss }];
  }

  /** As `#write`, once nobody else holds the rows or what they will be unique by: then it sees what was committed until then. */
  async #writeShared(tx: Transaction, meaning: WriteMeaning, parameters: readonly unknown[]): Promise<Answer> {
    const { table: shape, columns } = meaning;
    const { rules } = this.#table(shape.name);
    const places = rowsOf(shape, columns, parameters).flatMap((row) => {
      const key = keyOf(shape, row);
      const whole = { ...this.#seen(tx, shape.name, key), ...row };
      const counted = shape.name === 'follows' ? [countedAt(whole)] : [];
      return [`${shape.name}/${key}`, ...uniquesOf(rules, whole), ...counted];
    });
    await this.#hold(tx, places);
    return this.#write(tx, meaning, parameters);
  }

  #write(tx: Transaction, meaning: WriteMeaning, parameters: readonly unknown[]): Answer {
    const { table: shape, columns } = meaning;
    const { name } = shape;
    const { rules } = this.#table(name);
    const written = rowsOf(shape, columns, parameters);
    const moved: Moved[] = [];
    for (const row of written) {
      const key = keyOf(shape, row);
      const before = this.#seen(tx, name, key);
      if (meaning.kind === 'insert') {
        const whole = this.#numbered(shape, { ...filled(shape), ...row });
        checkRow(rules, whole);
        if (!before) {
          this.#insert(tx, name, key, whole);
          moved.push([undefined, whole]);
        } else if (meaning.existing === 'refuse') throw duplicate(`${name}_pkey`);
        if (!before || meaning.existing === 'keep') continue;
      }
      if (!before) continue;
      const after = { ...before, ...row };
      rules.change?.(before, after);
      checkRow(rules, after);
      if (rules.gives) this.#refuseTaken(tx, name, { key, before, after });
      this.#put(tx, name, key, after);
      moved.push([before, after]);
    }
    if (name === 'follows') for (const [before, after] of moved) countFollower(this.#rewritable(tx), before, after);
    if (name === 'forex_orders') moveExposure(this.#rewritable(tx), this.#table('house_exposure').rules, moved);
    if (name === 'entries') applyEntries(this.#rewritable(tx), this.#table('ledger_accounts').rules, written);
    return { rows: [], rowCount: written.length };
  }

  /** As a trigger sees and changes the tables. */
  #rewritable(tx: Transaction): Rewritable {
    return {
      seen: (table, key) => this.#seen(tx, table, key),
      put: (table, key, row) => this.#put(tx, table, key, row),
    };
  }

  /** Of what the row comes to hold by a change. */
  #refuseTaken(tx: Transaction, name: string, { key, before, after }: { key: Value; before: Row; after: Row }): void {
    const { rules } = this.#table(name);
    const had = uniquesOf(rules, before);
    for (const unique of uniquesOf(rules, after))
      if (!had.includes(unique) && this.#isTaken(tx, name, unique, key)) throw taken(unique);
  }

  #insert(tx: Transaction, name: string, key: Value, whole: Row): void {
    const table = this.#table(name);
    const own = tx.uniques.get(name) ?? new Set();
    tx.uniques.set(name, own);
    for (const unique of uniquesOf(table.rules, whole)) {
      if (this.#isTaken(tx, name, unique, key)) throw taken(unique);
      if (!table.rules.gives) own.add(unique);
    }
    if (name === 'ledger_accounts' && whole.owner_id !== 0n) {
      if (!this.#seen(tx, 'owners', ownerKey(whole.owner_id, whole.realm)))
        throw new SqlError('23503', 'violates account_of_user', 'account_of_user');
      whole.user_id = whole.owner_id ?? null;
    }
    this.#put(tx, name, key, whole);
    if (name !== 'users') return;
    // The triggers make_owners and make_standing.
    this.#put(tx, 'owners', ownerKey(whole.id, whole.realm), newOwner(whole));
    if (whole.realm === 'live') this.#put(tx, 'user_standing', whole.id ?? null, newStanding(whole));
  }

  #seen(tx: Transaction, name: string, key: Value): Row | undefined {
    return tx.written.get(name)?.get(key) ?? this.#table(name).rows.get(key);
  }

  #put(tx: Transaction, name: string, key: Value, row: Row): void {
    const written = tx.written.get(name) ?? new Map<Value, Row>();
    tx.written.set(name, written);
    written.set(key, row);
  }

  #table(name: string): StoredTable {
    const table = this.#tables.get(name);
    if (!table) throw new Error(`the simulated database has no table ${name}`);
    return table;
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

  #firstAfter(pairId: number, logIndex: number, fromMs: number, place: number): Row[] {
    const found = this.ticksOfPair.get(pairId)?.find((tick) => tick.logIndex > logIndex && tick.receivedTime >= fromMs);
    return found ? [{ place: BigInt(place), ...tickRow(found) }] : [];
  }

  #newestAt(pairId: number, logIndex: number): Row[] {
    const found = this.ticksOfPair.get(pairId)?.findLast((tick) => tick.logIndex <= logIndex);
    return found ? [tickRow(found)] : [];
  }
}

const BY_NAME: Readonly<Record<string, PeopleStatement>> = {
  ...PEOPLE,
  ...WALLET,
  ...DEPOSIT_STATEMENTS,
  ...FUND_STATEMENTS,
  ...LOAN_STATEMENTS,
  ...COPY_STATEMENTS,
  ...LEADING_STATEMENTS,
};
const REALMS = ['live', 'demo'] as const;
const FILLED = new WeakMap<TableShape, Readonly<Row>>();
const NOTHING_WRITTEN: ReadonlyMap<Value, Row> = new Map();
const newStanding = ({ id = null }: Row): Row => ({
  ...Object.fromEntries(USER_STANDING.names.map((name) => [name, null])),
  user_id: id,
  realm: 'live',
  locks: 0,
  freezes: '{}',
  changed_time: 0n,
  actor_kind: 'system',
  actor_id: 0n,
});
const newOwner = ({ id = null, realm = null }: Row): Row => ({
  ...{ id, realm, version: 0 },
  ...{ day: 0, day_result: formatUnits(0n, 8), result_before: formatUnits(0n, 8) },
});

/** What a table fills into a new row by itself. */
function filled(shape: TableShape): Readonly<Row> {
  const known = FILLED.get(shape);
  if (known) return known;
  const own = Object.entries(shape.columns).filter(([, { byDatabase }]) => byDatabase);
  const made = Object.fromEntries(own.map(([name, { ifNew }]) => [name, stored(shape, name, ifNew)]));
  FILLED.set(shape, made);
  return made;
}

function noticesOf(parameters: readonly unknown[]): Notice[] {
  const [ids = [], users = [], realms = [], kinds = [], , orders = [], causes = []] = parameters.map(listOf);
  return ids.map((id, at) => ({
    id: asValue(id),
    userId: asValue(users[at]),
    realm: asValue(realms[at]),
    kind: asValue(kinds[at]),
    orderId: asValue(orders[at]),
    cause: asValue(causes[at]),
  }));
}

const asValue = (value: unknown): Value => (typeof value === 'bigint' || typeof value === 'string' ? value : null);

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
