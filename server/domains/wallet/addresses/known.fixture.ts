// Extended public keys of words that everybody knows, for tests: nobody's money was ever there.

import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { HDKey } from '@scure/bip32';

/** Of BIP 84. */
const ABANDON = `${'abandon '.repeat(11)}about`;
/** Of the accounts that anvil and hardhat begin with. */
const HARDHAT = 'test test test test test test test test test test test junk';

const keyOf = (words: string, path: string): HDKey =>
  HDKey.fromMasterSeed(pbkdf2(sha512, words, 'mnemonic', { c: 2048, dkLen: 64 })).derive(path);

/** As BIP 84 itself has it. */
export const ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const ETHEREUM = keyOf(HARDHAT, "m/44'/60'/0'");
export const ETHEREUM_XPUB = ETHEREUM.publicExtendedKey;
export const ETHEREUM_XPRV = ETHEREUM.privateExtendedKey ?? '';
export const ABANDON_XPUB = keyOf(ABANDON, "m/44'/60'/0'").publicExtendedKey;
export const TRON_XPUB = keyOf(ABANDON, "m/44'/195'/0'").publicExtendedKey;
