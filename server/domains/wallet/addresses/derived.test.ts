import { CHAIN_NETWORKS, type ChainNetwork, readAddress } from '@fairtick/contract/addresses/chain';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58check } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { deriveAddress, readXpub } from './derived.ts';
import { ABANDON_XPUB, ETHEREUM_XPRV, ETHEREUM_XPUB, TRON_XPUB, ZPUB } from './known.fixture.ts';

/** The same bytes with another beginning. */
function written(text: string, version: number): string {
  const code = base58check(sha256);
  const bytes = code.decode(text);
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(0, version);
  return code.encode(bytes);
}
function branchAt(network: ChainNetwork, xpub: string): string {
  const read = readXpub(network, xpub);
  return read.ok ? read.value : expect.fail(read.error);
}
const firstAt = (network: ChainNetwork, xpub: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => deriveAddress(network, branchAt(network, xpub), index));

describe('known wallets', () => {
  test('bitcoin, as BIP 84 has it, by zpub and by xpub', () => {
    const addresses = ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g'];
    expect(firstAt('bitcoin', ZPUB, 2)).toEqual(addresses);
    expect(firstAt('bitcoin', ` ${written(ZPUB, 0x04_88_b2_1e)}\n`, 2)).toEqual(addresses);
    expect(branchAt('bitcoin', ZPUB)).toBe(branchAt('bitcoin', written(ZPUB, 0x04_88_b2_1e)));
  });

  test('the accounts that anvil and hardhat begin with', () => {
    expect(firstAt('evm', ETHEREUM_XPUB, 3)).toEqual([
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    ]);
    const [first] = firstAt('evm', ABANDON_XPUB, 1);
    expect(first).toBe('0x9858EfFD232B4033E47d90003D41EC34EcaEda94');
  });

  test('tron', () => {
    const [first] = firstAt('tron', TRON_XPUB, 1);
    expect(first).toBe('TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH');
  });

  test.each(CHAIN_NETWORKS)('%s: what is derived is an address as we keep them', (network) => {
    for (const address of firstAt(network, ETHEREUM_XPUB, 20))
      expect(readAddress(network, address)).toEqual({ ok: true, value: address });
  });
});

describe('refused', () => {
  const xpub = ETHEREUM_XPUB;
  const changed = `${xpub.slice(0, -1)}${xpub.endsWith('1') ? '2' : '1'}`;
  const xprv = ETHEREUM_XPRV;
  test.each<[string, ChainNetwork, string, string]>([
    ['xprv', 'evm', xprv, 'private'],
    ['xprv, one sign wrong', 'evm', `${xprv.slice(0, -1)}1`, 'private'],
    ['xprv of bitcoin', 'bitcoin', ` ${xprv}`, 'private'],
    ['zprv', 'bitcoin', written(xprv, 0x04_b2_43_0c), 'private'],
    ['yprv', 'bitcoin', written(xprv, 0x04_9d_78_78), 'private'],
    ['tprv', 'tron', written(xprv, 0x04_35_83_94), 'private'],
    ['ypub', 'bitcoin', written(xpub, 0x04_9d_7c_b2), 'network'],
    ['tpub', 'bitcoin', written(xpub, 0x04_35_87_cf), 'network'],
    ['vpub', 'bitcoin', written(xpub, 0x04_5f_1c_f6), 'network'],
    ['zpub where no bitcoin is', 'evm', ZPUB, 'network'],
    ['zpub for tron', 'tron', ZPUB, 'network'],
    ['a sign wrong', 'evm', changed, 'checksum'],
    ['too short', 'evm', xpub.slice(0, -1), 'checksum'],
    ['an address', 'evm', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 'checksum'],
    ['another version', 'evm', written(xpub, 1), 'checksum'],
    // The bytes of a private key under the name of a public one: no point of the curve begins with zero.
    ['xprv named xpub', 'evm', written(xprv, 0x04_88_b2_1e), 'checksum'],
    ['nothing', 'evm', '', 'checksum'],
  ])('%s', (_what, network, text, fault) => {
    expect(readXpub(network, text)).toEqual({ ok: false, error: fault });
  });
});
