// A staff of several people over a real database: their endpoints' handlers, the real pipeline behind them, and what lies in the tables.

import type { Refusal } from '@fairtick/contract/errors';
import type { StaffRole } from '@fairtick/contract/staff/matrix';
import { PROPOSAL_KINDS } from '@fairtick/contract/staff/people';
import { toHex } from '@fairtick/kernel/bytes';
import { systemClock } from '@fairtick/kernel/clock';
import { type Id, idGenerator } from '@fairtick/kernel/ids';
import { seededRandom, systemEntropy } from '@fairtick/kernel/random';
import type { Result } from '@fairtick/kernel/result';
import { uidOf } from '@fairtick/server/domains/accounts/index';
import { houseRoutes, openProposals, peopleRoutes } from '@fairtick/server/domains/staff/index';
import type { RequestContext } from '@fairtick/server/platform/endpoints';
import type { StaffPrincipal } from '@fairtick/server/platform/principals';
import type { NewProposal } from '@fairtick/server/platform/proposing';
import { Records } from '@fairtick/server/platform/records/records';
import { type AnySetting, defineSetting } from '@fairtick/server/platform/settings/setting';
import { seedSettings } from '@fairtick/server/platform/settings/table';
import { z } from 'zod';
import { TEST_ADDRESSES, testKeys } from '../../harness/outside.ts';
import { insertStaff, type TestMember } from '../../harness/staff.ts';
import { insertNamedUser } from '../../harness/users.ts';
import { createWorld, type World, type WorldOptions } from '../../harness/world.ts';

export { PROPOSAL_KINDS };

/** A cap that two people change: less is worse for users. */
export const CAP = 'test_cap';
/** A term of money in and out: another right than the cap's. */
export const TERM = 'test_term';
/** The operator's alone. */
export const ALONE = 'test_alone';
const SETTINGS: readonly AnySetting[] = [
  defineSetting({
    ...{
      key: CAP,
      doc: 'A cap of this test.',
      first: 30,
      schema: z.number().int().min(1).max(500),
      by: 'jurisdictions',
    },
    worse: (before: number, after: number) => after < before,
  }),
  defineSetting({ key: TERM, doc: 'A term of this test.', first: 5, schema: z.number(), by: 'money_terms' }),
  defineSetting({ key: ALONE, doc: 'Not for two.', first: 1, schema: z.number() }),
];

export interface Person extends TestMember {
  readonly principal: StaffPrincipal;
}

export type Handlers = ReturnType<typeof peopleRoutes> & ReturnType<typeof houseRoutes>;

export interface TwoPeople {
  readonly world: World;
  readonly handlers: Handlers;
  /** Who has a factor, so that they count as somebody who can sign in. */
  person(...roles: StaffRole[]): Promise<Person>;
  /** A real user's id and UID. */
  user(): Promise<{ readonly id: Id; readonly uid: string }>;
  context(person: Person, key?: string): RequestContext<StaffPrincipal>;
  propose(maker: Person, proposal: NewProposal, key?: string): Promise<Result<{ readonly proposal: string }, Refusal>>;
  /** By the hash that stands in the table, where no other is given. */
  decide(checker: Person, id: string, more?: Deciding): ReturnType<Handlers['proposal_decide']>;
  /** Kind and subject of every act, in order. */
  acts(): Promise<string[]>;
  /** Everything that a refused call must leave as it was. */
  rows(): Promise<string>;
  /** The database's clock stands still at this moment; goes on where it is undefined. */
  databaseClock(ms: number | undefined): Promise<void>;
  close(): Promise<void>;
}

interface Deciding {
  readonly decision?: 'accept' | 'reject';
  readonly hash?: string;
  readonly reason?: string;
  readonly key?: string;
}

const KEPT = [
  'staff',
  'staff_roles',
  'staff_links',
  'staff_user_links',
  'proposals',
  'acts',
  'setting_versions',
  'user_standing',
  'standing_history',
  'notices',
  'outbox',
];

