// What must hold of people after each commit that touches them: who is registered is so whole and once, a name is one account's, documents are their
// user's own and used once, and a standing says what was decided.

import type { MemoryDatabase } from '../memory/database.ts';
import type { Row, Value } from '../memory/rows.ts';
import type { Watch } from './watch.ts';

type Written = ReadonlyMap<string, ReadonlyMap<Value, Row>>;

/** Of users that registered: not of those who were there from the beginning. */
export class PeopleCheck {
  readonly #watch: Watch;
  readonly #founders: ReadonlySet<Value>;
  /** Founders who were verified from the beginning. */
  readonly #known: ReadonlySet<Value>;

  constructor(watch: Watch) {
    this.#watch = watch;
    this.#founders = new Set(watch.database.table('users').keys());
    const standings = [...watch.database.table('user_standing')];
    this.#known = new Set(standings.filter(([, row]) => row.verified_time !== null).map(([id]) => id));
  }

  /** What one transaction has written. */
  look(written: Written): void {
    const users = [...(written.get('users') ?? [])].filter(([, { realm }]) => realm === 'live');
    for (const [id] of users) this.#registered(id, written);
    for (const { name = null } of written.get('account_names')?.values() ?? []) this.#name(name);
    for (const row of written.get('verifications')?.values() ?? []) this.#verification(row);
    for (const id of written.get('user_standing')?.keys() ?? []) this.#standing(id);
  }

  /** All of it once more. */
  all(): void {
    const { database } = this.#watch;
    for (const [id, { realm }] of database.table('users'))
      if (realm === 'live' && !this.#founders.has(id)) this.#whole(id);
    for (const { name = null } of database.table('account_names').values()) this.#name(name);
    for (const row of database.table('verifications').values()) this.#verification(row);
    for (const id of database.table('user_standing').keys()) this.#standing(id);
    this.#codes();
    this.#keys();
    this.#views();
  }

  #fail(rule: string, what: Value | string): void {
    this.#watch.fail(rule, String(what));
  }

