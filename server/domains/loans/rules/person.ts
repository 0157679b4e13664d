// Who may borrow, as it is typed: a birthday that there is, of somebody who is grown up, a mobile number, a country. Pure.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { typedLine } from '@fairtick/kernel/typed-line';
import { namesFromCall, type PersonNames } from '../person-mapping.ts';

export interface Borrower extends PersonNames {
  /** 1 male, 2 female. */
  readonly sex: 1 | 2;
  /** YYYY-MM-DD. */
  readonly birthday: string;
  /** ISO 3166 alpha-2. */
  readonly country: string;
  readonly mobile: string;
  /** 1 ID card, 2 passport. */
  readonly cardType: 1 | 2;
}

export interface TypedBorrower {
  readonly name: string;
  readonly last_name: string;
  readonly sex: number;
  readonly birthday: string;
  readonly country: string;
  readonly mobile: string;
  readonly id_card_type: number;
}

const FIRST_BIRTHDAY = '1950-01-01';
const GROWN_UP = 18;
const MOBILE = /^\+?\d{1,4}-\d{4,14}$/;

/** YYYY-MM-DD of a moment, UTC. */
export const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && dateOf(ms) === text;
}

/** Whether somebody born on a day is 18 on another. Whoever was born on a 29 February is so on 1 March where there is none. */
export function isGrownUp(birthday: string, today: string): boolean {
  const year = Number(birthday.slice(0, 4)) + GROWN_UP;
  return `${year}${birthday.slice(4)}` <= today;
}

const isSex = (value: number): value is 1 | 2 => value === 1 || value === 2;

const invalid = (field: string) => err(refuse('INPUT_INVALID', { field }));

export function readBorrower(typed: TypedBorrower, nowMs: number): Result<Borrower, Refusal> {
  const missing = (['name', 'last_name', 'birthday', 'country', 'mobile'] as const).find(
    (field) => typed[field].trim() === '',
  );
  if (missing) return err(refuse('VALUE_MISSING', { field: missing }));
  const { firstName, lastName } = namesFromCall({ name: typedLine(typed.name), last_name: typedLine(typed.last_name) });
  const { sex, id_card_type: cardType } = typed;
  if (!isSex(sex)) return invalid('sex');
  if (!isSex(cardType)) return invalid('id_card_type');
  const [birthday, mobile] = [typed.birthday.trim(), typed.mobile.trim()];
  const today = dateOf(nowMs);
  if (!isDate(birthday) || birthday < FIRST_BIRTHDAY || birthday > today) return invalid('birthday');
  if (!isGrownUp(birthday, today)) return err(refuse('LOAN_UNDER_AGE', { min: String(GROWN_UP) }));
  const country = typed.country.trim().toUpperCase();
  if (!/^[A-Z]{2}$/.test(country)) return invalid('country');
  if (!MOBILE.test(mobile)) return invalid('mobile');
  return ok({ firstName, lastName, sex, birthday, country, mobile, cardType });
}
