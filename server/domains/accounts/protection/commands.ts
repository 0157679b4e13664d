// A user's own limits: what they ask for goes through the pipeline, which gives up what waits and no longer may.

import type { Refusal } from '@fairtick/contract/errors';
import type { AnswerOf } from '@fairtick/contract/http/index';
import { readPositive } from '@fairtick/contract/typed-number';
import { type Amount, amount, formatUnits } from '@fairtick/kernel/decimal';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { Command, Outcome } from '../../../platform/commands/command.ts';
import { ownCommand, type UserRequest } from '../../../platform/commands/request.ts';
import type { Queries } from '../../../platform/database/pools.ts';
import { type RequestContext, userOf } from '../../../platform/endpoints.ts';
import { type Elevation, stepUpRefusal, type UserPrincipal } from '../../../platform/principals.ts';
import { accountsOf } from '../../ledger/index.ts';
import { lossLimitNow } from '../opening.ts';
import type { AccountsChange, AccountsState } from '../part.ts';
import { STANDING_LOOKS_AT, type Standing, type StandingTerms } from '../standing.ts';
import { loadStandings } from '../standing-table.ts';
import { type BreakLength, breakChange, limitChange, locksOut, loosens, waitingRaise } from './rules.ts';

interface ProtectionState {
  readonly accounts: AccountsState;
}
interface ProtectionChange {
  readonly accounts: AccountsChange;
}

export interface ProtectionOptions {
  readonly submit: (command: Command<ProtectionState, ProtectionChange>) => Promise<Outcome>;
  /** Where one statement is asked: as new as the newest commit. */
  readonly reads: () => Queries;
  /** As of now, asked of the database. */
  readonly elevation: (user: UserPrincipal) => Promise<Elevation>;
}

type Limits = AnswerOf<'limits'>;
type Decides = (standing: Standing) => Result<Partial<StandingTerms>, Refusal>;

interface GuardedChange {
  readonly needsStepUp: (standing: Standing) => boolean;
  readonly change: (standing: Standing) => Partial<StandingTerms>;
}

export class ProtectionService {
  readonly #options: ProtectionOptions;

  constructor(options: ProtectionOptions) {
    this.#options = options;
  }

  async read(context: RequestContext): Promise<Limits> {
    const { userId } = userOf(context);
    const [standing, accounts] = await Promise.all([
      this.#standing(context),
      accountsOf(this.#options.reads(), userId),
    ]);
    return limitsView(standing, accounts.find(({ kind }) => kind === 'micro')?.locked ?? amount(0n));
  }

  /**
   * '' takes the limit away. To raise it or to take it away needs a step-up beside the day that it waits: whoever found a session open must not
   * undo what its owner set against themselves.
   */
  async setLimit(request: UserRequest, typed: string): Promise<Result<Limits, Refusal>> {
    const wanted = readLimit(typed);
    if (!wanted.ok) return wanted;
    return this.#changeGuarded(request, {
      needsStepUp: (standing) => loosens(standing, wanted.value),
      change: (standing) => limitChange(standing, wanted.value),
    });
  }

  /** A long one needs a step-up: nobody can take it back, and whoever found a session open must not shut its owner out for good. */
  takeBreak(request: UserRequest, length: BreakLength): Promise<Result<Limits, Refusal>> {
    return this.#changeGuarded(request, {
      needsStepUp: (standing) => locksOut(standing, length),
      change: (standing) => breakChange(standing, length),
    });
  }

  async #changeGuarded(request: UserRequest, { needsStepUp, change }: GuardedChange): Promise<Result<Limits, Refusal>> {
    const { context } = request;
    const elevation = await this.#options.elevation(userOf(context));
    const decide: Decides = (standing) => {
      const missing = needsStepUp(standing) ? stepUpRefusal(elevation, standing.nowMs) : undefined;
      return missing ? err(missing) : ok(change(standing));
    };
    // Asked beside the command first: what is refused for want of a step-up is not remembered under the key, and goes through after one.
    const refused = decide(await this.#standing(context));
    return refused.ok ? this.#change(request, decide) : refused;
  }

  async #change(request: UserRequest, decide: Decides): Promise<Result<Limits, Refusal>> {
    const { userId } = userOf(request.context);
    const outcome = await this.#options.submit({
      ...ownCommand(request),
      looksAt: STANDING_LOOKS_AT,
      // So that today's loss is summed up: a new limit may be reached already.
      names: { accounts: [userId] },
      decide: ({ accounts }) => {
        const set = decide(accounts.standing(userId));
        return set.ok ? ok({ change: { accounts: { standing: [{ userId, set: set.value }] } }, answer: {} }) : set;
      },
    });
    return outcome.ok ? ok(await this.read(request.context)) : outcome;
  }

  async #standing(context: RequestContext): Promise<Standing> {
    const { userId } = userOf(context);
    const [standing] = await loadStandings(this.#options.reads(), [userId], [userId]);
    if (!standing) throw new Error('a real user has a standing');
    return standing;
  }
}

function readLimit(typed: string): Result<Amount | undefined, Refusal> {
  if (typed.trim() === '') return ok(undefined);
  const read = readPositive('daily_loss', typed, 2);
  return read.ok ? ok(amount(read.value)) : read;
}

/** Sums in USD with two places, as limits are set. `staked`: on open options. */
function limitsView(standing: Standing, staked: Amount): Limits {
  const limit = lossLimitNow(standing);
  const lost = amount((standing.lossToday ?? 0n) + staked);
  const waiting = waitingRaise(standing);
  const { coolOffUntil = 0, nowMs } = standing;
  return {
    dailyLoss: shown(limit),
    next: waiting ? { dailyLoss: shown(waiting.limit), from: waiting.from } : null,
    lostToday: formatUnits(lost, 2),
    left: limit === undefined ? null : formatUnits(limit > lost ? amount(limit - lost) : 0n, 2),
    coolOffUntil: nowMs < coolOffUntil ? coolOffUntil : 0,
  };
}

const shown = (limit: Amount | undefined): string | null => (limit === undefined ? null : formatUnits(limit, 2));
