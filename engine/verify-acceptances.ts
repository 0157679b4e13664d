// The checks that bind an order to what its user was seen to ask for: its terms, its stops, its end and its ticks are those of its acceptances. Whether these
// stand in the log of acceptances is checked elsewhere (kernel/log). Rules E96 to E99, E102.

import { type Canonical, canonicalJson } from '@fairtick/kernel/canonical-json';
import { price } from '@fairtick/kernel/decimal';
import { type Checks, read, tickOf, UnreadableProof } from './checks.ts';
import { isPastBound } from './deviation.ts';
import type {
  AcceptanceFamily,
  AcceptanceKind,
  ForexFrozenTerms,
  ForexProof,
  ForexProofTerms,
  MicroFrozenTerms,
  MicroProof,
  ProofAcceptance,
  ProofTick,
} from './proof.ts';

interface Said {
  readonly kind: AcceptanceKind;
  readonly tick: number;
  readonly time: number;
  readonly says: Readonly<Record<string, unknown>>;
}

const FOREX_TERMS = Object.keys({
  ...{ pair: 1, OrderType: 1, Quantity: 1, multiple: 1, MarginMode: 1, ForexContNum: 1, trade_fee_type: 1 },
  ...{ ForexFeeRate: 1, markup: 1, PricePrecision: 1, ratePair: 1, ratePrecision: 1, rateInverse: 1, target_price: 1 },
  ...{ targetKind: 1, openRate: 1, CautionMoney: 1, TradeFee: 1, financingRate: 1, financingNights: 1 },
} satisfies Record<keyof ForexFrozenTerms, 1>);
const MICRO_TERMS = Object.keys({
  ...{ pair: 1, Type: 1, Number: 1, Seconds: 1, ProfitRatio: 1, micro_loss_level: 1, PricePrecision: 1 },
  ...{ acceptedTime: 1, openDelay: 1, expiryTime: 1 },
} satisfies Record<keyof MicroFrozenTerms, 1>);
const STOPS = ['TargetLossPrice', 'TargetProfitPrice'];

export function bindForex({ order, terms, ticks, acceptances }: ForexProof, checks: Checks): void {
  checkPairs(terms.pair, terms.ratePair, ticks, checks);
  const said = readSaid('forex', order.Id, terms.pair, acceptances, checks);
  const placed = checkPlaced(said, FOREX_TERMS, terms, checks);
  if (placed) checkForexOpening(placed, terms, ticks, checks);
  const stops = said.findLast(({ kind }) => kind === 'placed' || kind === 'stops');
  if (stops) compare('accepted.stops', STOPS, stops.says, terms, checks);
  const cancelled = order.Status === 2 && terms.closeReason === null;
  const ended = checkEnd(said, cancelled ? 'cancel' : endOf(terms.closeReason), checks);
  const closed = tickOf(ticks, 'close', 'close');
  if (!closed) return;
  if (ended?.kind === 'close') {
    notAfter('accepted.close_tick', ended, closed, checks);
    const rate = tickOf(ticks, 'rate', 'close');
    if (rate) notAfter('accepted.close_rate', ended, rate, checks);
  }
  if (stops && (terms.closeReason === 'stop_loss' || terms.closeReason === 'take_profit'))
    checks.holds('accepted.trigger_tick', closed.index > stops.tick, `> ${stops.tick}`, String(closed.index));
}

export function bindMicro({ order, terms, ticks, acceptances }: MicroProof, checks: Checks): void {
  checkPairs(terms.pair, null, ticks, checks);
  const said = readSaid('micro', order.Id, terms.pair, acceptances, checks);
  const placed = checkPlaced(said, MICRO_TERMS, terms, checks);
  if (placed) {
    checks.same('accepted.time', String(placed.time), String(terms.acceptedTime));
    // By this place the first tick that may open the option is told.
    checks.same('accepted.tick', String(placed.tick), String(terms.acceptedTick));
  }
  checkEnd(said, terms.closeReason === 'reset' ? 'reset' : undefined, checks);
}

/** Every tick is of the accepted pair, a rate's of the rate's. Rule E98. */
function checkPairs(pair: string, ratePair: string | null, ticks: readonly ProofTick[], checks: Checks): void {
  const wanted = ({ role }: ProofTick): string => (role === 'rate' ? (ratePair ?? 'none') : pair);
  const other = ticks.find((tick) => tick.pair !== wanted(tick));
  checks.same('ticks.pair', other ? wanted(other) : pair, other?.pair ?? pair);
}

/** What each says is of this very order, in the one text that was hashed, and their sequence is one that an order can have. Rule E96. */
function readSaid(
  family: AcceptanceFamily,
  order: string,
  pair: string,
  acceptances: readonly ProofAcceptance[],
  checks: Checks,
): readonly Said[] {
  const said = acceptances.map(({ kind, tick, time, contents }) => ({ kind, tick, time, says: contentsOf(contents) }));
  const others = said.map(({ says, ...is }) => differing(OF_ALL, says, { ...is, family, order, pair }));
  agree(
    'accepted.order',
    others.find((other) => other !== undefined),
    checks,
  );
  const kinds = said.map(({ kind }) => kind).join(' ');
  const inOrder = said.every(({ tick }, at) => tick >= (said[at - 1]?.tick ?? -1));
  const possible = family === 'forex' ? FOREX_KINDS : MICRO_KINDS;
  const isPossible = inOrder && possible.test(kinds);
  checks.holds('accepted.sequence', isPossible, 'true', isPossible ? 'true' : kinds);
  return said;
}

