// Every call of the contract, as each role and in each form it may be sent: derived from the table, so a new call is tested by being there.

import { refuse } from '@fairtick/contract/errors';
import { usersTable } from '@fairtick/contract/http/index';
import type { TradePair } from '@fairtick/contract/http/market';
import { ENDPOINT_TABLES } from '@fairtick/contract/tables';
import { ManualClock } from '@fairtick/kernel/clock';
import { err, ok } from '@fairtick/kernel/result';
import { type RequestContext, Unavailable } from '@fairtick/server/platform/endpoints';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleOf } from '../../harness/samples.ts';
import { everybody, requestOf, type Tokens, waysOf, wrongAnswers } from '../../harness/walk.ts';
import { codeOf, type Edge, send, startEdge } from './edge.ts';

let edge: Edge;
let tokens: Tokens;
/** Of a user who may send anything. */
let demo: { token: string };
beforeAll(async () => {
  edge = await startEdge();
  tokens = await edge.tokens();
  demo = { token: tokens.demo };
});
afterAll(() => edge.close());

const HOSTILE = [
  '',
  ' ',
  '-1',
  '0',
  '1e999',
  'NaN',
  '9'.repeat(70),
  "' OR 1=1 --",
  '\u202e',
  '🦊'.repeat(40),
  '[]',
  '../..',
];

const served = ENDPOINT_TABLES.flatMap((table) => waysOf(table).map((way) => ({ audience: table.audience, ...way })));

