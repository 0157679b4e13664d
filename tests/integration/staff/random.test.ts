// Any acts of any members in any order while time leaps: what the simulation's database can't hold (the staff, their proposals, the acts) is held to
// the same promises here. A refusal changes nothing; every change of a user's locks has its act, its notice and its letter.

import type { StaffRole } from '@fairtick/contract/staff/matrix';
import { type Random, seededRandom } from '@fairtick/kernel/random';
import { FreezeCommands, liftEndedFreezes } from '@fairtick/server/domains/staff/freezes/commands';
import { FREEZE_MS, LAPSED_MS } from '@fairtick/server/domains/staff/freezes/rules';
import type { StaffRequest } from '@fairtick/server/platform/commands/request';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { brokenInvariants } from '../../harness/invariants.ts';
import { CAP, type Person, type TwoPeople, twoPeople } from './two-people.ts';

const STEPS = 70;
/** So many until it came to everything that is promised here. */
const MOST_STEPS = 350;
const CREW: readonly StaffRole[] = ['compliance', 'compliance', 'treasurer', 'support', 'owner', 'owner'];
const LOCKS = ['orders', 'withdrawals', 'orders,sign_in', 'withdrawals,sign_in'] as const;
/** Within and past a freeze's day and two weeks, and a proposal's week. */
const LEAPS = [60_000, 86_400_000, 7 * 86_400_000, 15 * 86_400_000] as const;

const freezes = z.record(z.string(), z.object({ by: z.string(), time: z.number(), until: z.number().nullable() }));
type Held = z.infer<typeof freezes>;
const act = z.object({
  kind: z.string(),
  actor: z.string(),
  about: z.string(),
  proposal: z.string().nullable(),
  /** How many notices it takes: one for locks that end together. */
  notices: z.coerce.number(),
});
type Act = z.infer<typeof act>;
const proposal = z.object({
  ...{ id: z.string(), kind: z.string(), maker: z.string() },
  ...{ state: z.enum(['open', 'accepted', 'rejected']), checker: z.string().nullable() },
});
interface Moment {
  readonly users: ReadonlyMap<string, Held>;
  readonly acts: readonly Act[];
  readonly told: number;
  readonly letters: number;
  readonly history: number;
  readonly versions: number;
  readonly proposals: ReadonlyMap<string, z.infer<typeof proposal>>;
}

let staff: TwoPeople;
let people: Person[];
let users: string[];
let nowMs: number;
let keys = 0;
/** When a user's lock last ended by itself. */
let lapsed: Map<string, number>;
beforeEach(async () => {
  staff = await twoPeople();
  people = [];
  for (const role of CREW) people.push(await staff.person(role));
  users = [];
  for (let n = 0; n < 2; n += 1) users.push(String((await staff.user()).id));
  lapsed = new Map();
  nowMs = Date.UTC(2026, 10, 1);
  await staff.databaseClock(nowMs);
});
afterEach(async () => {
  try {
    expect(await brokenInvariants(staff.world.db.owner)).toEqual([]);
  } finally {
    await staff.close();
  }
});

const some = <T>(random: Random, list: readonly T[]): T | undefined => list[random.below(Math.max(1, list.length))];

async function moment(): Promise<Moment> {
  const { owner } = staff.world.db;
  const read = async (sql: string) => (await owner.query<Record<string, string | null>>(sql)).rows;
  const standings = await read('SELECT user_id::text AS id, freezes::text AS freezes FROM user_standing ORDER BY 1');
  const acts = await read(
    `SELECT kind, actor_id::text AS actor, subject_kind || ' ' || subject_id AS about, contents::jsonb ->> 'proposal' AS proposal,
       CASE kind WHEN 'user_unfrozen' THEN 1
         WHEN 'user_frozen' THEN (SELECT count(DISTINCT until::text) FROM jsonb_array_elements(contents::jsonb -> 'until') AS until)
         ELSE 0 END AS notices
     FROM acts ORDER BY id`,
  );
  const [counts] = await read(
    `SELECT (SELECT count(*) FROM notices)::text AS told, (SELECT count(*) FROM outbox)::text AS letters,
       (SELECT count(*) FROM standing_history)::text AS history, (SELECT count(*) FROM setting_versions)::text AS versions`,
  );
  const proposals = await read(
    `SELECT id::text AS id, kind, maker::text AS maker, state, checker::text AS checker FROM proposals ORDER BY proposals.id`,
  );
  return {
    users: new Map(standings.map(({ id, freezes: text }) => [id ?? '', freezes.parse(JSON.parse(text ?? '{}'))])),
    acts: acts.map((row) => act.parse(row)),
    ...{ told: Number(counts?.told), letters: Number(counts?.letters) },
    ...{ history: Number(counts?.history), versions: Number(counts?.versions) },
    proposals: new Map(proposals.map((row) => [row.id ?? '', proposal.parse(row)])),
  };
}

