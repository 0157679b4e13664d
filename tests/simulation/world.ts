// The simulated world: owns clock, chance and storage, lets events happen to one server process after another, and has everything checked.
// Long because the events of the world share its clock, storage and server.

import { createHash } from 'node:crypto';
import { nextOpen } from '@fairtick/engine/hours';
import type { ForexOrder, MicroOrder, Pair, Tick } from '@fairtick/engine/types';
import { ManualClock } from '@fairtick/kernel/clock';
import { amount, RATE_UNIT, readUnits, UNIT } from '@fairtick/kernel/decimal';
import { type Id, idGenerator } from '@fairtick/kernel/ids';
import { type Entropy, type Random, seededRandom } from '@fairtick/kernel/random';
import type { DomainCommand } from '@fairtick/server/domains/parts';
import type { FileStore } from '@fairtick/server/platform/files/store';
import { checkBooks } from './checks/books.ts';
import { CopyCheck } from './checks/copies.ts';
import { checkFigures } from './checks/figures.ts';
import { checkNothingDue } from './checks/lent.ts';
import { checkAllNights } from './checks/nights.ts';
import { PeopleCheck } from './checks/people.ts';
import { PlainLog } from './checks/plain.ts';
import { checkNothingWaits } from './checks/standing.ts';
import { isDue } from './checks/stop-out.ts';
import { TickCheck } from './checks/ticks.ts';
import { TriggerScan } from './checks/triggers.ts';
import type { Batch, Watch } from './checks/watch.ts';
import { Clients } from './clients.ts';
import { depositCommand } from './deposit.ts';
import { Deposits } from './deposits.ts';
import { Desk } from './desk.ts';
import { chance, type Event, type Kind, pick } from './events.ts';
import { Followers } from './followers.ts';
import { Incoming } from './incoming.ts';
import { Lending } from './lending.ts';
import { MemoryDatabase } from './memory/database.ts';
import { asPool, MemoryPool, type Undecided } from './memory/pool.ts';
import type { Row } from './memory/rows.ts';
import { Weather } from './memory/weather.ts';
import { PairedEngine } from './paired-engine.ts';
import { Payouts, seedPlaces } from './payouts.ts';
import { People } from './people.ts';
import { ServerProcess } from './process.ts';
import { type Mood, Quotes } from './quotes.ts';
import {
  changeStops,
  createDemo,
  endOrder,
  ofTrader,
  ownLimits,
  type Request,
  type Sight,
  submitForex,
  submitMicro,
  transfer,
  wholeAccount,
} from './requests.ts';
import { lentOf, pairsOf, seedStorage, settingsOf, startMs } from './scene.ts';
import { standingCommand } from './standing.ts';
import { type Askings, odditiesOf, strangeTwin } from './strange.ts';

export const CHECK_EVERY = 1_000;
/** Users look at their figures: often enough that many are followed while orders come and go, before the next process begins. */
const LOOK_EVERY = 10;
/** Every so many orders and options have no strange one beside them. */
const STRANGE_LEFT_OUT = 3;
const NIGHTS = 1_700_000_000;
const SECRETS = 1_800_000_000;
/** Tenths of a second in which an untroubled server must come to rest. */
const SETTLE_STEPS = 600;

/** A promise that did not hold. */
export class Broken extends Error {
  readonly rule: string;
  constructor(rule: string, what: string) {
    super(`${rule}: ${what}`);
    this.name = 'Broken';
    this.rule = rule;
  }
}

export interface Figures {
  readonly ticks: number;
  readonly orders: number;
  readonly options: number;
  readonly journals: number;
  readonly processes: number;
  readonly stopOuts: number;
  readonly triggered: number;
  /** Nights taken or paid. */
  readonly nights: number;
  readonly overtaken: number;
  readonly answers: Readonly<Record<string, number>>;
  readonly askings: Pick<Askings, 'orders' | 'options' | 'counts'>;
  /** Over all that is stored and all that the engine knows. */
  readonly hash: string;
}