  /** One person by one code under one key, with all that a user has. */
  #registered(id: Value, written: Written): void {
    this.#whole(id);
    const count = (table: string): number => written.get(table)?.size ?? 0;
    if (count('users') !== 1 || count('command_keys') !== 1) this.#fail('one key registers one person', id);
    const used = [...(written.get('codes')?.values() ?? [])].filter(({ used_time }) => used_time !== null);
    if (used.length !== 1) this.#fail('a code is used with what it is good for', id);
  }

  #whole(id: Value): void {
    const { database } = this.#watch;
    const fail = (what: string): void => this.#fail('who is registered is so whole', `user ${id}: ${what}`);
    const accounts = database.accountsOf(id).map(({ kind, realm }) => `${realm} ${kind}`);
    if (accounts.sort().join() !== 'live change,live forex,live micro') fail(accounts.join());
    const names = rowsOf(database, 'account_names', 'user_id', id).filter(({ removed_time }) => removed_time === null);
    if (names.length !== 1) fail(`${names.length} names`);
    for (const table of ['credentials', 'invites', 'owners'])
      if (!database.table(table).has(table === 'owners' ? `${id}/live` : id)) fail(`without ${table}`);
    if (rowsOf(database, 'sessions', 'user_id', id).length === 0) fail('without a session');
    const standing = database.table('user_standing').get(id);
    if (standing?.country === null) fail('without a residence');
    const { uid = null } = database.table('users').get(id) ?? {};
    if (rowsOf(database, 'users', 'uid', uid).length !== 1) this.#fail('a number is one user’s', uid);
  }

  #name(name: Value): void {
    const held = rowsOf(this.#watch.database, 'account_names', 'name', name).filter((row) => row.removed_time === null);
    if (held.length > 1) this.#fail('a name is one account’s', name);
  }

  #verification(row: Row): void {
    const { database } = this.#watch;
    const fail = (rule: string): void => this.#fail(rule, `verification ${row.id} of user ${row.user_id}`);
    for (const picture of [row.front, row.back]) {
      const upload = database.table('uploads').get(picture ?? null);
      if (upload?.owner_id !== row.user_id) fail('documents are their user’s own');
      if (upload?.attached_to !== `verification:${row.id}`) fail('documents are used for one thing');
      if (row.status === 3 && upload?.keep_until === null) fail('what was rejected is not kept for ever');
      if (row.status !== 3 && upload?.keep_until !== null) fail('what counts is kept');
    }
    const alive = rowsOf(database, 'verifications', 'user_id', row.user_id ?? null).filter((one) => one.status !== 3);
    if (alive.length > 1) fail('one verification a user');
    if (row.status !== 1) this.#decided(row, fail);
  }

  /** By one act, told once; accepted by whoever had taken it and was shown both pictures. */
  #decided(row: Row, fail: (rule: string) => void): void {
    const { database } = this.#watch;
    const accepted = row.status === 2;
    const kind = accepted ? 'verification_accepted' : 'verification_rejected';
    const acts = database.acts.filter((act) => act.kind.startsWith('verification_') && isAbout(act.contents, row));
    const decided = acts.filter((act) => act.kind === kind && act.contents.includes(`"by":"staff:${row.decided_by}"`));
    if (decided.length !== 1 || acts.filter((act) => act.kind !== 'verification_claimed').length !== 1)
      fail('a decision is one act');
    const told = database.notices.filter((one) => one.userId === row.user_id && one.kind === noticeOf(accepted));
    const alike = rowsOf(database, 'verifications', 'user_id', row.user_id ?? null);
    if (told.length !== alike.filter(({ status }) => status === row.status).length) fail('who is decided on is told');
    if (!accepted) return;
    if (row.claimed_by !== row.decided_by || !acts.some((act) => act.kind === 'verification_claimed'))
      fail('accepted by whoever has taken it');
    for (const picture of [row.front, row.back])
      if (!isSeen(database, picture ?? null, row.decided_by ?? null)) fail('nobody is accepted unseen');
    this.#standing(row.user_id ?? null);
  }

  /** Verified as long as, and no longer than, documents were accepted; and a residence found where that takes something away. */
  #standing(userId: Value): void {
    const { database } = this.#watch;
    if (this.#known.has(userId)) return;
    const standing = database.table('user_standing').get(userId);
    const accepted = rowsOf(database, 'verifications', 'user_id', userId).find(({ status }) => status === 2);
    const verified = standing?.verified_time ?? null;
    if ((verified !== null) !== (accepted !== undefined) || Number(verified ?? 0) > Number(accepted?.decided_time ?? 0))
      this.#fail('a standing says what was decided', `user ${userId}: ${verified}, ${accepted?.decided_time}`);
  }

  #codes(): void {
    for (const { id = null, used_time, ended_time } of this.#watch.database.table('codes').values())
      if (used_time !== null && ended_time !== null) this.#fail('a code ends once', id);
  }

  /** As many people as keys that say so. */
  #keys(): void {
    const { database } = this.#watch;
    const told = [...database.table('command_keys').values()].flatMap(({ call, answer }) =>
      call === 'register' ? (/"userId":"(\d+)"/.exec(String(answer))?.[1] ?? []) : [],
    );
    const made = [...database.table('users')].filter(([id, { realm }]) => realm === 'live' && !this.#founders.has(id));
    if (new Set(told).size !== told.length || told.length !== made.length)
      this.#fail('one key registers one person', `${told.length} keys, ${made.length} users`);
  }

  #views(): void {
    const { database } = this.#watch;
    const views = [...database.table('upload_views').values()].filter(({ viewer_kind }) => viewer_kind === 'staff');
    const acts = database.acts.filter(({ kind }) => kind === 'image_viewed');
    if (views.length !== acts.length) this.#fail('a look is an act', `${views.length} looks, ${acts.length} acts`);
  }
}

const noticeOf = (accepted: boolean): string => (accepted ? 'verified' : 'verification_rejected');

const isAbout = (contents: string, { id }: Row): boolean => contents.includes(`"verification":"${id}"`);

const rowsOf = (database: MemoryDatabase, table: string, column: string, value: Value): Row[] =>
  [...database.table(table).values()].filter((row) => row[column] === value);

const isSeen = (database: MemoryDatabase, picture: Value, viewer: Value): boolean =>
  rowsOf(database, 'upload_views', 'upload_id', picture).some(
    (view) => view.viewer_id === viewer && view.viewer_kind === 'staff',
  );
