// Malformed and half-good calls of the staff's table by members of every role: no 5xx, and no act without its row, no row without its act.

import { ERROR_CODES } from '@fairtick/contract/errors';
import { staffTable } from '@fairtick/contract/staff/index';
import { STAFF_ROLES } from '@fairtick/contract/staff/matrix';
import { seededRandom } from '@fairtick/kernel/random';
import { brokenInvariants } from '../harness/invariants.ts';
import { insertStaff } from '../harness/staff.ts';
import { attempt, goodCall } from './attempts.ts';
import { tried } from './judge.ts';
import type { LiveApp } from './live-app.ts';
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

/** What lies in tables, and the acts that must stand beside it: as many more of the one as of the other. */
const PAIRS: readonly (readonly [what: string, rows: string, acts: readonly string[]])[] = [
  ['proposals made', 'SELECT count(*) AS count FROM proposals', ['proposal_made']],
  [
    'proposals decided',
    `SELECT count(*) AS count FROM proposals WHERE state <> 'open'`,
    ['proposal_accepted', 'proposal_rejected'],
  ],
  [
    'verifications decided',
    'SELECT count(*) AS count FROM verifications WHERE status <> 1',
    ['verification_accepted', 'verification_rejected'],
  ],
  [
    "changes of a user's standing by the staff",
    `SELECT count(*) AS count FROM standing_history WHERE actor_kind = 'staff'`,
    ['user_frozen', 'user_unfrozen', 'verification_accepted'],
  ],
  [
    'settings announced by the staff',
    `SELECT count(*) AS count FROM setting_versions WHERE actor_kind = 'staff'`,
    ['setting_changed'],
  ],
];

/** More rows than acts; 0 where they go together. */
async function unpaired(app: LiveApp): Promise<ReadonlyMap<string, number>> {
  const { owner } = app.db;
  const differences = new Map<string, number>();
  for (const [what, query, kinds] of PAIRS) {
    const { rows } = await owner.query<{ rows: bigint; acts: bigint }>(
      `SELECT (${query}) AS rows, (SELECT count(*) FROM acts WHERE kind = ANY ($1) AND actor_kind = 'staff') AS acts`,
      [kinds],
    );
    differences.set(what, Number((rows[0]?.rows ?? 0n) - (rows[0]?.acts ?? 0n)));
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

/** What would be taken, so that acts come of it: proposals are decided by the hash of what they say. */
async function valuesOf(app: LiveApp): Promise<Readonly<Record<string, readonly string[]>>> {
  const { rows } = await app.db.owner.query<{ hash: string }>(
    `SELECT encode(payload_hash, 'hex') AS hash FROM proposals WHERE state = 'open' ORDER BY id LIMIT 20`,
  );
  return {
    reason: ['seen on the phone today', 'told by their bank', ''],
    locks: ['withdrawals', 'orders', 'sign_in', 'withdrawals,orders'],
    roles: ['support', 'owner', 'auditor,editor'],
    email: ['new.member@example.com', 'another@example.com'],
    name: ['New Member'],
    // One that two people may change, and one that they may not.
    key: ['jurisdictions', 'jurisdictions', 'trade_fee_type'],
    value: ['[]', '[]', '"a"'],
    hash: [...rows.map(({ hash }) => hash), '00'.repeat(32)],
    decision: ['accept', 'reject'],
  };
}

/** What calls of the staff may name: users, members, proposals, and what is not there. */
async function idsOf(app: LiveApp): Promise<string[]> {
  const users = [await app.realUser(0), await app.realUser(0), await app.demoUser()].map(({ id }) => id);
  const { rows } = await app.db.owner.query<{ id: bigint }>('SELECT id FROM staff ORDER BY id LIMIT 3');
  return [...users, ...rows.map(({ id }) => String(id)), '1', '2', '3', '5', '8', '999999999999999999'];
}

export async function fuzzStaff(
  app: LiveApp,
  { calls, seed, onProgress }: { calls: number; seed: number; onProgress?: (done: number) => void },
): Promise<StaffFuzzReport> {
  const random = seededRandom(seed);
  const members = new Members(app);
  await members.prepare();
  const users = [(await app.demoUser()).token, (await app.realUser(0)).token];
  const ids = await idsOf(app);
  const targets = targetsOf(staffTable, app.ports.staff);
  const codes = new Map<number, number>();
  const accepted = new Map<string, number>();
  const problems: string[] = [];
  const before = await unpaired(app);
  const actsBefore = await countActs(app);
  let usersRead = 0;
  let slowestMs = 0;
  let keys = 0;
  let logged = app.errors.length;
  let done = 0;
  while (done < calls && problems.length < MAX_PROBLEMS) {
    const count = Math.min(STRETCH, calls - done);
    const tokens = [...members.tokens, ...users];
    const material = {
      random,
      targets,
      tokens,
      poorTokens: users,
      ids,
      quiet: false,
      values: await valuesOf(app),
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
        if (one.call.name === 'user') usersRead += 1;
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
  if (read < usersRead) problems.push(`${usersRead} pages of users were read, and ${read} acts say so`);
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
