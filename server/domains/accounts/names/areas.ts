// Countries of residence: those that may register. The five that the product is not offered to are in no list and are refused by name.

import { REFUSED_COUNTRIES } from '@fairtick/contract/refused-countries';
import { getCountries, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/max';

const REFUSED: ReadonlySet<string> = new Set(REFUSED_COUNTRIES);
/** Not places where people live who may be told apart from the country they belong to, by ISO 3166: exceptional reservations. */
const NO_COUNTRIES: ReadonlySet<string> = new Set(['AC', 'TA']);

export interface Area {
  /** The country's code itself: it never means another. */
  readonly id: string;
  readonly code: string;
  /** Digits, without +. */
  readonly global_code: string;
}

export const AREAS: readonly Area[] = getCountries()
  .filter((code) => !REFUSED.has(code) && !NO_COUNTRIES.has(code))
  .sort()
  .map((code) => ({ id: code, code, global_code: getCountryCallingCode(code) }));

const BY_ID = new Map(AREAS.map((area) => [area.id, area]));

export const areaOf = (id: string): Area | undefined => BY_ID.get(id.trim().toUpperCase());

/** A country that is one, and that the product is not offered to. */
export const isRefused = (country: string): boolean => REFUSED.has(country.trim().toUpperCase());

/** Calling codes that are those countries' alone: digits, without +. */
export const REFUSED_CALLING_CODES: ReadonlySet<string> = new Set(
  getCountries()
    .filter((code) => REFUSED.has(code))
    .map((code) => getCountryCallingCode(code)),
);

export const isCountry = (code: string): boolean => isSupportedCountry(code) && !NO_COUNTRIES.has(code);
