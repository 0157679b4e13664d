// What the hand-written statements of people, codes, images and verifications do to the simulation's tables, by their names: each as PostgreSQL does it
// after it has waited for whoever holds the row.

import { broken, equal, type Found, listOf, type Row, type Value } from './rows.ts';

/** A transaction's hands on the tables. */
export interface Hands {
  /** The database's clock, UTC ms. */
  readonly now: bigint;
  row(table: string, key: Value): Row | undefined;
  rows(table: string): Row[];
  rowsWith(table: string, column: string, value: Value): Row[];
  /** Until the transaction ends; waits for whoever holds one of them. */
  hold(places: readonly string[]): Promise<void>;
  /** The new row; undefined where a unique value of it is there already and `known` says that this does not matter. */
  insert(table: string, row: Given, known?: (constraint: string) => boolean): Promise<Row | undefined>;
  change(table: string, key: Value, set: Given): Promise<Row | undefined>;
}

type Given = Readonly<Record<string, unknown>>;
type Values = readonly unknown[];
export type PeopleStatement = (hands: Hands, values: Values) => Promise<readonly Found[]>;

export const none = (value: Value | undefined): boolean => value === null || value === undefined;
const textOf = (value: unknown): string => String(value);
const bytesOf = (value: unknown): Uint8Array => (value instanceof Uint8Array ? value : new Uint8Array());
const hexOf = (value: unknown): string => Buffer.from(bytesOf(value)).toString('hex');
export const idOf = (value: unknown): Value =>
  typeof value === 'bigint' ? value : typeof value === 'number' ? BigInt(value) : null;
const bigOf = (value: Value | unknown): bigint => (typeof value === 'bigint' ? value : BigInt(Number(value)));
export const isAmong = (value: Value | undefined, all: unknown): boolean =>
  listOf(all).some((one) => equal(one, value));

/** Holds the row, and sees it as it is then. */
export async function held(hands: Hands, table: string, key: Value): Promise<Row | undefined> {
  await hands.hold([`${table}/${key}`]);
  return hands.row(table, key);
}

/** Changes those of the rows that still fulfil the condition once they are held. */
export async function changed(
  hands: Hands,
  {
    table,
    of,
    set,
  }: { readonly table: string; readonly of: readonly Row[]; readonly set: Given | ((row: Row) => Given) },
  where: (row: Row) => boolean,
): Promise<Row[]> {
  const done: Row[] = [];
  for (const { id = null } of of.filter(where)) {
    const row = await held(hands, table, id);
    if (!row || !where(row)) continue;
    const after = await hands.change(table, id, typeof set === 'function' ? set(row) : set);
    if (after) done.push(after);
  }
  return done;
}

const living = (row: Row): boolean => none(row.removed_time);
const open = (row: Row): boolean => none(row.used_time) && none(row.ended_time);

const reached = (hands: Hands, userId: Value): Row | undefined =>
  hands.rowsWith('account_names', 'user_id', userId).find((row) => living(row) && !none(row.verified_time));

/** What a user would lose with their last name. */
const anythingOf = (hands: Hands, { user_id = null }: Row): boolean =>
  Number(hands.row('owners', `${user_id}/live`)?.version) > 0 ||
  hands.rowsWith('deposits', 'user_id', user_id).some(({ status }) => status === 'unchecked') ||
  hands.rowsWith('verifications', 'user_id', user_id).some(({ status }) => status === 1 || status === 2);

const nameOf = (hands: Hands, userId: Value, kind: string): Value =>
  hands.rowsWith('account_names', 'user_id', userId).find((row) => living(row) && row.kind === kind)?.name ?? null;

const named = (hands: Hands, id: unknown): readonly Row[] =>
  one(hands.row('users', idOf(id)))
    .filter(living)
    .map((row) => ({
      ...row,
      email: nameOf(hands, row.id ?? null, 'email'),
      mobile: nameOf(hands, row.id ?? null, 'mobile'),
      invite_code: hands.row('invites', row.id ?? null)?.code ?? null,
      // Nobody here leads.
      is_trader: false,
    }));

