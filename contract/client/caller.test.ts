// Platform 7 and 8: headers, keys, retries that can't double a change, races, and what each failure means.

import { ManualClock } from '@fairtick/kernel/clock';
import { describe, expect, test } from 'vitest';
import { usersTable } from '../http/index.ts';
import { endpointsOf } from '../table.ts';
import { type CallerParts, createCaller } from './caller.ts';
import { ApiError } from './failures.ts';

const endpoints = Object.fromEntries(
  endpointsOf(usersTable).map(([name, one]) => [name, [one.method, one.path, one.changesState] as const]),
);
const envelope = (data: unknown, code = 1, msg = ''): string => JSON.stringify({ code, msg, data });

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}
type Reply = (sent: Sent, n: number) => Promise<Response> | Response;

function setUp(reply: Reply) {
  const clock = new ManualClock(1_700_000_000_000);
  const sent: Sent[] = [];
  const said: string[] = [];
  let expired = 0;
  let token: string | undefined = 'secret';
  let seed = 0;
  const parts: CallerParts = {
    table: endpoints,
    clock,
    entropy: { bytes: (length) => new Uint8Array(length).fill(++seed) },
    lang: () => 'ar',
    device: () => 'this browser',
    token: () => token,
    expired: () => {
      expired += 1;
    },
    done: (word) => said.push(word),
    failed: (error) => said.push(`${error.failure} ${error.code} ${error.message}`),
    fetch: async (url, init) => {
      const one = { url, init };
      sent.push(one);
      return reply(one, sent.length);
    },
  };
  return {
    call: createCaller(parts),
    clock,
    sent,
    said,
    expired: () => expired,
    setToken: (next: string | undefined) => {
      token = next;
    },
  };
}

const headersOf = (sent: Sent | undefined): Headers => new Headers(sent?.init.headers);
const order = { type: 1, cont: '1', forex_id: 1, status: 1 } as const;
/** Lets pending promises run, then time, until the call has ended. */
async function elapse(clock: ManualClock, ended: Promise<unknown>): Promise<void> {
  let done = false;
  const mark = (): void => {
    done = true;
  };
  ended.then(mark, mark);
  for (let i = 0; i < 200 && !done; i += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(100);
  }
}
const lost = (): Promise<Response> => Promise.reject(new TypeError('network'));

describe('how a call is sent', () => {
  test('a read is a GET with t, lang and authorization and no key', async () => {
    const { call, sent } = setUp(() => new Response(envelope([])));
    await call('kline', { forex_id: 7, period: '5min' });
    const url = new URL(sent[0]?.url ?? '', 'http://x');
    expect(url.pathname).toBe('/v2/api/forex/kline');
    expect(Object.fromEntries(url.searchParams)).toEqual({ forex_id: '7', period: '5min', t: '1700000000000' });
    expect(sent[0]?.init.method).toBe('GET');
    expect(headersOf(sent[0]).get('lang')).toBe('ar');
    expect(headersOf(sent[0]).get('authorization')).toBe('secret');
    expect(headersOf(sent[0]).get('device')).toBe('this browser');
    expect(headersOf(sent[0]).has('idempotency-key')).toBe(false);
  });

  test('a change that the documents show as GET goes as POST with a JSON body and a key', async () => {
    const { call, sent } = setUp(() => new Response(envelope({})));
    await call('forex_submit', order);
    expect(sent[0]?.url).toBe('/v2/api/forex/submit');
    expect(sent[0]?.init.method).toBe('POST');
    expect(JSON.parse(String(sent[0]?.init.body))).toEqual(order);
    expect(headersOf(sent[0]).get('idempotency-key')).toHaveLength(32);
  });

  test('every intent has a key of its own, a given key is kept', async () => {
    const { call, sent } = setUp(() => new Response(envelope({})));
    await call('forex_close', { id: '5' });
    await call('forex_close', { id: '5' });
    await call('forex_close', { id: '5' }, { key: 'mine' });
    const keys = sent.map((one) => headersOf(one).get('idempotency-key'));
    expect(keys[0]).not.toBe(keys[1]);
    expect(keys[2]).toBe('mine');
  });

  test('fields named in the path leave the query', async () => {
    const { call, sent } = setUp(() => new Response(envelope({})));
    await call('proof', { family: 'forex', id: '12' });
    expect(sent[0]?.url).toBe('/v3/api/proof/forex/12?t=1700000000000');
  });
});

