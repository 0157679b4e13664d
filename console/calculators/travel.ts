// What the travel rule asks about a payment in coins, as the treasurer hands it to their provider: in the words of IVMS 101, as far as it is known here. Pure.

import type { AnswerOf } from '@fairtick/contract/http/index';
import type { StaffTable } from '@fairtick/contract/staff/index';

type Card = Pick<
  AnswerOf<'withdrawal', StaffTable>,
  'uid' | 'verifiedName' | 'destination' | 'currency' | 'protocol' | 'received' | 'reference'
>;

const person = (name: string) => ({
  naturalPerson: { name: { nameIdentifier: [{ primaryIdentifier: name, nameIdentifierType: 'LEGL' }] } },
});

/** Who sends is the verified person; who is paid is they themselves, or whom they named. A field that nobody has said is left out. */
export function travelData({ uid, verifiedName, destination, currency, protocol, received, reference }: Card) {
  const { owner, beneficiary, groups, tag, walletKind, exchange } = destination;
  const account = [groups.join(''), ...(tag === '' ? [] : [tag])].join(':');
  return {
    originator: { originatorPersons: [person(verifiedName)], accountNumber: [uid] },
    beneficiary: {
      beneficiaryPersons: [person(owner === 'me' ? verifiedName : beneficiary)],
      accountNumber: [account],
    },
    ...(walletKind === 'exchange' &&
      exchange !== '' && {
        beneficiaryVASP: {
          beneficiaryVASP: {
            legalPerson: {
              name: { nameIdentifier: [{ legalPersonName: exchange, legalPersonNameIdentifierType: 'TRAD' }] },
            },
          },
        },
      }),
    transfer: {
      ...{ asset: currency, network: protocol, amount: received },
      ...(reference !== '' && { transaction: reference }),
      selfHosted: walletKind !== 'exchange',
    },
  };
}