const REGISTERING: Readonly<Record<string, PeopleStatement>> = {
  hold_name: async (hands, [name]) => {
    await hands.hold([`name ${textOf(name)}`]);
    return [];
  },
  accounts_name: async (hands, [name]) => hands.rowsWith('account_names', 'name', textOf(name)).filter(living),
  accounts_names_of: async (hands, [userId]) =>
    hands
      .rowsWith('account_names', 'user_id', idOf(userId))
      .filter(living)
      .sort((a, b) => (textOf(a.kind) < textOf(b.kind) ? -1 : 1)),
  accounts_name_insert: async (hands, [user_id, kind, name, verified_time]) => {
    const row = { user_id, kind, name, verified_time, added_time: hands.now };
    return one(await hands.insert('account_names', row, () => true));
  },
  accounts_is_reached: async (hands, [userId]) => one(reached(hands, idOf(userId))),
  accounts_name_end_unreached: (hands, [name]) =>
    changed(
      hands,
      {
        table: 'account_names',
        of: hands.rowsWith('account_names', 'name', textOf(name)),
        set: { removed_time: hands.now },
      },
      (row) =>
        living(row) &&
        none(row.verified_time) &&
        (reached(hands, idOf(row.user_id)) !== undefined || !anythingOf(hands, row)),
    ),
  accounts_credential_insert: async (hands, [user_id, password_hash]) =>
    one(await hands.insert('credentials', { user_id, password_hash, changed_time: hands.now })),
  accounts_inviter: async (hands, [code]) =>
    hands
      .rowsWith('invites', 'code', textOf(code))
      .filter(({ user_id = null }) => living(hands.row('users', user_id) ?? { removed_time: 0n })),
  accounts_invite_insert: async (hands, [user_id, code, invited_by]) =>
    one(await hands.insert('invites', { user_id, code, invited_by }, (broken) => broken === 'invites_code_key')),
  accounts_login: async (hands, [name]) =>
    hands
      .rowsWith('account_names', 'name', textOf(name))
      .filter((row) => living(row) && living(hands.row('users', row.user_id ?? null) ?? {}))
      .flatMap((row) => one(hands.row('credentials', row.user_id ?? null))),
  accounts_named_user: async (hands, [id]) => named(hands, id),
  // Nobody here sets a factor.
  accounts_entrant: async (hands, [id]) => named(hands, id).map((row) => ({ ...row, factors: [] })),
  accounts_hold_standing: async (hands, [userId]) =>
    one(await held(hands, 'user_standing', idOf(userId))).map((row) => ({ ...row, now: hands.now, loss: null })),
  accounts_session: async (hands, [token, idleSince]) =>
    hands
      .rows('sessions')
      .filter((row) => equal(token, row.token_hash) && none(row.revoked_time))
      .filter((row) => bigOf(row.last_used_time) >= bigOf(idleSince))
      .flatMap((row) => {
        const user = hands.row('users', row.user_id ?? null);
        return user && living(user) ? [{ ...row, realm: user.realm ?? null }] : [];
      }),
  accounts_device_known: async (hands, [userId, device]) =>
    hands.rowsWith('user_devices', 'user_id', idOf(userId)).filter((row) => equal(device, row.device_hash)),
  accounts_device_note: async (hands, [user_id, device_hash]) => {
    const row = { user_id, device_hash, first_time: hands.now, last_time: hands.now };
    return [{ added: (await hands.insert('user_devices', row, () => true)) !== undefined }];
  },
};

/** Five of whoever asked, five of each address else, and twenty of these together. */
async function tryCode(hands: Hands, values: Values): Promise<readonly Row[]> {
  const [destinations, purpose, userId, now, typists, addresses, most, ofStrangers] = values;
  const wanted = (row: Row): boolean =>
    isAmong(row.destination_mac, destinations) &&
    row.purpose === purpose &&
    (row.user_id ?? null) === idOf(userId) &&
    open(row) &&
    bigOf(row.expires) > bigOf(now);
  const { id = null } = hands.rows('codes').findLast(wanted) ?? {};
  const code = id === null ? undefined : await held(hands, 'codes', id);
  if (!code || !wanted(code)) return [];
  const strangers = bytesOf(code.strangers);
  const [own] = listOf(addresses);
  const byAsker = isAmong(code.asker_mac, typists);
  const fromHere = macsIn(strangers).filter((mac) => isAmong(mac, addresses)).length;
  const free = byAsker
    ? Number(code.tries) < Number(most)
    : fromHere < Number(most) && macsIn(strangers).length < Number(ofStrangers);
  if (free)
    await hands.change('codes', id, {
      tries: Number(code.tries) + (byAsker ? 1 : 0),
      strangers: byAsker ? strangers : Buffer.concat([strangers, bytesOf(own)]),
    });
  return [{ id, code_mac: code.code_mac ?? null, tried: free }];
}

const macsIn = (macs: Uint8Array): Uint8Array[] =>
  Array.from({ length: macs.length / 32 }, (_, at) => macs.subarray(at * 32, at * 32 + 32));

