// Addresses on chains, as their owners type them: whether each could be one of its network, by that network's own checksum. No network is asked. The server
// decides by it, and the browser says so while it is typed.

import { toHex } from '@fairtick/kernel/bytes';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base58check, bech32, bech32m } from '@scure/base';

/** By the rule that its addresses follow; a network without one here is not on offer. */
export const CHAIN_NETWORKS = ['bitcoin', 'evm', 'tron'] as const;
export type ChainNetwork = (typeof CHAIN_NETWORKS)[number];

/** By which rule a network's addresses are checked: evm:1 by that of evm. */
export const addressRule = (network: string): ChainNetwork =>
  network === 'bitcoin' || network === 'tron' ? network : 'evm';

/** `network`: a good one, of another network or of a test's. */
export type AddressFault = 'checksum' | 'network';

/** As it is kept and shown: each address has one form. */
type Read = Result<string, AddressFault>;

const base58 = base58check(sha256);
const BITCOIN_VERSIONS: ReadonlySet<number> = new Set([0x00, 0x05]);
const TRON_VERSION = 0x41;
const HASH_BYTES = 20;

export function readAddress(network: ChainNetwork, typed: string): Read {
  const text = typed.trim();
  const read = READERS[network](text);
  if (read !== undefined) return ok(read);
  const other = CHAIN_NETWORKS.some((one) => one !== network && READERS[one](text) !== undefined);
  return err(other || isTestBitcoin(text) ? 'network' : 'checksum');
}

const READERS: Readonly<Record<ChainNetwork, (text: string) => string | undefined>> = {
  bitcoin: (text) => bitcoinBase58(text) ?? segwit(text, 'bc'),
  evm,
  tron,
};

/** Bytes behind a good base58 checksum; undefined where it is not one. */
function base58Bytes(text: string): Uint8Array | undefined {
  try {
    return base58.decode(text);
  } catch {
    return undefined;
  }
}

function bitcoinBase58(text: string): string | undefined {
  const bytes = base58Bytes(text);
  return bytes?.length === 1 + HASH_BYTES && BITCOIN_VERSIONS.has(bytes[0] ?? -1) ? text : undefined;
}

function tron(text: string): string | undefined {
  const bytes = base58Bytes(text);
  return bytes?.length === 1 + HASH_BYTES && bytes[0] === TRON_VERSION ? text : undefined;
}

/** Version 0 in bech32 with a hash of 20 or 32 bytes, version 1 in bech32m with 32 (BIP 173, 350). Later ones mean nothing yet: who pays there pays nobody. */
function segwit(text: string, prefix: string): string | undefined {
  const lower = text.toLowerCase();
  if (text !== lower && text !== text.toUpperCase()) return undefined;
  const [zero, one] = [wordsOf(bech32, lower, prefix), wordsOf(bech32m, lower, prefix)];
  if (zero?.version === 0 && (zero.bytes.length === 20 || zero.bytes.length === 32)) return lower;
  return one?.version === 1 && one.bytes.length === 32 ? lower : undefined;
}

function wordsOf(
  code: typeof bech32,
  text: string,
  prefix: string,
): { readonly version: number; readonly bytes: Uint8Array } | undefined {
  const decoded = code.decodeUnsafe(text, 90);
  if (decoded?.prefix !== prefix) return undefined;
  const [version, ...words] = decoded.words;
  const bytes = code.fromWordsUnsafe(words);
  return version === undefined || !bytes ? undefined : { version, bytes };
}

const isTestBitcoin = (text: string): boolean => segwit(text, 'tb') !== undefined;

/** 40 small hexadecimal digits with the checksum in their case (EIP-55). */
export function checksummed(digits: string): string {
  const hash = toHex(keccak_256(utf8ToBytes(digits)));
  const signs = [...digits].map((sign, at) => (Number.parseInt(hash[at] ?? '0', 16) >= 8 ? sign.toUpperCase() : sign));
  return `0x${signs.join('')}`;
}

/** With the checksum in its letters' case (EIP-55). One without any, all lower or all upper, is taken: whoever typed it confirms it as it is shown. */
function evm(text: string): string | undefined {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return undefined;
  const digits = text.slice(2);
  const checked = checksummed(digits.toLowerCase());
  const plain = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return plain || text === checked ? checked : undefined;
}
