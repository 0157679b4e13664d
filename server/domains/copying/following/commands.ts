// What followers ask of the pipeline. Speaks the domain's words; the routes the contract's.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { followEndpoints } from '@fairtick/contract/http/follow';
import type { AnswerOf, ParsedOf } from '@fairtick/contract/http/index';
import { MAX_AMOUNT_LEAST, MAX_AMOUNT_MOST, MULTIPLE_MOST, TRADER_STATUS } from '@fairtick/contract/trader-words';
import { type Amount, amount, formatUnits, parseDecimal, UNIT } from '@fairtick/kernel/decimal';
import { type Id, parseId } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { Command, Outcome } from '../../../platform/commands/command.ts';
import { ownCommand, type UserRequest } from '../../../platform/commands/request.ts';
import type { Pool, Queries } from '../../../platform/database/pools.ts';
import { type RequestContext, userOf } from '../../../platform/endpoints.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { samePerson } from '../../verification/index.ts';
import { equityAfter } from '../equity-table.ts';
import { indexOf, isBelowHalf, returnsOf } from '../rules/returns.ts';
import { accountsOfPeople, findTrader } from '../table.ts';
import {
  type Asked,
  decideFollow,
  decideLeaveAndClose,
  decideSettings,
  decideUnfollow,
  relation,
  STOP_TIMES,
  type Wanted,
} from './rules/relations.ts';
import { stopAt } from './rules/stop-sum.ts';
import type { CopyChange, CopyState } from './state.ts';

export interface FollowingOptions {
  readonly db: Pool;
  readonly keys: Keys;
  readonly submit: (command: Command<CopyState, CopyChange>) => Promise<Outcome>;
  readonly reads: () => Queries;
}

type Done = Promise<Result<Record<string, never>, Refusal>>;
type LeftNumbers = AnswerOf<'canal_follow'>;
type Rule = (state: CopyState, asked: Asked) => Result<{ change: CopyChange }, Refusal>;

export class FollowingCommands {
  readonly #options: FollowingOptions;

  constructor(options: FollowingOptions) {
    this.#options = options;
  }

  async follow(input: ParsedOf<'follow_trader'>, context: RequestContext): Done {
    const wanted = readWanted(input, undefined);
    if (!wanted.ok) return wanted;
    // Whoever has applied follows nobody; whoever was approved is refused under the lock.
    const { userId } = userOf(context);
    const { db, keys, reads } = this.#options;
    const own = await findTrader(reads(), userId);
    if (own?.status === TRADER_STATUS.waiting || own?.status === TRADER_STATUS.suspended)
      return err(refuse('TRADER_FOLLOWS'));
    // Of people, not of accounts: another account of the trader's own is theirs.
    const person = await samePerson(db, keys, userId);
    if (person?.others.some((other) => String(other) === input.trader_id)) return err(refuse('FOLLOW_SELF'));
    if (await this.#hasFallen(input.trader_id)) return err(refuse('TRADER_FALLEN'));
    return this.#ask({ endpoint: 'follow_trader', input, context }, input.trader_id, (state, asked) =>
      decideFollow(state, asked, wanted.value),
    );
  }

