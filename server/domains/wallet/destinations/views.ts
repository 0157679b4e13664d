// Destinations in the contract's own words, for their user.

import type { AnswerOf } from '@fairtick/contract/http/index';
import type { CurrencyOut } from '../settings.ts';
import type { Destination } from '../types.ts';
import type { Details } from './details.ts';

type DestinationView = AnswerOf<'get_draw_method'>[number];

/** The currency it was bound for, as it is offered now; undefined where it is not any more. */
export const currencyOf = (
  { kind, currency, network }: Pick<Destination, 'kind' | 'currency' | 'network'>,
  currencies: readonly CurrencyOut[],
): CurrencyOut | undefined =>
  currencies.find((one) => one.kind === kind && one.currency === currency && one.network === network);

export function destinationView(
  one: Destination,
  details: Details,
  currencies: readonly CurrencyOut[],
): DestinationView {
  const offered = currencyOf(one, currencies);
  return {
    ...{ id: String(one.id), label: one.label, dc_address: one.address, tag: one.tag },
    ...{ bank_name: details.bankName, bank_address: details.bankAddress, bank_swift: details.bic },
    ...{ payee_name: details.payeeName, payee_account: details.account },
    draw_currency: {
      id: offered ? String(offered.id) : '',
      code: one.currency,
      protocol: offered?.protocol ?? one.network,
    },
    ...{ owner: one.owner, beneficiary_name: details.beneficiary, wallet_kind: one.walletKind },
    exchange_name: details.exchange,
    usable_at: one.usableTime,
  };
}
