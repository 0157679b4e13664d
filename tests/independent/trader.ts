// A demo user who trades at random and writes down every call with the log's size before and after it. Floats only choose what to ask for.

import type { AnswerOf, EndpointName, InputOf } from '@fairtick/contract/http/index';
import type { Random } from '@fairtick/kernel/random';
import { Client } from './client.ts';

export interface Action {
  readonly call: EndpointName;
  readonly input: object;
  /** Ticks in the log before it was sent and after it was answered. */
  readonly before: number;
  readonly after: number;
  readonly code: number;
  readonly data: unknown;
}

export interface TraderOptions {
  readonly name: string;
  readonly url: () => string;
  readonly random: Random;
  /** Codes to trade. */
  readonly codes: readonly string[];
  /** How far stops and targets lie away, as a share of the price: 0.001. */
  readonly reach: number;
  /** Share of the account that one order's margin takes at most. */
  readonly greed: number;
  /** Only buys, on the greatest multiple and without stops: who does that with much greed is stopped out. */
  readonly reckless: boolean;
}

type Pair = AnswerOf<'trade_list'>[number];
const MULTIPLES_TRIED = ['20', '50', '100', '200'];
/** Open and pending orders that one user keeps. */
const MOST_LIVE = 120;

export class Trader {
  readonly name: string;
  readonly client: Client;
  readonly actions: Action[] = [];
  start: AnswerOf<'getBalance'> = [];
  readonly #options: TraderOptions;
  readonly #open = new Map<string, Pair>();
  readonly #pending = new Map<string, { readonly pair: Pair; readonly target: number; readonly buys: boolean }>();
  readonly #sides = new Map<string, boolean>();
  #micros = true;

  constructor(options: TraderOptions) {
    this.#options = options;
    this.name = options.name;
    this.client = new Client(options.url);
  }

  async signUp(): Promise<void> {
    const session = await this.client.ask('createAccountDemoForU', {});
    this.client.token = session.token;
    this.start = await this.client.ask('getBalance', {});
  }

  /** No more options: they would outlive the replay. */
  forgetMicro(): void {
    this.#micros = false;
  }

  async reset(): Promise<void> {
    await this.#do('resetForexDemoAccount', {});
    this.#open.clear();
    this.#pending.clear();
  }

  /** One random call. False when no pair had a price. */
  async act(): Promise<boolean> {
    const pairs = (await this.client.ask('trade_list', {})).filter(
      (pair) => this.#options.codes.includes(pair.Code) && pair.ForexQuotations.Bid !== '',
    );
    const pair = pairs[this.#options.random.below(pairs.length)];
    if (!pair) return false;
    const dice = this.#options.random.below(this.#options.reckless ? 56 : 100);
    if (dice < 32) await this.#market(pair);
    else if (dice < 56) await this.#target(pair);
    else if (dice < 72) await this.#change(pairs);
    else if (dice < 84) await this.#close();
    else if (dice < 89) await this.#cancel();
    else if (dice < 90) await this.#closeAll();
    else await this.#option(pair);
    return true;
  }

  #away(pair: Pair, sign: number): number {
    const price = Number(pair.ForexQuotations.Close);
    return price * (1 + sign * this.#options.reach * (0.05 + this.#options.random.unit()));
  }

  /** Three in four with a stop, half of them with a profit target; one in twenty on the wrong side, to be refused. */
  #stops(pair: Pair, around: number, buys: boolean): { stop_loss_price: string; target_profit_price: string } {
    const { random, reach, reckless } = this.#options;
    if (reckless) return { stop_loss_price: '0', target_profit_price: '0' };
    const sign = (buys ? 1 : -1) * (random.below(20) === 0 ? -1 : 1);
    const at = (direction: number): string =>
      (around * (1 + direction * reach * (0.1 + random.unit()))).toFixed(pair.PricePrecision);
    return {
      stop_loss_price: random.below(4) > 0 ? at(-sign) : '0',
      target_profit_price: random.below(2) > 0 ? at(sign) : '0',
    };
  }

