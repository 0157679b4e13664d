// The service's status: what it may be, where it may lead, and how long it says that it lasts.

import { expect, test } from 'vitest';
import { closingOnlyMinutes, leadsHome, mainStatus, serviceStatus, withStatusHosts } from './service-status.ts';

const OPEN = { status: 0, reason: 'none', from: 0, until: 0, url: '', min_version: 0 } as const;
const HOSTS = ['status.example.com'];
const NOW = 1_700_000_000_000;

test('a new database is in service', () => {
  expect(serviceStatus.first).toEqual(OPEN);
  expect(serviceStatus.fault(OPEN)).toBeUndefined();
});

test.each([5, -1, 1.5, '2', null])('there is no status %j', (status) => {
  expect(serviceStatus.fault({ ...OPEN, status })).toBeDefined();
});

test('what ends before it begins is none', () => {
  expect(serviceStatus.fault({ ...OPEN, status: 1, from: NOW, until: NOW })).toContain('until');
  expect(serviceStatus.fault({ ...OPEN, status: 1, from: NOW, until: 0 })).toBeUndefined();
});

/** Each would send whoever follows it to somebody else, in one browser or another. */
const TO_STRANGERS = [
  'https://evil.example',
  'https://status.example.com.evil.example/',
  'https://status.example.com@evil.example/',
  'https://evil.example#status.example.com',
  'https://evil.example\\.status.example.com',
  'https://status.example.com:8443@evil.example',
  'https:/evil.example',
  'https:evil.example',
  'http://status.example.com/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '\t//evil.example',
  ' https://evil.example',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'blob:https://evil.example/1',
  'ftp://status.example.com',
  'evil.example',
  '@evil.example',
  '.evil.example',
  'https://status.example.com\n.evil.example',
  'https://ѕtatus.example.com/',
  'HTTPS://EVIL.EXAMPLE',
];

test.each(TO_STRANGERS)('nobody is led to %j, neither by a proposal nor by what is in the database already', (url) => {
  const [proposed] = withStatusHosts([serviceStatus], () => HOSTS);
  expect(proposed?.fault({ ...OPEN, status: 4, url })).toBeDefined();
  expect(leadsHome(url, HOSTS)).toBe(false);
  expect(mainStatus({ ...OPEN, status: 4, url }, HOSTS).url).toBe('');
});

test.each([
  '',
  '/',
  '/content/page.html',
  '/#/status',
  '/?a=b',
  'https://status.example.com',
  'https://status.example.com/x/y',
])('%j leads home, by every reading of an address', (url) => {
  const [proposed] = withStatusHosts([serviceStatus], () => HOSTS);
  expect(proposed?.fault({ ...OPEN, status: 3, url })).toBeUndefined();
  expect(mainStatus({ ...OPEN, url }, HOSTS).url).toBe(url);
  expect(['app.example', 'status.example.com']).toContain(new URL(url, 'https://app.example').host);
});

test('a host that the operator has taken out of the config leads nowhere from then on, and stops no server', () => {
  const url = 'https://status.example.com/';
  expect(mainStatus({ ...OPEN, status: 3, url }, [])).toEqual({ ...OPEN, status: 3 });
  expect(serviceStatus.fault({ ...OPEN, status: 3, url })).toBeUndefined();
});

test.each([
  [0, NOW + 600_000, undefined],
  [1, NOW + 600_000, undefined],
  [2, NOW + 600_000, 10],
  [2, NOW + 600_001, 11],
  [2, NOW + 86_400_000, 60],
  [2, 0, 5],
  [2, NOW, 5],
  [3, 0, 5],
  [4, NOW + 600_000, undefined],
] as const)('status %i until %i: ask again in %s minutes', (status, until, minutes) => {
  expect(closingOnlyMinutes({ ...OPEN, status, until }, NOW)).toBe(minutes);
});

test('status is no setting that holds a day after it was accepted: what is wrong is closed at once, and opened again at once', () => {
  expect(serviceStatus.isWorse(OPEN, { ...OPEN, status: 2 })).toBe(false);
  expect(serviceStatus.isWorse({ ...OPEN, status: 2 }, OPEN)).toBe(false);
});
