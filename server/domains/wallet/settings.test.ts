import { describe, expect, test } from 'vitest';
import { ETHEREUM_XPRV, ETHEREUM_XPUB, ZPUB } from './addresses/known.fixture.ts';
import { walletSettings } from './settings.ts';

const options = walletSettings.find(({ key }) => key === 'deposit_options') ?? expect.fail('not declared');
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const TERMS = { id: 7, kind: 'coin', currency: 'USDT', protocol: 'ERC20', token: '', places: 6, min: '10' };
const coin = (more: object) => [{ ...TERMS, network: 'evm:1', confirmations: 12, ...more }];

describe('where a coin is sent to: an address for all, or an extended public key', () => {
  test.each<[string, object]>([
    ['an address', { address: ADDRESS }],
    ['an xpub', { xpub: ETHEREUM_XPUB }],
    ['of bitcoin a zpub', { network: 'bitcoin', xpub: ZPUB }],
  ])('%s', (_what, more) => {
    expect(options.fault(coin(more))).toBeUndefined();
  });

  test.each<[string, object, string]>([
    ['neither', {}, 'either an address or an xpub'],
    ['both', { address: ADDRESS, xpub: ETHEREUM_XPUB }, 'either an address or an xpub'],
    ['an address that is none', { address: `${ADDRESS}1` }, 'is no address of evm:1'],
    ['a private key', { xpub: ETHEREUM_XPRV }, 'this is a private key'],
    ['a private key as an address', { address: ETHEREUM_XPRV }, 'this is a private key'],
    ['a zpub where no bitcoin is', { xpub: ZPUB }, 'addresses of another kind'],
    ['a sign that is missing', { xpub: ETHEREUM_XPUB.slice(0, -1) }, 'a sign of it is wrong'],
  ])('%s is refused, and no key is said again', (_what, more, fault) => {
    const said = options.fault(coin(more)) ?? '';
    expect(said).toContain(fault);
    expect(said).not.toMatch(/[xz]p(rv|ub)[0-9A-Za-z]{20}/);
  });

  test('another key is worse for users, so that it rests a day, and is compared by its first addresses', () => {
    expect(options.isWorse(coin({ address: ADDRESS }), coin({ xpub: ETHEREUM_XPUB }))).toBe(true);
    expect(options.means(coin({ xpub: ETHEREUM_XPUB }))).toEqual({
      '7 m/0/0': '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      '7 m/0/1': '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    });
    expect(options.means(coin({ address: ADDRESS }))).toEqual({});
  });

  test('anybody reads what stands for a key, and all else as it is', () => {
    const [shown] = JSON.parse(JSON.stringify(options.shown(coin({ xpub: ETHEREUM_XPUB }))));
    expect(shown).toEqual({ ...coin({})[0], xpub: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) });
    expect(options.shown(coin({ address: ADDRESS }))).toEqual(coin({ address: ADDRESS }));
  });
});

describe('what the first value of a list looks like', () => {
  const filled = (example: unknown): unknown =>
    JSON.parse(
      JSON.stringify(example)
        .replace('"YOUR ADDRESS"', `"${ADDRESS}"`)
        .replace('"payee_account":""', '"payee_account":"DE89370400440532013000"'),
    );

  test.each(walletSettings.filter(({ first }) => Array.isArray(first) && first.length === 0))(
    '$key: an example is taken once what only the operator has is filled in',
    (setting) => {
      expect(setting.fault(filled(setting.example))).toBeUndefined();
    },
  );

  test('nobody sends money to what an example names', () => {
    const [coin, bank] = Array.isArray(options.example) ? options.example : [];
    expect(options.fault([coin])).toContain('is no address of evm:1');
    expect(options.fault([bank])).toContain('payee_account');
  });
});