  /**
   * By what each account of the person was worth each hour, open results included: deposits and withdrawals don't count. One account goes on where the one
   * before left off, as in the record. Who follows already goes on. */
  async #hasFallen(trader: string): Promise<boolean> {
    const traderId = parseId(trader);
    if (traderId === undefined) return false;
    const reads = this.#options.reads();
    const key = (await findTrader(reads, traderId))?.personKey;
    const accounts = (key !== undefined && (await accountsOfPeople(reads, [key])).get(key)) || [traderId];
    const points = Map.groupBy(await equityAfter(reads, accounts, 0), ({ userId }) => userId);
    const hoursOf = (id: Id) => (points.get(id) ?? []).map((point) => ({ ...point, time: point.hour }));
    return isBelowHalf(indexOf(accounts.flatMap((id) => returnsOf(hoursOf(id)))));
  }

  settings(input: ParsedOf<'follow_settings'>, context: RequestContext): Done {
    return this.#ask({ endpoint: 'follow_settings', input, context }, input.trader_id, (state, asked) => {
      const follow = relation(state, asked);
      if (!follow) return err(refuse('NOT_FOLLOWED'));
      const before = state.copying.newestSettings(follow.id);
      const wanted = readWanted(input, { ...before, stopAmount: stopAt(before, state.market.nowMs) });
      return wanted.ok ? decideSettings(state, asked, wanted.value) : wanted;
    });
  }

  /** How many copies were closed with it, and how many stay open. */
  async leave(input: ParsedOf<'canal_follow'>, context: RequestContext): Promise<Result<LeftNumbers, Refusal>> {
    const request = { endpoint: 'canal_follow', input, context } as const;
    if (input.close !== 1) {
      const done = await this.#ask(request, input.trader_id, decideUnfollow);
      return done.ok ? ok({ closed: 0, left: 0 }) : done;
    }
    const outcome = await this.#submit(request, input.trader_id, ['forex'], (state, asked) => {
      const decided = decideLeaveAndClose(state, asked);
      if (!decided.ok) return decided;
      const { change, closed, left } = decided.value;
      return ok({ change, answer: { closed, left } });
    });
    return outcome.ok ? ok(followEndpoints.canal_follow.answer.parse(outcome.value)) : outcome;
  }

  async #ask(request: UserRequest, trader: string, rule: Rule): Done {
    const outcome = await this.#submit(request, trader, [], (state, asked) => {
      const decided = rule(state, asked);
      return decided.ok ? ok({ change: decided.value.change, answer: {} }) : decided;
    });
    return outcome.ok ? ok({}) : outcome;
  }

  async #submit(
    request: UserRequest,
    trader: string,
    looksAt: readonly string[],
    decide: (state: CopyState, asked: Asked) => ReturnType<Command<CopyState, CopyChange>['decide']>,
  ): Promise<Outcome> {
    const traderId = parseId(trader);
    if (traderId === undefined) return err(refuse('TRADER_UNKNOWN'));
    const { context } = request;
    const { realm, userId } = userOf(context);
    return this.#options.submit({
      ...ownCommand(request),
      owners: [...new Set([userId, traderId])],
      looksAt,
      decide: (state) => decide(state, { realm, userId, traderId, key: context.key }),
    });
  }
}

type Typed = Pick<ParsedOf<'follow_trader'>, 'multiple' | 'max_amount' | 'mode' | 'stop_amount'> &
  Partial<Pick<ParsedOf<'follow_settings'>, 'paused'>>;

/** `before`: what stays where nothing is typed; where nothing was set yet, everything but mode and stop must be. */
function readWanted(typed: Typed, before: Wanted | undefined): Result<Wanted, Refusal> {
  const multiple = readMultiple(typed.multiple.trim(), before?.multiple);
  if (!multiple.ok) return multiple;
  const maxAmount = readUsd(typed.max_amount.trim(), before?.maxAmount, {
    refused: 'MAX_AMOUNT_RANGE',
    least: BigInt(MAX_AMOUNT_LEAST) * UNIT,
    most: BigInt(MAX_AMOUNT_MOST) * UNIT,
  });
  if (!maxAmount.ok) return maxAmount;
  const stopAmount = readUsd(typed.stop_amount.trim(), before?.stopAmount ?? maxAmount.value, {
    refused: 'STOP_AMOUNT_RANGE',
    least: UNIT,
    most: STOP_TIMES * maxAmount.value,
  });
  if (!stopAmount.ok) return stopAmount;
  const paused = typed.paused === undefined || typed.paused === '' ? (before?.paused ?? false) : typed.paused === 1;
  const mode = typed.mode === '' ? (before?.mode ?? 'lots') : typed.mode;
  return ok({ mode, multiple: multiple.value, maxAmount: maxAmount.value, stopAmount: stopAmount.value, paused });
}

function readMultiple(typed: string, before: number | undefined): Result<number, Refusal> {
  if (typed === '' && before !== undefined) return ok(before);
  const read = /^\d{1,3}$/.test(typed) ? Number(typed) : 0;
  if (read >= 1 && read <= MULTIPLE_MOST) return ok(read);
  return err(refuse('MULTIPLE_RANGE', { min: '1', max: String(MULTIPLE_MOST) }));
}

interface Range {
  readonly refused: 'MAX_AMOUNT_RANGE' | 'STOP_AMOUNT_RANGE';
  readonly least: bigint;
  readonly most: bigint;
}

/** USD with at most two places. */
function readUsd(typed: string, before: Amount | undefined, { refused, least, most }: Range): Result<Amount, Refusal> {
  const bounds = { min: formatUnits(least), max: formatUnits(most) };
  const read = typed === '' ? undefined : parseDecimal(typed, 2);
  if (read && !read.ok) return err(refuse(refused, bounds));
  const units = read ? read.value * (UNIT / 100n) : before;
  return units !== undefined && units >= least && units <= most ? ok(amount(units)) : err(refuse(refused, bounds));
}
