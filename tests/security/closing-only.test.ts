// main_status 2, closing only, over every call of the users' contract: what opens, deposits, follows or buys is refused, everything else is answered.

import { ERROR_CODES } from '@fairtick/contract/errors';
import { type EndpointName, usersTable } from '@fairtick/contract/http/index';
import { LANGUAGES } from '@fairtick/contract/languages';
import { endpointsOf } from '@fairtick/contract/table';
import { errorText } from '@fairtick/contract/texts/index';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestOf, type Way, waysOf } from '../harness/walk.ts';
import { type Edge, send, startEdge } from '../integration/http/edge.ts';

/** Written out a second time, by hand: a new name here is a thing that a user may be kept from, and is looked at by a person. */
const OPENS_SOMETHING: readonly EndpointName[] = [
  ...(['forex_submit', 'micro_submit', 'charge_submit', 'wire_submit'] as const),
  ...(['fund_buy', 'loan_submit', 'follow_trader'] as const),
];

/** What somebody needs to get out: of an order, of a way in that was stolen, of the house with their money. */
const WAYS_OUT: readonly EndpointName[] = [
  'forex_close',
  'forex_close_all',
  'cancel_trade',
  'set_stop_price',
  'transfer',
  'fund_refund',
  'loan_repay',
  'loan_repayment_proof',
  'loan_cancel',
  'loan_exclude',
  'draw',
  'draw_cancel',
  'bind_draw_method',
  'image_upload',
  'real_name_submit',
  'loginForU',
  'login_second',
  'passkey_login_finish',
  'forget_password',
  'step_up_finish',
  'session_revoke',
  'not_me',
  'limits_set',
  'cool_off',
  'export_begin',
  'delete_confirm',
];

const MINUTES = 7;

describe('closing only', () => {
  let edge: Edge;
  let real: string;
  let minutes: number | undefined;

  beforeAll(async () => {
    edge = await startEdge({ closingOnly: () => minutes });
    ({ real } = await edge.tokens());
  });
  afterAll(() => edge.close());

  const ask = (way: Way, lang: string = 'en') => {
    const { path, init } = requestOf(way);
    return send(edge.url + path, { ...init, headers: { lang, authorization: real } });
  };

  test('every endpoint that changes something says what becomes of it, and none that only reads is ever refused', () => {
    const unsaid = endpointsOf(usersTable).filter(
      ([, { changesState, whileClosing }]) => (whileClosing !== undefined) !== changesState,
    );
    expect(unsaid.map(([name]) => name)).toEqual([]);
  });

  test('what is refused is what opens something, and none of the ways out', () => {
    const refused = endpointsOf(usersTable).flatMap(([name, { whileClosing }]) =>
      whileClosing === 'refused' ? [name] : [],
    );
    expect(refused.toSorted()).toEqual(OPENS_SOMETHING.toSorted());
    expect(WAYS_OUT.filter((name) => refused.includes(name))).toEqual([]);
  });

  test('the server itself refuses these and answers all others, under every method', async () => {
    minutes = MINUTES;
    const wrong: string[] = [];
    for (const way of waysOf(usersTable)) {
      const { status, code, headers } = await ask(way);
      const seen = `${status} ${code} ${headers.get('retry-after')}`;
      const expected =
        way.endpoint.whileClosing === 'refused' ? `503 ${ERROR_CODES.CLOSING_ONLY} ${60 * MINUTES}` : '200 1 null';
      if (seen !== expected) wrong.push(`${way.method} ${way.name}: ${seen} for ${expected}`);
    }
    expect(wrong).toEqual([]);
  });

  test('says so in the language of whoever asks', async () => {
    minutes = MINUTES;
    const [way] = waysOf(usersTable).filter(({ name }) => name === 'forex_submit');
    if (!way) throw new Error('orders are placed by forex_submit');
    for (const { key } of LANGUAGES)
      expect((await ask(way, key)).msg).toBe(errorText(key, 'CLOSING_ONLY', { minutes: String(MINUTES) }));
  });

  test('whoever has no session is told that first', async () => {
    minutes = MINUTES;
    expect((await send(`${edge.url}/v2/api/forex/submit`, { method: 'POST' })).code).toBe(ERROR_CODES.SESSION_EXPIRED);
  });

  test('holds from one call to the next, and ends so', async () => {
    const [way] = waysOf(usersTable).filter(({ name }) => name === 'micro_submit');
    if (!way) throw new Error('options are bought by micro_submit');
    minutes = MINUTES;
    expect((await ask(way)).code).toBe(ERROR_CODES.CLOSING_ONLY);
    minutes = undefined;
    expect((await ask(way)).code).toBe(1);
  });
});
