// Malformed and half-good calls of the staff's table by members of every role: no 5xx, and no act without its row, no row without its act.

import { ERROR_CODES } from '@fairtick/contract/errors';
import type { ActKind } from '@fairtick/contract/staff/acts';
import { staffTable } from '@fairtick/contract/staff/index';
import { STAFF_ROLES } from '@fairtick/contract/staff/matrix';
import { seededRandom } from '@fairtick/kernel/random';
import { brokenInvariants } from '../harness/invariants.ts';
import { insertStaff } from '../harness/staff.ts';
import { type Attempt, attempt, goodCall } from './attempts.ts';
import { tried } from './judge.ts';
import type { LiveApp, User } from './live-app.ts';
import { targetsOf } from './targets.ts';

export interface StaffFuzzReport {
  readonly calls: number;
  readonly seed: number;
  readonly codes: ReadonlyMap<number, number>;
  /** By endpoint, of calls that change something. */
  readonly accepted: ReadonlyMap<string, number>;
  readonly acts: number;
  readonly slowestMs: number;
  /** At most 20. */
  readonly problems: readonly string[];
}

const STRETCH = 250;
const AT_ONCE = 8;
const MAX_PROBLEMS = 20;

const count = (from: string): string => `SELECT count(*) FROM ${from}`;
const acts = (...kinds: readonly ActKind[]): string =>
  count(`acts WHERE actor_kind = 'staff' AND kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')})`);
/** How many roles the acts of a kind name. */
const roles = (kind: ActKind, field: string): string =>
  `SELECT coalesce(sum(jsonb_array_length(contents::jsonb -> '${field}')), 0) FROM acts WHERE actor_kind = 'staff' AND kind = '${kind}'`;
const claimant = `SELECT actor_id FROM acts WHERE kind = 'verification_claimed' AND contents::jsonb ->> 'verification' = v.id::text
  ORDER BY id DESC LIMIT 1`;

/** What lies in tables, and the acts that must stand beside it: as many more of the one as of the other. */
const PAIRS: readonly (readonly [what: string, rows: string, acts: string])[] = [
  ['proposals made', count('proposals'), acts('proposal_made')],
  ['proposals decided', count(`proposals WHERE state <> 'open'`), acts('proposal_accepted', 'proposal_rejected')],
  [
    'effects of accepted proposals',
    count(`proposals WHERE state = 'accepted'`),
    count(`acts WHERE kind NOT LIKE 'proposal%' AND contents::jsonb ? 'proposal'`),
  ],
  [
    'verifications decided',
    count('verifications WHERE status <> 1'),
    acts('verification_accepted', 'verification_rejected'),
  ],
  [
    'verifications claimed by whom the newest act of it names',
    count('verifications WHERE claimed_by IS NOT NULL'),
    count(`verifications v WHERE v.claimed_by = (${claimant})`),
  ],
  [
    'verifications of which an act says that they were claimed',
    count('verifications WHERE claimed_by IS NOT NULL'),
    `SELECT count(DISTINCT contents::jsonb ->> 'verification') FROM acts WHERE kind = 'verification_claimed'`,
  ],
  ['images seen by the staff', count(`upload_views WHERE viewer_kind = 'staff'`), acts('image_viewed')],
  [
    "changes of a user's standing by the staff",
    count(`standing_history WHERE actor_kind = 'staff'`),
    acts('user_frozen', 'user_unfrozen', 'verification_accepted'),
  ],
  ['settings announced by the staff', count(`setting_versions WHERE actor_kind = 'staff'`), acts('setting_changed')],
  ['one-time links', count('staff_links'), acts('staff_added', 'staff_enabled', 'staff_link_made')],
  [
    'roles given',
    count('staff_roles WHERE granted_by <> 0'),
    `SELECT (${roles('staff_added', 'roles')}) + (${roles('staff_roles_changed', 'given')})`,
  ],
  ['roles taken', count('staff_roles WHERE revoked_by <> 0'), roles('staff_roles_changed', 'taken')],
  [
    'members who are disabled',
    count('staff WHERE disabled_time IS NOT NULL'),
    `SELECT (${acts('staff_disabled')}) - (${acts('staff_enabled')})`,
  ],
  ["members' own user accounts", count('staff_user_links'), acts('staff_linked_user')],
  // What was given up and is not any more; none is given up meanwhile, since nothing can be sent.
  ['messages tried again', `SELECT -count(*) FROM outbox WHERE dead_time IS NOT NULL`, acts('message_resent')],
];