const CODES: Readonly<Record<string, PeopleStatement>> = {
  codes_hold: async (hands, values) => {
    await hands.hold(values.map((mac) => `sends ${hexOf(mac)}`).sort());
    return [];
  },
  codes_sends: async (hands, [destinations, addresses, since]) => {
    const sent = hands.rows('codes').filter((row) => bigOf(row.created_time) > bigOf(since));
    const there = sent.filter((row) => isAmong(row.destination_mac, destinations));
    return [
      {
        strangers: there.filter((row) => row.known_device !== true).length,
        owner: there.filter((row) => row.known_device === true).length,
        newest: there.reduce<Value>((most, { created_time = null }) => max(most, created_time), null),
        from_address: sent.filter((row) => isAmong(row.address_mac, addresses)).length,
      },
    ];
  },
  codes_end: (hands, [destinations, purpose, now]) =>
    changed(
      hands,
      { table: 'codes', of: hands.rows('codes'), set: { ended_time: now } },
      (row) => isAmong(row.destination_mac, destinations) && row.purpose === purpose && open(row),
    ),
  codes_insert: async (hands, values) => {
    const [purpose, destination_mac, code_mac, address_mac, asker_mac, user_id, known_device, created_time, expires] =
      values;
    const code = { purpose, destination_mac, code_mac, address_mac, asker_mac, user_id, known_device, created_time };
    return one(await hands.insert('codes', { ...code, expires, tries: 0, strangers: new Uint8Array() }));
  },
  codes_try: tryCode,
  codes_use: (hands, [id, now]) =>
    changed(hands, { table: 'codes', of: one(hands.row('codes', idOf(id))), set: { used_time: now } }, open),
};

const DAY_MS = 86_400_000n;
/** The trigger few_unused_uploads. */
const MOST_UNUSED = 20;

/** Which of these images their owner may use. */
const usable = (hands: Hands, ids: unknown, ownerId: unknown) => {
  const at = hands.now;
  return (row: Row): boolean =>
    isAmong(row.id, ids) && row.owner_id === idOf(ownerId) && row.state === 'ready' && bigOf(row.keep_until) > at;
};
const uploadsOf = (hands: Hands, ids: unknown): Row[] =>
  [...new Set(listOf(ids).map(textOf))].sort().flatMap((id) => one(hands.row('uploads', id)));
const kept = (row: Row): boolean => row.state === 'ready' || row.state === 'used';

const UPLOADS: Readonly<Record<string, PeopleStatement>> = {
  uploads_insert: async (hands, [id, owner_id, kind, place, bytes, width, height, key_sealed]) => {
    const created_time = hands.now;
    const times = { created_time, keep_until: created_time + DAY_MS };
    const row = { id, owner_id, kind, place, bytes, width, height, key_sealed, realm: 'live', state: 'writing' };
    await hands.hold([`uploads of ${textOf(owner_id)}`]);
    const unused = hands
      .rowsWith('uploads', 'owner_id', idOf(owner_id))
      .filter((one) => /^(writing|ready)$/.test(textOf(one.state)));
    if (unused.length >= MOST_UNUSED) throw broken('few_unused_uploads');
    return one(await hands.insert('uploads', { ...row, ...times }));
  },
  uploads_ready: (hands, [id]) =>
    changed(
      hands,
      { table: 'uploads', of: uploadsOf(hands, [id]), set: { state: 'ready' } },
      (row) => row.state === 'writing',
    ),
  uploads_find: async (hands, [id]) => uploadsOf(hands, [id]).filter(kept),
  uploads_lock_usable: async (hands, [ids, ownerId]) => {
    const mine = usable(hands, ids, ownerId);
    const wanted = uploadsOf(hands, ids).filter(mine);
    await hands.hold(wanted.map((row) => `uploads/${row.id}`));
    return uploadsOf(hands, ids).filter(mine);
  },
  uploads_attach: (hands, [ids, ownerId, attached_to]) =>
    changed(
      hands,
      { table: 'uploads', of: uploadsOf(hands, ids), set: { state: 'used', attached_to, keep_until: null } },
      usable(hands, ids, ownerId),
    ),
  uploads_used: async (hands, [ids, ownerId]) =>
    uploadsOf(hands, ids).filter((row) => row.owner_id === idOf(ownerId) && !none(row.attached_to)),
  uploads_release: (hands, [ids, afterMs]) =>
    changed(
      hands,
      { table: 'uploads', of: uploadsOf(hands, ids), set: { keep_until: hands.now + bigOf(afterMs) } },
      (row) => row.state === 'used',
    ),
  uploads_are_kept: async (hands, [ids]) => [{ kept: uploadsOf(hands, ids).filter(kept).length }],
  upload_views_insert: async (hands, [upload_id, viewer_kind, viewer_id, why]) =>
    one(await hands.insert('upload_views', { upload_id, viewer_kind, viewer_id, why, time: hands.now })),
};