describe('tries', () => {
  test('a lost answer to a change is asked for again under the same key', async () => {
    const { call, clock, sent } = setUp((_, n) => (n < 3 ? lost() : new Response(envelope({ Id: '9' }))));
    const answer = call('forex_submit', order);
    await elapse(clock, answer);
    await expect(answer).resolves.toEqual({ Id: '9' });
    const keys = new Set(sent.map((one) => headersOf(one).get('idempotency-key')));
    expect(sent).toHaveLength(3);
    expect(keys.size).toBe(1);
  });

  test('a change that never got an answer ends as unknown, and says so', async () => {
    const { call, clock, sent, said } = setUp(lost);
    const answer = call('forex_submit', order);
    await elapse(clock, answer);
    await expect(answer).rejects.toMatchObject({ failure: 'unknown' });
    expect(sent).toHaveLength(3);
    expect(said).toEqual(['unknown 0 ']);
  });

  test('503 without a lost try is unavailable: nothing was done, and the server says why', async () => {
    const { call, clock, said } = setUp(() => new Response(envelope(null, 1001, 'later'), { status: 503 }));
    const answer = call('forex_submit', order);
    await elapse(clock, answer);
    await expect(answer).rejects.toMatchObject({ failure: 'unavailable', code: 1001 });
    expect(said).toEqual(['unavailable 1001 later']);
  });

  test('closing only is asked once, and does not say that an earlier try of the key took no effect', async () => {
    const closing = () => new Response(envelope({}, 1012, 'closing only'), { status: 503 });
    const first = setUp(closing);
    const refused = first.call('forex_submit', order).catch((error: unknown) => error);
    await elapse(first.clock, refused);
    expect([first.sent.length, await refused]).toEqual([1, new ApiError('unavailable', 1012, 'closing only')]);
    const second = setUp((_, n) => (n === 1 ? lost() : closing()));
    const unsure = second.call('forex_submit', order).catch((error: unknown) => error);
    await elapse(second.clock, unsure);
    expect([second.sent.length, await unsure]).toEqual([2, new ApiError('unknown', 1012, '')]);
  });

  test('503 with an unknown outcome is unknown, also when it is the last word', async () => {
    const { call, clock } = setUp(() => new Response(envelope(null, 1009, 'perhaps'), { status: 503 }));
    const answer = call('forex_submit', order);
    await elapse(clock, answer);
    await expect(answer).rejects.toMatchObject({ failure: 'unknown' });
  });

  test('a refusal is an answer: it is not tried again', async () => {
    const { call, sent, said } = setUp(() => new Response(envelope(null, 2030, 'too little')));
    await expect(call('forex_submit', order)).rejects.toMatchObject({ failure: 'refused', code: 2030 });
    expect(sent).toHaveLength(1);
    expect(said).toEqual(['refused 2030 too little']);
  });

  test('a server that never answers costs at most 10 s', async () => {
    const { call, clock } = setUp(
      ({ init }) =>
        new Promise((_, reject) =>
          init.signal?.addEventListener('abort', () => reject(new DOMException('x', 'AbortError'))),
        ),
    );
    const answer = call('trade_list', {});
    await elapse(clock, answer);
    await expect(answer).rejects.toMatchObject({ failure: 'offline' });
    expect(clock.monotonic()).toBeLessThanOrEqual(10_200);
  });

  test('a refusal brings what it gives to go on with', async () => {
    const { call } = setUp(() => new Response(envelope({ ticket: 'abc' }, 4010, 'second factor')));
    await expect(call('forex_submit', order)).rejects.toMatchObject({ code: 4010, data: { ticket: 'abc' } });
  });

  test('of codes that the caller shows itself nothing is said, of others it is', async () => {
    const { call, said } = setUp((_, n) => new Response(envelope(null, n === 1 ? 2030 : 2031, 'no')));
    for (const _ of [1, 2])
      await expect(call('forex_submit', order, { quiet: [2030] })).rejects.toBeInstanceOf(ApiError);
    expect(said).toEqual(['refused 2031 no']);
  });

  test('quiet calls fail without a word', async () => {
    const { call, said } = setUp(() => new Response(envelope(null, 2030, 'x')));
    await expect(call('forex_submit', order, { quiet: true })).rejects.toBeInstanceOf(ApiError);
    expect(said).toEqual([]);
  });
});

describe('races', () => {
  test('a newer call with the same race key cancels the older one silently', async () => {
    const { call, said, sent } = setUp(({ init }, n) =>
      n === 1
        ? new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(new Error('aborted'))))
        : new Response(envelope([1])),
    );
    const older = call('trade_list', {}, { raceKey: 'pairs' });
    const newer = call('trade_list', {}, { raceKey: 'pairs' });
    await expect(older).rejects.toMatchObject({ failure: 'cancelled' });
    await expect(newer).resolves.toEqual([1]);
    expect(said).toEqual([]);
    expect(sent).toHaveLength(2);
  });
});

describe('code 999', () => {
  test('ends the session, unless the call is an initial one', async () => {
    const { call, expired, said } = setUp(() => new Response(envelope(null, 999, 'sign in')));
    await expect(call('getBalance', {}, { initial: true })).rejects.toMatchObject({ code: 999 });
    expect(expired()).toBe(0);
    await expect(call('getBalance', {})).rejects.toMatchObject({ code: 999 });
    expect(expired()).toBe(1);
    expect(said).toEqual([]);
  });

  test('a late 999 for an older token leaves the newer session alone', async () => {
    const set = setUp(() => {
      set.setToken('newer');
      return new Response(envelope(null, 999, ''));
    });
    await expect(set.call('getBalance', {})).rejects.toMatchObject({ code: 999 });
    expect(set.expired()).toBe(0);
  });
});
