// How an e-mail address is written, a user's and a member's of the staff: one address, one text.

import { domainToASCII } from 'node:url';

/** Lower-cased, an ASCII local part, the domain in A-labels; undefined where it is no address. */
export function emailAddress(text: string): string | undefined {
  const [, local = '', domain = ''] = /^([^@]+)@([^@]+)$/.exec(text.trim().toLowerCase()) ?? [];
  if (!/^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/.test(local) || local.length > 64)
    return undefined;
  // The conversion drops invisible signs silently.
  if (/[\p{C}\p{Z}]/u.test(domain)) return undefined;
  const ascii = domainToASCII(domain);
  if (!ascii.split('.').every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label))) return undefined;
  const email = `${local}@${ascii}`;
  return email.length <= 254 ? email : undefined;
}