/** More rows than acts; 0 where they go together. */
async function unpaired(app: LiveApp): Promise<ReadonlyMap<string, number>> {
  const { owner } = app.db;
  const differences = new Map<string, number>();
  for (const [what, rowsQuery, actsQuery] of PAIRS) {
    // Of one moment: what the staff does and the act of it are committed together.
    const { rows } = await owner.query<{ more: string }>(`SELECT ((${rowsQuery}) - (${actsQuery}))::text AS more`);
    differences.set(what, Number(rows[0]?.more));
  }
  return differences;
}

const countActs = async (app: LiveApp, kind = '%'): Promise<number> => {
  const { rows } = await app.db.owner.query<{ count: bigint }>(
    'SELECT count(*) AS count FROM acts WHERE kind LIKE $1',
    [kind],
  );
  return Number(rows[0]?.count ?? 0n);
};

/** One of each role, one of all, one without a step-up: whoever signed out or was disabled comes back as another. */
class Members {
  readonly #app: LiveApp;
  readonly #tokens: { token: string; readonly make: () => Promise<string> }[] = [];

  constructor(app: LiveApp) {
    this.#app = app;
  }

  async prepare(): Promise<void> {
    for (const options of [
      ...STAFF_ROLES.map((role) => ({ roles: [role] })),
      { roles: STAFF_ROLES },
      { roles: STAFF_ROLES, elevated: false },
      { roles: [] },
    ]) {
      const make = async (): Promise<string> => (await insertStaff(this.#app.db, options)).token;
      this.#tokens.push({ token: await make(), make });
    }
  }

  /** Of compliance. */
  get reviewer(): string {
    return this.#tokens[STAFF_ROLES.indexOf('compliance')]?.token ?? '';
  }

  get tokens(): string[] {
    return this.#tokens.map(({ token }) => token);
  }

  async refresh(): Promise<void> {
    for (const one of this.#tokens) {
      const { code } = await this.#app.call('/staff/api/me', { headers: { authorization: one.token } }, 'staff');
      if (code === ERROR_CODES.SESSION_EXPIRED) one.token = await one.make();
    }
  }
}

/** What calls can meet: kept at hand, so that some of them do something. */
class Stage {
  readonly #app: LiveApp;
  #users: readonly User[] = [];
  #members: readonly string[] = [];

  constructor(app: LiveApp) {
    this.#app = app;
  }

  async prepare(): Promise<void> {
    const app = this.#app;
    this.#users = [await app.realUser(0), await app.realUser(0), await app.demoUser()];
    const members = [];
    for (const role of ['support', 'auditor', 'editor', 'owner'] as const)
      members.push(await insertStaff(app.db, { roles: [role] }));
    this.#members = members.map(({ id }) => String(id));
    await app.db.owner.query(
      `INSERT INTO outbox (kind, owner_id, payload, due_time, attempts, dead_time)
       SELECT 'mail', 0, '{"kept": true}', 1, 9, 1 FROM generate_series(1, 40)`,
    );
  }

  /** A waiting item more where few are left; the newest is looked at by a reviewer, so that they may accept it. */
  async refill(reviewer: string): Promise<void> {
    const waiting = await this.#texts('SELECT id::text AS text FROM verifications WHERE status = 1');
    if (waiting.length >= 3) return;
    const id = await this.#app.verification(await this.#app.realUser(0));
    await this.#app.review(id, reviewer);
  }

  async #texts(query: string): Promise<string[]> {
    return (await this.#app.db.owner.query<{ text: string }>(query)).rows.map(({ text }) => text);
  }

  /** What would be taken, so that acts come of it: proposals are decided by the hash of what they say. */
  async values(): Promise<Readonly<Record<string, readonly string[]>>> {
    const open = `FROM proposals WHERE state = 'open' ORDER BY id DESC LIMIT 3`;
    const members = this.#members;
    const items = await this.#texts('SELECT id::text AS text FROM verifications ORDER BY status, id LIMIT 4');
    return {
      reason: ['seen on the phone today', 'told by their bank', ''],
      locks: ['withdrawals', 'orders', 'sign_in', 'withdrawals,orders'],
      roles: ['support', 'owner', 'auditor,editor'],
      email: ['new.member@example.com', 'another@example.com', `m${this.#added++}@example.com`],
      name: ['New Member'],
      uid: this.#users.map(({ id }) => `U${id}`),
      // One that two people may change, and one that they may not.
      key: ['jurisdictions', 'jurisdictions', 'money_rates', 'trade_fee_type'],
      value: ['[]', '[{"currency":"USD"}]', ...SWITCHES, '"a"'],
      'proposal_decide.id': [...(await this.#texts(`SELECT id::text AS text ${open}`)), '1'],
      hash: [...(await this.#texts(`SELECT encode(payload_hash, 'hex') AS text ${open}`)), '00'.repeat(32)],
      decision: ['accept', 'accept', 'reject'],
      reason_code: ['unreadable', 'other'],
      ...Object.fromEntries(
        ['staff_roles', 'staff_disable', 'staff_enable', 'staff_link', 'staff_link_user'].map((name) => [
          `${name}.id`,
          members,
        ]),
      ),
      ...Object.fromEntries(
        ['verification', 'verification_claim', 'verification_decide'].map((name) => [`${name}.id`, [...items, '999']]),
      ),
      'message_resend.id': await this.#texts('SELECT id::text AS text FROM outbox ORDER BY dead_time, id LIMIT 5'),
    };
  }
  #added = 0;

  /** What calls of the staff may name: users, members, proposals, and what is not there. */
  get ids(): string[] {
    const users = this.#users.map(({ id }) => id);
    return [...users, ...this.#members.slice(0, 3), '1', '2', '3', '5', '8', '999999999999999999'];
  }
}

const SWITCHES = ['DE', 'FR'].map((country) =>
  JSON.stringify([{ name: 'x', countries: [country], off: ['micro'], caps: {} }]),
);

/** Whose page a request of `user` asked for, as its path says it. */
const pageOf = ({ bytes }: Attempt): string =>
  /^\S+ \/staff\/api\/users\/([^?\s]+)/.exec(bytes.toString('latin1'))?.[1] ?? '';

export async function fuzzStaff(
  app: LiveApp,
  { calls, seed, onProgress }: { calls: number; seed: number; onProgress?: (done: number) => void },
): Promise<StaffFuzzReport> {
  const random = seededRandom(seed);
  const members = new Members(app);
  await members.prepare();
  const users = [(await app.demoUser()).token, (await app.realUser(0)).token];
  const stage = new Stage(app);
  await stage.prepare();
  const targets = targetsOf(staffTable, app.ports.staff);
  const codes = new Map<number, number>();
  const accepted = new Map<string, number>();
  const problems: string[] = [];
  const before = await unpaired(app);
  const actsBefore = await countActs(app);
  /** By member's token and request: an act stands for a while, however often the page is read. */
  const usersRead = new Set<string>();
  let slowestMs = 0;
  let keys = 0;
  let logged = app.errors.length;
  let done = 0;
  while (done < calls && problems.length < MAX_PROBLEMS) {
    const count = Math.min(STRETCH, calls - done);
    await stage.refill(members.reviewer);
    const tokens = [...members.tokens, ...users];
    const material = {
      random,
      targets,
      tokens,
      poorTokens: users,
      ids: stage.ids,
      quiet: false,
      values: await stage.values(),
      nextKey: () => `staff-${++keys}`,
    };
    const attempts = Array.from({ length: count }, () =>
      random.below(2) === 0 ? goodCall(material) : attempt(material),
    );
    const worker = async (): Promise<void> => {
      for (let one = attempts.pop(); one; one = attempts.pop()) {
        const { code, fault, tookMs } = await tried(one);
        slowestMs = Math.max(slowestMs, tookMs);
        if (fault !== undefined) problems.push(fault);
        if (code === undefined) continue;
        codes.set(code, (codes.get(code) ?? 0) + 1);
        if (code !== 1 || !one.call || one.head) continue;
        if (one.call.name === 'user') usersRead.add(`${one.token}/${pageOf(one)}`);
        if (one.call.endpoint.changesState) accepted.set(one.call.name, (accepted.get(one.call.name) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    while (logged < app.errors.length) problems.push(`the server logged: ${app.errors[logged++]}`);
    for (const [what, more] of await unpaired(app))
      if (more !== before.get(what)) problems.push(`${what}: ${more} more rows than acts, ${before.get(what)} before`);
    await members.refresh();
    done += count;
    onProgress?.(done);
  }
  const read = await countActs(app, 'user_read');
  if (read < usersRead.size) problems.push(`${usersRead.size} pages of users were read, and ${read} acts say so`);
  for (const broken of await brokenInvariants(app.db.owner)) problems.push(`invariant: ${broken}`);
  const acts = (await countActs(app)) - actsBefore;
  return { calls: done, seed, codes, accepted, acts, slowestMs, problems: problems.slice(0, MAX_PROBLEMS) };
}

export function shownStaffReport(report: StaffFuzzReport): string {
  const list = (map: ReadonlyMap<string | number, number>): string =>
    [...map]
      .sort((a, b) => b[1] - a[1])
      .map(([name, count]) => `${name}: ${count}`)
      .join(', ');
  return [
    `${report.calls} calls of the staff, seed ${report.seed}, slowest ${Math.round(report.slowestMs)} ms, ${report.acts} acts`,
    `codes: ${list(report.codes)}`,
    `accepted: ${list(report.accepted)}`,
    ...report.problems,
  ].join('\n');
}
