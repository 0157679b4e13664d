// A client like any other: endpoints by the contract, waits where it is told to, and holds every answer against the contract.

import { randomUUID } from 'node:crypto';
import { type AnswerOf, type EndpointName, type InputOf, usersTable } from '@fairtick/contract/http/index';
import type { z } from 'zod';

const ACCEPTED = 1;
const RATE_LIMITED = 1002;
/** Refusals for going too fast, and answers that did not come in time, that one call waits out. */
const PATIENCE = 40;
/** Not done, or not known to be done: the same key asks again and gets the one outcome. */
const UNAVAILABLE = 503;

export interface Reply<T> {
  readonly code: number;
  readonly msg: string;
  /** Undefined when refused. */
  readonly data: T | undefined;
}

const answers: { readonly [K in EndpointName]: { readonly answer: z.ZodType<AnswerOf<K>> } } = usersTable.endpoints;

export class Client {
  readonly #url: () => string;
  token = '';

  constructor(url: () => string) {
    this.#url = url;
  }

  async call<N extends EndpointName>(name: N, input: InputOf<N>): Promise<Reply<AnswerOf<N>>> {
    const key = randomUUID();
    for (let tries = 0; ; tries += 1) {
      const { status, body, retryAfterS } = await this.#send(name, input, key);
      if ((body.code === RATE_LIMITED || status === UNAVAILABLE) && tries < PATIENCE) {
        await new Promise((resolve) => setTimeout(resolve, retryAfterS * 1_000));
        continue;
      }
      if (status !== 200) throw new Error(`${name} was answered with ${status}: ${body.msg}`);
      if (body.code !== ACCEPTED) return { code: body.code, msg: body.msg, data: undefined };
      return { code: body.code, msg: body.msg, data: answers[name].answer.parse(body.data) };
    }
  }

  /** As call, where a refusal is a failure of the test. */
  async ask<N extends EndpointName>(name: N, input: InputOf<N>): Promise<AnswerOf<N>> {
    const { code, msg, data } = await this.call(name, input);
    if (data === undefined) throw new Error(`${name} was refused: ${code} ${msg}`);
    return data;
  }

  async bytes(path: string): Promise<Buffer> {
    const response = await fetch(`${this.#url()}${path}`);
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  }

  async #send(name: EndpointName, input: object, key: string) {
    const { method, path } = usersTable.endpoints[name];
    const fields = new URLSearchParams();
    let place: string = path;
    for (const [field, value] of Object.entries(input)) {
      if (place.includes(`{${field}}`)) place = place.replace(`{${field}}`, encodeURIComponent(String(value)));
      else fields.set(field, String(value));
    }
    const headers = { authorization: this.token, 'idempotency-key': key };
    const query = method === 'GET' && fields.size > 0 ? `?${fields}` : '';
    const response = await fetch(`${this.#url()}${place}${query}`, {
      method,
      headers: method === 'POST' ? { ...headers, 'content-type': 'application/x-www-form-urlencoded' } : headers,
      body: method === 'POST' ? fields.toString() : null,
    });
    const body = readEnvelope(await response.json());
    return { status: response.status, body, retryAfterS: Number(response.headers.get('retry-after') ?? '1') };
  }
}

function readEnvelope(value: unknown): { code: number; msg: string; data: unknown } {
  if (typeof value === 'object' && value !== null && 'code' in value && 'msg' in value && 'data' in value) {
    const { code, msg, data } = value;
    if (typeof code === 'number' && typeof msg === 'string') return { code, msg, data };
  }
  throw new Error('an answer without the envelope');
}
