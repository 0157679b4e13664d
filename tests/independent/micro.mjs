// Up/down options, recomputed: opening mid, expiry, the last tick before it, outcome and result.

import { Exact, says, ZERO } from './exact.mjs';
import { isOpen } from './hours.mjs';
import { windowOf } from './stories.mjs';

const OPEN_FRESH_MS = 5_000;
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
  const open = proof.ticks.find((tick) => tick.role === 'open');
  if (!open || open.pair !== pair.Code || !market.ticks[open.index])
    return findings.add(key, 'its proof names no tick of its pair that opened it');
  checkAcceptance(context, story, line, market.ticks[open.index], pair);
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
  return checkEnd(context, story, line, pair);
}

function checkAcceptance({ market, findings, durations }, { key, placed, proof, row }, line, tick, pair) {
  const { terms } = proof;
  const { input } = placed;
  const duration = durations.find((one) => one.Seconds === Number(input.seconds));
  findings.same(key, 'Type', terms.Type, input.type);
  findings.same(key, 'Seconds', terms.Seconds, input.seconds);
  if (!says(terms.Number, Exact.of(input.number)))
    findings.add(key, `Number is ${terms.Number}, sent was ${input.number}`);
  if (!duration || !says(terms.ProfitRatio, Exact.of(duration.ProfitRatio)))
    findings.add(key, `ProfitRatio ${terms.ProfitRatio} is not that of ${input.seconds} seconds`);
  const moments = line.newestDuring(windowOf(placed)).map(({ pos }) => line.ticks[pos].index);
  if (!moments.includes(tick.index))
    findings.add(key, `was opened at tick ${tick.index}, which was not the newest while it was asked`);
  if (!isOpen(line.hours, tick.sourceTime)) findings.add(key, `was accepted outside the hours of ${line.code}`);
  const age = terms.acceptedTime - tick.receivedTime;
  if (age < 0 || age >= OPEN_FRESH_MS) findings.add(key, `was opened on a tick that was ${age} ms old`);
  const mid = market.mid(tick, pair.PricePrecision);
  if (!says(terms.openPrice, mid))
    findings.add(key, `openPrice is ${terms.openPrice}, tick ${tick.index} gives ${mid}`);
  findings.same(key, 'expiryTime', terms.expiryTime, terms.acceptedTime + terms.Seconds * 1_000);
  findings.same(key, 'ExpiresAt', row.ExpiresAt, terms.expiryTime);
  findings.count('fills');
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
