// What a user asked of an order, as the log of acceptances has it: each command of theirs is in it, says the order's terms, and nothing was added.

import { createHash } from 'node:crypto';
import { Exact } from './exact.mjs';
import { leafHash, readCheckpoint, rootByProof } from './log.mjs';

const OF_ALL = ['family', 'kind', 'order', 'pair', 'tick', 'time'];
const BOUND = ['expected_price', 'max_deviation'];
const STOPS = ['TargetLossPrice', 'TargetProfitPrice'];
const BY_CALL = { forex_submit: 'placed', micro_submit: 'placed', set_stop_price: 'stops', cancel_trade: 'cancel' };

export function checkAcceptances({ acceptancesKey, findings }, { key, family, id, proof, placed, changes, ending }) {
  const { acceptances, terms } = proof;
  const checkpoint = readSigned(proof, acceptancesKey, key, findings);
  for (const one of acceptances) checkOne(findings, key, one, checkpoint, { family, order: id, pair: terms.pair });
  const said = acceptances.map(({ kind, time, tick, contents }) => ({ kind, time, tick, says: JSON.parse(contents) }));
  const first = said[0];
  findings.same(key, 'its first acceptance', first?.kind, 'placed');
  if (first?.kind === 'placed') {
    checkBound(findings, key, placed, first.says, terms);
    for (const [field, value] of Object.entries(first.says))
      if (!OF_ALL.includes(field) && !STOPS.includes(field) && !BOUND.includes(field))
        findings.same(key, `${field} as accepted`, value, terms[field]);
  }
  const stops = said.filter(({ kind }) => kind === 'placed' || kind === 'stops').at(-1);
  if (family === 'forex')
    for (const field of STOPS) findings.same(key, `${field} as accepted`, stops?.says[field], terms[field]);
  checkAsked(findings, key, acceptances, [placed, ...changes, ...(ending ? [ending] : [])], id);
}

/** What the user asked the fill to be no worse than is said, and it is no worse. */
function checkBound(findings, key, { input }, says, terms) {
  const asked = BOUND.map((field) => input[field] || undefined);
  for (const [at, field] of BOUND.entries()) {
    const [sent, said] = [asked[at], says[field]];
    const same = sent === undefined || said === undefined ? sent === said : Exact.of(sent).equals(Exact.of(said));
    if (!same) findings.add(key, `its acceptance says ${field} ${said}, asked was ${sent}`);
  }
  if (asked.includes(undefined) || terms.openPrice === null) return;
  const pip =
    terms.PricePrecision === 3 || terms.PricePrecision === 5 ? terms.PricePrecision - 1 : terms.PricePrecision;
  const allowed = Exact.of(asked[1]).over(new Exact(10n ** BigInt(pip)));
  const past = Exact.of(terms.openPrice).minus(Exact.of(asked[0]));
  const worse = terms.OrderType === 1 ? past : past.negated();
  findings.count('bound fills');
  if (worse.compare(allowed) > 0) findings.add(key, `filled at ${terms.openPrice}, bound to ${asked.join(' ± ')} pips`);
}

function readSigned({ acceptancesCheckpoint }, acceptancesKey, key, findings) {
  try {
    return readCheckpoint(acceptancesCheckpoint, acceptancesKey);
  } catch (error) {
    findings.add(key, `its checkpoint of acceptances does not hold: ${error.message}`);
    return undefined;
  }
}

/** It has its place in the log, and says what is shown of it. */
function checkOne(findings, key, one, checkpoint, about) {
  const { kind, time, tick, contents, salt, index, inclusion } = one;
  findings.count('acceptances');
  const hash = hashOf(salt, contents);
  const entry = Buffer.from(`fairtick/acceptance/v1\n${index}\n${time}\n${hash}\n`);
  const path = inclusion.map((text) => Buffer.from(text, 'base64'));
  const root = checkpoint && rootByProof(leafHash(entry), index, checkpoint.size, path);
  if (checkpoint && !root?.equals(checkpoint.root)) findings.add(key, `acceptance ${index} is not in its log`);
  const says = JSON.parse(contents);
  for (const [field, value] of Object.entries({ ...about, kind, time, tick }))
    findings.same(key, `${field} of acceptance ${index}`, says[field], value);
}

const hashOf = (salt, contents) =>
  createHash('sha256').update(Buffer.from(salt, 'base64')).update(contents, 'utf8').digest('base64');

/** One for each call of the user that was taken in, in their order, as the call's own receipt says; beyond these only a reset. */
function checkAsked(findings, key, acceptances, calls, id) {
  const receipts = calls.map(({ call, data }) => ({
    receipt: data.receipts?.[id] ?? data.Receipt,
    kind: BY_CALL[call] ?? 'close',
  }));
  for (const [at, { receipt, kind }] of receipts.entries()) {
    const one = acceptances[at];
    if (!one) {
      findings.add(key, `the ${kind} that was asked for is not among its acceptances`);
      continue;
    }
    findings.same(key, `acceptance ${one.index}`, one.kind, kind);
    const told = { kind: one.kind, time: one.time, tick: one.tick, hash: hashOf(one.salt, one.contents) };
    for (const [field, value] of Object.entries(told))
      findings.same(key, `${field} in the receipt of acceptance ${one.index}`, receipt?.[field], value);
  }
  for (const { kind, index } of acceptances.slice(calls.length))
    if (kind !== 'reset') findings.add(key, `acceptance ${index} (${kind}) was never asked for`);
}
