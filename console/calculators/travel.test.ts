import { expect, test } from 'vitest';
import { travelData } from './travel.ts';

type Card = Parameters<typeof travelData>[0];
const PLACE: Card['destination'] = {
  ...{ groups: ['0x5a', 'Aeb6', '05'], tag: '', bankName: '', bankAddress: '', bic: '', payeeName: '' },
  ...{ owner: 'me', beneficiary: '', walletKind: 'exchange', exchange: 'Kraken', bound: 1 },
};
const CARD: Card = {
  ...{ uid: '1A2B3C', verifiedName: 'Ann Lee', currency: 'USDT', protocol: 'ERC20', received: '995.000000' },
  ...{ reference: '', destination: PLACE },
};
const nameOf = (one: { naturalPerson: { name: { nameIdentifier: { primaryIdentifier: string }[] } } } | undefined) =>
  one?.naturalPerson.name.nameIdentifier[0]?.primaryIdentifier;

test('one’s own wallet at an exchange: both are the verified person, and the exchange is named', () => {
  const data = travelData(CARD);
  expect([nameOf(data.originator.originatorPersons[0]), nameOf(data.beneficiary.beneficiaryPersons[0])]).toEqual([
    ...['Ann Lee', 'Ann Lee'],
  ]);
  expect(data.beneficiary.accountNumber).toEqual(['0x5aAeb605']);
  expect(JSON.stringify(data)).toContain('"legalPersonName":"Kraken"');
  expect(data.transfer).toEqual({ asset: 'USDT', network: 'ERC20', amount: '995.000000', selfHosted: false });
});

test('somebody else’s own wallet: who is paid is whom the user named, no exchange, and the transaction once it is paid', () => {
  const destination: Card['destination'] = {
    ...CARD.destination,
    owner: 'other',
    beneficiary: 'Kim Doe',
    walletKind: 'own',
    exchange: '',
  } as const;
  const data = travelData({ ...CARD, destination, reference: `0x${'a'.repeat(64)}` });
  expect(nameOf(data.beneficiary.beneficiaryPersons[0])).toBe('Kim Doe');
  expect(data).not.toHaveProperty('beneficiaryVASP');
  expect(data.transfer).toMatchObject({ selfHosted: true, transaction: `0x${'a'.repeat(64)}` });
});
