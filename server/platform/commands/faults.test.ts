// What an error of the database means for a batch. A wrong answer here loses a command or does it twice.

import { expect, test } from 'vitest';
import { Unavailable } from '../endpoints.ts';
import { faultOf } from './faults.ts';

const coded = (code: string, constraint?: string): Error =>
  Object.assign(new Error('said by the database'), { code, constraint });

test('conflicts are tried again: serialisation, deadlock, a key or a payment that somebody else just wrote', () => {
  for (const error of [
    coded('40001'),
    coded('40P01'),
    coded('23505', 'command_keys_pkey'),
    coded('23505', 'payment_reference'),
  ])
    expect(faultOf(error).kind).toBe('conflict');
});

test('a broken promise is a defect, never tried as a conflict', () => {
  for (const error of [
    coded('23514', 'journal_sums_to_zero'),
    coded('23505', 'one_settlement_per_order'),
    coded('42501'),
    coded('22P02'),
    coded('25P02'),
    new Error('broken promise: a journal sums to zero'),
    new TypeError('x is undefined'),
    'text',
    null,
    undefined,
  ])
    expect(faultOf(error).kind).toBe('defect');
});

test('trouble with server or connection is the database’s, whichever way it is told', () => {
  const codes = [
    '08006',
    '08003',
    '53300',
    '57P01',
    '57P03',
    '57014',
    '58030',
    '25006',
    '25P03',
    'ECONNREFUSED',
    'ECONNRESET',
    'ETIMEDOUT',
    'EPIPE',
  ];
  for (const code of codes) expect(`${code} ${faultOf(coded(code)).kind}`).toBe(`${code} database`);
  for (const text of [
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
  ])
    expect(faultOf(new Error(text)).kind).toBe('database');
});

test('an outcome that is not known stays unknown', () => {
  expect(faultOf(new Unavailable('the commit was not answered', true))).toEqual({ kind: 'database', unknown: true });
  expect(faultOf(new Unavailable('not now'))).toEqual({ kind: 'database', unknown: false });
});
