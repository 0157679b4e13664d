// From a trigger to its decision: each takes its place in the queue, becomes a command, and is answered, or proposed anew where it failed.

import type { Clock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import { ok } from '@fairtick/kernel/result';
import type { BatchState, Change, DomainCommand } from '../domains/parts.ts';
import type { Outcome } from '../platform/commands/command.ts';
import type { Logger } from '../platform/logger.ts';
import type { ClusterPort } from './cluster-port.ts';
import { DecidedElsewhere } from './elsewhere.ts';
import { TriggerQueue } from './queue.ts';
import type { Reading } from './reading.ts';
import type { CommandMaker } from './trading-part.ts';
import { isOrderTrigger, judgesEquity, momentOf, placeOf, type Trigger, usersOf } from './trigger.ts';

export interface ProposalsOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly submit: (command: DomainCommand) => Promise<Outcome>;
  readonly cluster: Pick<ClusterPort, 'leads'> | undefined;
  /** What was decided may differ from memory. */
  readonly onDoubt: (reason: string) => void;
}

type Maker = CommandMaker<BatchState, Change>;

const NOTHING_LEFT = ok({ change: {}, answer: {} });

/** What this very batch has decided of an order that others follow comes first for them: its copies are proposed only once it is committed. */
function isPreceded({ copying }: Pick<BatchState, 'copying'>, cause: Trigger): boolean {
  const place = placeOf(cause);
  return place !== undefined && copying.precedes(usersOf(cause), place);
}

export class Proposals {
  readonly queue = new TriggerQueue();
  readonly elsewhere = new DecidedElsewhere();
  readonly #options: ProposalsOptions;

  constructor(options: ProposalsOptions) {
    this.#options = options;
  }

  /** Everything is read and proposed anew. */
  clear(): void {
    this.queue.clear();
    this.elsewhere.clear();
  }

  propose(reading: Reading, triggers: readonly Trigger[]): void {
    if (triggers.length === 0) return;
    const { cluster, clock } = this.#options;
    if (cluster?.leads() === false) {
      this.elsewhere.add(triggers, clock.monotonic());
      return;
    }
    const commands = reading.commands(triggers);
    const judged = new Map<Id, Promise<void>>();
    for (const trigger of triggers) {
      const ticket = this.queue.join(trigger);
      const decide = (): Promise<void> => this.#decide(reading, trigger, commands(trigger.kind), ticket);
      // A margin call is decided after the same user's stop-out. It is not submitted before: a market crash triggers thousands of both.
      const before = judgesEquity(trigger) && trigger.userId !== undefined ? judged.get(trigger.userId) : undefined;
      const decided = (before?.then(decide) ?? decide()).finally(() => this.queue.leave(trigger, ticket));
      if (judgesEquity(trigger) && trigger.userId !== undefined) judged.set(trigger.userId, decided);
    }
  }

  async #decide(reading: Reading, trigger: Trigger, commands: Maker | Promise<Maker>, ticket: number): Promise<void> {
    if (!reading.current) return;
    try {
      const maker = commands instanceof Promise ? await commands : commands;
      const outcome = await this.#submit(reading, trigger, maker.commandOf(trigger), ticket);
      if (reading.current) this.#answer(reading, trigger, outcome, ticket);
    } catch (error) {
      // The pipeline has said onDoubt: the next reading proposes again what still holds.
      this.#options.logger.warn({ err: error, trigger: trigger.kind }, 'a trigger could not be decided yet');
      if (reading.current) this.#options.onDoubt('a trigger could not be decided');
    }
  }

  /**
   * Once everything is read again, everything is proposed again in the order of the log: what still waits from before must not overtake that,
   * and decides nothing.
   */
  async #submit(
    reading: Reading,
    cause: Trigger,
    command: ReturnType<Maker['commandOf']>,
    ticket: number,
  ): Promise<Outcome> {
    let tooSoon = false;
    const decide: DomainCommand['decide'] = (state) => {
      tooSoon = this.queue.comesTooSoon(cause, ticket, state) || isPreceded(state, cause);
      if (tooSoon || !reading.current) return NOTHING_LEFT;
      this.queue.decides(cause, ticket, state);
      return command.decide(state);
    };
    for (;;) {
      tooSoon = false;
      const outcome = await this.#options.submit({ at: momentOf(cause), ...command, decide, cause });
      if (!tooSoon || !reading.current) return outcome;
    }
  }

  #answer(reading: Reading, trigger: Trigger, outcome: Outcome, ticket: number): void {
    if (this.queue.failsAnew(trigger, outcome)) {
      this.#options.onDoubt('a decision failed');
      return;
    }
    if (!outcome.ok)
      this.#options.logger.error({ trigger: trigger.kind, refusal: outcome.error.error }, 'a trigger was refused');
    const overtaken = isOrderTrigger(trigger) && !this.queue.isNewest(trigger.orderId, ticket);
    if (!overtaken) reading.answered(trigger, outcome);
  }
}
