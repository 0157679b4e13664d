// What the staff are shown of an extended public key before it is proposed.

import { addressRule } from '@fairtick/contract/addresses/chain';
import type { AnswerOf } from '@fairtick/contract/http/index';
import type { StaffTable } from '@fairtick/contract/staff/index';
import { deriveAddress, FIRST, readXpub } from '../addresses/derived.ts';
import { isNetwork } from '../settings.ts';

export function xpubView(network: string, xpub: string): AnswerOf<'xpub_addresses', StaffTable> {
  if (!isNetwork(network)) return { fault: 'network', addresses: [] };
  const rule = addressRule(network);
  const read = readXpub(rule, xpub);
  if (!read.ok) return { fault: read.error, addresses: [] };
  return { fault: '', addresses: FIRST.map((at) => deriveAddress(rule, read.value, at)) };
}
