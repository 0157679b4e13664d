// How an e-mail address is written, a user's and a member's of the staff: one form for each address, and none that looks like another's.

import { domainToASCII } from 'node:url';

const MOST_LENGTH = 254;
/** What mail servers take without quotes; ASCII alone, so that no sign can pass for another. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const MOST_LOCAL = 64;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Lower-cased, without blanks around it, its domain as A-labels; undefined where it is no address. Signs that are not seen are refused and not
 * dropped: the form that is stored is the one that was shown.
 */
export function emailAddress(typed: string): string | undefined {
  const email = typed.trim().toLowerCase();
  if (/[\p{C}\s]/u.test(email)) return undefined;
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at);
  if (at < 1 || local.length > MOST_LOCAL || !LOCAL.test(local)) return undefined;
  const domain = domainName(email.slice(at + 1));
  if (domain === undefined) return undefined;
  const address = `${local}@${domain}`;
  return address.length <= MOST_LENGTH ? address : undefined;
}

/** As `emailAddress`, and only where mail from elsewhere could reach it: what a user's account may be called. */
export function emailName(typed: string): string | undefined {
  const email = emailAddress(typed);
  const labels = email?.slice(email.lastIndexOf('@') + 1).split('.') ?? [];
  // A number at the end makes it an address of a machine, in whichever way it is written.
  return labels.length >= 2 && /[a-z]/.test(labels.at(-1) ?? '') ? email : undefined;
}

function domainName(text: string): string | undefined {
  // Full-width and ideographic stops would become full stops; empty labels would stay.
  if (text === '' || text.endsWith('.')) return undefined;
  const domain = domainToASCII(text);
  return domain.split('.').every((label) => LABEL.test(label)) ? domain : undefined;
}
