// A crew of the staff at work while processes die: each member freezes, proposes to lift and decides what others proposed, and sends every
// request again under its key until it is answered. What was answered is held against what the database holds.

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ERROR_CODES } from '@fairtick/contract/errors';
import type { Random } from '@fairtick/kernel/random';
import type { Pool } from '@fairtick/server/platform/database/pools';
import { z } from 'zod';
import type { TestMember } from '../harness/staff.ts';
import { insist } from './insisting.ts';

/** Where there is nothing to decide. */
const QUIET_MS = 50;
/** A server is back long before: whoever waits for longer has found a fault. */
const LIMIT_MS = 60_000;
const LOCKS = ['orders', 'withdrawals', 'orders,sign_in', 'withdrawals,sign_in'] as const;

const made = z.object({ proposal: z.string().nullable() });
const decided = z.object({ state: z.enum(['accepted', 'rejected']) });
/** What members who are in each other's way are told. Anything else would be refused for a reason that this crew does not give. */
const EXPECTED: readonly number[] = [
  ERROR_CODES.INPUT_INVALID,
  // Of a proposal that this member may see and not check.
  ERROR_CODES.NOT_ALLOWED,
  ERROR_CODES.OWN_WORK,
  ERROR_CODES.ALREADY_DECIDED,
  ERROR_CODES.PROPOSAL_CHANGED,
  // Of a lock that a colleague lifted meanwhile.
  ERROR_CODES.LOCK_ENDED,
];
const listed = z.object({
  data: z.array(z.object({ id: z.string(), hash: z.string(), state: z.string(), mine: z.boolean() })),
});

/** What was done by the answers alone: each counted once, however often it was sent. */
interface Told {
  freezes: number;
  proposed: number;
  /** Of those, freezes that became a proposal: a lock that lapsed takes two people. */
  instead: number;
  accepted: number;
  rejected: number;
  refused: number;
  /** Requests that were sent again since no answer came. */
  again: number;
  /** Codes of refusals that nobody expects. */
  readonly strange: number[];
}

interface CrewOptions {
  readonly url: () => string;
  readonly members: readonly TestMember[];
  /** Who decides alone: only an owner checks a freeze. */
  readonly checker: TestMember;
  readonly users: readonly bigint[];
  readonly random: Random;
}

export class StaffCrew {
  readonly told: Told = {
    freezes: 0,
    proposed: 0,
    instead: 0,
    accepted: 0,
    rejected: 0,
    refused: 0,
    again: 0,
    strange: [],
  };
  readonly #options: CrewOptions;
  readonly #atWork: Promise<unknown>;
  #over = false;
  #limitMs = LIMIT_MS;

  constructor(options: CrewOptions) {
    this.#options = options;
    this.#atWork = Promise.all([...options.members, options.checker].map((member) => this.#work(member)));
    // Whoever waits for them learns of it; until somebody does it is no fault of the process.
    this.#atWork.catch(() => {});
  }

  get answers(): number {
    const { freezes, proposed, accepted, rejected, refused } = this.told;
    return freezes + proposed + accepted + rejected + refused;
  }

  /** Until so many more requests were answered. */
  answered(more: number): Promise<void> {
    const wanted = this.answers + more;
    return this.until(() => this.answers >= wanted);
  }

  /** While the crew works. Rejects when a member gave up, and when it takes too long. */
  async until(done: () => boolean): Promise<void> {
    for (const end = performance.now() + LIMIT_MS; !done(); await Promise.race([delay(10), this.#atWork]))
      if (performance.now() > end) throw new Error(`the crew waits in vain: ${JSON.stringify(this.told)}`);
  }

  /** Resolves when everything that was sent is answered. Rejects when a member gave up. */
  async home(): Promise<void> {
    this.#over = true;
    await this.#atWork;
  }

  /** As `home` for whom nobody waits: what is in the air is not sent again. */
  leave(): void {
    this.#over = true;
    this.#limitMs = 0;
  }

  async #work(member: TestMember): Promise<void> {
    const { random, users, checker } = this.#options;
    while (!this.#over) {
      const drawn = member === checker ? 10 : random.below(10);
      const about = {
        id: String(users[random.below(users.length)]),
        locks: LOCKS[random.below(LOCKS.length)] ?? 'orders',
        reason: 'seen twice',
      };
      if (drawn < 4) await this.#count(member, 'users/freeze', about);
      else if (drawn < 7)
        await this.#count(member, 'users/unfreeze', { ...about, locks: about.locks.split(',')[0] ?? '' });
      else await this.#decide(member);
    }
  }

  async #decide(member: TestMember): Promise<void> {
    const { code, data } = await this.#ask(member, 'GET', 'proposals?page=1');
    const open = code === 1 ? listed.parse(data).data.filter(({ state }) => state === 'open') : [];
    // Their own too now and then: it must be refused.
    const found = open[this.#options.random.below(Math.max(1, open.length))];
    if (!found) return delay(QUIET_MS);
    const decision = this.#options.random.below(5) === 0 ? 'reject' : 'accept';
    await this.#count(member, 'proposals/decide', { id: found.id, hash: found.hash, decision, reason: 'looked at' });
  }

  async #count(member: TestMember, path: string, input: Readonly<Record<string, string>>): Promise<void> {
    const { told } = this;
    const { code, data } = await this.#ask(member, 'POST', path, input);
    if (code !== 1) {
      told.refused += 1;
      if (!EXPECTED.includes(code)) told.strange.push(code);
    } else if (path === 'proposals/decide') told[decided.parse(data).state] += 1;
    else if (made.parse(data).proposal === null) told.freezes += 1;
    else {
      told.proposed += 1;
      if (path === 'users/freeze') told.instead += 1;
    }
  }

  #ask(member: TestMember, method: 'GET' | 'POST', path: string, input: Readonly<Record<string, string>> = {}) {
    const headers = { authorization: member.token, 'idempotency-key': randomUUID() };
    return insist({
      url: () => `${this.#options.url()}/staff/api/${path}`,
      init: { method, headers, ...(method === 'POST' ? { body: new URLSearchParams(input) } : {}) },
      limitMs: () => this.#limitMs,
      again: () => {
        if (method === 'POST') this.told.again += 1;
      },
    });
  }
}

