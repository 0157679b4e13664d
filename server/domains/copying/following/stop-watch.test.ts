// The watch over stops, held against the plain sum of every relation at every tick.

import type { ForexOrder, Pair, Tick } from '@fairtick/engine/types';
import { type Amount, amount, price, quantity, RATE_UNIT, rate, readUnits, UNIT } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { type Random, seededRandom } from '@fairtick/kernel/random';
import { expect, test } from 'vitest';
import { floatingOf } from '../../forex/index.ts';
import { CATALOGUE, type MarketSource, marketAt } from '../../market/index.ts';
import { stopAt } from './rules/stop-sum.ts';
import { type KeptCopy, type StopRelation, StopWatch } from './stop-watch.ts';

const NOON = Date.UTC(2024, 4, 15, 12);
const usd = (text: string): Amount => amount(readUnits(text));
const byCode = (code: string): Pair => {
  const pair = CATALOGUE.find((one) => one.code === code);
  if (!pair) throw new Error(`no pair ${code}`);
  return pair;
};

class Scene implements Pick<MarketSource, 'pair' | 'marketTime'> {
  readonly quotes = new Map<number, Tick>();
  index = -1;
  now = NOON;
  readonly pairs = new Map(CATALOGUE.map((pair) => [pair.id, pair]));
  readonly watch = new StopWatch(this.source());
  readonly relations = new Map<Id, StopRelation>();
  readonly copies = new Map<Id, KeptCopy>();
  readonly nights = new Map<Id, Amount>();
  readonly inFlight = new Set<Id>();

  source(): MarketSource {
    return {
      view: () => this.view(),
      pair: (id) => this.pairs.get(id),
      marketTime: ({ receivedTime }) => receivedTime,
      marketNow: () => this.now,
      statusNow: () => 'open',
      openingHold: () => undefined,
    };
  }

  pair(id: number): Pair | undefined {
    return this.pairs.get(id);
  }

  marketTime({ receivedTime }: Tick): number {
    return receivedTime;
  }

  view() {
    const quotes = new Map(this.quotes);
    return { logIndex: this.index, quote: (id: number) => quotes.get(id) };
  }

  /** What the watch finds, and what the plain sums find. */
  tick(code: string, bid: string, ask: string): { found: Id[]; plain: Id[] } {
    const { found, tick } = this.pass(code, bid, ask);
    const plain = [...this.relations.keys()].filter((id) => this.#isDue(id, tick)).sort((a, b) => (a < b ? -1 : 1));
    for (const id of found) this.inFlight.add(id);
    return { found, plain };
  }

  /** What the watch finds. */
  pass(code: string, bid: string, ask: string): { found: Id[]; tick: Tick } {
    const pair = byCode(code);
    this.index += 1;
    const of = { pairId: pair.id, seq: this.index, logIndex: this.index, sourceTime: this.now, receivedTime: this.now };
    const tick: Tick = { ...of, bid: price(readUnits(bid)), ask: price(readUnits(ask)), source: 'simulated' };
    this.quotes.set(pair.id, tick);
    const found = this.watch.at(tick, () => this.view()).map(({ followId }) => followId);
    return { found, tick };
  }

  copiesOf(id: Id): KeptCopy[] {
    return [...this.copies.values()].filter(({ followId }) => followId === id);
  }

  #isDue(id: Id, tick: Tick): boolean {
    const relation = this.relations.get(id);
    const market = marketAt(this.source(), this.view(), tick);
    const copies = this.copiesOf(id);
    if (!relation || this.inFlight.has(id) || copies.length === 0) return false;
    const concerns = copies.some((one) => one.pairId === tick.pairId || one.terms.ratePairId === tick.pairId);
    const sum = copies.reduce(
      (net, one) => net + floatingOf(one, market) - one.fee - (this.nights.get(one.id) ?? 0n),
      relation.closedNet + 0n,
    );
    return (
      concerns &&
      sum <= -stopAt(relation.stop, tick.receivedTime) &&
      market.tradable(tick.pairId) === 'open' &&
      copies.some(({ pairId }) => market.tradable(pairId) === 'open')
    );
  }

