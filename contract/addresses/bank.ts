// Bank accounts, as their owners type them: by the checksum of an IBAN and the form of a BIC. No bank is asked.

import { typedLine } from '@fairtick/kernel/typed-line';
import { countrySpecs, electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';

/** Without blanks, in capitals; undefined where its checksum, its country or that country's length is wrong. */
export function readIban(typed: string): string | undefined {
  const iban = electronicFormatIBAN(typed);
  return iban !== null && isValidIBAN(iban) ? iban : undefined;
}

/** In capitals, 8 or 11 signs; undefined where it is none, or of no country. */
export function readBic(typed: string): string | undefined {
  const bic = typed.replaceAll(/\s/g, '').toUpperCase();
  return isValidBIC(bic) ? bic : undefined;
}

/** Whether accounts at the bank have an IBAN, by its country. */
const usesIban = (bic: string): boolean => {
  const spec = countrySpecs[bic.slice(4, 6)];
  return spec?.IBANRegistry === true;
};

/** A number of a bank without them: letters and digits, as it is kept. */
const isAccount = (plain: string): boolean => /^[A-Z0-9]{4,34}$/.test(plain);

/** An IBAN where the bank's country has them, or where it looks like one; else the bank's own number. `bic`: '' where it is not known. */
export function readAccount(typed: string, bic: string): string | undefined {
  const plain = typedLine(typed, 'NFKC').replaceAll(/[\s-]/g, '').toUpperCase();
  if (usesIban(bic) || /^[A-Z]{2}\d{2}/.test(plain)) return readIban(typed);
  return isAccount(plain) ? plain : undefined;
}
