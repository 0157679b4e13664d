// Where a browser says that messages for it go. It is typed by a stranger and asked by our server, so only the push services of browsers are
// asked, by names that lead out of our network (accounts.md §5).

import * as net from 'node:net';

const HOSTS =
  /^(fcm\.googleapis\.com|[a-z0-9.-]+\.(push\.services\.mozilla\.com|notify\.windows\.com|push\.apple\.com))$/;
const MAX_LENGTH = 1_000;

/** `origins`: asked as well, whatever they are: tests' own. undefined where it is no endpoint of a service that we ask. */
export function pushEndpoint(text: string, origins: readonly string[]): URL | undefined {
  if (text.length > MAX_LENGTH || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || url.hash !== '') return undefined;
  if (origins.includes(url.origin)) return url;
  // `port` is empty for the scheme's own.
  return url.protocol === 'https:' && url.port === '' && HOSTS.test(url.hostname) ? url : undefined;
}

const inside = new net.BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  inside.addSubnet(network, bits, 'ipv4');
// Of IPv6 only global unicast leads out, less documentation, tunnels and what carries an IPv4 address inside.
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  inside.addSubnet(network, bits, 'ipv6');
const unicast = new net.BlockList();
unicast.addSubnet('2000::', 3, 'ipv6');

/** Whether an address that a name was resolved to lies outside of every private, local and reserved network. */
export function isPublic(address: string): boolean {
  if (net.isIPv4(address)) return !inside.check(address, 'ipv4');
  return net.isIPv6(address) && unicast.check(address, 'ipv6') && !inside.check(address, 'ipv6');
}
