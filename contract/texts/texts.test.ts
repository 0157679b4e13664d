// Every text is there in each complete language, says the same things, and takes what the code hands it.

import { describe, expect, test } from 'vitest';
import { UPLOAD_FIELD } from '../endpoint.ts';
import { ERROR_CODES, type ErrorName, paramsOf } from '../errors.ts';
import { COMPLETE_LANGUAGES, LANGUAGES } from '../languages.ts';
import { endpointsOf } from '../table.ts';
import { ENDPOINT_TABLES } from '../tables.ts';
import { ar } from './ar.ts';
import { en } from './en.ts';
import { hk } from './hk.ts';
import { errorText, text } from './index.ts';
import { NOTICE_PARAMS } from './keys.ts';

const complete = { en, hk, ar };
const placeholders = (sentence: string): string[] =>
  [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).sort();

describe('the complete languages', () => {
  test('are those the contract says', () => {
    expect(Object.keys(complete).sort()).toEqual([...COMPLETE_LANGUAGES].sort());
  });

  test.each(Object.entries(complete))('%s has every key, no empty sentence, no stray bracket', (_, texts) => {
    expect(Object.keys(texts).sort()).toEqual(Object.keys(en).sort());
    for (const sentence of Object.values(texts)) {
      expect(sentence.trim()).toBe(sentence);
      expect(sentence).not.toBe('');
      expect(sentence.replace(/\[[^[\]]*\]/g, '')).not.toMatch(/[[\]]/);
      expect(sentence.replace(/\{\w+\}/g, '')).not.toMatch(/[{}]/);
    }
  });

  test('hold the same placeholders', () => {
    for (const [key, sentence] of Object.entries(en)) {
      for (const texts of [hk, ar]) {
        const other = Object.entries(texts).find(([name]) => name === key)?.[1] ?? '';
        expect([key, placeholders(other)]).toEqual([key, placeholders(sentence)]);
      }
    }
  });

  test('are written in their own script', () => {
    for (const sentence of Object.values(hk)) expect(sentence).toMatch(/\p{Script=Han}/u);
    for (const sentence of Object.values(ar)) expect(sentence).toMatch(/\p{Script=Arabic}/u);
  });

  test('Traditional Chinese holds no simplified characters of the commonest kind', () => {
    for (const sentence of Object.values(hk))
      expect(sentence).not.toMatch(/[个们这价单过时会开关买卖账户订错误无号码验证]/);
  });
});

describe('sentences of errors', () => {
  test.each(Object.keys(ERROR_CODES))('%s takes what the table of errors lists', (name) => {
    const error = name as ErrorName;
    expect(placeholders(en[`error.${error}`])).toEqual([...paramsOf(error)].sort());
  });

  test('every code is used once', () => {
    expect(new Set(Object.values(ERROR_CODES)).size).toBe(Object.keys(ERROR_CODES).length);
  });

  test('every input field has a name', () => {
    const fields = new Set(
      ENDPOINT_TABLES.flatMap((table) =>
        endpointsOf(table).flatMap(([, endpoint]) => Object.keys(endpoint.input.shape)),
      ),
    );
    const named = new Set(Object.keys(en).filter((key) => key.startsWith('field.')));
    expect(named).toEqual(new Set([...fields, UPLOAD_FIELD].map((field) => `field.${field}`)));
  });
});

test('sentences of notices take what NOTICE_PARAMS lists', () => {
  for (const [kind, params] of Object.entries(NOTICE_PARAMS)) {
    const sentence = Object.entries(en).find(([key]) => key === `notice.${kind}`)?.[1];
    expect([kind, placeholders(sentence ?? '')]).toEqual([kind, [...params].sort()]);
  }
});

describe('text()', () => {
  test('fills in values, translates field names, drops what has no value', () => {
    expect(errorText('en', 'VALUE_TOO_PRECISE', { field: 'cont', places: '2' })).toBe(
      'This value has too many decimals: lots (at most 2).',
    );
    expect(errorText('en', 'VALUE_TOO_PRECISE')).toBe('This value has too many decimals.');
    expect(errorText('hk', 'VALUE_MISSING', { field: 'password' })).toBe('請填寫此項：密碼。');
    expect(errorText('en', 'INPUT_INVALID', { field: 'toString' })).toContain('toString');
  });

  test('a value is never read as a placeholder or as brackets', () => {
    expect(errorText('en', 'SOCKET_TOPIC_UNKNOWN', { topic: '{topic}[x]$&' })).toBe(
      'This topic is not known: {topic}[x]$&.',
    );
  });

  test('says what a freeze locks in the words of its reader, and drops what an older notice does not know', () => {
    const params = { locks: 'withdrawals,orders,sign_in', until: '2026-11-30 12:00 UTC', reason: 'a stolen card' };
    expect(text('en', 'notice.frozen', params)).toBe(
      'This was locked on your account: withdrawals, new orders, and sign-in, until 2026-11-30 12:00 UTC unless we confirm it. You can always close your positions. Reason: a stolen card',
    );
    expect(text('hk', 'notice.frozen', { ...params, locks: 'orders' })).toContain('：新訂單，');
    expect(text('ar', 'notice.frozen', { ...params, locks: 'orders' })).toContain(': الأوامر الجديدة،');
    expect(text('de', 'notice.frozen', { ...params, locks: 'cards' })).toContain(': cards, until');
    expect(text('en', 'notice.frozen', { reason: 'x' })).toBe(
      'This was locked on your account. You can always close your positions. Reason: x',
    );
  });

  test('says why documents were not accepted in the words of its reader, and what a person wrote as they wrote it, in its own direction', () => {
    const params = { rejection: 'expired', words: 'صورة معتمة' };
    expect(text('en', 'notice.verification_rejected', params)).toBe(
      'Your documents were not accepted. You can send them again. Reason: The document has expired. Our reviewer wrote: \u2068صورة معتمة\u2069',
    );
    expect(text('hk', 'notice.verification_rejected', { rejection: 'expired' })).toBe(
      '您的文件未獲接納，可重新提交。原因：證件已過期。',
    );
    expect(text('ar', 'notice.verification_rejected', params)).toContain('انتهت صلاحية الوثيقة.');
    expect(text('en', 'notice.verification_rejected', { words: 'A copy.' })).not.toContain('Reason');
  });

  test('says why an order was cancelled in the words of its reader', () => {
    const params = { pair: 'EUR/USD', why: 'limit' };
    expect(text('en', 'notice.cancelled', params)).toBe(
      'Your pending EUR/USD order was cancelled: your own limit for the day is reached. What it held was released.',
    );
    expect(text('ar', 'notice.cancelled', params)).toContain(': بلغت حدّك اليومي الذي حدّدته.');
    expect(text('hk', 'notice.cancelled', { pair: 'EUR/USD' })).toBe('EUR/USD 掛單已被取消。所佔用的金額已釋放。');
  });

  test('isolates values inside right-to-left sentences', () => {
    expect(text('ar', 'notice.filled', { pair: 'EUR/USD' })).toContain('\u2068EUR/USD\u2069');
  });

  test('unfinished languages read English', () => {
    for (const { key } of LANGUAGES) {
      if (!COMPLETE_LANGUAGES.includes(key)) expect(text(key, 'done.logout')).toBe(en['done.logout']);
    }
  });
});
