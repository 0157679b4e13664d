// Copies from their proofs alone: whether each is as large as it had to be, all that the trader asked of the order has reached it, and nothing was left out.
// Shares nothing with the server.
// Usage: node copies.mjs <proofs.json>. Any Node from 18 on, no package. Ends with 1 on any disagreement. What nothing shows is counted as open.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { checkSize } from './copy-sizes.mjs';
import { Findings } from './findings.mjs';
import { leafHash, readCheckpoint, rootByProof } from './log.mjs';

const ON_ITS_WAY_MS = 30_000;
const PACED_MS = 3_600_000;

const stopsOf = ({ TargetLossPrice, TargetProfitPrice }) => `${TargetLossPrice}/${TargetProfitPrice}`;

/** What the log has of a request, in its own words only. */
function inLog(findings, key, checkpoint, { index, time, salt, contents, inclusion }) {
  const hash = createHash('sha256').update(Buffer.from(salt, 'base64')).update(contents, 'utf8').digest('base64');
  const entry = Buffer.from(`fairtick/acceptance/v1\n${index}\n${time}\n${hash}\n`);
  const path = inclusion.map((text) => Buffer.from(text, 'base64'));
  if (!rootByProof(leafHash(entry), index, checkpoint.size, path)?.equals(checkpoint.root))
    findings.add(key, `request ${index} is not in its log`);
  return { ...JSON.parse(contents), index };
}

/** Goes through the trader's requests as the order lived them: each must go on where the one before left off. */
function liveThrough(findings, key, placed, filledAt, requests) {
  let now = { tick: placed.tick, stops: stopsOf(placed) };
  const waited = placed.targetKind !== null;
  const held = [{ from: -1, time: placed.time, stops: now.stops }];
  for (const one of requests) {
    const began = waited && one.tick >= filledAt && now.tick < filledAt ? filledAt : now.tick;
    const says = `${one.sinceTick} ${one.sinceLossPrice}/${one.sinceProfitPrice}`;
    findings.same(key, `what request ${one.index} goes on from`, says, `${began} ${now.stops}`);
    now = { tick: one.tick, stops: one.kind === 'stops' ? stopsOf(one) : now.stops };
    if (one.kind === 'stops') held.push({ from: one.tick, time: one.time, stops: now.stops });
  }
  return held;
}

function endOf({ terms, ticks }, own) {
  const byRequest = own.findLast(({ kind }) => kind === 'close' || kind === 'reset');
  if (terms.closeReason === null) return undefined;
  if (byRequest) return { place: byRequest.tick, time: byRequest.time, hand: terms.closeReason !== 'trader' };
  const tick = ticks.find(({ role, at }) => role === 'close' && at === 'close');
  return { place: tick.index, byTick: true, ofOwnPair: ['stop_loss', 'take_profit'].includes(terms.closeReason) };
}

export function recheckCopy(findings, proof) {
  const key = `copy ${proof.order.Id}`;
  const checkpoint = readCheckpoint(proof.acceptancesCheckpoint, proof.acceptancesKey);
  const own = proof.acceptances.map((one) => inLog(findings, key, checkpoint, one));
  const theirs = proof.origin.map((one) => inLog(findings, key, checkpoint, one));
  const [copy] = own;
  const [placed, ...requests] = theirs;
  findings.count('copies');
  findings.count('requests', requests.length);
  if (placed?.kind !== 'placed') return findings.add(key, 'nothing is shown of the order that it is of');
  for (const { order, index } of theirs) findings.same(key, `the order of request ${index}`, order, copy.origin);
  checkSize(findings, key, copy, proof.terms);
  const held = liveThrough(findings, key, placed, copy.tick, requests);
  const end = endOf(proof, own);
  const closed = requests.find(({ kind }) => kind === 'close');
  if (!closed && !(end && requests.some(({ tick }) => tick > end.place))) findings.count('open: what came last');
  checkEnd(findings, key, end, closed);
  checkStops(findings, key, proof.terms, end, held);
}

function checkEnd(findings, key, end, closed) {
  if (!closed) return;
  if (!end) return findings.add(key, `it is open, its trader closed at ${closed.tick}`);
  if (!end.byTick && !end.hand) return findings.same(key, 'the place of its end', end.place, closed.tick);
  if (end.place <= closed.tick) return;
  if (end.hand && end.time - closed.time < ON_ITS_WAY_MS) findings.count('open: a closing on its way');
  else findings.add(key, `it ended at ${end.place}, behind its trader's closing at ${closed.tick}`);
}

function checkStops(findings, key, terms, end, held) {
  const before = held.filter(({ from }) => !end || (end.byTick ? from < end.place : from <= end.place));
  const wanted = before.at(-1);
  const own = stopsOf(terms);
  if (own === wanted.stops) return;
  if (end?.byTick && !end.ofOwnPair && held.slice(before.length).some(({ stops }) => stops === own)) return;
  if (!end || (end.hand && end.time - wanted.time < PACED_MS)) findings.count('open: stops on their way');
  else findings.add(key, `its stops are ${own}, its trader had set ${wanted.stops}`);
}

if (process.argv[1]?.endsWith('copies.mjs')) {
  const findings = new Findings();
  for (const proof of JSON.parse(readFileSync(process.argv[2], 'utf8'))) {
    try {
      recheckCopy(findings, proof);
    } catch (error) {
      findings.add(`copy ${proof?.order?.Id}`, `cannot be read: ${error instanceof Error ? error.message : error}`);
    }
  }
  for (const [what, number] of findings.counts) console.log(`${what}: ${number}`);
  for (const sentence of findings.disagreements) console.log(`DISAGREES ${sentence}`);
  console.log(`${findings.disagreements.length} disagreements`);
  process.exitCode = findings.disagreements.length === 0 ? 0 : 1;
}
