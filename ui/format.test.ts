import { describe, expect, test } from 'vitest';
import { createFormats, signOf } from './format.ts';

const en = createFormats('en');

describe('money', () => {
  test('shows the booked figure whole, never less than two decimals', () => {
    expect(en.money('100000')).toBe('$100,000.00');
    expect(en.money('99120.403218')).toBe('$99,120.403218');
    expect(en.money('-0.00000001')).toBe('-$0.00000001');
  });
  test('is exact where a float is not', () => {
    expect(en.money('900719925474099312.34')).toBe('$900,719,925,474,099,312.34');
  });
  test('a fixed number of decimals rounds half to even', () => {
    expect(en.money('0.125', { places: 2 })).toBe('$0.12');
    expect(en.money('0.135', { places: 2 })).toBe('$0.14');
  });
  test('parts join to the whole', () => {
    for (const locale of ['en', 'zh-HK', 'ar', 'de', 'hi']) {
      const formats = createFormats(locale);
      const { head, more, tail } = formats.moneyParts('-1234567.891234');
      expect(head + more + tail).toBe(formats.money('-1234567.891234'));
      expect(more).toBe('1234');
    }
  });
  test('a result carries its sign, zero carries none', () => {
    expect(en.money('12.5', { signed: true })).toBe('+$12.50');
    expect(en.money('0', { signed: true })).toBe('$0.00');
  });
  test('"$" is never taken for a Hong Kong dollar', () => {
    expect(createFormats('zh-HK').money('5')).toBe('US$5.00');
  });
});

test('digits are Latin in every language', () => {
  for (const locale of ['ar', 'hi', 'th-TH-u-ca-gregory']) {
    expect(createFormats(locale).price('1.08420', 5)).toMatch(/^1\D08420$/);
    expect(createFormats(locale).date(Date.UTC(2024, 4, 2), 'UTC')).toMatch(/2024/);
  }
});

test('the decimal sign is the language’s', () => {
  expect(createFormats('de').price('1.0842', 5)).toBe('1,08420');
});

test('a leverage keeps its sign in front, whatever the direction around it', () => {
  for (const locale of ['ar', 'en']) expect(createFormats(locale).multiple(1_000)).toMatch(/^\u2066×1\D000\u2069$/);
});

test('percent takes percents, not shares', () => {
  expect(en.percent('0.42', { signed: true })).toBe('+0.42%');
});

test.each(['', 'NaN', '1e5', 'Infinity', '1,5', ' 1'])('"%s" is no number and is shown as missing', (text) => {
  expect(en.money(text)).toBe('—');
  expect(en.price(text, 5)).toBe('—');
  expect(en.percent(text)).toBe('—');
});

test('the sign of minus zero is none', () => {
  expect([signOf('-0.00'), signOf('-0.01'), signOf('3'), signOf('')]).toEqual([0, -1, 1, 0]);
});

test('a day with its time names the zone of the formats, by that zone’s clock of that day', () => {
  const [winter, summer] = [Date.UTC(2024, 0, 15, 23, 30), Date.UTC(2024, 6, 15, 23, 30)];
  const tokyo = createFormats('en', 'Asia/Tokyo');
  expect(tokyo.dateTime(winter).replace(/\s/g, ' ')).toBe('Jan 16, 2024, 8:30:00 AM GMT+9');
  expect(tokyo.dateMinute(winter).replace(/\s/g, ' ')).toBe('Jan 16, 2024, 8:30 AM GMT+9');
  expect([tokyo.date(winter), tokyo.date(winter, 'UTC')]).toEqual(['Jan 16, 2024', 'Jan 15, 2024']);
  const york = createFormats('en', 'America/New_York');
  expect([winter, summer].map((ms) => york.dateMinute(ms).slice(-3))).toEqual(['EST', 'EDT']);
  expect(york.time(summer).replace(/\s/g, ' ')).toBe('7:30:00 PM');
});
