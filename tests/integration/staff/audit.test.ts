// The audit says whom each act was about as people call them, also where it was about a proposal, and never by an address.

import { auditRoutes } from '@fairtick/server/domains/staff/index';
import { insertActs } from '@fairtick/server/platform/acts/table';
import { runAll } from '@fairtick/server/platform/database/statement';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CAP, type TwoPeople, twoPeople } from './two-people.ts';

let staff: TwoPeople;
beforeAll(async () => {
  staff = await twoPeople();
});
afterAll(() => staff.close());

test('a user by the UID, a member by the name, a setting by its key, a proposal by what it is about', async () => {
  const [owner, second, officer] = [
    await staff.person('owner'),
    await staff.person('owner'),
    await staff.person('compliance'),
  ];
  const user = await staff.user();
  const { handlers, world } = staff;
  const reason = 'as asked';
  const done = async (answer: Promise<{ readonly ok: boolean }>): Promise<void> =>
    expect(await answer).toMatchObject({ ok: true });
  await done(handlers.setting_propose({ key: CAP, value: '40', from: 0, reason }, staff.context(officer)));
  await done(staff.decide(owner, '1'));
  const added = { name: 'Tomas Lind', email: 'tomas@example.com', roles: 'support', reason };
  await done(handlers.staff_add(added, staff.context(owner)));
  await done(handlers.staff_roles({ id: String(officer.id), roles: 'auditor', reason }, staff.context(owner)));
  await done(
    staff.propose(second, {
      kind: 'freeze',
      subject: { kind: 'user', id: String(user.id) },
      body: { locks: ['orders'] },
      reason,
    }),
  );
  const { rows } = await world.db.owner.query<{ id: bigint }>(
    `INSERT INTO outbox (kind, owner_id, payload, due_time) VALUES ('mail', $1, '{}', 1) RETURNING id`,
    [user.id],
  );
  const actor = { kind: 'staff', id: second.id } as const;
  const subject = { kind: 'message', id: String(rows[0]?.id) } as const;
  await runAll(world.db.app, insertActs([{ kind: 'message_resent', actor, subject, contents: {} }]));
  const shown = await auditRoutes({ db: world.db.app }).acts({}, staff.context(owner));
  if (!shown.ok) throw new Error(shown.error.error);
  expect(shown.value.data.map(({ kind, by, byId, about }) => [kind, by, byId, about]).reverse()).toEqual([
    ['proposal_made', officer.name, String(officer.id), CAP],
    ['proposal_accepted', owner.name, String(owner.id), CAP],
    ['setting_changed', owner.name, String(owner.id), CAP],
    ['proposal_made', owner.name, String(owner.id), 'Tomas Lind'],
    ['proposal_made', owner.name, String(owner.id), officer.name],
    ['proposal_made', second.name, String(second.id), user.uid],
    ['message_resent', second.name, String(second.id), user.uid],
  ]);
  expect(JSON.stringify(shown.value.data)).not.toContain('@example.com');
});
