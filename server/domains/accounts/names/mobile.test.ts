import { describe, expect, test } from 'vitest';
import { AREAS, areaOf, isRefused } from './areas.ts';
import { maskedMobile, mobileName } from './mobile.ts';

describe('a mobile number', () => {
  test.each([
    ['HK', '+852 9123 4567', '+85291234567'],
    ['HK', '9123 4567', '+85291234567'],
    ['HK', '852-91234567', '+85291234567'],
    ['TW', '0912345678', '+886912345678'],
    ['GB', '07400 123456', '+447400123456'],
    // America does not tell mobiles apart.
    ['US', '(201) 555-0123', '+12015550123'],
    // Whoever lives in Canada, Jersey or Kazakhstan may have a number of the other country with that code.
    ['CA', '+1 201 555 0123', '+12015550123'],
    ['CA', '2015550123', '+12015550123'],
    ['US', '+1 604 555 0123', '+16045550123'],
    ['JE', '+44 7400 123456', '+447400123456'],
    ['KZ', '+7 912 345-67-89', '+79123456789'],
  ])('of %s: %s', (country, typed, name) => expect(mobileName(typed, country)).toBe(name));

  test.each([
    ['a landline', 'GB', '020 7946 0958'],
    ['another country’s', 'HK', '+44 7400 123456'],
    ['too short', 'HK', '9123'],
    ['letters', 'US', '1-800-FLOWERS'],
    ['an extension', 'HK', '9123 4567 ext. 5'],
    ['full-width digits', 'HK', '９１２３４５６７'],
    ['nothing', 'HK', ''],
  ])('is not %s', (_, country, typed) => expect(mobileName(typed, country)).toBeUndefined());

  test('shows its last four digits alone', () => expect(maskedMobile('+85291234567')).toBe('+852 ••••4567'));
});

describe('the list of areas', () => {
  test('leaves out the five, and every code that is only theirs', () => {
    const codes = AREAS.map((area) => area.global_code);
    for (const refused of ['850', '972', '86', '678', '53']) expect(codes).not.toContain(refused);
    for (const country of ['KP', 'IL', 'CN', 'VU', 'CU']) {
      expect(areaOf(country)).toBeUndefined();
      expect(isRefused(country)).toBe(true);
    }
  });

  test('has Hong Kong, Taiwan and Palestine with codes of their own', () => {
    expect(areaOf('hk')).toEqual({ id: 'HK', code: 'HK', global_code: '852' });
    expect(areaOf('TW')?.global_code).toBe('886');
    expect(areaOf('PS')?.global_code).toBe('970');
  });

  test.each([
    ['CN', '+86 138 0013 8000'],
    ['IL', '+972 50 123 4567'],
    ['KP', '+850 2 123 4567'],
    ['VU', '+678 591 2345'],
    ['CU', '+53 5 1234567'],
  ])('a number of %s is one of a country that is refused, never of one in the list', (country, typed) => {
    expect(isRefused(country)).toBe(true);
    for (const area of AREAS) expect(mobileName(typed, area.id)).toBeUndefined();
  });
});
