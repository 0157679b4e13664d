// From a trigger to the command that decides it, with the rule that does.

import type { MicroProposal, Proposal } from '@fairtick/engine/types';
import { ok } from '@fairtick/kernel/result';
import type { Command } from '../../platform/commands/command.ts';
import type { NightTrigger } from './nights.ts';
import { decideNights } from './rules/night.ts';
import type { ForexChange, ForexState } from './rules/state.ts';
import { decideMarginCall, decideStopOut, decideTick } from './rules/trigger-decisions.ts';

/** Triggers of ticks and of nights. */
export type ForexTrigger = Exclude<Proposal, MicroProposal> | NightTrigger;

export function commandOf(trigger: ForexTrigger): Command<ForexState, ForexChange> {
  const { kind: name, realm } = trigger;
  const asked = { name, realm, looksAt: ['forex'] };
  if (trigger.kind === 'financing') {
    const decide = (state: ForexState) => withoutAnswer(decideNights(state, trigger));
    return { ...asked, owners: trigger.users, decide };
  }
  const { userId, tick, view } = trigger;
  if (!('orderId' in trigger)) {
    const rule = trigger.kind === 'stop_out' ? decideStopOut : decideMarginCall;
    return {
      ...asked,
      owners: [userId],
      decide: (state) => withoutAnswer(rule(state, { realm, userId, tick, view })),
    };
  }
  const { orderId, kind } = trigger;
  return {
    ...asked,
    owners: [userId],
    names: { forex: [orderId] },
    decide: (state) => withoutAnswer(decideTick(state, { kind, realm, userId, orderId, tick, view })),
  };
}

const withoutAnswer = (
  decided: ReturnType<typeof decideTick>,
): ReturnType<Command<ForexState, ForexChange>['decide']> =>
  decided.ok ? ok({ change: decided.value.change, answer: {} }) : decided;