describe.each(served)('$audience: $method $name', ({ audience, ...way }) => {
  const member = (): string => (audience === 'users' ? tokens.demo : tokens.staff);
  const sendChanged = async (change: (fields: Record<string, string>) => void) => {
    const { path, init } = requestOf(way, change);
    return send(edge.urls[audience] + path, { ...init, headers: { authorization: member(), lang: 'en' } });
  };

  test('everybody gets what the contract says of their role', async () => {
    expect(await wrongAnswers(edge.urls[audience], way, everybody(audience, tokens))).toEqual([]);
  });

  test('no browser takes its answer for what it does not say it is', async () => {
    const { path, init } = requestOf(way);
    const { headers } = await fetch(edge.urls[audience] + path, init);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('another site’s page changes nothing by making a browser ask', async () => {
    const asked = async (site: string, header = 'sec-fetch-site') => {
      const { path, init } = requestOf(way);
      const headers = { ...init.headers, authorization: member(), [header]: site };
      return (await send(edge.urls[audience] + path, { ...init, headers })).code === codeOf('FOREIGN_PAGE');
    };
    const changesByGet = way.method === 'GET' && way.endpoint.changesState;
    expect([await asked('cross-site'), await asked('same-site')]).toEqual([changesByGet, changesByGet]);
    expect([await asked('same-origin'), await asked('none')]).toEqual([false, false]);
    const others = [await asked('https://elsewhere.example', 'origin'), await asked('null', 'origin')];
    expect(others).toEqual([changesByGet, changesByGet]);
    expect(await asked(new URL(edge.urls[audience]).origin, 'origin')).toBe(false);
  });

  test('HEAD and other methods do not reach it', async () => {
    const { path } = requestOf({ ...way, method: 'GET' });
    for (const method of ['HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
      const { status } = await fetch(edge.urls[audience] + path, { method, headers: { authorization: member() } });
      expect([method, status]).toEqual([method, 404]);
    }
  });

  test('hostile values in any field give a code and never a 5xx', async () => {
    for (const field of Object.keys(way.endpoint.input.shape)) {
      for (const value of HOSTILE) {
        const answer = await sendChanged((fields) => {
          fields[field] = value;
        });
        expect([field, value, answer.status < 500]).toEqual([field, value, true]);
      }
      const refused = await sendChanged((fields) => {
        fields[field] = 'a\0b';
      });
      // A file's call without a file is no body that can be read.
      const status = way.endpoint.body === 'multipart' ? 400 : 200;
      expect([field, refused.status, refused.code !== 1]).toEqual([field, status, true]);
    }
  });
});

describe('the request', () => {
  const post = (path: string, body: string, type: string, headers: Record<string, string> = {}) =>
    send(`${edge.url}${path}`, {
      method: 'POST',
      body,
      headers: { 'content-type': type, authorization: demo.token, lang: 'en', ...headers },
    });

  test('form and JSON are read alike', async () => {
    expect((await post('/v2/api/forex/close', 'id=7', 'application/x-www-form-urlencoded')).code).toBe(1);
    expect((await post('/v2/api/forex/close', '{"id":"7"}', 'application/json; charset=utf-8')).code).toBe(1);
    expect((await post('/v2/api/forex/close', '{"id":7}', 'application/json')).code).toBe(1);
  });

  test.each([
    ['{', 'application/json'],
    ['[]', 'application/json'],
    ['id=%', 'application/x-www-form-urlencoded'],
    ['<id>7</id>', 'text/xml'],
    ['--x', 'multipart/form-data; boundary=x'],
  ])('%s as %s is 400 and malformed', async (body, type) => {
    const answer = await post('/v2/api/forex/close', body, type);
    expect([answer.status, answer.code]).toEqual([400, codeOf('BODY_MALFORMED')]);
  });

  test('more than 64 KB is 413', async () => {
    const answer = await post('/v2/api/forex/close', `{"id":"${'7'.repeat(70_000)}"}`, 'application/json');
    expect([answer.status, answer.code]).toEqual([413, codeOf('BODY_TOO_LARGE')]);
    expect(answer.msg).toContain('64 KB');
  });

  test('a repeated field is refused by its name, in the query, the body and across both', async () => {
    const close = `${edge.url}/v2/api/forex/close`;
    const twice = await send(`${close}?id=1&id=2`, { headers: { authorization: demo.token, lang: 'en' } });
    expect([twice.code, twice.msg]).toEqual([codeOf('INPUT_INVALID'), expect.stringContaining('number')]);
    expect((await post('/v2/api/forex/close?id=1', 'id=2', 'application/x-www-form-urlencoded')).code).toBe(
      codeOf('INPUT_INVALID'),
    );
    const inPath = await send(`${edge.url}/v3/api/proof/forex/1?id=2`, { headers: { authorization: demo.token } });
    expect(inPath.code).toBe(codeOf('INPUT_INVALID'));
  });

  test('a lone surrogate is refused', async () => {
    const answer = await post(
      '/v2/api/forex/submit',
      '{"type":1,"forex_id":1,"status":1,"cont":"\\ud800"}',
      'application/json',
    );
    expect([answer.status, answer.code]).toEqual([200, codeOf('INPUT_INVALID')]);
  });

  test('a missing field is named in the language of the caller', async () => {
    for (const [lang, word] of [
      ['en', ': number'],
      ['hk', '編號'],
      ['tw', '編號'],
      ['ar', 'الرقم'],
      ['de', ': number'],
      ['<b>', '編號'],
    ] as const) {
      const answer = await send(`${edge.url}/v2/api/forex/close`, { headers: { authorization: demo.token, lang } });
      expect([answer.code, answer.msg]).toEqual([codeOf('VALUE_MISSING'), expect.stringContaining(word)]);
    }
  });

  test('success is told where a tap asked for it', async () => {
    expect((await post('/v2/api/forex/close', 'id=7', 'application/x-www-form-urlencoded')).msg).toBe(
      'Position closed.',
    );
    expect((await send(`${edge.url}/v2/api/forex/trade_list`)).msg).toBe('');
  });

  test('a long public answer travels packed to whoever reads gzip, and reads the same', async () => {
    const pair = sampleOf(usersTable.endpoints.trade_list.answer.element, 'output') as TradePair;
    const list = Object.freeze(Array.from({ length: 50 }, () => Object.freeze({ ...pair })));
    const other = await startEdge({ handlers: { trade_list: () => ok(list as TradePair[]) } });
    try {
      const asked = (accepted: string) =>
        fetch(`${other.url}/v2/api/forex/trade_list`, { headers: { 'accept-encoding': accepted } });
      const [packed, plain] = [await asked('gzip, br'), await asked('identity')];
      expect([packed.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual(['gzip', null]);
      expect(Number(packed.headers.get('content-length'))).toBeLessThan(
        Number(plain.headers.get('content-length')) / 4,
      );
      const [text, whole] = [await packed.text(), await plain.text()];
      expect(text).toBe(whole);
      expect(JSON.parse(whole)).toEqual({ code: 1, msg: '', data: list });
    } finally {
      await other.close();
    }
  });

  test('unknown paths are 404 with the envelope; a person is brought to the start', async () => {
    for (const path of ['/api/nothing', '/v2/api/forex/close/', '/v2/api/forex/CLOSE', '/%', '/..%2f..%2fetc/passwd']) {
      const answer = await send(`${edge.url}${path}`);
      expect([path, answer.status, answer.code]).toEqual([path, 404, codeOf('CALL_UNKNOWN')]);
    }
    const person = await fetch(`${edge.url}/trade`, { headers: { accept: 'text/html' }, redirect: 'manual' });
    expect([person.status, person.headers.get('location')]).toEqual([302, '/']);
  });
});

describe('the key', () => {
  const keys: string[] = [];
  let own: Edge;
  let token = '';
  beforeAll(async () => {
    own = await startEdge({
      handlers: {
        logout: async (_: unknown, context: RequestContext) => {
          keys.push(context.key);
          return ok({});
        },
      },
    });
    token = (await own.user('demo')).token;
  });
  afterAll(() => own.close());
  const logout = (key?: string) =>
    send(`${own.url}/api/user/logout`, {
      method: 'POST',
      headers: { authorization: token, ...(key === undefined ? {} : { 'idempotency-key': key }) },
    });

  test('is handed on as sent; without one each call has its own', async () => {
    await logout('order-1');
    await logout();
    await logout();
    expect(keys[0]).toBe('order-1');
    expect(new Set(keys).size).toBe(3);
  });

  test.each(['', 'x'.repeat(129), 'two words', 'caf\u00e9'])('%j is malformed', async (key) => {
    const before = keys.length;
    expect((await logout(key)).code).toBe(codeOf('KEY_MALFORMED'));
    expect(keys.length).toBe(before);
  });
});

describe('trouble', () => {
  let own: Edge;
  let token = '';
  let close: () => Promise<never>;
  beforeAll(async () => {
    const failing = {
      trade_list: async () => {
        throw new Error('secret 42 is in this message');
      },
      getCategories: async () => {
        throw new Unavailable('gone');
      },
      get_profits: async () => {
        throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      },
      forex_submit: async () => {
        throw new Unavailable('cut', true);
      },
      forex_close: async () => err(refuse('ORDER_CLOSED')),
      cancel_trade: async () => {
        throw new Error('Query read timeout');
      },
      main_status: async () =>
        ok({ status: 7 as 0, url: '', reason: 'none' as const, from: 0, until: 0, min_version: 0 }),
      search: () => new Promise<never>(() => {}),
      forex_close_all: () => close(),
    };
    own = await startEdge({ handlers: failing });
    token = (await own.user('demo')).token;
  });
  afterAll(() => own.close());
  const get = (path: string) => send(`${own.url}${path}`, { headers: { authorization: token, lang: 'en' } });

  test('a defect is 500 with an id that the log has, and nothing of the cause', async () => {
    const answer = await get('/v2/api/forex/trade_list');
    expect([answer.status, answer.code]).toEqual([500, codeOf('INTERNAL')]);
    const id = /as (r[0-9a-f]{8}-[0-9a-z]+)\./.exec(answer.msg)?.[1];
    expect(JSON.stringify(answer)).not.toContain('secret');
    const line = own.lines.find((one) => one.level === 'error' && Reflect.get(one.fields, 'id') === id);
    expect(String(line && Reflect.get(line.fields, 'err'))).toContain('secret 42');
  });

  test('an answer that breaks the contract is a defect', async () => {
    expect((await get('/api/default/main_status')).status).toBe(500);
  });

  test('a database that is away is 503: nothing done where that is sure, else unknown', async () => {
    for (const [path, error] of [
      ['/v2/api/forex/getCategories', 'UNAVAILABLE'],
      ['/api/user/get_profits', 'UNAVAILABLE'],
      ['/v2/api/forex/submit?type=1&forex_id=1&status=1', 'OUTCOME_UNKNOWN'],
      ['/v2/api/forex/cancel_trade?id=1', 'OUTCOME_UNKNOWN'],
    ] as const) {
      const answer = await get(path);
      expect([path, answer.status, answer.code]).toEqual([path, 503, codeOf(error)]);
    }
  });

  test('a handler that hangs is answered within 3 s', async () => {
    const started = performance.now();
    const answer = await get('/v2/api/forex/search?name=x');
    expect([answer.status, answer.code]).toEqual([503, codeOf('UNAVAILABLE')]);
    expect(performance.now() - started).toBeLessThan(3_000);
  });

  test('a refusal of the business is 200 with its code', async () => {
    const answer = await get('/v2/api/forex/close?id=1');
    expect([answer.status, answer.code, answer.data]).toEqual([200, codeOf('ORDER_CLOSED'), {}]);
  });

  test('closing waits for the answers under way', async () => {
    const reached = Promise.withResolvers<void>();
    const held = Promise.withResolvers<never>();
    close = () => {
      reached.resolve();
      return held.promise;
    };
    const running = await startEdge({ handlers: { forex_close_all: () => close() } });
    const { token: own2 } = await running.user('demo');
    const pending = send(`${running.url}/v3/api/forex/close_all`, { method: 'POST', headers: { authorization: own2 } });
    await reached.promise;
    const closing = running.close();
    held.reject(new Unavailable('stopping'));
    expect((await pending).status).toBe(503);
    await closing;
  });
});

describe('limits', () => {
  test('each call counts by what its contract says, answers 429 with the wait, and recovers', async () => {
    const clock = new ManualClock(1_700_000_000_000);
    const limited = await startEdge({ rateFactor: 1, clock });
    try {
      const path = '/v2/api/main/user/resetForexDemoAccount';
      const [one, other] = [await limited.user('demo'), await limited.user('demo')];
      const as = (token: string) => send(`${limited.url}${path}`, { headers: { authorization: token } });
      for (let i = 0; i < 10; i += 1) expect((await as(one.token)).code).toBe(1);
      const refused = await as(one.token);
      expect([refused.status, refused.code, refused.headers.get('retry-after')]).toEqual([
        429,
        codeOf('RATE_LIMITED'),
        '360',
      ]);
      expect((await as(other.token)).code).toBe(1);
      clock.advance(360_000);
      await limited.sessions.start();
      expect((await as(one.token)).code).toBe(1);

      for (let i = 0; i < 20; i += 1) await send(`${limited.url}/api/user/createAccountDemoForU`);
      expect((await send(`${limited.url}/api/user/createAccountDemoForU`)).status).toBe(429);
    } finally {
      await limited.close();
    }
  });

  test('who tries many unknown tokens is stopped; a token in use from the same address is not', async () => {
    const clock = new ManualClock(1_700_000_000_000);
    const limited = await startEdge({ rateFactor: 1, clock });
    try {
      const user = await limited.user('demo');
      const as = (token: string) => send(`${limited.url}/api/user/info`, { headers: { authorization: token } });
      expect((await as(user.token)).code).toBe(1);
      for (let i = 0; i < 300; i += 1) {
        expect((await as(i.toString().padStart(43, 'x'))).code).toBe(999);
      }
      expect((await as('y'.repeat(43))).status).toBe(429);
      expect((await as(user.token)).code).toBe(1);
    } finally {
      await limited.close();
    }
  });
});
