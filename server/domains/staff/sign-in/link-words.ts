// The word that a link of two people needs beside it: the checker is shown the link, the maker the word, and neither can join with their half.

import { equalBytes, toHex } from '@fairtick/kernel/bytes';
import type { Keys } from '../../../platform/keys/keys.ts';

/** Without signs that look or sound alike. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 8;

/** As its maker reads it out: XXXX-XXXX. Stored nowhere: it follows from the link's mac and the master key. */
export const wordOf = (keys: Keys, linkMac: Uint8Array): string => {
  const word = signsOf(keys.mac('one_time_links', textOf(linkMac)));
  return `${word.slice(0, LENGTH / 2)}-${word.slice(LENGTH / 2)}`;
};

/** However it is written: with spaces, without the dash, in small letters. Also one that was read before the master key changed. */
export function isWordOf(keys: Keys, linkMac: Uint8Array, typed: string): boolean {
  const word = Buffer.from(typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, ''));
  return keys.macs('one_time_links', textOf(linkMac)).some((mac) => equalBytes(Buffer.from(signsOf(mac)), word));
}

const textOf = (linkMac: Uint8Array): string => `code/${toHex(linkMac)}`;

/** 40 bits out of 64: every word is as likely as the next. */
function signsOf(mac: Uint8Array): string {
  let rest = Buffer.from(mac).readBigUInt64BE();
  let word = '';
  while (word.length < LENGTH) {
    word += SIGNS.charAt(Number(rest % BigInt(SIGNS.length)));
    rest /= BigInt(SIGNS.length);
  }
  return word;
}