const isLocking = ({ kind }: Act): boolean => kind === 'user_frozen' || kind === 'user_unfrozen';
const isDeciding = ({ kind }: Act): boolean => kind.startsWith('proposal_');

/** What one accepted act may have changed, and must have. */
function checkStep(before: Moment, after: Moment): void {
  const acts = after.acts.slice(before.acts.length);
  const locking = acts.filter(isLocking);
  const changed = [...after.users].filter(([id, now]) => JSON.stringify(now) !== JSON.stringify(before.users.get(id)));
  expect(changed.map(([id]) => `user ${id}`).sort()).toEqual(locking.map(({ about }) => about).sort());
  expect(after.history - before.history).toBe(locking.length);
  expect(after.told - before.told).toBe(locking.reduce((sum, { notices }) => sum + notices, 0));
  expect(after.letters - before.letters).toBe(after.told - before.told);
  for (const [id, now] of changed) {
    const by = locking.find(({ about }) => about === `user ${id}`);
    for (const lock of new Set([...Object.keys(before.users.get(id) ?? {}), ...Object.keys(now)]))
      if (by) checkLock(`${id} ${lock}`, by, before.users.get(id)?.[lock], now[lock]);
  }
  checkProposals(before, after, acts);
}

/** Each proposal is made and decided by one act of its own, and what two people agreed on is done once. */
function checkProposals(before: Moment, after: Moment, acts: readonly Act[]): void {
  expect([...after.proposals.keys()]).toEqual(expect.arrayContaining([...before.proposals.keys()]));
  const changed = [...after.proposals.values()].filter(({ id, state }) => before.proposals.get(id)?.state !== state);
  const made = changed.map(({ id, state, maker, checker }) => {
    // What was decided stays so, and never by its maker.
    expect([undefined, 'open']).toContain(before.proposals.get(id)?.state);
    expect(checker).not.toBe(maker);
    return `${state === 'open' ? 'proposal_made' : `proposal_${state}`} by ${checker ?? maker} about proposal ${id}`;
  });
  expect(acts.filter(isDeciding).map(({ kind, actor, about }) => `${kind} by ${actor} about ${about}`)).toEqual(made);
  const accepted = changed.filter(({ state }) => state === 'accepted');
  const rest = acts.filter((one) => !isDeciding(one));
  expect(rest.flatMap(({ proposal: of }) => of ?? [])).toEqual(accepted.map(({ id }) => id));
  const settings = accepted.filter(({ kind }) => kind === 'setting').length;
  expect(rest.filter((one) => !isLocking(one)).map(({ kind }) => kind)).toEqual(
    Array(settings).fill('setting_changed'),
  );
  expect(after.versions - before.versions).toBe(settings);
}

/** What one person may do to a lock, what takes two, and what the server alone does. */
function checkLock(name: string, by: Act, was: Held[string] | undefined, is: Held[string] | undefined): void {
  if (JSON.stringify(was) === JSON.stringify(is)) return;
  const ended = was?.until !== null && was !== undefined && was.until <= nowMs;
  if (ended) lapsed.set(name, was.until ?? 0);
  const ofTwo = by.proposal !== null;
  if (!is) {
    // Lifting takes two people, or its own end.
    if (!ofTwo) expect([by.actor, ended]).toEqual(['0', true]);
  } else if (ofTwo) expect(is.until).toBeNull();
  else if (is.until === null) {
    // What was to end by itself stays for ever by a second person alone.
    expect([was !== undefined, ended, was?.until === null]).toEqual([true, false, false]);
    expect(by.actor).not.toBe(was?.by);
  } else {
    expect([is.by, is.time]).toEqual([by.actor, nowMs]);
    expect(is.until - nowMs).toBeLessThanOrEqual(FREEZE_MS);
    // Else one person's lock never ends.
    expect(nowMs - (lapsed.get(name) ?? -Infinity)).toBeGreaterThanOrEqual(LAPSED_MS);
  }
}

