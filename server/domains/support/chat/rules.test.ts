// How often one may write, how staff are called, and where their answers may lead.

import { expect, test } from 'vitest';
import { eventOf, firstName, leadsToUsAlone, MESSAGES_A_MINUTE, waitSeconds } from './rules.ts';

test('thirty messages within a minute, and the next when the first of them is a minute old', () => {
  const times = Array.from({ length: MESSAGES_A_MINUTE }, (_, at) => 100_000 - at * 1_000);
  expect(waitSeconds(times.slice(0, -1), 100_000)).toBe(0);
  expect(waitSeconds(times, 100_000)).toBe(31);
  expect(waitSeconds(times, 130_999)).toBe(1);
  expect(waitSeconds(times, 131_000)).toBe(0);
});

test.each([
  ['Ann Lee', 'Ann'],
  ['  \u202eAnn\u202c  Lee', 'Ann'],
  ['李安', '李安'],
])('%j is shown as %j', (name, shown) => {
  expect(firstName(name)).toBe(shown);
});

test('an answer leads to the app or nowhere', () => {
  const app = 'https://fairtick.example';
  for (const text of [
    'Please look at https://fairtick.example/#/mine/auth',
    'It was sent on 2026-11-24.',
    '已經寄出。',
  ])
    expect(leadsToUsAlone(text, app)).toBe(true);
  for (const text of [
    'https://fairtick.example.evil.net/',
    'https://fairtick.example@evil.net/',
    'write to ann@example.com',
    'call +852 9123 4567',
    'https://fairtick.example/WhatsApp:+85291234567',
    'https://fairtick.example/?write-to=help@evil.net',
    'https://fairtick.example/\\@evil.net',
    'https://fairtick.example/#/85291234567',
    'evil.net',
  ])
    expect(leadsToUsAlone(text, app)).toBe(false);
});

test('only the system’s words are events', () => {
  expect(eventOf('system', 'closed')).toBe('closed');
  expect(eventOf('user', 'closed')).toBeNull();
  expect(eventOf('system', 'another')).toBeNull();
});
