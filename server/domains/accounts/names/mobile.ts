// Mobile numbers as account names, in the one form that every network takes: + and digits (E.164).

import {
  getCountryCallingCode,
  isSupportedCountry,
  type NumberType,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { REFUSED_CALLING_CODES } from './areas.ts';

/** Numbers that texts reach; where a country does not tell its mobiles apart, those that may be one. */
const REACHED: readonly (NumberType | undefined)[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE'];

/**
 * The number in E.164; undefined where it is no mobile number with that country's calling code (ISO 3166 alpha-2). Countries that share one (+1, +7,
 * +44) are not told apart: people choose the code, and one form would take a number that the next refuses.
 */
export function mobileName(typed: string, country: string): string | undefined {
  if (typed.length > 40 || /[^\d\s().+-]/.test(typed) || !isSupportedCountry(country)) return undefined;
  const number = parsePhoneNumberFromString(typed, { defaultCountry: country, extract: false });
  if (!number?.isValid() || number.countryCallingCode !== getCountryCallingCode(country)) return undefined;
  return REACHED.includes(number.getType()) ? number.number : undefined;
}

/** Whose a number is that is written with + and its calling code (ISO 3166 alpha-2); undefined where it is written otherwise, or is nobody's. */
export const mobileCountry = (typed: string): string | undefined =>
  typed.trim().startsWith('+') ? parsePhoneNumberFromString(typed, { extract: false })?.country : undefined;

/**
 * A number with its calling code, as it is kept: people also write the zero that their country has before numbers of its own, and would else not be
 * found by what they registered with. Digits that are nobody's number stay as they are.
 */
export const wholeMobile = (digits: string): string => parsePhoneNumberFromString(`+${digits}`)?.number ?? `+${digits}`;

/** Written with the calling code of a country that the product is not offered to. */
export function isRefusedMobile(typed: string): boolean {
  const code = parsePhoneNumberFromString(typed.replace(/^(\d{1,7})-/, '+$1'), { extract: false })?.countryCallingCode;
  return code !== undefined && REFUSED_CALLING_CODES.has(code);
}

/** As it is shown to its owner: +852 ••••4567. */
export function maskedMobile(name: string): string {
  const code = parsePhoneNumberFromString(name)?.countryCallingCode ?? '';
  return `+${code} ••••${name.slice(-4)}`;
}
