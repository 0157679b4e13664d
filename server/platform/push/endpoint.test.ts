// Which addresses of push services are asked: those of browsers alone, outside of our own network.

import { expect, test } from 'vitest';
import { isPublic, pushEndpoint } from './endpoint.ts';

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
  'https://web.push.apple.com/abc',
])('%s is asked', (text) => {
  expect(pushEndpoint(text, [])?.href).toBe(text);
});

test.each([
  'http://fcm.googleapis.com/x',
  'https://fcm.googleapis.com:8443/x',
  'https://user@fcm.googleapis.com/x',
  'https://fcm.googleapis.com.evil.example/x',
  'https://evilpush.apple.com.example/x',
  'https://push.apple.com/x',
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'https://2130706433/x',
  'https://localhost/x',
  'https://xfcm.googleapis.com/x',
  'file:///etc/passwd',
  'x',
  `https://fcm.googleapis.com/${'x'.repeat(1_000)}`,
])('%s is not', (text) => {
  expect(pushEndpoint(text, ['http://127.0.0.1:9'])).toBeUndefined();
});

test('of a test’s own service its whole origin is meant', () => {
  expect(pushEndpoint('http://127.0.0.1:9/x', ['http://127.0.0.1:9'])).toBeDefined();
  expect(pushEndpoint('http://127.0.0.1:99/x', ['http://127.0.0.1:9'])).toBeUndefined();
});

test.each([
  ['8.8.8.8', true],
  ['142.250.1.95', true],
  ['2a00:1450:4001:82b::200a', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::a00:1', false],
  ['2002:a00:1::', false],
  ['2001:db8::1', false],
  ['localhost', false],
])('%s leads out: %s', (address, out) => {
  expect(isPublic(address)).toBe(out);
});
