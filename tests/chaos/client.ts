// One user with a handful of orders, for tests that do one thing at a time.

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ERROR_CODES } from '@fairtick/contract/errors';
import type { EndpointName, InputOf } from '@fairtick/contract/http/index';
import { type Heard, send } from './api.ts';
import { fieldOf, textOf } from './trader.ts';

const PATIENCE = 40;
const PAUSE_MS = 50;

export class User {
  readonly #url: () => string;
  token = '';
  id = '';

  constructor(url: () => string) {
    this.#url = url;
  }

  /** A fresh demo user on the server that is there. */
  static async signUp(url: () => string): Promise<User> {
    const user = new User(url);
    const data = await user.ask('createAccountDemoForU', {});
    user.token = textOf(data, 'token');
    user.id = textOf(fieldOf(data, 'user'), 'id');
    return user;
  }

  send<N extends EndpointName>(
    name: N,
    input: InputOf<N>,
    key: string = randomUUID(),
    url = this.#url(),
  ): Promise<Heard> {
    return send(url, name, input, { token: this.token, key });
  }

  /** As `send`, where anything but acceptance fails the test. What is refused while active orders are read again is asked anew. */
  async ask<N extends EndpointName>(name: N, input: InputOf<N>): Promise<unknown> {
    let heard = await this.send(name, input);
    for (let i = 0; i < PATIENCE && heard?.code === ERROR_CODES.FEED_DOWN; i += 1) {
      await delay(PAUSE_MS);
      heard = await this.send(name, input);
    }
    if (heard?.code !== 1) throw new Error(`${name} was answered with ${JSON.stringify(heard)}`);
    return heard.data;
  }

  /** The id of a new order. */
  async order(typed: Partial<InputOf<'forex_submit'>> = {}): Promise<string> {
    return textOf(await this.ask('forex_submit', orderOf(typed)), 'Id');
  }
}

/** A small market order to buy EURUSD, but for what is typed. */
export const orderOf = (typed: Partial<InputOf<'forex_submit'>> = {}): InputOf<'forex_submit'> => ({
  type: '1',
  cont: '0.01',
  forex_id: '1',
  status: '1',
  target_price: '',
  stop_loss_price: '',
  target_profit_price: '',
  multiple: '100',
  ...typed,
});

export const optionOf = (typed: Partial<InputOf<'micro_submit'>> = {}): InputOf<'micro_submit'> => ({
  forex_id: '1',
  type: '1',
  number: '100',
  seconds: '1',
  ...typed,
});