  #size(pair: Pair, multiple: string): string {
    const { random, greed } = this.#options;
    const perLot = (Number(pair.ForexContNum) * Number(pair.ForexQuotations.Close)) / Number(multiple);
    const inUsd = pair.Base === 'USD' ? Number(pair.ForexContNum) / Number(multiple) : perLot;
    const lots = (100_000 * greed * (0.2 + random.unit())) / inUsd;
    return Math.min(Math.max(lots, 0.01), Number(pair.ForexMaxCont)).toFixed(2);
  }

  #buys(): boolean {
    return this.#options.reckless || this.#options.random.below(2) === 0;
  }

  #multiple(): string {
    if (this.#options.reckless) return '200';
    return MULTIPLES_TRIED[this.#options.random.below(MULTIPLES_TRIED.length)] ?? '20';
  }

  async #market(pair: Pair): Promise<void> {
    if (this.#open.size + this.#pending.size > MOST_LIVE) return this.#close();
    const buys = this.#buys();
    const multiple = this.#multiple();
    const price = Number(buys ? pair.ForexQuotations.Bid : pair.ForexQuotations.Ask);
    const order = await this.#do('forex_submit', {
      type: buys ? 1 : 2,
      cont: this.#size(pair, multiple),
      forex_id: pair.Id,
      status: 1,
      target_price: '',
      ...this.#stops(pair, price, buys),
      multiple,
      expected_price: buys ? pair.ForexQuotations.Ask : pair.ForexQuotations.Bid,
      // A replay that runs fast on a slow machine moves far between a price seen and an order decided.
      max_deviation: '500',
    });
    if (!order) return;
    this.#open.set(order.Id, pair);
    this.#sides.set(order.Id, buys);
  }

  async #target(pair: Pair): Promise<void> {
    if (this.#open.size + this.#pending.size > MOST_LIVE) return this.#close();
    const buys = this.#buys();
    const target = this.#away(pair, this.#options.random.below(2) === 0 ? 1 : -1);
    const multiple = this.#multiple();
    const order = await this.#do('forex_submit', {
      type: buys ? 1 : 2,
      cont: this.#size(pair, multiple),
      forex_id: pair.Id,
      status: 0,
      target_price: target.toFixed(pair.PricePrecision),
      ...this.#stops(pair, target, buys),
      multiple,
    });
    if (!order) return;
    this.#pending.set(order.Id, { pair, target, buys });
    this.#sides.set(order.Id, buys);
  }

  async #change(pairs: readonly Pair[]): Promise<void> {
    const waits = this.#options.random.below(3) === 0;
    const id = this.#any(waits ? this.#pending : this.#open);
    const known = id === undefined ? undefined : (this.#open.get(id) ?? this.#pending.get(id)?.pair);
    const pair = pairs.find((one) => one.Id === known?.Id);
    if (id === undefined || !pair) return;
    const buys = this.#sides.get(id) ?? true;
    const around = this.#pending.get(id)?.target ?? Number(pair.ForexQuotations.Close);
    const changed = await this.#do('set_stop_price', { id, ...this.#stops(pair, around, buys) });
    if (!changed) this.#forget(id);
  }

  async #close(): Promise<void> {
    const id = this.#any(this.#open);
    if (id === undefined) return;
    await this.#do('forex_close', { id });
    this.#forget(id);
  }

  async #cancel(): Promise<void> {
    const id = this.#any(this.#pending);
    if (id === undefined) return;
    const cancelled = await this.#do('cancel_trade', { id });
    const pair = this.#pending.get(id)?.pair;
    this.#forget(id);
    // It may have been filled meanwhile: then it is a position now.
    if (!cancelled && pair) this.#open.set(id, pair);
  }

  async #closeAll(): Promise<void> {
    const done = await this.#do('forex_close_all', {});
    for (const id of done?.closed ?? []) this.#forget(id);
  }

  async #option(pair: Pair): Promise<void> {
    if (!this.#micros) return;
    const { random } = this.#options;
    const number = (10 + random.below(20_000) / 100).toFixed(2);
    await this.#do('micro_submit', { forex_id: pair.Id, type: 1 + random.below(2), number, seconds: '30' });
  }

  #any(orders: ReadonlyMap<string, unknown>): string | undefined {
    return [...orders.keys()][this.#options.random.below(Math.max(1, orders.size))];
  }

  #forget(id: string): void {
    this.#open.delete(id);
    this.#pending.delete(id);
  }

  async #do<N extends EndpointName>(call: N, input: InputOf<N>): Promise<AnswerOf<N> | undefined> {
    const { logSize: before } = await this.client.ask('market_status', {});
    const { code, data } = await this.client.call(call, input);
    const { logSize: after } = await this.client.ask('market_status', {});
    this.actions.push({ call, input, before, after, code, data: data ?? {} });
    return data;
  }
}