/** Acts that are no batch's: looked at with what they are about. */
const BESIDE_BATCHES: ReadonlySet<string> = new Set([
  'loan_signed',
  ...['verification_claimed', 'image_viewed', 'deposit_claimed', 'receipt_assigned'],
  ...['proposal_made', 'proposal_rejected'],
]);

/** A step of somebody whom only a server that serves can answer. */
type Stepping = 'withdraw' | 'serve' | 'deposit' | 'desk' | 'lead' | 'follow' | 'led' | 'borrow' | 'fund';

const entropyOf = (random: Random): Entropy => ({
  bytes: (length) => Uint8Array.from({ length }, () => random.below(256)),
});

/** It outlives every process. */
const bucketOf = (kept: Map<string, Uint8Array>): FileStore => ({
  put: async (name, bytes) => void kept.set(name, bytes),
  get: async (name) => kept.get(name),
  delete: async (name) => void kept.delete(name),
});

/** Everything that follows from what was already due happens: promises only, no time passes. */
const drain = (): Promise<void> => new Promise((resume) => setImmediate(resume));

export class World {
  readonly #random: Random;
  readonly #strange: boolean;
  readonly #clock: ManualClock;
  readonly #database = new MemoryDatabase();
  readonly #undecided: Undecided[] = [];
  readonly #log: PlainLog;
  readonly #watch: Watch;
  readonly #scan: TriggerScan;
  readonly #tickCheck: TickCheck;
  readonly #quotes: Quotes;
  readonly #newId: () => Id;
  readonly #options = new Map<Id, MicroOrder>();
  /** True time at which each tick was taken into the log, by place. */
  readonly #takenMs: number[] = [];
  #pairs: readonly Pair[];
  #clients: Clients;
  readonly #people: People;
  readonly #payouts: Payouts;
  readonly #deposits: Deposits;
  readonly #desk: Desk;
  readonly #followers: Followers;
  readonly #lending: Lending;
  #peopleCheck: PeopleCheck | undefined;
  readonly #entropy: Entropy;
  readonly #pictures = new Map<string, Uint8Array>();
  #server: ServerProcess | undefined;
  #failure: Broken | undefined;
  /** The sources' clock at the beginning: theirs goes right whatever ours does. */
  #sourceMs: number;
  #keys = 0;
  #processes = 0;
  #lookedAt = -1;
  /** Which process, and since which reading of everything, dealt the tick looked at last. */
  #dealtBy = '';
  readonly #refusedUsers = new Set<Id>();
  /** The newest tick whose call was refused. */
  #refusedTick = -1;
  readonly #counts = { stopOuts: 0, triggered: 0, nights: 0 };
  #happened = 0;
  /** Acts of all that was committed. */
  #acts = 0;

