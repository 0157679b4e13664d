// Redoes what became of everybody who followed a trader on a recording: the size of each copy, where each ended, each stop of a relation, each share.
// Usage: node copying.mjs <recording.csv.gz> <told.json>. Any Node from 18 on, no package. Ends with 1 on any disagreement.
// From what was told it takes only what people asked for; everything else it works out, and holds against it.

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Account, copyOf, costOf, Mark, resultOf, stopReached } from './copying-model.mjs';
import { Exact, says, ZERO } from './exact.mjs';
import { Findings } from './findings.mjs';

function ticksOf(file) {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n').slice(1);
  return lines
    .filter((line) => line !== '')
    .map((line, index) => {
      const [, bid, ask] = line.split(',');
      return { index, bid: Exact.of(bid), ask: Exact.of(ask) };
    });
}

class Story {
  constructor(told, findings) {
    const { pair, trader, followers, shareRate } = told;
    this.terms = Object.fromEntries(Object.entries(pair).map(([name, text]) => [name, Exact.of(text)]));
    this.findings = findings;
    this.trader = new Account(trader.start);
    this.earned = ZERO;
    this.orders = new Map();
    this.followers = new Map(
      Object.entries(followers).map(([name, { start }]) => [
        name,
        { name, account: new Account(start), mark: new Mark(Exact.of(shareRate)), skips: [], ends: [] },
      ]),
    );
  }

  /** Stop-loss and take-profit first, then stops of relations; nobody's account may come near a stop-out, of which this script knows nothing. */
  tick(tick) {
    this.now = tick;
    this.#ownStops(this.trader, undefined);
    for (const one of this.followers.values()) {
      this.#ownStops(one.account, one);
      if (one.relation) this.#relationStop(one);
    }
    for (const { account } of [...this.followers.values(), { account: this.trader }])
      if (
        account.open.length > 0 &&
        account.netValue(this.terms, tick).times(Exact.of('2')).compare(account.margins) <= 0
      )
        this.findings.add(`tick ${tick.index}`, 'a stop-out was due');
  }

  #ownStops(account, follower) {
    for (const order of [...account.open]) {
      const reason = stopReached(order, this.now);
      if (reason) this.#close(account, order, reason, follower);
    }
  }

  #close(account, order, reason, follower) {
    account.close(this.terms, order, this.now, reason);
    this.findings.count(`ends: ${reason}`);
    if (!follower) return;
    order.relation.closed = order.relation.closed.plus(order.net);
    const free = account.freeMargin(this.terms, this.now);
    const room = account.available.compare(free) < 0 ? account.available : free;
    account.available = account.available.minus(follower.mark.closed(order.net, room));
  }

  #sum({ account, relation }) {
    const own = account.open.filter((order) => order.relation === relation);
    return own.reduce(
      (sum, order) => sum.plus(resultOf(this.terms, order, this.now)).minus(order.fee),
      relation.closed,
    );
  }

  #relationStop(one) {
    if (this.#sum(one).plus(Exact.of(one.relation.settings.stop)).compare(ZERO) > 0) return;
    this.#closeWorstFirst(one, 'copy_stop');
    this.#end(one, 'stop');
  }

  #closeWorstFirst(one, reason) {
    const own = one.account.open.filter((order) => order.relation === one.relation);
    const worth = (order) => resultOf(this.terms, order, this.now);
    own.sort((a, b) => worth(a).compare(worth(b)));
    for (const order of own) this.#close(one.account, order, reason, one);
  }

  #end(one, reason) {
    this.#pay(one);
    one.ends.push({ reason, tick: this.now.index });
    one.relation = undefined;
  }

  #pay({ mark }) {
    this.earned = this.earned.plus(mark.payday());
  }

  act(act) {
    const one = this.followers.get(act.who);
    if (act.what === 'open') this.#opens(act);
    else if (act.what === 'close') this.#closes(act);
    else if (act.what === 'stops') this.#stops(act);
    else if (act.what === 'payday') for (const each of this.followers.values()) this.#pay(each);
    else if (act.what === 'follow') this.#follows(one, act);
    else if (!one.relation)
      this.findings.add(`${act.who} after tick ${act.after}`, `${act.what} of somebody who follows nobody`);
    else if (act.what === 'settings') one.relation.settings = act.settings;
    else {
      if (act.closes) this.#closeWorstFirst(one, 'user');
      this.#end(one, 'user');
    }
  }

  #follows(one, { settings }) {
    this.#pay(one);
    one.relation = { settings, closed: ZERO };
  }

  #opens({ order: id, side, lots, multiple, stopLoss, takeProfit }) {
    const worth = this.trader.netValue(this.terms, this.now);
    const price = side === 'buy' ? this.now.ask : this.now.bid;
    const common = { origin: id, side, multiple, at: this.now.index };
    const stops = { stopLoss: Exact.of(stopLoss), takeProfit: Exact.of(takeProfit) };
    const order = { ...common, lots: Exact.of(lots), price, ...stops };
    for (const one of this.followers.values()) {
      const { relation, account } = one;
      if (!relation) continue;
      if (relation.settings.paused) {
        one.skips.push({ origin: id, reason: 'paused' });
        continue;
      }
      const made = copyOf(this.terms, { order, settings: relation.settings, account, tick: this.now, worth });
      if (made.skipped) one.skips.push({ origin: id, reason: made.skipped });
      else account.take({ ...common, ...stops, ...made, relation });
    }
    Object.assign(order, costOf(this.terms, order));
    this.trader.take(order);
    this.orders.set(id, order);
  }

  /** Those of the trader's order whose relation still holds. */
  #copies(id) {
    return [...this.followers.values()].flatMap((one) =>
      one.account.open
        .filter(({ origin, relation }) => origin === id && relation === one.relation)
        .map((copy) => ({ one, copy })),
    );
  }

  #closes({ order }) {
    this.#close(this.trader, this.orders.get(order), 'user', undefined);
    for (const { one, copy } of this.#copies(order)) this.#close(one.account, copy, 'trader', one);
  }

  #stops({ order, stopLoss, takeProfit }) {
    const stops = { stopLoss: Exact.of(stopLoss), takeProfit: Exact.of(takeProfit) };
    for (const { copy } of this.#copies(order)) Object.assign(copy, stops);
    Object.assign(this.orders.get(order), stops);
  }
}

