// Freezing and unfreezing users: commands of the staff through the pipeline, proposals where it takes two, and the end of what nobody confirmed.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { Lock } from '@fairtick/contract/staff/locks';
import { type Id, parseId } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { Command, Outcome } from '../../../platform/commands/command.ts';
import { type StaffRequest, staffCommand } from '../../../platform/commands/request.ts';
import type { Pool } from '../../../platform/database/pools.ts';
import { memberOf } from '../../../platform/endpoints.ts';
import { actorOfPrincipal, SYSTEM } from '../../../platform/principals.ts';
import type { Propose } from '../../../platform/proposing.ts';
import { endedFreezes, freezeOf, lapsedLocks, readStanding, STANDING_LOOKS_AT } from '../../accounts/index.ts';
import { decidedAsNow } from '../decided-as-now.ts';
import { proposalOf } from '../proposals/commands.ts';
import type { StaffChange, StaffState } from '../proposals/kind.ts';
import { readReason } from '../rules.ts';
import {
  decideEnded,
  decideFreeze,
  freezeLastsMs,
  freezeRight,
  LAPSED_MS,
  readLocks,
  readToldReason,
} from './rules.ts';

export type FreezeCommand = Command<StaffState, StaffChange>;

export interface FreezeOptions {
  readonly submit: (command: FreezeCommand) => Promise<Outcome>;
  readonly db: Pool;
  readonly propose: Propose;
}

/** As the contract has it. */
export interface TypedLocks {
  readonly id: string;
  readonly locks: string;
  readonly reason: string;
}

type Done = Promise<Result<{ readonly proposal: string | null }, Refusal>>;

export class FreezeCommands {
  readonly #options: FreezeOptions;

  constructor(options: FreezeOptions) {
    this.#options = options;
  }

  /**
   * At once where the member's roles carry every lock alone. A proposal where they carry one only together with somebody else, and where one of the locks
   * ended unconfirmed within 30 days, whoever had set it.
   */
  async freeze(request: StaffRequest, typed: TypedLocks): Done {
    const member = memberOf(request.context);
    const read = await this.#read(typed, readToldReason);
    if (!read.ok) return read;
    const { userId, locks, reason, held } = read.value;
    const right = freezeRight(member.roles, locks);
    if (!right) return err(refuse('NOT_ALLOWED'));
    const asked = { userId, locks, withinMs: LAPSED_MS };
    if (right === 'propose' || (await lapsedLocks(this.#options.db, asked)).length > 0)
      return this.#propose(request, 'freeze', read.value);
    const outcome = await decidedAsNow(this.#options.submit)({
      ...staffCommand(request, { realm: 'live', owners: [userId] }),
      looksAt: STANDING_LOOKS_AT,
      decide: (state) => {
        // Which locks take which right is no endpoint's: asked of the roles as they are now.
        const person = state.staff.member(member.staffId);
        if (!person || freezeRight(person.roles, locks) !== 'do') return err(refuse('NOT_ALLOWED'));
        // What held when it was asked whether one had ended may have ended since. No other can have: one that is set in between lasts a day at least.
        if (held.some((lock) => !freezeOf(state.accounts.standing(userId), lock))) return err(refuse('LOCK_ENDED'));
        const decided = decideFreeze(state, {
          ...{ userId, locks, reason, actor: actorOfPrincipal(member) },
          lastsMs: (lock) => freezeLastsMs(person.roles, lock),
        });
        return decided.ok ? ok({ change: decided.value.change, answer: { proposal: null } }) : decided;
      },
    });
    return outcome.ok ? ok({ proposal: proposalOf(outcome.value) }) : outcome;
  }

  /** Always a proposal: lifting takes two. The user is told that it was lifted, never why. */
  async unfreeze(request: StaffRequest, typed: TypedLocks): Done {
    const read = await this.#read(typed, readReason);
    return read.ok ? this.#propose(request, 'unfreeze', read.value) : read;
  }

  #propose(request: StaffRequest, kind: 'freeze' | 'unfreeze', { userId, locks, reason }: ReadLocks): Done {
    return this.#options.propose(request, {
      kind,
      subject: { kind: 'user', id: String(userId) },
      body: { locks },
      reason,
    });
  }

  async #read(
    typed: TypedLocks,
    readWhy: typeof readReason | typeof readToldReason,
  ): Promise<Result<ReadLocks, Refusal>> {
    const locks = readLocks(typed.locks);
    if (!locks.ok) return locks;
    const reason = readWhy(typed.reason);
    if (!reason.ok) return reason;
    const userId = parseId(typed.id);
    const standing = userId === undefined ? undefined : await readStanding(this.#options.db, userId);
    if (userId === undefined || !standing) return err(refuse('ITEM_UNKNOWN'));
    const held = locks.value.filter((lock) => freezeOf(standing, lock));
    return ok({ userId, locks: locks.value, reason: reason.value, held });
  }
}

interface ReadLocks {
  readonly userId: Id;
  readonly locks: readonly Lock[];
  readonly reason: string;
  /** Those of them that hold now. */
  readonly held: readonly Lock[];
}

/** Users whose ended freezes are lifted at once: at most one batch. */
const PAGE = 200;

/**
 * Lifts what nobody else has confirmed in time. It holds no longer from its own moment on, whenever this runs: this tells the user and writes it down.
 * Rejects when the database is away.
 */
export async function liftEndedFreezes({
  submit,
  db,
}: Pick<FreezeOptions, 'submit' | 'db'>): Promise<{ lifted: number }> {
  let [lifted, afterId] = [0, 0n];
  for (;;) {
    const ended = await endedFreezes(db, afterId, PAGE);
    const last = ended.at(-1);
    if (last === undefined) return { lifted };
    afterId = last;
    const outcomes = await Promise.all(
      ended.map((userId) =>
        submit({
          name: 'freeze_ended',
          realm: 'live',
          owners: [userId],
          looksAt: STANDING_LOOKS_AT,
          decide: (state) => ok({ change: decideEnded(state, userId, SYSTEM) ?? {}, answer: {} }),
        }),
      ),
    );
    lifted += outcomes.filter(({ ok: done }) => done).length;
  }
}