/** As if one person alone had locked them, and nobody had confirmed it: from then on each takes two people. */
export async function lapse(owner: Pool, userId: bigint): Promise<void> {
  await owner.query(
    `WITH ended AS (SELECT jsonb_object_agg(lock, jsonb_build_object('reason', 'x', 'by', '1', 'time', 1, 'until', database_ms() - 1000)) AS freezes
       FROM unnest('{orders,withdrawals,sign_in}'::text[]) AS lock)
     INSERT INTO standing_history (user_id, time, actor_kind, actor_id, standing)
     SELECT s.user_id, s.changed_time, s.actor_kind, s.actor_id, to_jsonb(s) || CASE n WHEN 1 THEN jsonb_build_object('freezes', ended.freezes) ELSE '{}' END
     FROM user_standing s, ended, generate_series(1, 2) AS n WHERE s.user_id = $1 ORDER BY n`,
    [userId],
  );
}

/** What the database holds of it; each must be as it was told, or as its neighbour. */
const HELD = `WITH locking AS (
    SELECT kind, subject_id, contents::jsonb AS contents, contents::jsonb ->> 'proposal' AS proposal FROM acts
    WHERE kind IN ('user_frozen', 'user_unfrozen'))
  SELECT (SELECT count(*) FROM locking WHERE kind = 'user_frozen' AND proposal IS NULL) AS freezes,
  (SELECT count(*) FROM acts WHERE kind = 'proposal_made') AS proposed,
  (SELECT count(*) FROM proposals) AS proposals,
  (SELECT count(*) FROM proposals WHERE kind = 'freeze') AS instead,
  (SELECT count(*) FROM acts WHERE kind = 'proposal_accepted') AS accepted,
  (SELECT count(*) FROM proposals WHERE state = 'accepted') AS "acceptedRows",
  (SELECT count(*) FROM acts WHERE kind = 'proposal_rejected') AS rejected,
  (SELECT count(*) FROM proposals WHERE state = 'rejected') AS "rejectedRows",
  (SELECT count(*) FROM locking WHERE proposal IS NOT NULL) AS effects,
  (SELECT count(DISTINCT proposal) FROM locking) AS "effectsOf",
  (SELECT count(*) FROM locking WHERE kind = 'user_unfrozen' AND proposal IS NULL) AS "liftedAlone",
  (SELECT count(*) FROM locking WHERE kind = 'user_unfrozen') AS unfrozen,
  (SELECT count(*) FROM notices WHERE kind = 'unfrozen') AS "unfrozenTold",
  -- A notice for locks that end together.
  (SELECT coalesce(sum((SELECT count(DISTINCT until::text) FROM jsonb_array_elements(contents -> 'until') AS until)), 0)
    FROM locking WHERE kind = 'user_frozen') AS frozen,
  (SELECT count(*) FROM notices WHERE kind = 'frozen') AS "frozenTold",
  (SELECT count(*) FROM standing_history WHERE actor_kind = 'staff') AS changes,
  (SELECT count(*) FROM outbox) AS letters,
  (SELECT count(*) FROM proposals WHERE checker = maker) AS "checkedAlone",
  (SELECT count(*) FROM locking WHERE subject_id = $1 AND kind = 'user_frozen' AND proposal IS NULL) AS "lapsedAlone",
  (SELECT count(*) FROM acts WHERE actor_kind <> 'staff' AND subject_kind = 'user') AS nobody`;

/** One sentence for each thing that was lost, done twice, or done without its act. `lapsed` is whose locks have all lapsed. */
export async function staffFindings(owner: Pool, told: Told, lapsed: bigint): Promise<string[]> {
  const { rows } = await owner.query<Record<string, bigint>>(HELD, [String(lapsed)]);
  const held = Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, count]) => [name, Number(count)]));
  const { freezes, proposed, instead, accepted, rejected } = told;
  const { unfrozen = -1, frozen = -1 } = held;
  const wanted: Readonly<Record<string, number>> = {
    ...{
      freezes,
      proposed,
      proposals: proposed,
      instead,
      accepted,
      acceptedRows: accepted,
      rejected,
      rejectedRows: rejected,
    },
    // Every accepted proposal of this crew sets or lifts something, once; every change of a standing is an act's.
    ...{ effects: accepted, effectsOf: accepted, changes: freezes + accepted },
    ...{ unfrozenTold: unfrozen, frozenTold: frozen, letters: unfrozen + frozen },
    ...{ liftedAlone: 0, checkedAlone: 0, lapsedAlone: 0, nobody: 0 },
  };
  return Object.entries(wanted).flatMap(([name, count]) =>
    held[name] === count ? [] : [`${name}: ${held[name]} in the database, ${count} expected`],
  );
}