  /** `strange`: beside what users ask there is what no screen would send; cases kept from before go on as they were found. */
  constructor(seed: number, strange: boolean) {
    this.#strange = strange;
    this.#random = seededRandom(seed);
    this.#clock = new ManualClock(startMs(this.#random));
    this.#sourceMs = this.#clock.now();
    this.#newId = idGenerator(this.#clock, 1);
    // The database's clock goes right, whatever the server's does.
    this.#database.nowMs = () => this.#sourceMs + this.#clock.monotonic();
    // Dice of their own: kept cases go on as they were found.
    this.#pairs = pairsOf(this.#random, seededRandom(seed + NIGHTS));
    const mood = pick<Mood>(this.#random, [20, 200, 2_000, 12_000]) ?? 200;
    this.#quotes = new Quotes(this.#pairs, mood);
    this.#log = new PlainLog(this.#database);
    let place = 0;
    let copies: CopyCheck;
    this.#watch = {
      nextPlace: () => place++,
      database: this.#database,
      log: this.#log,
      get copies() {
        return copies;
      },
      settings: settingsOf(this.#random),
      came: new Map(),
      pair: (pairId) => this.#log.pairs.get(pairId),
      trueAgeMs: (logIndex) => this.#clock.monotonic() - (this.#takenMs[logIndex] ?? 0),
      fail: (rule, what) => {
        this.#failure ??= new Broken(rule, what);
      },
    };
    copies = new CopyCheck(this.#watch);
    this.#entropy = entropyOf(seededRandom(seed + SECRETS));
    this.#people = new People(this.#watch, (user) => this.#clients.users.push(user));
    this.#payouts = new Payouts(this.#watch);
    const incoming = new Incoming(this.#watch);
    this.#deposits = new Deposits(this.#watch, incoming);
    this.#desk = new Desk(this.#watch, incoming);
    this.#followers = new Followers(this.#watch);
    this.#lending = new Lending(this.#watch, incoming);
    this.#scan = new TriggerScan(this.#watch);
    this.#tickCheck = new TickCheck(this.#watch);
    this.#clients = new Clients(this.#watch, this.#scan, [], (id) => this.#options.has(id));
  }

  async begin(): Promise<void> {
    const own = new MemoryPool({
      database: this.#database,
      weather: new Weather(() => {}),
      undecided: [],
      atCommit: () => undefined,
    });
    const users = await seedStorage(asPool(own), this.#random, this.#newId, this.#clock.now());
    await seedPlaces(asPool(own), users, this.#newId);
    this.#clients = new Clients(this.#watch, this.#scan, users, (id) => this.#options.has(id));
    const check = new PeopleCheck(this.#watch);
    this.#peopleCheck = check;
    this.#database.onCommit = (written) => check.look(written);
    this.#boot();
    await drain();
  }

  /** One event and all that follows from it at once. Throws Broken when a promise did not hold. */
  async happen([kind, dice]: Event): Promise<void> {
    const random = seededRandom(dice);
    await this.#pass(random.below(kind === 'tick' ? 250 : 40));
    this.#settleFates(random);
    await this.#do(kind, random);
    await drain();
    this.#weather(random);
    await drain();
    if (this.#server?.state === 'dead') this.#boot();
    this.#happened += 1;
    this.#cheapChecks();
    if (this.#happened % LOOK_EVERY === 0 && this.#server?.quiet && this.#server.weather.untroubled)
      await this.#checkFigures();
    this.#complain();
    if (this.#happened % CHECK_EVERY === 0) await this.checkAll();
  }

  /** Lets everything come to rest, then looks at all of it. */
  async checkAll(): Promise<void> {
    await this.#settle();
    if (!this.#watch.copies.allReached) await this.#startAnew();
    await this.#payWhatIsDue();
    this.#cheapChecks();
    this.#watch.copies.all();
    this.#scan.all(this.#database.ticks.length - 1);
    const orders = this.#allOrders();
    const acts = this.#database.acts.filter(({ kind }) => !BESIDE_BATCHES.has(kind)).length;
    if (acts !== this.#acts)
      this.#watch.fail('an act is kept with its effect', `${acts} stored, ${this.#acts} decided`);
    this.#peopleCheck?.all();
    checkBooks(this.#watch, orders, [...this.#options.values()]);
    this.#counts.nights = checkAllNights(this.#watch, orders);
    this.#checkMemory();
    await this.#checkFigures();
    this.#complain();
  }

  /** As the next look at what is due would. */
  async #payWhatIsDue(): Promise<void> {
    const { database } = this.#watch;
    if (!this.#server || database.table('fund_subscriptions').size === 0) return;
    this.#lending.payAll(this.#server);
    await drain();
    await this.#settle();
    checkNothingDue(this.#watch);
  }

  /** What a fault of the weather's has left undone any start finds. */
  async #startAnew(): Promise<void> {
    this.#server?.kill();
    this.#boot();
    await drain();
    await this.#settle();
  }

  figures(): Figures {
    const database = this.#database;
    const { orders, options, counts } = this.#clients.askings;
    return {
      ticks: database.ticks.length,
      orders: database.table('forex_orders').size,
      options: this.#options.size,
      journals: database.table('journals').size,
      processes: this.#processes,
      ...this.#counts,
      overtaken: this.#scan.overtaken,
      answers: this.#answers(),
      askings: { orders, options, counts },
      hash: this.#hash(),
    };
  }

  #answers(): Readonly<Record<string, number>> {
    const parts = [
      this.#clients,
      this.#people,
      this.#payouts,
      this.#deposits,
      this.#desk,
      this.#followers,
      this.#lending,
    ];
    return Object.assign({}, ...[...parts, this.#watch.copies].map(({ counts }) => counts));
  }

  /** A server over what is stored; it may find the storage away. */
  #boot(): void {
    this.#processes += 1;
    this.#log.pairs = new Map(this.#pairs.map((pair) => [pair.id, pair]));
    const server = new ServerProcess({
      clock: this.#clock,
      random: this.#random,
      database: this.#database,
      undecided: this.#undecided,
      watch: this.#watch,
      pairs: this.#pairs,
      settings: this.#watch.settings,
      newId: this.#newId,
      entropy: this.#entropy,
      bucket: bucketOf(this.#pictures),
      committed: (batch) => this.#committed(batch),
      logged: (ticks) => {
        for (const _ of ticks) this.#takenMs.push(this.#clock.monotonic());
      },
      refused: (proposal, newestIndex) => this.#refused(proposal, newestIndex),
    });
    this.#server = server;
    server.start().catch((error: unknown) => this.#watch.fail('a start succeeds', String(error)));
  }

  #committed(batch: Batch): void {
    const { forex, micro, standings, acts } = batch;
    this.#acts += acts;
    this.#watch.copies.committed(batch);
    for (const decision of forex) {
      this.#scan.committed(decision);
      const { name, proposal } = decision.tag;
      if (proposal && name !== 'stop_out' && name !== 'financing') this.#counts.triggered += 1;
      if (decision.after.close?.reason === 'stop_out') this.#counts.stopOuts += 1;
    }
    for (const { before, after } of micro) {
      const known = this.#options.get(after.id);
      if (known?.status !== before?.status) this.#watch.fail('decided on what is stored', `option ${after.id}`);
      this.#options.set(after.id, after);
    }
    if (standings.size > 0) checkNothingWaits(this.#watch, standings.keys(), this.#scan.live);
  }

  #refused(proposal: NonNullable<DomainCommand['cause']>, newestIndex: number): void {
    this.#watch.copies.refused(proposal);
    if (!proposal.tick) return;
    this.#refusedTick = Math.max(this.#refusedTick, proposal.tick.logIndex);
    if (proposal.userId === undefined) return;
    if (proposal.orderId === undefined) this.#refusedUsers.add(proposal.userId);
    else this.#scan.excuse(proposal.orderId, proposal.tick.logIndex, newestIndex);
  }

  /** Time passes, at most so much at once that timers see each other's work. */
  async #pass(ms: number): Promise<void> {
    const slice = Math.max(500, Math.ceil(ms / 20));
    for (let rest = ms; rest > 0; rest -= slice) {
      this.#clock.advance(Math.min(slice, rest));
      if (rest > slice) await drain();
    }
  }

  /** Commits whose connection is gone come true or not, some time later. */
  #settleFates(random: Random): void {
    if (this.#undecided.length === 0 || !chance(random, 6)) return;
    this.#decideFate(random);
  }

  #decideFate(random: Random): void {
    const one = this.#undecided.shift();
    if (!one) return;
    if (chance(random, 2)) this.#database.commit(one.tx);
    else this.#database.rollback(one.tx);
  }

  #weather(random: Random): void {
    const weather = this.#server?.weather;
    if (!weather || weather.dead) return;
    if (weather.slow) {
      weather.letGo(random.below(8));
      if (chance(random, 20)) {
        weather.slow = false;
        weather.letGo(Number.POSITIVE_INFINITY);
      }
    }
    if (weather.away && chance(random, 5)) weather.away = false;
    if (chance(random, 12)) this.#server?.feed.up(true);
    // Somebody sets a wrong clock right.
    if (chance(random, 60)) this.#clock.jump(this.#sourceMs + this.#clock.monotonic() - this.#clock.now());
    // A closed market is worth seeing, but not for long.
    const opens = nextOpen('metal', this.#clock.now());
    if (opens !== undefined && opens > this.#clock.now() && chance(random, 40))
      this.#leap(opens - this.#clock.now() - random.below(3_000));
  }

  get #sight(): Sight {
    return {
      users: this.#clients.users,
      pairs: this.#pairs,
      live: this.#scan.live,
      level: (pair) => this.#quotes.level(pair),
      quote: (pair) => this.#log.newest(pair.id, this.#log.size - 1),
      durations: this.#watch.settings.micro.durations,
      affordable: (user, pair, multiple, part) => this.#affordable(user.id, pair, multiple, part),
      newKey: () => {
        this.#keys += 1;
        return `key-${this.#keys}`;
      },
    };
  }

  #affordable(userId: Id, pair: Pair, multiple: number, part: number): bigint {
    const rate = this.#log.rate(pair, this.#database.ticks.length - 1)?.rate ?? RATE_UNIT;
    const budget = (this.#cashOf(userId) * BigInt(part)) / 100n;
    const marginOfLot = (pair.contNum * this.#quotes.level(pair) * rate) / (UNIT * RATE_UNIT * BigInt(multiple));
    const lots = (budget * UNIT) / (marginOfLot + 1n);
    const whole = lots - (lots % pair.quantityStep);
    return whole < pair.minQuantity ? pair.minQuantity : whole;
  }

  #send(request: Request | undefined): void {
    const server = this.#server;
    if (request && server?.state === 'serving') this.#clients.send(server, request, odditiesOf(request, this.#sight));
  }

  /** An order or an option, and beside most of them one that no screen would send. */
  #sendBeside(random: Random, request: Request | undefined): void {
    this.#send(request);
    if (!request || !this.#strange || chance(random, STRANGE_LEFT_OUT)) return;
    const server = this.#server;
    if (chance(random, 10) && server?.state === 'serving') this.#clients.staleKey(server, random, request);
    else this.#send(strangeTwin(random, request, this.#sight));
  }

  #speak(random: Random): void {
    const pair = this.#pairs[random.below(1 + random.below(this.#pairs.length))];
    if (!pair || !this.#server) return;
    for (const quote of this.#quotes.next(random, pair, this.#sourceMs + this.#clock.monotonic())) {
      this.#tickCheck.said({ pairId: pair.id, ...quote });
      this.#server.feed.say(quote);
    }
  }

  async #do(kind: Kind, random: Random): Promise<void> {
    const server = this.#server;
    if (!server) return;
    const { weather } = server;
    const soon = (): number => random.below(24);
    switch (kind) {
      case 'tick':
        return this.#speak(random);
      case 'quiet':
        return this.#pass(500 + random.below(chance(random, 6) ? 90_000 : 20_000));
      case 'clock_jump':
        return this.#clock.jump((random.below(2) === 0 ? 1 : -1) * random.below(chance(random, 4) ? 7_200_000 : 3_000));
      case 'hours':
        return this.#leap(random.below(4 * 86_400_000));
      case 'feed':
        return server.feed.up(!chance(random, 3));
      case 'burst':
        for (let rest = 2 + random.below(6); rest > 0; rest -= 1) {
          if (chance(random, 3)) this.#speak(random);
          else this.#sendBeside(random, this.#anyRequest(random));
        }
        return undefined;
      case 'conflict':
      case 'defect':
      case 'lost':
      case 'lost_after':
        return weather.order(kind, soon());
      case 'zombie':
        return weather.order('zombie', soon());
      case 'away':
        weather.away = true;
        return undefined;
      case 'slow':
        weather.slow = true;
        return undefined;
      case 'crash':
        return server.kill();
      case 'crash_at':
        return weather.dieAt(soon(), chance(random, 2));
      case 'restart':
        return this.#restart(random);
      default:
        return this.#ask(kind, random, server);
    }
  }

  /** Days go by in which nothing happens. */
  #leap(ms: number): void {
    this.#clock.jump(ms);
    this.#sourceMs += ms;
  }

  #ask(kind: Kind, random: Random, server: ServerProcess): void {
    switch (kind) {
      case 'repeat':
        if (server.state === 'serving') this.#clients.repeat(server, random);
        return;
      case 'other_body':
        if (server.state === 'serving') this.#clients.otherBody(server, random);
        return;
      case 'submit':
        this.#sendBeside(random, submitForex(random, this.#sight));
        return;
      case 'stops':
        this.#send(changeStops(random, this.#sight));
        return;
      case 'close':
        this.#send(endOrder(random, this.#sight, 'forex_close'));
        return;
      case 'cancel':
        this.#send(endOrder(random, this.#sight, 'cancel_trade'));
        return;
      case 'close_all':
        this.#send(wholeAccount(random, this.#sight, 'forex_close_all'));
        return;
      case 'reset':
        this.#send(wholeAccount(random, this.#sight, 'resetForexDemoAccount'));
        return;
      case 'transfer':
        this.#send(transfer(random, this.#sight));
        return;
      case 'micro':
        this.#sendBeside(random, submitMicro(random, this.#sight));
        return;
      case 'standing': {
        const user = pick(
          random,
          this.#clients.users.filter(({ realm }) => realm === 'live'),
        );
        if (user && server.state === 'serving') server.stand(standingCommand(random, user.id, this.#database.nowMs()));
        return;
      }
      case 'register':
      case 'prove':
      case 'review':
        if (server.state === 'serving') this.#meet(kind, random, server);
        return;
      case 'withdraw':
      case 'serve':
      case 'deposit':
      case 'desk':
      case 'lead':
      case 'follow':
      case 'led':
      case 'borrow':
      case 'fund':
        if (server.state === 'serving') this.#step(kind, random, server);
        return;
      case 'own_limits':
        this.#send(ownLimits(random, this.#sight));
        return;
      case 'create':
        if (this.#clients.users.length < 16) this.#send(createDemo(this.#sight));
        return;
      default:
        throw new Error(`nothing is known of ${kind}`);
    }
  }

  #step(kind: Stepping, random: Random, server: ServerProcess): void {
    const { users } = this.#clients;
    const steps: Readonly<Record<Stepping, () => void>> = {
      withdraw: () => this.#payouts.withdraw(server, random, users),
      serve: () => this.#payouts.serve(server, random),
      deposit: () => this.#deposits.say(server, random, users),
      desk: () => this.#desk.serve(server, random, users),
      lead: () => this.#followers.lead(random, users),
      follow: () => this.#followers.follow(server, random, users),
      led: () => this.#lead(random),
      borrow: () => this.#lending.borrow(server, random, users),
      fund: () => this.#lending.fund(server, random, users),
    };
    steps[kind]();
  }

  /** A trader's order, and now and then a price that comes before it has reached who follows. */
  #lead(random: Random): void {
    this.#send(ofTrader(random, this.#followers.sightOf(this.#sight)));
    for (let rest = random.below(4); rest > 1; rest -= 1) this.#speak(random);
  }

  #meet(kind: 'register' | 'prove' | 'review', random: Random, server: ServerProcess): void {
    if (kind === 'review') this.#people.review(server, random);
    else if (kind === 'prove') this.#people.prove(server, random, this.#clients.users);
    else {
      this.#people.register(server, random);
      const user = pick(random, this.#people.joined);
      if (user) server.stand(depositCommand(user.id));
    }
  }

  #anyRequest(random: Random): Request | undefined {
    const sight = this.#sight;
    switch (random.below(30)) {
      case 0:
        return wholeAccount(random, sight, 'forex_close_all');
      case 1:
      case 2:
      case 3:
      case 4:
        return changeStops(random, sight);
      case 5:
      case 6:
        return endOrder(random, sight, 'forex_close');
      case 7:
      case 8:
        return endOrder(random, sight, 'cancel_trade');
      case 9:
      case 10:
      case 11:
        return submitMicro(random, sight);
      default:
        return submitForex(random, sight);
    }
  }

  /** In order: everything comes to rest, the next process has other terms for new orders and the same state. */
  async #restart(random: Random): Promise<void> {
    await this.#settle();
    const before = this.#server?.trading.stateHash();
    // What a fault has left undone of a trader's order is done by the next process.
    const { allReached } = this.#watch.copies;
    const stopped = (): number => this.#watch.copies.counts['copy ended copy_stop'] ?? 0;
    const stoppedBefore = stopped();
    this.#server?.kill();
    // What the house could not pay at a tick that is evaluated again may be paid now: then the order ends as it should have.
    const evaluatedAgain = this.#refusedTick > this.#database.evaluatedThrough;
    if (chance(random, 2)) {
      this.#pairs = this.#pairs.map((pair) => ({
        ...pair,
        feeRate: chance(random, 3) ? amount(BigInt(random.below(500_000))) : pair.feeRate,
        multiples: chance(random, 3) ? [10, 100] : pair.multiples,
      }));
      const { settings } = this.#watch;
      this.#watch.settings = { ...settings, ...lentOf(settings.forex, this.#processes) };
    }
    this.#boot();
    await drain();
    await this.#settle();
    const after = this.#server?.trading.stateHash();
    // A copy that was committed behind the newest ticks is held against them by a start that goes through these again.
    const excused = evaluatedAgain || !allReached || stopped() > stoppedBefore;
    if (before !== after && !excused) this.#watch.fail('the same state after a restart', `${before} became ${after}`);
  }

  /** Fair weather until nothing is under way. */
  async #settle(): Promise<void> {
    const random = seededRandom(this.#happened);
    for (let step = 0; step < SETTLE_STEPS; step += 1) {
      this.#server?.weather.calm();
      while (this.#undecided.length > 0) this.#decideFate(random);
      await drain();
      if (this.#server?.state === 'dead') this.#boot();
      else if (this.#server?.quiet) return;
      this.#clock.advance(100);
      await drain();
      this.#complain();
    }
    const health = { ...this.#server?.trading.health(), ...this.#server?.pipeline.health() };
    this.#watch.fail(
      'comes to rest',
      JSON.stringify({ ...health, state: this.#server?.state, tx: this.#database.activeTransactions }),
    );
    this.#complain();
  }

  /** After each event; what needs rest is looked at when there is some. */
  #cheapChecks(): void {
    this.#tickCheck.look();
    const newest = this.#database.ticks.at(-1);
    if (!newest || newest.logIndex === this.#lookedAt || !this.#server?.quiet) return;
    if (this.#server.market.quotes.view().logIndex !== newest.logIndex) return;
    this.#lookedAt = newest.logIndex;
    this.#scan.all(newest.logIndex);
    this.#watch.copies.stops.rest(newest.logIndex);
    const place = `${this.#processes}/${this.#server.readings}`;
    // Ticks that were read again wait with their stop-outs for the next live one.
    if (place === this.#dealtBy) this.#checkStopOuts(newest);
    this.#dealtBy = place;
    this.#refusedUsers.clear();
  }

  /** Nobody whom the newest tick concerns is left due for a stop-out while something could be closed. */
  #checkStopOuts(tick: Tick): void {
    // A tick of a closed market calls for nothing.
    if (!this.#log.inHours(tick.pairId, tick.receivedTime)) return;
    const byUser = new Map<Id, ForexOrder[]>();
    for (const order of this.#scan.live) {
      if (order.status !== 'open') continue;
      const known = byUser.get(order.userId);
      if (known) known.push(order);
      else byUser.set(order.userId, [order]);
    }
    for (const [userId, positions] of byUser) {
      const concerned = positions.some(
        ({ pairId, terms }) => pairId === tick.pairId || terms.ratePairId === tick.pairId,
      );
      if (!concerned || this.#refusedUsers.has(userId)) continue;
      const closable = positions.some(({ pairId }) => this.#log.closable(pairId, tick));
      if (closable && isDue(this.#log, positions, this.#cashOf(userId), tick.logIndex))
        this.#watch.fail("a stop-out in the same tick's batch", `user ${userId} after tick ${tick.logIndex}`);
    }
  }

  #cashOf(userId: Id): bigint {
    for (const account of this.#database.accountsOf(userId))
      if (account.kind === 'forex') return readUnits(String(account.available)) + readUnits(String(account.locked));
    return 0n;
  }

  #allOrders(): ForexOrder[] {
    return [...this.#database.table('forex_orders').keys()].flatMap((id) =>
      typeof id === 'bigint' ? (this.#scan.newest(id) ?? []) : [],
    );
  }

  /** What the engine knows is what is stored: an engine made from storage alone has the same state. */
  #checkMemory(): void {
    const server = this.#server;
    const newest = this.#database.ticks.length - 1;
    if (!server || newest < 0) return;
    const differs = (what: string): void => this.#watch.fail('the reference model decides the same', what);
    const rebuilt = new PairedEngine({ pairs: this.#pairs, marketTime: (tick) => tick.receivedTime }, { differs });
    rebuilt.restore({ quotes: this.#database.newestTicks(newest), evaluatedThrough: newest });
    const accounts = this.#clients.users.flatMap((user) =>
      this.#database
        .accountsOf(user.id)
        .filter(({ kind }) => kind === 'forex')
        .map((row) => ({
          userId: user.id,
          realm: user.realm,
          available: amount(readUnits(String(row.available))),
          locked: amount(readUnits(String(row.locked))),
        })),
    );
    const micro = [...this.#options.values()].filter(({ status }) => status !== 'closed');
    const proposals = rebuilt.apply({ forex: this.#scan.live, micro, accounts });
    for (const { kind, ...rest } of proposals)
      if (kind === 'stop_out' && 'userId' in rest) rebuilt.settled(rest.userId);
    if (server.trading.stateHash() !== rebuilt.stateHash())
      this.#watch.fail('memory is what is stored', `${server.trading.stateHash()}, not ${rebuilt.stateHash()}`);
  }

  async #checkFigures(): Promise<void> {
    const server = this.#server;
    if (!server) return this.#watch.fail('figures are of what is stored', 'no server to ask');
    const users = this.#clients.users.map(({ id }) => id);
    for (const user of users) server.figures(user);
    await drain();
    checkFigures(this.#watch, server, users, this.#scan.live);
  }

  #hash(): string {
    const hash = createHash('sha256');
    const line = (row: Row): string => Object.values(row).map(String).join('|');
    for (const name of [
      'ledger_accounts',
      'journals',
      'entries',
      'forex_orders',
      'micro_orders',
      'withdrawals',
      'receipts',
      'deposits',
      'proposals',
      'loans',
      'fund_subscriptions',
      'fund_income',
      'command_keys',
    ])
      for (const row of this.#database.table(name).values()) hash.update(line(row));
    for (const tick of this.#database.ticks) hash.update(`${tick.pairId} ${tick.bid} ${tick.ask} ${tick.receivedTime}`);
    return hash
      .update(this.#server?.trading.stateHash() ?? '')
      .digest('hex')
      .slice(0, 16);
  }

  #complain(): void {
    if (this.#failure) throw this.#failure;
  }
}
