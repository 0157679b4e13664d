// Nothing of a person reaches the log by way of an error, a field or a sentence; what an operator needs does.

import { describe, expect, test } from 'vitest';
import { createLogger } from './logger.ts';

function logged(fields: object, message = 'it failed'): { text: string; line: Record<string, unknown> } {
  let text = '';
  const write = (line: string): void => {
    text += line;
  };
  createLogger('debug', { write }).error(fields, message);
  return { text, line: JSON.parse(text) };
}

const CANARIES = ['hunter2', 'ann@example.com', 'Ann Chan', '+852 9123 4567', 'k'.repeat(43), 'A1234567'];

/** As pg throws them. */
const databaseError = (message: string, more: object): Error =>
  Object.assign(new Error(message), { name: 'error', severity: 'ERROR', length: 200, ...more });

test.each([
  [
    'a unique name',
    databaseError('duplicate key value violates unique constraint "users_email_key"', {
      code: '23505',
      detail: 'Key (email)=(ann@example.com) already exists.',
      table: 'users',
      constraint: 'users_email_key',
    }),
  ],
  [
    'a parameter',
    databaseError('invalid input syntax for type bigint: "hunter2"', {
      code: '22P02',
      where: "unnamed portal parameter $1 = 'hunter2'",
    }),
  ],
  [
    'a row',
    databaseError('new row for relation "users" violates check constraint "c"', {
      code: '23514',
      detail: 'Failing row contains (Ann Chan, A1234567).',
    }),
  ],
  [
    'a raised sentence',
    databaseError('the user Ann Chan is not there', { code: 'P0001', hint: 'hunter2', internalQuery: 'hunter2' }),
  ],
  ['parsed JSON', new SyntaxError('Unexpected token \'h\', "hunter2" is not valid JSON')],
  [
    'a mail server',
    new Error('550 5.1.1 <ann@example.com>: Recipient address rejected: Ann@example.com +852 9123 4567'),
  ],
  ['a token', new Error(`no session for ${'k'.repeat(43)}`)],
  [
    'what lies below it',
    new Error('it broke', { cause: databaseError('x "hunter2"', { code: '22P02', detail: 'ann@example.com' }) }),
  ],
  [
    'what it carries',
    Object.assign(new Error('it broke'), {
      body: { password: 'hunter2' },
      input: 'Ann Chan',
      query: { values: ['A1234567'] },
    }),
  ],
  ['a second line', new Error('it broke\nAnn Chan hunter2')],
])('an error about %s says nothing of a person', (_, error) => {
  const { text, line } = logged({ err: error, elsewhere: error });
  for (const canary of CANARIES) expect(text.toLowerCase()).not.toContain(canary.toLowerCase());
  expect(line.err).toMatchObject({ type: expect.any(String), message: expect.any(String) });
  expect(JSON.stringify(line.err)).toContain('logger.test.ts');
});

describe('what an operator needs stays', () => {
  test("of a database's error: code, constraint, table, and what it says of itself", () => {
    const unique = databaseError('x', { code: '23505', table: 'users', constraint: 'users_email_key' });
    expect(logged({ err: unique }).line.err).toMatchObject({
      code: '23505',
      table: 'users',
      constraint: 'users_email_key',
    });
    const away = databaseError('canceling statement due to statement timeout', { code: '57014' });
    expect(logged({ err: away }).line.err).toMatchObject({ message: 'canceling statement due to statement timeout' });
  });

  test('of our own errors: their sentence, their cause, their code', () => {
    const error = Object.assign(new Error('a promise was broken: sums differ', { cause: new Error('below') }), {
      code: 'ECONNREFUSED',
      failure: 'stopped',
    });
    expect(logged({ err: error, call: 'forex_submit', orders: 7, id: 123n }).line).toMatchObject({
      err: {
        message: 'a promise was broken: sums differ',
        cause: { message: 'below' },
        code: 'ECONNREFUSED',
        failure: 'stopped',
      },
      call: 'forex_submit',
      orders: 7,
      id: '123',
      msg: 'it failed',
    });
  });
});

test('fields that name a secret are hidden at any depth, bytes are not shown, and sentences hold no address', () => {
  const { text } = logged(
    {
      password: 'hunter2',
      deep: { list: [{ Authorization: 'hunter2', email: 'ann@example.com' }] },
      bytes: Buffer.from('hunter2'),
    },
    'a letter to ann@example.com was not taken',
  );
  for (const canary of CANARIES) expect(text).not.toContain(canary);
  expect(text).not.toContain('104,117');
});

test('the name of a request stays whole', () => {
  const ids = ['r12345678-1', 'r00000000-zzzz', 'rdeadbeef-1234'];
  for (const id of ids) expect(logged({ id }).line.id).toBe(id);
});

test('what has no end has one in the log', () => {
  const round: Record<string, unknown> = { name: 'x'.repeat(10_000) };
  round.round = round;
  round.cause = Object.assign(new Error('a'), { cause: new Error('b', { cause: new Error('c') }) });
  expect(logged({ ...round, list: Array.from({ length: 1_000 }, () => round) }).text.length).toBeLessThan(1_000_000);
  // Most of it are the lines of stacks, each as long as the folder's path.
  expect(logged(round).text.length).toBeLessThan(30_000);
});
