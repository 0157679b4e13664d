import { expect, test } from 'vitest';
import { readBic, readIban } from './bank.ts';

// money-staff.md §8.
test('an IBAN', () => {
  expect(readIban('DE89370400440532013000')).toBe('DE89370400440532013000');
  expect(readIban(' gb29 nwbk 6016 1331 9268 19 ')).toBe('GB29NWBK60161331926819');
  for (const text of [
    'DE89370400440532013001',
    'DE8937040044053201300',
    'XX89370400440532013000',
    '',
    'DE',
    '٠'.repeat(22),
  ])
    expect(readIban(text)).toBeUndefined();
});

test('a BIC', () => {
  expect(readBic('DEUTDEFF')).toBe('DEUTDEFF');
  expect(readBic('deut de ff 500')).toBe('DEUTDEFF500');
  for (const text of ['DEUTDEF', 'DEUTXXFF1', 'DEUTXXFF', '', 'DEUTDEFF50', 'DEUTDEFF5000'])
    expect(readBic(text)).toBeUndefined();
});
