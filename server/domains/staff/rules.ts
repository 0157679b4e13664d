// How long things of the staff last, how they are written, and what is asked of a password: pure.

import { domainToASCII } from 'node:url';
import { type Refusal, refuse } from '@fairtick/contract/errors';

/** Without a call for so long a session ends. */
export const IDLE_MS = 15 * 60_000;
/** A session ends then, whatever is done. */
export const SESSION_MS = 8 * 3_600_000;
export const STEP_UP_MS = 5 * 60_000;
export const LINK_MS = 3_600_000;
export const TICKET_MS = 5 * 60_000;
export const TICKET_TRIES = 5;

const PASSWORD_LEAST = 12;
const PASSWORD_MOST = 128;

/** Failures that cost nothing; from then on each further try waits twice as long as the one before. */
const FREE_BY_NAME = 5;
const FREE_BY_ADDRESS = 20;
const LONGEST_WAIT_MS = 60_000;
/** Failures older than this are forgotten, where no newer one came. */
export const FAILURES_KEPT_MS = 15 * 60_000;

/** The e-mail of the owner that the server makes at its first start: only a name to sign in by. */
export const FIRST_OWNER = { name: 'Owner', email: 'owner@localhost' } as const;

/** Lower-cased, an ASCII local part, the domain in A-labels; undefined where it is no address. */
export function staffEmail(text: string): string | undefined {
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

/** From when on the next try is heard after `failures`, of which the last was at `lastMs`. */
export function heardFrom(by: 'name' | 'address', failures: number, lastMs: number): number {
  if (by === 'address') return failures < FREE_BY_ADDRESS ? 0 : lastMs + LONGEST_WAIT_MS;
  if (failures < FREE_BY_NAME) return 0;
  return lastMs + Math.min(LONGEST_WAIT_MS, 1_000 * 2 ** (failures - FREE_BY_NAME + 1));
}

/** 12 to 128 signs, as they are compared, and not the e-mail or its first part. */
export function passwordRefusal(password: string, email: string): Refusal | undefined {
  const normal = password.normalize('NFKC');
  const length = [...normal].length;
  if (length < PASSWORD_LEAST) return refuse('PASSWORD_TOO_SHORT', { min: String(PASSWORD_LEAST) });
  if (length > PASSWORD_MOST) return refuse('PASSWORD_TOO_LONG', { max: String(PASSWORD_MOST) });
  const lower = normal.toLowerCase();
  return lower === email || lower === email.split('@')[0] ? refuse('PASSWORD_LIKE_ACCOUNT') : undefined;
}

/** The network of an address: enough to see that a session is from elsewhere. */
export function networkOf(address: string): string {
  const four = /^(\d+\.\d+\.\d+)\.\d+$/.exec(address)?.[1];
  if (four !== undefined) return `${four}.0/24`;
  const groups = address.replace(/::?\/64$/, '').split(':');
  return groups.length >= 3 ? `${groups.slice(0, 3).join(':')}::/48` : '';
}
