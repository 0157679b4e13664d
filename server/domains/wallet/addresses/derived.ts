// Addresses from an extended public key (BIP 32): each of a user's own, by a key that nobody on this server could spend with. Pure.

import { type ChainNetwork, checksummed } from '@fairtick/contract/addresses/chain';
import { toHex } from '@fairtick/kernel/bytes';
import { assert, err, ok, type Result } from '@fairtick/kernel/result';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58check, bech32 } from '@scure/base';
import { HDKey } from '@scure/bip32';

/**
 * `private`: one that spends, which belongs on no server. `network`: a good one of a test network, or of addresses of another kind. `checksum`: all
 * else that is none.
 */
export type XpubFault = 'private' | 'network' | 'checksum';

/** The public key and the chain code behind an extended key, in hexadecimal digits: one and the same however the key is written. */
export type Branch = string;

const base58 = base58check(sha256);
const XPUB_BYTES = 78;
const XPUB = '0488b21e';
/** Of a wallet whose addresses begin with bc1q (BIP 84): what it says is what an xpub says. */
const ZPUB = '04b24746';
const PRIVATE = new Set([
  '0488ade4',
  '049d7878',
  '04b2430c',
  '04358394',
  '044a4e28',
  '045f18bc',
  '0295b005',
  '02aa7a99',
]);
/** ypub, Ypub and Zpub are of other addresses than those made here; the rest are of test networks. */
const OTHERS = new Set(['049d7cb2', '0295b43f', '02aa7ed3', '043587cf', '044a5262', '045f1cf6']);

/** Whatever begins so is refused before its checksum is looked at: a private key that was mistyped is one all the same. */
export const looksPrivate = (text: string): boolean => /^\s*[a-z]prv/i.test(text);

export function readXpub(network: ChainNetwork, typed: string): Result<Branch, XpubFault> {
  const text = typed.trim();
  if (looksPrivate(text)) return err('private');
  const bytes = bytesOf(text);
  if (bytes?.length !== XPUB_BYTES) return err('checksum');
  const version = toHex(bytes.subarray(0, 4));
  if (PRIVATE.has(version)) return err('private');
  if (OTHERS.has(version) || (version === ZPUB && network !== 'bitcoin')) return err('network');
  if (version !== XPUB && version !== ZPUB) return err('checksum');
  const [chainCode, publicKey] = [bytes.subarray(13, 45), bytes.subarray(45)];
  return secp256k1.utils.isValidPublicKey(publicKey, true) ? ok(toHex(publicKey) + toHex(chainCode)) : err('checksum');
}

function bytesOf(text: string): Uint8Array | undefined {
  try {
    return base58.decode(text);
  } catch {
    return undefined;
  }
}

/** Those that are compared with a wallet's own. */
export const FIRST = [0, 1] as const;

/** By the path 0/index below the key, the first of which is the chain that wallets receive on. Throws where `branch` is none of `readXpub`. */
export function deriveAddress(network: ChainNetwork, branch: Branch, index: number): string {
  const bytes = Buffer.from(branch, 'hex');
  const root = new HDKey({ publicKey: bytes.subarray(0, 33), chainCode: bytes.subarray(33) });
  const { publicKey } = root.deriveChild(0).deriveChild(index);
  assert(publicKey !== null, 'a public key leads to public keys');
  return WRITERS[network](publicKey);
}

const WRITERS: Readonly<Record<ChainNetwork, (publicKey: Uint8Array) => string>> = {
  bitcoin: (publicKey) => bech32.encode('bc', [0, ...bech32.toWords(ripemd160(sha256(publicKey)))]),
  evm: (publicKey) => checksummed(toHex(accountOf(publicKey))),
  tron: (publicKey) => base58.encode(Uint8Array.of(0x41, ...accountOf(publicKey))),
};

/** The last 20 bytes of the hash of the point's two coordinates. */
const accountOf = (publicKey: Uint8Array): Uint8Array =>
  keccak_256(secp256k1.Point.fromBytes(publicKey).toBytes(false).subarray(1)).subarray(-20);
