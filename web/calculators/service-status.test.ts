// What of the service's status is said, and that its address leads nowhere else.

import { expect, test } from 'vitest';
import { type MainStatus, saidStatus, statusLink, timesKey } from './service-status.ts';

const NOW = 1_700_000_000_000;
const OPEN: MainStatus = { status: 0, reason: 'none', from: 0, until: 0, url: '', min_version: 0 };

test('an open service says nothing, nor one that wants an app no newer than this', () => {
  expect(saidStatus(OPEN, 1)).toBeUndefined();
  expect(saidStatus({ ...OPEN, status: 2, min_version: 9 }, 1)).toBe(2);
  expect(saidStatus({ ...OPEN, status: 4, min_version: 1 }, 1)).toBeUndefined();
  expect(saidStatus({ ...OPEN, status: 4, min_version: 2 }, 1)).toBe(4);
});

test.each([
  [1, NOW + 1, NOW + 2, 'times.both'],
  [1, NOW + 1, 0, 'times.from'],
  [1, NOW, NOW + 2, 'times.until'],
  [1, 0, 0, 'times.soon'],
  [2, 0, 0, 'times.unsaid'],
  [2, NOW - 5, 0, 'times.unsaid'],
  [2, 0, NOW + 1, 'times.until'],
  [2, NOW - 5, NOW, 'times.late'],
  [4, NOW - 5, NOW, undefined],
] as const)('of status %i from %i until %i it is said %s', (status, from, until, key) => {
  expect(timesKey({ ...OPEN, status, from, until }, NOW)).toBe(key);
});

test('a path of this origin, or a host that is named', () => {
  expect(statusLink('/status.html')).toEqual({ href: '/status.html', host: '' });
  expect(statusLink('https://status.example.com/now')).toEqual({
    href: 'https://status.example.com/now',
    host: 'status.example.com',
  });
  for (const url of ['', '//evil.example', '/\\evil.example', 'http://evil.example', 'javascript:alert(1)', 'evil'])
    expect(statusLink(url), url).toBeUndefined();
});
