// The logged market: every tick of the log in its place, held against the signed tree and against the recordings it claims to replay.

import { Exact } from './exact.mjs';
import { isOpen, kindOf } from './hours.mjs';
import { readBundle, readCheckpoint, readEntry, rootByProof, Tree } from './log.mjs';
import { clean, unitsOf } from './recording.mjs';

const NONE = Number.POSITIVE_INFINITY;

/** One pair's ticks in the order of the log, with what positions among them mean. A position is a place in this list. */
export class Line {
  constructor(code) {
    this.code = code;
    this.hours = kindOf(code);
    this.ticks = [];
    /** The number that the next tick must have. */
    this.next = 0;
  }

  /** Position of the newest tick at or before a place in the log; -1 before the first. */
  at(index) {
    return lastWhere(this.ticks, (tick) => tick.index <= index);
  }

  receivedAt(timeMs) {
    return lastWhere(this.ticks, (tick) => tick.receivedTime <= timeMs);
  }

  /** Place in the log from which the tick at `pos` is no longer the newest. */
  until(pos) {
    return this.ticks[pos + 1]?.index ?? NONE;
  }

  trades(pos) {
    return isOpen(this.hours, this.ticks[pos].sourceTime);
  }

  /** Positions that were the newest at some moment of [from, to] in the log, each with the part of that span in which it was. */
  newestDuring({ from, to }) {
    const moments = [];
    for (let pos = Math.max(0, this.at(from)); pos < this.ticks.length; pos += 1) {
      const start = Math.max(from, this.ticks[pos].index);
      if (start > to) break;
      moments.push({ pos, from: start, to: Math.min(to, this.until(pos) - 1) });
    }
    return moments;
  }
}

function lastWhere(list, holds) {
  let low = -1;
  let high = list.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(list[middle])) low = middle;
    else high = middle - 1;
  }
  return low;
}

export class Market {
  constructor(evidence, findings) {
    const { log, verifierKey, pairs } = evidence;
    this.verifierKey = verifierKey;
    this.settings = new Map(pairs.map((pair) => [pair.Id, pair]));
    this.ticks = log.entries.flatMap((bundle) => readBundle(Buffer.from(bundle, 'base64'))).map(readEntry);
    this.tree = new Tree(this.ticks.map((tick) => tick.leaf));
    this.lines = new Map();
    this.checkpoints = new Map();
    for (const tick of this.ticks) this.#place(tick, findings);
    this.checkRoot('the log', log.checkpoint, findings, this.ticks.length);
    findings.count('ticks in the log', this.ticks.length);
  }

  line(code) {
    const line = this.lines.get(code) ?? new Line(code);
    this.lines.set(code, line);
    return line;
  }

  #place(tick, findings) {
    const line = this.line(tick.pair);
    const before = this.ticks[tick.index - 1];
    if (tick.seq !== line.next)
      findings.add(`tick ${tick.index}`, `has number ${tick.seq} of ${tick.pair}, not ${line.next}`);
    line.next = tick.seq + 1;
    if (before && tick.receivedTime < before.receivedTime)
      findings.add(`tick ${tick.index}`, 'was received before the one it follows');
    if (tick.source !== 'replay') findings.add(`tick ${tick.index}`, `comes from ${tick.source}, not from a replay`);
    tick.bidUnits = unitsOf(tick.bid);
    tick.askUnits = unitsOf(tick.ask);
    line.ticks.push(tick);
  }

  /** The checkpoint's size when the log signed it and its root is that of our own tree; else what is wrong is added. */
  checkRoot(where, note, findings, wantedSize) {
    const known = this.checkpoints.get(note);
    if (known) return known;
    try {
      const checkpoint = readCheckpoint(note, this.verifierKey);
      const { size, root } = checkpoint;
      if (size > this.ticks.length) findings.add(where, `its checkpoint covers ${size} ticks, the log shows fewer`);
      else if (!this.tree.root(size).equals(root)) findings.add(where, `its checkpoint of ${size} is of another tree`);
      if (wantedSize !== undefined && size !== wantedSize)
        findings.add(where, `the checkpoint covers ${size} ticks, the entries are ${wantedSize}`);
      this.checkpoints.set(note, checkpoint);
      findings.count('checkpoints');
      return checkpoint;
    } catch (error) {
      findings.add(where, `its checkpoint does not hold: ${error.message}`);
      return undefined;
    }
  }

  /** A tick of a proof: the same as in the log, at its place, and included under the proof's checkpoint. */
  checkProven(where, proven, checkpoint, findings) {
    const logged = this.ticks[proven.index];
    findings.count('proven ticks');
    if (!logged) return findings.add(where, `names tick ${proven.index}, which is not in the log`);
    for (const field of ['pair', 'seq', 'bid', 'ask', 'sourceTime', 'receivedTime', 'source'])
      if (logged[field] !== proven[field])
        findings.add(
          where,
          `tick ${proven.index}: ${field} is ${logged[field]} in the log, ${proven[field]} in the proof`,
        );
    if (!checkpoint) return undefined;
    const path = proven.inclusion.map((text) => Buffer.from(text, 'base64'));
    const root = rootByProof(logged.leaf, proven.index, checkpoint.size, path);
    if (!root?.equals(checkpoint.root)) findings.add(where, `tick ${proven.index}: the inclusion proof does not hold`);
    return undefined;
  }

  /** (bid + ask) / 2 to `places`, half-even. */
  mid(tick, places) {
    return Exact.of(tick.bid).plus(Exact.of(tick.ask)).over(new Exact(2n)).halfEven(places);
  }
}

/** Every pair's logged ticks are the recording's, one by one and in order; all of them when the replay has ended. */
export function compareWithRecordings(market, recordings, ended, findings) {
  const places = new Map([...market.settings.values()].map((pair) => [pair.Code, pair.PricePrecision]));
  for (const code of market.lines.keys())
    if (!recordings.has(code)) findings.add(code, 'is in the log and in no recording');
  for (const [code, rows] of recordings) {
    if (!places.has(code)) continue;
    const { kept, dropped } = clean(rows, places.get(code));
    findings.count('recorded rows', rows.length);
    for (const [reason, number] of Object.entries(dropped)) findings.count(`rows dropped: ${reason}`, number);
    compareLine(market.line(code), kept, ended, findings);
  }
  const sourceTimes = market.ticks.findIndex((tick, i) => i > 0 && tick.sourceTime < market.ticks[i - 1].sourceTime);
  if (sourceTimes > 0)
    findings.add(`tick ${sourceTimes}`, 'is older by the recording than the one before it in the log');
}

function compareLine({ code, ticks }, kept, ended, findings) {
  const same = (tick, row) => tick.sourceTime === row.time && tick.bidUnits === row.bid && tick.askUnits === row.ask;
  const first = ticks.findIndex((tick, i) => !kept[i] || !same(tick, kept[i]));
  if (first >= 0) {
    const tick = ticks[first];
    const row = kept[first];
    const shown = row ? `${row.time} ${row.bid / 1e8}/${row.ask / 1e8}` : 'nothing more';
    findings.add(
      code,
      `tick ${first} of the pair is ${tick.sourceTime} ${tick.bid}/${tick.ask} in the log; the recording has ${shown}`,
    );
  } else if (ended && ticks.length < kept.length) {
    findings.add(code, `the log ends after ${ticks.length} of ${kept.length} ticks of the recording`);
  }
  findings.count('ticks equal to the recording', first < 0 ? ticks.length : first);
}
