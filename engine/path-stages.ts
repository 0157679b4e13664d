// What an order waited for, and when: stretches of the log in which nothing of it changed; and what was decided by whatever was newest then. The server reads by
// these which ticks to show, and whoever checks a path reads by the same which ticks must be there.

import { type Price, price } from '@fairtick/kernel/decimal';
import type { TriggerKind } from './trigger-rule.ts';
import type { ForexOrder, Side } from './types.ts';

/** What the user's own commands say of the order, oldest first. */
export interface PathCommand {
  readonly kind: 'placed' | 'stops' | 'close' | 'cancel' | 'reset';
  /** The newest place in the log that the decision saw. */
  readonly tick: number;
  /** Of `placed` and `stops`; 0n = none. */
  readonly stopLoss?: Price;
  readonly takeProfit?: Price;
}

export interface PathOrder {
  readonly side: Side;
  readonly markup: Price;
  readonly target: ForexOrder['target'];
  readonly commands: readonly PathCommand[];
  /** The tick that opened it. */
  readonly openTick: number | undefined;
  /** The tick that closed it, and what set that off. */
  readonly closeTick: number | undefined;
  readonly closeReason: string | undefined;
  /** The ticks of the rate pair that gave its conversions; nothing where its quote currency is USD. */
  readonly rates: PathRates | undefined;
  /** It is neither pending nor open any more. */
  readonly ended: boolean;
}

export interface PathRates {
  /** Of its placement, and of its close. */
  readonly placed: number | undefined;
  readonly closed: number | undefined;
  /** Of each night: where it was taken, and the rate's tick. */
  readonly nights: readonly { readonly place: number; readonly tick: number }[];
}

/** At this place of the log the newest tick, of the order's pair or of its rate pair, was this one. */
export interface PathNewest {
  readonly what: 'open' | 'close' | 'rate';
  readonly place: number;
  readonly tick: number;
  /** Or a later one, up to the next tick of the order's own pair: where within that a stop-out, or the stop of a relation, was decided nothing says. */
  readonly orLater?: true;
}

/** Ticks of the pair with places in (after, through] are held against what the order waited for then. */
export interface PathStage {
  readonly after: number;
  /** undefined: up to the newest tick. */
  readonly through: number | undefined;
  readonly waiting: Waiting;
  /** The tick at `through` set this off; undefined: nothing did. */
  readonly sets: TriggerKind | undefined;
}

export interface Waiting {
  readonly side: Side;
  readonly status: 'pending' | 'open';
  readonly target: ForexOrder['target'];
  readonly stopLoss: Price;
  readonly takeProfit: Price;
  readonly terms: { readonly markup: Price };
}

type Turn = { readonly at: number } & (
  | { readonly what: 'stops'; readonly stopLoss: Price; readonly takeProfit: Price }
  | { readonly what: 'filled' }
  | { readonly what: 'end'; readonly sets: TriggerKind | undefined }
);

/** undefined where the order's own commands do not say how it began, or its end follows from none of them: then nothing can be held against them. */
export function stagesOf(order: PathOrder): readonly PathStage[] | undefined {
  const [placed, ...later] = order.commands;
  if (placed?.kind !== 'placed' || later.some(({ kind }) => kind === 'placed')) return undefined;
  const turns = turnsOf(order, later);
  const stages: PathStage[] = [];
  let after = placed.tick;
  let waiting: Waiting = {
    side: order.side,
    status: order.target ? 'pending' : 'open',
    target: order.target,
    stopLoss: placed.stopLoss ?? NONE,
    takeProfit: placed.takeProfit ?? NONE,
    terms: { markup: order.markup },
  };
  for (const turn of turns) {
    if (turn.at < after) return undefined;
    const sets = turn.what === 'filled' ? 'fill_pending' : turn.what === 'end' ? turn.sets : undefined;
    stages.push({ after, through: turn.at, waiting, sets });
    after = turn.at;
    if (turn.what === 'end') return stages.filter(waitsForSomething);
    waiting =
      turn.what === 'filled'
        ? { ...waiting, status: 'open' }
        : { ...waiting, stopLoss: turn.stopLoss, takeProfit: turn.takeProfit };
  }
  if (order.ended) return undefined;
  stages.push({ after, through: undefined, waiting, sets: undefined });
  return stages.filter(waitsForSomething);
}

/** What was decided by hand, and every rate. Rules E100 and E101. */
export function newestOf({
  target,
  commands,
  openTick,
  closeTick,
  closeReason,
  rates,
}: PathOrder): readonly PathNewest[] {
  const newest: PathNewest[] = [];
  const add = (one: {
    what: PathNewest['what'];
    place: number | undefined;
    tick: number | undefined;
    orLater?: true;
  }) => {
    const { place, tick } = one;
    if (place !== undefined && tick !== undefined) newest.push({ ...one, place, tick });
  };
  const placed = commands[0]?.tick;
  if (!target) add({ what: 'open', place: placed, tick: openTick });
  add({ what: 'rate', place: placed, tick: rates?.placed });
  for (const night of rates?.nights ?? []) add({ what: 'rate', ...night });
  if (closeReason === 'user' || closeReason === 'trader') {
    const place = commands.findLast(({ kind }) => kind === 'close')?.tick;
    add({ what: 'close', place, tick: closeTick });
    add({ what: 'rate', place, tick: rates?.closed });
  }
  if (isTriggered(closeReason)) add({ what: 'rate', place: closeTick, tick: rates?.closed });
  if (isOfAll(closeReason)) {
    add({ what: 'close', place: closeTick, tick: closeTick });
    add({ what: 'rate', place: closeTick, tick: rates?.closed, orLater: true });
  }
  return newest;
}

const isTriggered = (reason: string | undefined): boolean => reason === 'stop_loss' || reason === 'take_profit';

/** Decided by what many positions had come to, at a tick of whichever pair: nothing of this one alone says when. */
const isOfAll = (reason: string | undefined): boolean => reason === 'stop_out' || reason === 'copy_stop';

const NONE = price(0n);

function turnsOf(order: PathOrder, later: readonly PathCommand[]): readonly Turn[] {
  const turns: Turn[] = [];
  if (order.target && order.openTick !== undefined) turns.push({ at: order.openTick, what: 'filled' });
  for (const { kind, tick: at, stopLoss = NONE, takeProfit = NONE } of later)
    turns.push(kind === 'stops' ? { at, what: 'stops', stopLoss, takeProfit } : { at, what: 'end', sets: undefined });
  const { closeReason: reason, closeTick: at } = order;
  if (at !== undefined && (reason === 'stop_loss' || reason === 'take_profit'))
    turns.push({ at, what: 'end', sets: reason });
  if (at !== undefined && isOfAll(reason)) turns.push({ at, what: 'end', sets: undefined });
  // An order is filled before anything else happens to it at that place.
  return turns.sort((a, b) => a.at - b.at || Number(b.what === 'filled') - Number(a.what === 'filled'));
}

const waitsForSomething = ({ waiting }: PathStage): boolean =>
  waiting.status === 'pending' || waiting.stopLoss !== 0n || waiting.takeProfit !== 0n;
