import { expect, test } from 'vitest';
import { placeFaults, uncheckedForm } from './destinations.ts';

const NOTHING = { dc_address: '', bank_swift: '', payee_account: '' };
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

test('an address by the rule of its network, and which of the two is wrong', () => {
  const at = (network: string, dc_address: string) => placeFaults(network, { ...NOTHING, dc_address }).dc_address;
  expect(at('evm:1', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBeUndefined();
  expect(at('evm:1', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD')).toBe('address');
  expect([at('tron', TRON), at('evm:56', TRON), at('bitcoin', TRON)]).toEqual([undefined, 'network', 'network']);
  expect(at('bitcoin', ' ')).toBeUndefined();
});

test('an address without a checksum is shown with it, to be compared; one that has it, or is none, is not', () => {
  const checked = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  const digits = checked.slice(2);
  expect(uncheckedForm('evm:1', ` 0x${digits.toLowerCase()} `)).toBe(checked);
  expect(uncheckedForm('evm:56', `0x${digits.toUpperCase()}`)).toBe(checked);
  expect([uncheckedForm('evm:1', checked), uncheckedForm('evm:1', checked.slice(0, -1))]).toEqual([
    undefined,
    undefined,
  ]);
  expect([uncheckedForm('tron', TRON), uncheckedForm('', checked.toLowerCase())]).toEqual([undefined, undefined]);
});

test('a bank account by its IBAN where the bank’s country has them or it looks like one, and a BIC by its form', () => {
  const of = (bank_swift: string, payee_account: string) => placeFaults('', { ...NOTHING, bank_swift, payee_account });
  expect(of('DEUTDEFF', 'DE89 3704 0044 0532 0130 00')).toEqual({});
  expect(of('DEUTDEFF', 'DE89370400440532013001')).toEqual({ payee_account: 'account' });
  expect(of('DEUTDEF', '')).toEqual({ bank_swift: 'bic' });
  expect(of('', 'GB29NWBK60161331926818')).toEqual({ payee_account: 'account' });
  expect([of('CHASUS33', '000123456789'), of('DEUTDEFF', '000123456789')]).toEqual([{}, { payee_account: 'account' }]);
  expect(of('', '')).toEqual({});
});