const OF_ALL = ['family', 'kind', 'order', 'pair', 'tick', 'time'];
const FOREX_KINDS = /^(placed)?( ?stops)*( ?(close|cancel|reset))?$/;
const MICRO_KINDS = /^(placed)?( ?reset)?$/;

function contentsOf(contents: string): Readonly<Record<string, unknown>> {
  const value: Canonical = JSON.parse(contents);
  if (typeof value !== 'object' || value === null || canonicalJson(value) !== contents)
    throw new UnreadableProof('contents');
  return Object.fromEntries(Object.entries(value));
}

/** The order's frozen terms are those that its acceptance says. One from before there was such a log has none: that is left open. Rule E97. */
function checkPlaced(
  said: readonly Said[],
  fields: readonly string[],
  terms: object,
  checks: Checks,
): Said | undefined {
  const placed = said.find(({ kind }) => kind === 'placed');
  if (placed) compare('accepted.terms', fields, placed.says, terms, checks);
  else checks.open('accepted.terms', 'placed', 'none');
  return placed;
}

/** A market order opens at a tick that its acceptance saw, a pending one at a later one; the rate was seen. Rule E98. */
function checkForexOpening(placed: Said, terms: ForexProofTerms, ticks: readonly ProofTick[], checks: Checks): void {
  const opened = tickOf(ticks, 'open', 'open');
  const rate = tickOf(ticks, 'rate', 'open');
  if (rate) notAfter('accepted.rate_tick', placed, rate, checks);
  if (!opened) return;
  checkBound(placed, terms, checks);
  if (terms.targetKind === null) notAfter('accepted.open_tick', placed, opened, checks);
  else checks.holds('accepted.open_tick', opened.index > placed.tick, `> ${placed.tick}`, String(opened.index));
}

/** Filled no worse than its user allowed; nothing is checked where they allowed anything. Rule E102. */
function checkBound({ says }: Said, terms: ForexProofTerms, checks: Checks): void {
  const { expected_price: expected, max_deviation: pips } = says;
  if (expected === undefined && pips === undefined) return;
  const bound = { expected: price(read('expected_price', expected)), pips: read('max_deviation', pips) };
  const side = terms.OrderType === 1 ? 'buy' : 'sell';
  const fill = price(read('openPrice', terms.openPrice));
  const within = terms.targetKind === null && !isPastBound(side, fill, bound, terms.PricePrecision);
  checks.holds('accepted.bound', within, `${String(expected)} ± ${String(pips)}`, String(terms.openPrice));
}

const notAfter = (name: string, { tick }: Said, { index }: { index: number }, checks: Checks): void =>
  checks.holds(name, index <= tick, `<= ${tick}`, String(index));

const endOf = (reason: ForexProofTerms['closeReason']): AcceptanceKind | undefined =>
  reason === 'user' || reason === 'trader' ? 'close' : reason === 'reset' ? 'reset' : undefined;

/**
 * What the user ended was ended by a command of theirs, and what they ended is said so. What the house cancelled or took away has no command, nor has the close of
 * an order that is older than the log: left open. Rule E99.
 */
function checkEnd(said: readonly Said[], wanted: AcceptanceKind | undefined, checks: Checks): Said | undefined {
  const last = said.at(-1);
  const ended = last && (last.kind === 'placed' || last.kind === 'stops') ? undefined : last;
  const mayLack = wanted === 'cancel' || wanted === 'reset' || !said.some(({ kind }) => kind === 'placed');
  // A pending order of a demo account ends with it.
  const isReset = wanted === 'cancel' && ended?.kind === 'reset';
  if (wanted !== undefined && ended === undefined && mayLack) checks.open('accepted.end', wanted, 'none');
  else checks.same('accepted.end', isReset ? 'reset' : (wanted ?? 'none'), ended?.kind ?? 'none');
  return ended;
}

const compare = (name: string, fields: readonly string[], said: Said['says'], stated: object, checks: Checks): void =>
  agree(name, differing(fields, said, stated), checks);

interface Differing {
  readonly expected: string;
  readonly actual: string;
}

/** The first field that differs. */
function differing(fields: readonly string[], said: Said['says'], stated: object): Differing | undefined {
  const values = new Map(Object.entries(stated));
  const other = fields.find((field) => said[field] === undefined || said[field] !== values.get(field));
  return other === undefined
    ? undefined
    : { expected: `${other} ${String(said[other])}`, actual: `${other} ${String(values.get(other))}` };
}

function agree(name: string, other: Differing | undefined, checks: Checks): void {
  if (other) checks.fail(name, other.expected, other.actual);
  else checks.same(name, 'true', 'true');
}