/** Whether it was accepted. */
async function step(random: Random): Promise<boolean> {
  // Mostly those who may: what the others may not is a refusal, and changes nothing.
  const person = some(random, random.below(3) === 0 ? people : people.slice(0, 2));
  if (!person) throw new Error('there is a crew');
  const submit = staff.world.server.pipeline.submit.bind(staff.world.server.pipeline);
  const { app: db } = staff.world.db;
  const commands = new FreezeCommands({ submit, db, propose: (_, proposal) => staff.propose(person, proposal) });
  const input = { id: some(random, users) ?? '', locks: some(random, LOCKS) ?? '', reason: 'why' };
  const request = (endpoint: StaffRequest['endpoint']): StaffRequest => ({
    endpoint,
    input,
    context: staff.context(person),
  });
  switch (random.below(9)) {
    case 0:
    case 1:
      return (await commands.freeze(request('user_freeze'), input)).ok;
    case 2:
    case 3:
      return (await commands.unfreeze(request('user_unfreeze'), input)).ok;
    case 4: {
      const wish = { key: CAP, value: String(1 + random.below(60)), from: 0, reason: 'why' };
      return (await staff.handlers.setting_propose(wish, staff.context(person))).ok;
    }
    case 5:
      return (await liftEndedFreezes({ submit, db })).lifted > 0;
    default: {
      const all = [...(await moment()).proposals.values()];
      // Mostly an open one: the others are decided, and must be refused.
      const id = some(random, random.below(4) === 0 ? all : all.filter(({ state }) => state === 'open'))?.id;
      const checker = some(random, people) ?? person;
      const decision = random.below(5) === 0 ? 'reject' : 'accept';
      const more = random.below(8) === 0 ? { hash: '0'.repeat(64) } : {};
      if (id === undefined) return false;
      // Everything that decides anything is sent twice: the second time must do nothing, and say the same.
      keys += 1;
      const verdict = { decision, reason: 'looked at', key: `random-decision-${keys}`, ...more } as const;
      const { ok } = await staff.decide(checker, id, verdict);
      expect((await staff.decide(checker, id, verdict)).ok).toBe(ok);
      return ok;
    }
  }
}

/** What it has not come to yet of what is promised here. */
function missing({ proposals, acts }: Moment): string[] {
  const all = [...proposals.values()];
  const alone = people.slice(0, 2).map(({ id }) => String(id));
  const seen: Readonly<Record<string, boolean>> = {
    'a freeze of whoever sets locks alone otherwise': all.some(
      ({ kind, maker }) => kind === 'freeze' && alone.includes(maker),
    ),
    ...Object.fromEntries(
      ['unfreeze', 'setting'].map((one) => [
        `an accepted ${one}`,
        all.some(({ kind, state }) => kind === one && state === 'accepted'),
      ]),
    ),
    'a rejection': all.some(({ state }) => state === 'rejected'),
    'a lock that ended by itself': acts.some(({ kind, actor }) => kind === 'user_unfrozen' && actor === '0'),
  };
  return Object.keys(seen).filter((one) => !seen[one]);
}

test.each([3, 4])('seed %i: no act without its rows, no row without its act', async (seed) => {
  const random = seededRandom(seed);
  let accepted = 0;
  let before = await moment();
  for (let done = 0; done < STEPS || (missing(before).length > 0 && done < MOST_STEPS); done += 1) {
    const went = await step(random);
    const after = await moment();
    if (!went) expect(after).toEqual(before);
    else expect(after.acts.length).toBeGreaterThan(before.acts.length);
    checkStep(before, after);
    before = after;
    if (went) accepted += 1;
    if (random.below(8) === 0) {
      nowMs += some(random, LEAPS) ?? 0;
      await staff.databaseClock(nowMs);
    }
  }
  expect(missing(before)).toEqual([]);
  expect(accepted).toBeGreaterThan(10);
});
