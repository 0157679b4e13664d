// People are sent to a name wherever there is one.

import { expect, test } from 'vitest';
import { addressesOf } from './addresses.ts';

const ports = { app: 8080, console: 8081 };
const unset = { publicUrl: undefined, consoleUrl: undefined, statusHosts: [], serviceHosts: [] };

test.each([
  ['127.0.0.1', 'http://localhost:8080'],
  ['0.0.0.0', 'http://localhost:8080'],
  ['::', 'http://localhost:8080'],
  ['192.168.1.5', 'http://192.168.1.5:8080'],
  ['fd00::5', 'http://[fd00::5]:8080'],
  ['box.example', 'http://box.example:8080'],
])('a server on %s is found at %s', (host, app) => {
  expect(addressesOf({ host, ...unset }, ports).app).toBe(app);
});

test('what the operator names stands', () => {
  const named = {
    host: '127.0.0.1',
    publicUrl: 'https://trade.example.com',
    consoleUrl: undefined,
    statusHosts: ['status.example.com'],
    serviceHosts: ['help.example.com'],
  };
  expect(addressesOf(named, ports)).toEqual({
    app: 'https://trade.example.com',
    console: 'http://localhost:8081',
    statusHosts: ['status.example.com'],
    serviceHosts: ['help.example.com'],
  });
});