const claimHolds = (hands: Hands, row: Row): boolean =>
  !none(row.claimed_until) && bigOf(row.claimed_until) > hands.now;
const shown = (hands: Hands, row: Row): Row => ({
  ...row,
  claimed_by: claimHolds(hands, row) ? (row.claimed_by ?? null) : null,
});
const byId = (a: Row, b: Row): number => (bigOf(a.id) < bigOf(b.id) ? -1 : 1);

const viewersOf = (hands: Hands, upload: Value | undefined): Value[] =>
  hands
    .rowsWith('upload_views', 'upload_id', upload ?? null)
    .flatMap(({ viewer_kind, viewer_id = null }) => (viewer_kind === 'staff' ? [viewer_id] : []));

function seenBy(hands: Hands, { front, back }: Row): Value[] {
  const both = new Set(viewersOf(hands, back));
  return [...new Set(viewersOf(hands, front))].filter((viewer) => both.has(viewer));
}

async function decideAll(hands: Hands, [ids, statuses, members, codes, words]: Values): Promise<readonly Row[]> {
  const [status, staff, code, word] = [statuses, members, codes, words].map(listOf);
  const done: Row[] = [];
  for (const [at, id] of listOf(ids).entries()) {
    const decided = { decided_by: staff?.[at], decided_time: hands.now, reason_code: code?.[at], reason: word?.[at] };
    const set = { status: status?.[at], ...decided };
    const of = one(hands.row('verifications', idOf(id)));
    done.push(...(await changed(hands, { table: 'verifications', of, set }, () => true)));
  }
  return done;
}

const VERIFICATIONS: Readonly<Record<string, PeopleStatement>> = {
  verifications_insert: async (hands, [user_id, name_sealed, card_sealed, card_mac, country, front, back]) => {
    const person = { user_id, name_sealed, card_sealed, card_mac, country, front, back };
    const row = { ...person, realm: 'live', status: 1, submitted_time: hands.now };
    return one(await hands.insert('verifications', row, (broken) => broken === 'one_verification_a_user'));
  },
  verifications_newest: async (hands, [userId]) =>
    hands
      .rowsWith('verifications', 'user_id', idOf(userId))
      .sort(byId)
      .slice(-1)
      .map((row) => shown(hands, row)),
  verifications_find: async (hands, [id]) => one(hands.row('verifications', idOf(id))).map((row) => shown(hands, row)),
  verifications_next: async (hands, [staffId, without]) =>
    hands
      .rows('verifications')
      .filter((row) => row.status === 1 && !isAmong(row.user_id, without))
      .filter((row) => !claimHolds(hands, row) || row.claimed_by === idOf(staffId))
      .sort(byId)
      .slice(0, 1),
  verifications_claim: async (hands, [id, staffId, forMs]) => {
    const claimed = await changed(
      hands,
      {
        table: 'verifications',
        of: one(hands.row('verifications', idOf(id))),
        set: { claimed_by: staffId, claimed_until: hands.now + bigOf(forMs) },
      },
      (row) => row.status === 1 && (!claimHolds(hands, row) || row.claimed_by === idOf(staffId)),
    );
    return claimed.map(({ claimed_until: until = null }) => ({ until }));
  },
  verifications_same_card: async (hands, [ats, users, macs]) =>
    listOf(macs).flatMap((mac, place) => {
      const others = hands
        .rows('verifications')
        .filter((row) => equal(mac, row.card_mac) && row.user_id !== idOf(listOf(users)[place]));
      return [...new Set(others.map(({ user_id = null }) => user_id))].map((user_id) => ({
        at: Number(listOf(ats)[place]),
        user_id,
      }));
    }),
  verifications_decide: decideAll,
};

export const PEOPLE: Readonly<Record<string, PeopleStatement>> = {
  ...REGISTERING,
  ...CODES,
  ...UPLOADS,
  ...VERIFICATIONS,
  // With a list in a row, which no table has.
  verifications_load_batch: async (hands, [ids]) =>
    listOf(ids).flatMap((id) =>
      one(hands.row('verifications', idOf(id))).map((row) => ({
        ...shown(hands, row),
        seen_by: seenBy(hands, row),
      })),
    ),
};

const one = (row: Row | undefined): Row[] => (row ? [row] : []);
const max = (a: Value, b: Value): Value => (a === null || (b !== null && b > a) ? b : a);
