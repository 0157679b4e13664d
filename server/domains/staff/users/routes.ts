// Users as the staff look for them and at them. Looking at one is an act of its own: what was seen of a person can't be taken back.

import { refuse } from '@fairtick/contract/errors';
import { mayDo } from '@fairtick/contract/staff/matrix';
import type { Clock } from '@fairtick/kernel/clock';
import { formatUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok } from '@fairtick/kernel/result';
import { insertActOnce } from '../../../platform/acts/table.ts';
import type { Pool } from '../../../platform/database/pools.ts';
import { runAll } from '../../../platform/database/statement.ts';
import { memberOf, type StaffHandlers } from '../../../platform/endpoints.ts';
import { actorOfPrincipal, type StaffPrincipal } from '../../../platform/principals.ts';
import {
  NOTHING_LOCKED,
  openSessionsOf,
  readFoundUser,
  readStanding,
  SESSION_IDLE_MS,
  searchUsers,
} from '../../accounts/index.ts';
import { countForexOrders } from '../../forex/index.ts';
import { accountsOf, balanceViews, kindOf, LedgerReading } from '../../ledger/index.ts';
import { countMicroOrders } from '../../micro/index.ts';
import { holdsThreadOf } from '../../support/index.ts';
import { actsAboutUser } from '../audit/table.ts';
import { staffName } from '../table.ts';
import { foundUser, heldFreezes } from './views.ts';

const PAGE = 50;
const ACTS_SHOWN = 50;

export interface UserReadsOptions {
  /** Not the connections of users' reads: a search that takes long must not stand in their way. */
  readonly db: Pool;
  readonly clock: Clock;
}

const seesContacts = ({ roles }: StaffPrincipal): boolean => mayDo(roles, { act: 'contacts', grants: ['read'] });

/** By the matrix, or of who has written to the staff and is answered by this member. */
const seesBalances = async (db: Pool, { roles, staffId }: StaffPrincipal, userId: Id): Promise<boolean> =>
  mayDo(roles, { act: 'balances', grants: ['read'] }) ||
  (mayDo(roles, { act: 'chat', grants: ['do'] }) && (await holdsThreadOf(db, staffId, userId)));

/** Committed before anything is shown: without the row nobody sees the page. */
const noteLook = (db: Pool, member: StaffPrincipal, id: string): Promise<void> =>
  runAll(db, [
    insertActOnce({
      ...{ kind: 'user_read', actor: actorOfPrincipal(member), subject: { kind: 'user', id }, contents: {} },
    }),
  ]);

export const userReads = ({ db, clock }: UserReadsOptions): StaffHandlers<'users' | 'user' | 'user_ledger'> => ({
  users: async ({ q, before }, context) => {
    const contacts = seesContacts(memberOf(context));
    const search = { q, contacts, before: before === undefined ? undefined : BigInt(before), limit: PAGE + 1 };
    const rows = await searchUsers(db, search);
    return ok({ data: rows.slice(0, PAGE).map((row) => foundUser(row, contacts)), more: rows.length > PAGE });
  },
  user: async ({ id }, context) => {
    const member = memberOf(context);
    const userId = BigInt(id);
    const row = await readFoundUser(db, userId);
    if (!row) return err(refuse('ITEM_UNKNOWN'));
    await noteLook(db, member, id);
    const [standing, accounts, forex, micro, sessions, acts, isMoneyShown] = await Promise.all([
      readStanding(db, userId),
      accountsOf(db, userId),
      countForexOrders(db, userId),
      countMicroOrders(db, userId),
      openSessionsOf(db, userId, clock.now() - SESSION_IDLE_MS),
      actsAboutUser(db, userId, ACTS_SHOWN),
      seesBalances(db, member, userId),
    ]);
    const { freezes, nowMs, verifiedTime, holdUntil, coolOffUntil, lossLimit } = standing ?? NOTHING_LOCKED;
    const setters = [...new Set(Object.values(freezes).map(({ by }) => by))];
    const names = await Promise.all(setters.map((by) => staffName(db, BigInt(by))));
    return ok({
      ...foundUser(row, seesContacts(member)),
      freezes: heldFreezes({ freezes, nowMs }, member, new Map(setters.map((by, at) => [by, names[at] ?? '']))),
      verifiedTime: verifiedTime ?? null,
      holdUntil: holdUntil ?? null,
      coolOffUntil: coolOffUntil ?? null,
      lossLimit: lossLimit === undefined ? null : formatUnits(lossLimit, 2),
      balances: isMoneyShown
        ? balanceViews(accounts).map(({ type, balance, lockBalance }) => ({ type, balance, lockBalance }))
        : null,
      openOrders: { forex, micro },
      sessions,
      acts: acts.map(({ time, ...rest }) => ({ ...rest, time: Number(time) })),
    });
  },
  user_ledger: async ({ id, account, before }, context) => {
    const ownerId = BigInt(id);
    const row = await readFoundUser(db, ownerId);
    if (!row) return err(refuse('ITEM_UNKNOWN'));
    const member = memberOf(context);
    if (!(await seesBalances(db, member, ownerId))) return err(refuse('NOT_ALLOWED'));
    await noteLook(db, member, id);
    const reading = new LedgerReading({ reads: () => db, zoneOf: async () => undefined });
    const own = { ownerId, realm: row.realm, kind: kindOf(account) };
    const wanted = { before: before === undefined ? undefined : BigInt(before) };
    const { list, more } = await reading.before(own, wanted, context.lang);
    const data = list.map(({ Id, CreatedAt, MemoTran, Value, LockValue }) => {
      return { id: Id, time: CreatedAt, memo: MemoTran, value: Value, lockValue: LockValue };
    });
    return ok({ uid: row.uid, data, more });
  },
});
