// From what a tick or a time calls for to the command that decides it.

import type { Refusal } from '@fairtick/contract/errors';
import type { MicroOrder, Tick } from '@fairtick/engine/types';
import { ok, type Result } from '@fairtick/kernel/result';
import * as forex from '../domains/forex/index.ts';
import * as micro from '../domains/micro/index.ts';
import type { DeskCommand } from './batch.ts';
import type { Trigger } from './queue.ts';

export const NOTHING_LEFT = ok({ change: { journals: [], notices: [] }, answer: {} });

const withoutAnswer = <C>(decided: Result<{ change: C }, Refusal>) =>
  decided.ok ? ok({ change: decided.value.change, answer: {} }) : decided;

export function tickCommand(call: Exclude<Trigger, { kind: 'micro_expiry' }>): DeskCommand {
  if (call.kind === 'financing') {
    const { kind: name, realm, users } = call;
    const decide: DeskCommand['decide'] = (state) => withoutAnswer(forex.decideNights(state, call));
    return { name, realm, owners: users, looksAt: 'forex', decide };
  }
  const { kind, userId, realm, tick, view } = call;
  const decided = { name: kind, realm, owners: [userId], looksAt: 'forex' as const };
  if (!('orderId' in call)) {
    const rule = call.kind === 'stop_out' ? forex.decideStopOut : forex.decideMarginCall;
    return { ...decided, decide: (state) => withoutAnswer(rule(state, { realm, userId, tick, view })) };
  }
  const { orderId, kind: tickKind } = call;
  return {
    ...decided,
    forexIds: [orderId],
    decide: (state) => withoutAnswer(forex.decideTick(state, { kind: tickKind, realm, userId, orderId, tick, view })),
  };
}

/** `last` is the tick that decides the option; undefined for `order` says that it has ended meanwhile. */
export function expiryCommand(order: MicroOrder | undefined, last: Tick | undefined, nowMs: () => number): DeskCommand {
  const name = 'micro_expiry';
  if (!order) return { name, realm: 'demo', owners: [], decide: () => NOTHING_LEFT };
  const { id: orderId, realm, userId } = order;
  return {
    name,
    realm,
    owners: [userId],
    looksAt: 'named',
    microIds: [orderId],
    decide: (state) => withoutAnswer(micro.decideMicroExpiry(state, { orderId, last, nowMs: nowMs() })),
  };
}
