// The network of an address: enough to see that something is from elsewhere, too little to find somebody.

/** 203.0.113.0/24 of 203.0.113.9; 2001:db8:1::/48; empty where it is no address. */
export function networkOf(address: string): string {
  const four = /^(\d+\.\d+\.\d+)\.\d+$/.exec(address)?.[1];
  if (four !== undefined) return `${four}.0/24`;
  const groups = address.replace(/::?\/64$/, '').split(':');
  return groups.length >= 3 ? `${groups.slice(0, 3).join(':')}::/48` : '';
}
