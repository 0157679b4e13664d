import { describe, expect, test } from 'vitest';
import { type ChainNetwork, readAddress } from './chain.ts';

const goodAt = (network: ChainNetwork, text: string): string => {
  const read = readAddress(network, text);
  return read.ok ? read.value : expect.fail(`${text} is none: ${read.error}`);
};
const faultAt = (network: ChainNetwork, text: string): string => {
  const read = readAddress(network, text);
  return read.ok ? 'good' : read.error;
};

// money-staff.md §8.
describe('bitcoin', () => {
  test.each([
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ])('%s', (text) => {
    expect(goodAt('bitcoin', text)).toBe(text);
    expect(goodAt('bitcoin', ` ${text}\n`)).toBe(text);
    const changed = text.endsWith('a') ? `${text.slice(0, -1)}b` : `${text.slice(0, -1)}a`;
    expect(faultAt('bitcoin', changed)).toBe('checksum');
  });

  test('in capitals is the same address as in small letters, in both it is none', () => {
    const small = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
    expect(goodAt('bitcoin', small.toUpperCase())).toBe(small);
    expect(goodAt('bitcoin', small)).toBe(small);
    expect(faultAt('bitcoin', small.replace('bc1q', 'bc1Q'))).toBe('checksum');
  });

  test.each([
    ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T5', 'checksum'],
    ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'network'],
    ['bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7k7grplx', 'checksum'],
    ['BC1SW50QA3JX3S', 'checksum'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'network'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'network'],
    ['', 'checksum'],
    ['bc1', 'checksum'],
    ['1'.repeat(5_000), 'checksum'],
  ])('%s is refused', (text, fault) => expect(faultAt('bitcoin', text)).toBe(fault));
});

describe('networks like ethereum', () => {
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

  test('the case of its letters is the checksum; without one it is shown with it', () => {
    expect(goodAt('evm', address)).toBe(address);
    expect(goodAt('evm', address.toLowerCase())).toBe(address);
    expect(goodAt('evm', `0x${address.slice(2).toUpperCase()}`)).toBe(address);
    expect(faultAt('evm', `${address.slice(0, -1)}D`)).toBe('checksum');
  });

  // EIP-55's own.
  test.each([
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x27b1fdb04752bbc536007a920d24acb045561c26',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ])('%s', (text) => expect(goodAt('evm', text)).toBe(text));

  test.each([
    '0x',
    '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    `${address}0`,
    '0X5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
  ])('%s is refused', (text) => expect(faultAt('evm', text)).toBe('checksum'));
});

describe('tron', () => {
  test('has a version of its own', () => {
    expect(goodAt('tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
    expect(faultAt('tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u')).toBe('checksum');
    expect(faultAt('tron', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toBe('network');
    expect(faultAt('tron', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toBe('network');
  });
});
