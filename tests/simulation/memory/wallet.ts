// What the hand-written statements of money out, and of the staff who serve it, do to the simulation's tables, by their names.

import { type Hands, idOf, isAmong, type PeopleStatement } from './people.ts';
import { equal, listOf, type Row } from './rows.ts';

/** The staff of this world, and what they may do: nobody joins and nobody leaves. */
export const STAFF_ROLES: ReadonlyMap<bigint, readonly ('compliance' | 'treasurer')[]> = new Map([
  [9_000_000n, ['compliance']],
  [9_000_001n, ['treasurer']],
  [9_000_002n, ['treasurer', 'compliance']],
]);

/** No statement of the server: whoever is there from the beginning may be verified, and then it is known where they live. */
export const VERIFY = 'simulation_verify';

const LIVE = (row: Row): boolean => row.removed_time === null;
const isOpen = ({ status }: Row): boolean => status === 'waiting' || status === 'approved';

const ofUser = (hands: Hands, table: string, userId: unknown): Row[] => hands.rowsWith(table, 'user_id', idOf(userId));

export const WALLET: Readonly<Record<string, PeopleStatement>> = {
  [VERIFY]: async (hands, [userId]) => {
    await hands.change('user_standing', idOf(userId), { verified_time: 1n, country: 'HK' });
    return [];
  },
  destinations_count: async (hands, [userId, macs]) => {
    const bound = ofUser(hands, 'destinations', userId).filter(LIVE);
    return [{ count: bound.length, bound: bound.some(({ place_mac }) => isAmong(place_mac, macs)) }];
  },
  destinations_insert: async (hands, values) => {
    const [
      id,
      user_id,
      kind,
      currency,
      network,
      address,
      tag,
      details_sealed,
      place_mac,
      label,
      owner,
      wallet_kind,
      rest,
    ] = values;
    const place = { kind, currency, network, address, tag, details_sealed, place_mac, label, owner, wallet_kind };
    const usable_time = hands.now + BigInt(Number(rest));
    const row = { id, user_id, realm: 'live', ...place, bound_time: hands.now, usable_time, removed_time: null };
    await hands.insert('destinations', row);
    return [];
  },
  withdrawals_known: async (hands, [userId, macs]) => [
    {
      withdrawn: ofUser(hands, 'withdrawals', userId).length > 0,
      shared: hands.rows('destinations').some((row) => row.user_id !== idOf(userId) && isAmong(row.place_mac, macs)),
      // Nobody has an own address in this world.
      own: false,
    },
  ],
  ledger_has_traded: async (hands, [userId]) => [
    {
      traded: hands
        .rowsWith('journals', 'owner_id', idOf(userId))
        .some(({ reason }) => Number(reason) >= 10 && Number(reason) <= 29),
    },
  ],
  // Each coin of this world has one address for all.
  own_addresses_of: async () => [],
  own_addresses_owners: async () => [],
  own_addresses_receipt: async () => [],
  // No proof of client money is made in this world: none has failed.
  client_money_paused: async () => [],
  withdrawals_approvers: async (hands, [id]) => hands.rowsWith('withdrawal_approvals', 'withdrawal_id', idOf(id)),
  withdrawals_paid_with: async (hands, [currency, network, reference, id]) =>
    hands
      .rows('withdrawals')
      .filter(
        (row) =>
          equal(currency, row.currency) &&
          equal(network, row.network) &&
          equal(reference, row.paid_reference) &&
          row.id !== idOf(id),
      ),
  withdrawals_late: async (hands, [limit]) =>
    hands
      .rows('withdrawals')
      .filter((row) => isOpen(row) && row.overdue_time === null && Number(row.deadline) <= Number(hands.now))
      .slice(0, Number(limit))
      .map(({ id = null, user_id = null }) => ({ id, userId: user_id })),
  people_hold: async () => [],
  people_held: async (hands, [members, proposals]) => {
    const makers = listOf(proposals).map((id) => hands.row('proposals', idOf(id))?.maker ?? 0n);
    return [...new Set([...listOf(members), ...makers].map((id) => BigInt(String(id))))].flatMap((id) => {
      const roles = STAFF_ROLES.get(id);
      return roles ? [{ id, roles, linked: [] }] : [];
    });
  },
};
