import { expect, test } from 'vitest';
import { leadsNowhere } from './told-words.ts';

test.each([
  'a stolen card',
  'The document expired on 2026-11-22. Please send a new one.',
  'Order 123456 was placed at 12:30; 3.5 % of 1,000.00 USD.',
  '證件已過期。請重新上載，謝謝。',
  'انتهت صلاحية الوثيقة.',
  'e.g. a bill',
  'You asked for 10,000.00 USD between 12:30 - 13:45 ... and later.',
  '證件已過期。Please send a new one.',
])('%s', (text) => expect(leadsNowhere(text)).toBe(true));

test.each([
  'see https://evil.example/x',
  'HTTP://1.2',
  'go to evil.com now',
  'evil。com',
  'ｅｖｉｌ．ｃｏｍ',
  'ev\u200bil\u2060.c\u200bom',
  'www.evil',
  'сайт.рф',
  '203.0.113.9',
  'write to a@b',
  'help＠evil',
  'call +852 9123 4567',
  'call 9123-4567',
  'call 9123–4567',
  '12·34·56·78',
  '12_34_56_78',
  '(020) 79 46 09 58',
  '٠١٢٣٤٥٦٧٨',
  'on 2026-11-22 call 7946095',
  'call 020–7946–0958',
  'call 020‑7946‑0958',
  'call 020·7946·0958',
  'call 020|7946|0958',
  'call 9123-45-67',
  'call 9\ufe0f\u20e31\ufe0f\u20e32\ufe0f\u20e33\ufe0f\u20e34\ufe0f\u20e35\ufe0f\u20e36\ufe0f\u20e3',
  'go to i❤.ws',
  'उदाहरण.भारत',
  'пример。рф',
])('%s leads away', (text) => expect(leadsNowhere(text)).toBe(false));