  put(relation: StopRelation): void {
    this.relations.set(relation.id, relation);
    const nights = this.copiesOf(relation.id).map(({ id }) => ({
      orderId: id,
      followId: relation.id,
      taken: this.nights.get(id) ?? usd('0'),
    }));
    this.watch.put(relation, nights);
  }

  putCopy(copy: KeptCopy): void {
    if (copy.status === 'open') this.copies.set(copy.id, copy);
    else this.copies.delete(copy.id);
    this.watch.putCopy(copy);
  }
}

const relationOf = (id: Id, stop: string, closedNet = '0'): StopRelation => ({
  ...{ id, realm: 'live', userId: id + 1n, traderId: 1n, closedNet: usd(closedNet), ended: undefined },
  stop: { stopAmount: usd(stop), stopNext: undefined, stopNextFrom: undefined, setTime: 0 },
});

interface Made {
  readonly id: Id;
  readonly followId: Id;
  readonly code: string;
  readonly side: ForexOrder['side'];
  readonly lots: string;
  readonly open: string;
  readonly fee?: string;
}

function copyOf(scene: Scene, { id, followId, code, side, lots, open, fee = '0' }: Made): KeptCopy {
  const { id: pairId, contNum, ratePairId, rateInverse } = byCode(code);
  const terms = { contNum, markup: price(0n), ratePairId, rateInverse };
  const opened = { price: price(readUnits(open)), tickIndex: scene.index, rate: rate(RATE_UNIT), time: 0 };
  return {
    id,
    followId,
    pairId,
    side,
    status: 'open',
    quantity: quantity(readUnits(lots)),
    terms,
    open: opened,
    fee: usd(fee),
  };
}

test('the table: nothing at −99.901312, the stop at −100.101312', () => {
  const scene = new Scene();
  scene.tick('EURUSD', '1.08550', '1.08552');
  scene.put(relationOf(1n, '100', '-40.25'));
  scene.putCopy(
    copyOf(scene, {
      id: 9n,
      followId: 1n,
      code: 'EURUSD',
      side: 'buy',
      lots: '0.20',
      open: '1.08552',
      fee: '0.651312',
    }),
  );
  expect(scene.tick('EURUSD', '1.08257', '1.08259').found).toEqual([]);
  expect(scene.tick('EURUSD', '1.08256', '1.08258').found).toEqual([1n]);
  expect(scene.tick('EURUSD', '1.08000', '1.08002').found).toEqual([]);
  scene.watch.answered(1n);
  expect(scene.tick('EURUSD', '1.08000', '1.08002').found).toEqual([1n]);
});

test('no copy is held against the price that it opened at, nor against what came before it', () => {
  const scene = new Scene();
  scene.put(relationOf(1n, '5'));
  // The spread alone is more than the stop: a start goes through the tick of its opening once more.
  const copy = copyOf(scene, { id: 9n, followId: 1n, code: 'EURUSD', side: 'buy', lots: '1', open: '1.08560' });
  const opened = copy.open && { ...copy.open, tickIndex: 0, time: NOON + 5 };
  scene.putCopy({ ...copy, open: opened });
  const tick = () => scene.pass('EURUSD', '1.08550', '1.08560').found;
  expect(tick()).toEqual([]);
  expect(tick()).toEqual([]);
  scene.now += 5;
  expect(tick()).toEqual([1n]);
});

test('a relation with no open copy that fees have taken beyond its stop ends with any tick', () => {
  const scene = new Scene();
  scene.put(relationOf(1n, '10', '-10'));
  scene.put(relationOf(2n, '10', '-9.999999'));
  expect(scene.tick('EURUSD', '1.08550', '1.08552').found).toEqual([1n]);
});

const START = { EURUSD: 1.0855, USDJPY: 154.32, XAUUSD: 2345.5, GBPUSD: 1.27 } as const;
type Code = keyof typeof START;
const CODES: readonly Code[] = ['EURUSD', 'USDJPY', 'XAUUSD', 'GBPUSD'];

