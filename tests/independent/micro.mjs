// Up/down options, recomputed: the first tick after acceptance, opening mid, expiry, the last tick before it, outcome and result.

import { Exact, says, ZERO } from './exact.mjs';
import { isOpen } from './hours.mjs';
import { windowOf } from './stories.mjs';

const OPENS_WITHIN_MS = 2_000;
const VOID_AFTER_MS = 15_000;
/** An option that has not ended this long after its expiry was forgotten. */
const SETTLED_WITHIN_MS = 10_000;

export function checkMicro(context, story) {
  const { market, findings } = context;
  const { proof, key, placed, row } = story;
  const { terms } = proof;
  findings.count('micro orders');
  const checkpoint = market.checkRoot(key, proof.checkpoint, findings);
  for (const tick of proof.ticks) market.checkProven(key, tick, checkpoint, findings);
  const pair = market.settings.get(Number(placed.input.forex_id));
  const line = market.line(pair.Code);
  checkAcceptance(context, story, line);
  const opened = checkOpening(context, story, line, pair);
  for (const field of [
    'Id',
    'Type',
    'Number',
    'OpenPrice',
    'EndPrice',
    'FactProfits',
    'Status',
    'Outcome',
    'ExpiresAt',
  ])
    findings.same(key, `${field} in the list`, row[field], proof.order[field]);
  if (terms.closeReason === 'reset' || (story.reset && !terms.closePrice && row.Outcome !== 'win'))
    return checkReset(findings, story);
  if (!opened) return checkUnopened(context, story);
  return checkEnd(context, story, line, pair);
}

function checkAcceptance({ findings, durations, openDelay }, { key, placed, proof, row }, line) {
  const { terms } = proof;
  const { input } = placed;
  const duration = durations.find((one) => one.Seconds === Number(input.seconds));
  findings.same(key, 'pair', terms.pair, line.code);
  findings.same(key, 'openDelay', terms.openDelay, openDelay);
  findings.same(key, 'Type', terms.Type, input.type);
  findings.same(key, 'Seconds', terms.Seconds, input.seconds);
  if (!says(terms.Number, Exact.of(input.number)))
    findings.add(key, `Number is ${terms.Number}, sent was ${input.number}`);
  if (!duration || !says(terms.ProfitRatio, Exact.of(duration.ProfitRatio)))
    findings.add(key, `ProfitRatio ${terms.ProfitRatio} is not that of ${input.seconds} seconds`);
  const { from, to } = windowOf(placed);
  if (!(terms.acceptedTick >= from && terms.acceptedTick <= to))
    findings.add(key, `was accepted at place ${terms.acceptedTick}, asked between ${from} and ${to}`);
  const known = line.ticks[line.at(terms.acceptedTick)];
  if (!known || !isOpen(line.hours, known.sourceTime))
    findings.add(key, `was accepted outside the hours of ${line.code}`);
  findings.same(key, 'expiryTime', terms.expiryTime, terms.acceptedTime + terms.Seconds * 1_000);
  findings.same(key, 'ExpiresAt', row.ExpiresAt, terms.expiryTime);
}

/** By the first tick of the pair after the place of acceptance, if it came in time. Whether it was opened. */
function checkOpening({ market, findings }, { key, proof }, line, pair) {
  const { terms } = proof;
  let pos = line.at(terms.acceptedTick) + 1;
  while (terms.openDelay > 0 && line.ticks[pos]?.receivedTime < terms.acceptedTime + terms.openDelay) pos += 1;
  const first = line.ticks[pos];
  const inTime =
    first !== undefined &&
    first.receivedTime <= Math.min(terms.acceptedTime + terms.openDelay + OPENS_WITHIN_MS, terms.expiryTime);
  const open = proof.ticks.find((tick) => tick.role === 'open');
  if (terms.openPrice === null) {
    if (open) findings.add(key, `has no opening price, and tick ${open.index} opened it`);
    if (inTime && terms.closeReason === 'no_tick') findings.add(key, `went back, and tick ${first.index} opens it`);
    return false;
  }
  findings.count('fills');
  if (!inTime || open?.index !== first.index || open.pair !== pair.Code)
    findings.add(key, `was opened by tick ${open?.index ?? 'none'}, expected ${inTime ? first.index : 'none'}`);
  const mid = open && market.mid(market.ticks[open.index], pair.PricePrecision);
  if (mid && !says(terms.openPrice, mid)) findings.add(key, `openPrice is ${terms.openPrice}, expected ${mid}`);
  return true;
}

/** It waits still, or its stake went back whole. */
function checkUnopened({ findings, collectedAt }, { key, proof, row }) {
  const { terms } = proof;
  if (row.Status === 1) {
    findings.count('options that run');
    if (collectedAt - terms.acceptedTime - terms.openDelay > OPENS_WITHIN_MS + SETTLED_WITHIN_MS)
      findings.add(key, 'waits for ever');
    return;
  }
  findings.count(`options: ${terms.closeReason}`);
  findings.same(key, 'its outcome', terms.closeReason, 'no_tick');
  for (const said of [terms.FactProfits, row.FactProfits])
    if (!says(said, ZERO)) findings.add(key, `FactProfits is ${said}, expected 0`);
}

/** The outcome by the last tick received at or before the expiry; void when none came in the 15 s before it. */
function checkEnd({ market, findings, collectedAt }, { key, proof, row }, line, pair) {
  const { terms } = proof;
  if (row.Status === 1) {
    findings.count('options that run');
    if (collectedAt - terms.expiryTime > SETTLED_WITHIN_MS)
      findings.add(key, 'has passed its expiry and was not settled');
    return;
  }
  const last = line.ticks[line.receivedAt(terms.expiryTime)];
  const isVoid = !last || terms.expiryTime - last.receivedTime >= VOID_AFTER_MS;
  const closing = proof.ticks.find((tick) => tick.role === 'close');
  if (closing?.index !== (isVoid ? undefined : last.index))
    findings.add(key, `was ended by tick ${closing?.index ?? 'none'}, expected ${isVoid ? 'none' : last.index}`);
  const open = market.mid(market.ticks[proof.ticks.find((tick) => tick.role === 'open').index], pair.PricePrecision);
  const end = isVoid ? undefined : market.mid(last, pair.PricePrecision);
  const moved = end ? end.compare(open) * (terms.Type === 1 ? 1 : -1) : 0;
  const outcome = isVoid ? 'void' : moved > 0 ? 'win' : moved < 0 ? 'loss' : 'tie';
  findings.count(`options: ${outcome}`);
  findings.same(key, 'its outcome', terms.closeReason, outcome);
  if (end ? !says(terms.closePrice, end) : terms.closePrice !== null)
    findings.add(key, `closePrice is ${terms.closePrice}, expected ${end ?? 'none'}`);
  const result = resultOf(outcome, terms);
  for (const said of [terms.FactProfits, row.FactProfits])
    if (!says(said, result)) findings.add(key, `FactProfits is ${said}, expected ${result}`);
}

function resultOf(outcome, terms) {
  const stake = Exact.of(terms.Number);
  const gain = stake.times(Exact.of(terms.ProfitRatio)).halfEven(2);
  if (outcome === 'win') return gain;
  if (outcome !== 'loss') return ZERO;
  return terms.micro_loss_level === 0 || gain.compare(stake) > 0 ? stake.negated() : gain.negated();
}

function checkReset(findings, { key, row }) {
  findings.count('ended by a reset');
  if (!says(row.FactProfits, ZERO)) findings.add(key, `was ended by a reset with the result ${row.FactProfits}`);
}
