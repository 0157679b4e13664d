import { expect, test } from 'vitest';
import { passkeyObstacle } from './passkeys.ts';

test.each([
  ['127.0.0.1', true, 'address'],
  ['203.0.113.9', false, 'address'],
  ['[::1]', true, 'address'],
  ['console.example.com', false, 'absent'],
  ['console.example.com', true, undefined],
  ['localhost', true, undefined],
  ['10.0.0.1.example.com', true, undefined],
])('at %s, where the browser knows them: %s, they are kept off by %s', (hostname, known, obstacle) => {
  expect(passkeyObstacle(hostname, known)).toBe(obstacle);
});
