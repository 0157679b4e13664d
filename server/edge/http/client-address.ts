// Whose address a request counts for: the connection's own, or behind proxies what the nearest trusted one says. A client may write into
// X-Forwarded-For what it likes; a proxy adds what it saw at the right, so the list is read from there and no further than trust reaches.

import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { addressKey } from './limits.ts';

/** The key that limits count by. */
export type AddressOf = (request: IncomingMessage) => string;

/** Whether a connection's own address is a proxy's, through which many people come. A number of hops says that every one is. */
export const proxyTest = (trust: number | readonly string[]): ((address: string) => boolean) =>
  typeof trust === 'number' ? () => trust > 0 : readably(within(trust));

/** More proxies than that stand before nobody. */
const MAX_PROXIES = 32;

/** `trust` is the number of proxies before this server, or their addresses and networks; 0 believes nobody. */
export function addressReader(trust: number | readonly string[]): AddressOf {
  if (trust === 0) return ({ socket }) => addressKey(socket.remoteAddress ?? '');
  const trusts = typeof trust === 'number' ? (_: string, hop: number) => hop < trust : within(trust);
  return ({ socket, headers }) => {
    let address = bare(socket.remoteAddress ?? '') ?? '';
    const said = forwarded(headers['x-forwarded-for']);
    for (let hop = 0; trusts(address, hop); hop += 1) {
      const before = bare(said.pop() ?? '');
      // Nothing further, or nothing readable: the last one that is known is whom we count.
      if (before === undefined) break;
      address = before;
    }
    return addressKey(address);
  };
}

function forwarded(header: string | string[] | undefined): string[] {
  if (header === undefined) return [];
  const whole = Array.isArray(header) ? header.join(',') : header;
  return whole.split(',').slice(-MAX_PROXIES);
}

/** An address without port, brackets, zone or IPv4's IPv6 clothes; undefined where it is none. */
function bare(text: string): string | undefined {
  const trimmed = text.trim().toLowerCase();
  const [, bracketed, withPort] = /^(?:\[([^\]]*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(trimmed) ?? [];
  const [address = ''] = (bracketed ?? withPort ?? trimmed).replace(/^::ffff:(?=\d+\.)/, '').split('%');
  return isIP(address) === 0 ? undefined : address;
}

const readably =
  (test: (address: string) => boolean) =>
  (address: string): boolean =>
    test(bare(address) ?? '');

function within(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