function play(random: Random, ticks: number, relations: number): number {
  const scene = new Scene();
  const mids = new Map<Code, number>(Object.entries(START).map(([code, mid]) => [code as Code, mid]));
  const move = (code: Code): { found: Id[]; plain: Id[] } => {
    const mid = (mids.get(code) ?? 1) * (1 + random.normal() * 0.0004);
    mids.set(code, mid);
    scene.now += 1 + random.below(400);
    const { pricePrecision } = byCode(code);
    const spread = mid * 0.00002;
    return scene.tick(code, (mid - spread).toFixed(pricePrecision), (mid + spread).toFixed(pricePrecision));
  };
  for (const code of CODES) move(code);
  const openIn = (id: Id, followId: Id): void => {
    const code = CODES[random.below(CODES.length)] ?? 'EURUSD';
    const open = (mids.get(code) ?? 1).toFixed(byCode(code).pricePrecision);
    const side = random.below(2) === 0 ? 'buy' : 'sell';
    scene.putCopy(copyOf(scene, { id, followId, code, side, lots: `0.${10 + random.below(80)}`, open, fee: '0.31' }));
  };
  for (let at = 0; at < relations; at += 1) scene.put(relationOf(BigInt(at + 1), String(50 + random.below(400))));
  for (let at = 0; at < 2 * relations; at += 1) openIn(BigInt(1_000 + at), BigInt(1 + random.below(relations)));
  let stopped = 0;
  for (let at = 0; at < ticks; at += 1) {
    const { found, plain } = move(CODES[random.below(CODES.length)] ?? 'EURUSD');
    expect(found).toEqual(plain);
    stopped += found.length;
    change(scene, random, openIn, at);
  }
  return stopped;
}

/** Now and then: a stop is answered and was none, something is set, a night taken, a copy closed, another opened. */
function change(scene: Scene, random: Random, openIn: (id: Id, followId: Id) => void, at: number): void {
  const relation = [...scene.relations.values()][random.below(scene.relations.size)];
  if (!relation) return;
  const what = random.below(40);
  const [copy] = scene.copiesOf(relation.id);
  if (what === 0) openIn(BigInt(100_000 + at), relation.id);
  if (what === 1)
    scene.put({ ...relation, stop: { ...relation.stop, stopAmount: usd(String(50 + random.below(400))) } });
  if (what === 2 && copy) {
    const sum = amount((scene.nights.get(copy.id) ?? 0n) + BigInt(random.below(50)) * UNIT);
    scene.nights.set(copy.id, sum);
    scene.put(relation);
  }
  if (what === 3 && copy) {
    scene.putCopy({ ...copy, status: 'closed' });
    scene.put({ ...relation, closedNet: amount(relation.closedNet - 3n * UNIT) });
  }
  if (what < 8)
    for (const id of scene.inFlight) {
      scene.inFlight.delete(id);
      scene.put({ ...(scene.relations.get(id) ?? relation), closedNet: usd('0') });
      scene.watch.answered(id);
    }
}

test.each([1, 2, 3, 4])(
  'random relations: what it finds is what the plain sums find, at every tick (seed %i)',
  (seed) => {
    expect(play(seededRandom(seed), 1_000, 12)).toBeGreaterThan(5);
  },
);

test('a tick that moves nothing near a stop looks at nobody', () => {
  const scene = new Scene();
  for (let at = 0; at < 50; at += 1) scene.pass('EURUSD', '1.08550', '1.08552');
  for (let at = 1; at <= 2_000; at += 1) {
    const followId = BigInt(at);
    scene.put(relationOf(followId, '1000'));
    scene.putCopy(
      copyOf(scene, { id: BigInt(10_000 + at), followId, code: 'EURUSD', side: 'buy', lots: '0.10', open: '1.08552' }),
    );
  }
  scene.pass('EURUSD', '1.08550', '1.08552');
  const { looks } = scene.watch;
  for (let at = 0; at < 500; at += 1) scene.pass('EURUSD', `1.0${8500 + (at % 90)}`, `1.0${8502 + (at % 90)}`);
  expect(scene.watch.looks).toBe(looks);
});