// Long because it is the list of what such a staff can do, a few lines each, over the same values.
export async function twoPeople(options: WorldOptions = {}): Promise<TwoPeople> {
  const world = await createWorld(options);
  const { db } = world;
  await seedSettings(db.owner, SETTINGS);
  const records = new Records({ pool: db.app, clock: systemClock, random: seededRandom(1) });
  const services = {
    ...{ db: db.app, records, clock: systemClock, entropy: systemEntropy, keys: testKeys, settings: SETTINGS },
    newId: idGenerator(systemClock, 77),
    creditHindered: async () => undefined,
    backHindered: async () => undefined,
    consoleUrl: () => TEST_ADDRESSES.console,
  };
  const proposals = openProposals({
    ...services,
    submit: (command) => world.server.pipeline.submit(command),
  });
  const handlers = { ...peopleRoutes({ ...services, proposals }), ...houseRoutes({ db: db.app, proposals }) };
  let count = 0;
  const context: TwoPeople['context'] = (person, key) => {
    count += 1;
    return {
      principal: person.principal,
      lang: 'en',
      key: key ?? `two-people-key-${count}`,
      address: '127.0.0.1',
      agent: '',
      deviceHash: null,
      requestId: '',
    };
  };
  const hashOf = async (id: string): Promise<string> => {
    const { rows } = await db.owner.query<{ hash: Uint8Array }>(
      'SELECT payload_hash AS hash FROM proposals WHERE id = $1',
      [id],
    );
    return rows[0] ? toHex(rows[0].hash) : '';
  };
  return {
    world,
    handlers,
    context,
    async person(...roles) {
      const member = await insertStaff(db, { roles });
      await db.owner.query(`INSERT INTO staff_totp (staff_id, secret_sealed, last_step) VALUES ($1, '\\x00', 0)`, [
        member.id,
      ]);
      await db.owner.query(`INSERT INTO staff_passwords (staff_id, hash) VALUES ($1, 'none')`, [member.id]);
      const { id, tokenHash } = member;
      return {
        ...member,
        principal: { kind: 'staff', staffId: id, roles, tokenHash, elevatedUntilMs: 0, factors: [] },
      };
    },
    async user() {
      count += 1;
      const id = BigInt(4_000_000 + count);
      const uid = uidOf(id);
      await insertNamedUser(db, { id, uid, email: `user${id}@example.com` });
      await db.owner.query(
        `INSERT INTO ledger_accounts (id, realm, owner_id, kind, currency)
         SELECT $1::bigint * 10 + n, 'live', $1, kind, 'USD' FROM unnest('{change,forex,micro}'::text[]) WITH ORDINALITY AS x (kind, n)`,
        [id],
      );
      return { id, uid };
    },
    propose: (maker, proposal, key) =>
      proposals.propose(
        { endpoint: 'setting_propose', input: { ...proposal }, context: context(maker, key) },
        proposal,
      ),
    async decide(checker, id, { decision = 'accept', hash, reason = '', key } = {}) {
      const shown = hash ?? (await hashOf(id));
      return handlers.proposal_decide({ id, hash: shown, decision, reason }, context(checker, key));
    },
    async acts() {
      const { rows } = await db.owner.query<{ act: string }>(
        `SELECT kind || ' ' || subject_kind AS act FROM acts ORDER BY id`,
      );
      return rows.map(({ act }) => act);
    },
    async rows() {
      const digests: string[] = [];
      for (const table of KEPT) {
        const { rows } = await db.owner.query<{ digest: string }>(
          `SELECT count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0) AS digest FROM ${table} t`,
        );
        digests.push(`${table} ${rows[0]?.digest}`);
      }
      return digests.join('\n');
    },
    async databaseClock(ms) {
      const now = ms === undefined ? '(extract(epoch FROM clock_timestamp()) * 1000)::bigint' : `${ms}::bigint`;
      await db.owner.query(
        `CREATE OR REPLACE FUNCTION database_ms() RETURNS bigint LANGUAGE sql VOLATILE AS $$ SELECT ${now} $$`,
      );
    },
    close: () => world.close(),
  };
}