/** One list against another, in order: each named field is the decimal or the word that was worked out. */
function compare(findings, where, told, expected, fields) {
  findings.same(where, 'how many', told.length, expected.length);
  for (const [at, one] of expected.entries())
    for (const field of fields) {
      const [said, wanted] = [told[at]?.[field], one[field]];
      const agrees = wanted instanceof Exact ? says(said, wanted) : String(said) === String(wanted);
      if (!agrees) findings.add(`${where} ${at}`, `${field} is ${said}, expected ${wanted}`);
    }
}

const asTold = (order) => ({
  ...{ origin: order.origin, lots: order.lots, margin: order.margin, fee: order.fee },
  ...{ openTick: order.at, openPrice: order.price, reason: order.end?.reason ?? null },
  ...{ closeTick: order.end?.tick ?? null, closePrice: order.end?.price ?? null, result: order.result ?? ZERO },
});
const ORDER = [
  'origin',
  'lots',
  'margin',
  'fee',
  'openTick',
  'openPrice',
  'reason',
  'closeTick',
  'closePrice',
  'result',
];

function compareAll(findings, told, story) {
  const byOpening = ({ done, open }) =>
    [...done, ...open].sort((a, b) => (BigInt(a.origin) < BigInt(b.origin) ? -1 : 1)).map(asTold);
  compare(findings, 'trader', told.trader.orders, byOpening(story.trader), ORDER);
  for (const [name, one] of story.followers) {
    const said = told.followers[name];
    const copies = byOpening(one.account);
    compare(findings, `${name} copy`, said.copies, copies, ORDER);
    compare(findings, `${name} skip`, said.skips, one.skips, ['origin', 'reason']);
    compare(findings, `${name} end`, said.ends, one.ends, ['reason', 'tick']);
    compare(findings, `${name} share`, said.steps, one.mark.steps, [
      'net',
      'cumulative',
      'highWater',
      'accrued',
      'moved',
    ]);
    compare(
      findings,
      name,
      [said],
      [{ available: one.account.available, locked: one.account.margins }],
      ['available', 'locked'],
    );
    findings.count('copies', copies.length);
    findings.count('skips', one.skips.length);
    for (const { reason } of one.ends) findings.count(`relations ended: ${reason}`);
    for (const { moved, net } of one.mark.steps)
      findings.count(
        net.equals(ZERO)
          ? 'shares paid'
          : moved.isNegative
            ? 'shares returned'
            : moved.equals(ZERO)
              ? 'closings without a share'
              : 'shares set aside',
      );
  }
  const waiting = [...story.followers.values()].reduce((sum, { mark }) => sum.plus(mark.accrued), ZERO);
  compare(findings, 'shares', [told.shares], [{ earned: story.earned, waiting }], ['earned', 'waiting']);
}

const findings = new Findings();
const [recording, file] = process.argv.slice(2);
const told = JSON.parse(readFileSync(file, 'utf8'));
const story = new Story(told, findings);
const acts = [...told.acts];
for (const tick of ticksOf(recording)) {
  story.tick(tick);
  findings.count('ticks');
  while (acts[0]?.after === tick.index) story.act(acts.shift());
}
compareAll(findings, told, story);
for (const [what, number] of [...findings.counts].sort(([a], [b]) => (a < b ? -1 : 1)))
  console.log(`${what}: ${number}`);
for (const line of findings.disagreements.slice(0, 50)) console.log(`DISAGREES ${line}`);
console.log(`${findings.disagreements.length} disagreements`);
process.exitCode = findings.disagreements.length === 0 ? 0 : 1;
