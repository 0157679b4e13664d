// Whether what was typed of a destination can be one, by the same checks by which the server refuses it. Pure.

import { readAccount, readBic } from '@fairtick/contract/addresses/bank';
import { addressRule, readAddress } from '@fairtick/contract/addresses/chain';

export type DestinationFault = 'address' | 'network' | 'bic' | 'account';

export interface TypedPlace {
  readonly dc_address: string;
  readonly bank_swift: string;
  readonly payee_account: string;
}
export type PlaceField = keyof TypedPlace;

/** By field; nothing of a field that is empty, which is another fault. `network`: as evm:1; '' of a bank. */
export function placeFaults(
  network: string,
  { dc_address, bank_swift, payee_account }: TypedPlace,
): Readonly<Partial<Record<PlaceField, DestinationFault>>> {
  if (network !== '') {
    const fault = addressFault(network, dc_address);
    return fault ? { dc_address: fault } : {};
  }
  const bic = readBic(bank_swift);
  return {
    ...(bank_swift.trim() !== '' && bic === undefined && { bank_swift: 'bic' }),
    ...(payee_account.trim() !== '' &&
      readAccount(payee_account, bic ?? '') === undefined && { payee_account: 'account' }),
  };
}

/**
 * The form in which an address is kept, where it is not the one that was typed and proves nothing: letters of one case carry no checksum (EIP-55), so that
 * a typing error would pass. Whoever typed it compares it as it is shown. Undefined where nothing is to be compared.
 */
export function uncheckedForm(network: string, typed: string): string | undefined {
  if (network === '' || addressRule(network) !== 'evm') return undefined;
  const read = readAddress('evm', typed);
  return read.ok && read.value !== typed.trim() ? read.value : undefined;
}

function addressFault(network: string, typed: string): DestinationFault | undefined {
  if (typed.trim() === '') return undefined;
  const read = readAddress(addressRule(network), typed);
  if (read.ok) return undefined;
  return read.error === 'network' ? 'network' : 'address';
}
