import { expect, test } from 'vitest';
import { networkOf } from './network.ts';

test('of an address its network is shown', () => {
  expect(networkOf('203.0.113.77')).toBe('203.0.113.0/24');
  expect(networkOf('2001:db8:1:2::/64')).toBe('2001:db8:1::/48');
  expect(networkOf('unknown')).toBe('');
});
