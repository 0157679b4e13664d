// Behind proxies a limit counts the client, and nobody chooses whom they are counted as.

import { describe, expect, test } from 'vitest';
import { type AddressOf, addressReader, proxyTest } from './client-address.ts';

const of = (address: AddressOf, remoteAddress: string, forwarded?: string | string[]): string => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  // Only what is read of a request.
  return address({ socket: { remoteAddress }, headers } as unknown as Parameters<AddressOf>[0]);
};
const PROXY = '10.0.0.1';
const CLIENT = '203.0.113.7';

test('nobody is believed unless proxies are named', () => {
  expect(of(addressReader(0), PROXY, CLIENT)).toBe(PROXY);
});

describe('with one proxy', () => {
  const one = addressReader(1);

  test('what the proxy saw is the client; what was forged further left is nothing', () => {
    expect(of(one, PROXY, CLIENT)).toBe(CLIENT);
    expect(of(one, PROXY, `1.1.1.1, 2.2.2.2,${CLIENT}`)).toBe(CLIENT);
    expect(of(one, PROXY, ['1.1.1.1', CLIENT])).toBe(CLIENT);
  });

  test('a request without the header, or with nonsense in it, counts for the proxy', () => {
    for (const forwarded of [undefined, '', 'unknown', `${CLIENT},`, 'a'.repeat(9_000), '1.2.3', '__proto__'])
      expect(of(one, PROXY, forwarded)).toBe(PROXY);
  });

  test('ports, brackets and mapped addresses are the same client; of IPv6 the network counts', () => {
    for (const forwarded of [`${CLIENT}:4711`, `::ffff:${CLIENT}`, `[::FFFF:${CLIENT}]:1`])
      expect(of(one, PROXY, forwarded)).toBe(CLIENT);
    expect(of(one, PROXY, '[2001:DB8:1:2::5]:443')).toBe(of(one, PROXY, '2001:db8:1:2::6'));
    expect(of(one, `::ffff:${PROXY}`)).toBe(PROXY);
  });
});

test('with two proxies the second from the right is the client', () => {
  expect(of(addressReader(2), PROXY, `1.1.1.1,${CLIENT},10.0.0.2`)).toBe(CLIENT);
});

test('named networks are passed over as far as they reach, and only they are', () => {
  const networks = addressReader(['10.0.0.0/8', 'fd00::/8', '192.0.2.1']);
  expect(of(networks, PROXY, `1.1.1.1,${CLIENT},192.0.2.1,10.9.9.9`)).toBe(CLIENT);
  expect(of(networks, 'fd00::1', CLIENT)).toBe(CLIENT);
  // Whoever comes past the proxy is counted as they are, whatever they claim.
  expect(of(networks, CLIENT, '1.1.1.1')).toBe(CLIENT);
});

test('a connection of a proxy is many people’s: of every one behind so many hops, of none without, of the named ones else', () => {
  const [none, hops, named] = [proxyTest(0), proxyTest(1), proxyTest(['10.0.0.0/8'])];
  expect([none(PROXY), hops(CLIENT), named(PROXY), named(`::ffff:${PROXY}`)]).toEqual([false, true, true, true]);
  expect([named(CLIENT), named('')]).toEqual([false, false]);
});
