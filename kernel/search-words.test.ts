// Which words a text is found by, in scripts with spaces and without; and that asking finds what a slow look through the text finds.

import { describe, expect, test } from 'vitest';
import { seededRandom } from './random.ts';
import { askedWords, hasWords, keptWords, searchForm, searchWords } from './search-words.ts';

/** As the index answers: every asked word begins a kept one. */
function finds(text: string, asked: string): boolean {
  const kept = keptWords(text);
  const words = askedWords(asked);
  return words.length > 0 && words.every((word) => kept.some((one) => one.startsWith(word)));
}

test.each([
  ['出金延遲通知', ['出金', '金延', '延遲', '遲通', '通知']],
  ['金', ['金']],
  ['ＡＢＣ', ['abc']],
  ['Größe', ['große']],
  ['Überweisung', ['uberweisung']],
  ['والسحوبات', ['والسحوبات', 'سحوبات']],
  ['السحوبات', ['السحوبات', 'سحوبات']],
  ['إعلان', ['اعلان']],
  ['مُهِمّة', ['مهمه']],
  ['عــلى', ['علي']],
  ['Đồng', ['dong']],
  ['İstanbul', ['istanbul']],
  ['データの更新', ['デー', 'ータ', 'タの', 'の更', '更新']],
  ['출금 지연', ['출금', '지연']],
  ['ถอนเงิน', ['ถอ', 'อน', 'นเ', 'เง', 'งิ', 'ิน']],
  ['निकासी में देरी', ['निकासी', 'में', 'देरी']],
  ['BTC出金2026', ['btc', '出金', '2026']],
  ['with\u00addraw', ['withdraw']],
  ['withdraw withdraw', ['withdraw']],
])('%s', (text, words) => {
  expect(searchWords(text)).toEqual(words);
});

test.each(['🙂', '❤️', '👩‍👩‍👧', '—', "' | ! <->", '', '   ', '\u0000', '𝅘𝅥𝅮'])('%j has no word', (text) => {
  expect(askedWords(text)).toEqual([]);
  expect(keptWords(text)).toEqual([]);
});

describe('what finds what', () => {
  test.each([
    ['出金延遲通知', '出金'],
    ['出金延遲通知', '延遲通知'],
    ['出金延遲通知', '金'],
    ['出金延遲通知', '知'],
    ['比特幣暫停出金', '比特幣'],
    ['All withdrawals are paused', 'withdraw'],
    ['Upgrade: trading is paused', 'upgrade paus'],
    ['تأخر السحوبات', 'سحوبات'],
    ['تأخر والسحوبات', 'سحوبات'],
    ['تأخر السحوبات', 'والسحوبات'],
    ['سحوبات', 'السحوبات'],
    ['إعلان هام', 'اعلان'],
    ['Größe', 'GRÖSSE'.replace('SS', 'ß')],
    ['ＡＢＣ', 'abc'],
  ])('%s is found by %s', (text, asked) => {
    expect(finds(text, asked)).toBe(true);
  });

  test.each([
    ['出金延遲通知', '暫停'],
    ['出金延遲通知', '金出'],
    ['All withdrawals', 'draw'],
    ['All withdrawals', 'withdraw 🙂 nothing'],
    ['تأخر السحوبات', 'ايداع'],
  ])('%s is not found by %s', (text, asked) => {
    expect(finds(text, asked)).toBe(false);
  });
});

test('no asked word holds a sign that means something to a query', () => {
  const random = seededRandom(7);
  for (let n = 0; n < 2_000; n += 1) {
    const signs = Array.from({ length: 1 + random.below(12) }, () => random.below(0x3100));
    const text = `${String.fromCodePoint(...signs)}' | ! & <-> ( ) : * \\ "`;
    for (const word of askedWords(text)) expect(word).toMatch(/^[\p{L}\p{N}\p{M}]{1,48}$/u);
  }
});

/** Slow and obvious: in a text of one script without spaces, a piece is found where it stands in the text. */
test('a piece of a Chinese text finds it, and what is not in it is found only where each of its pairs is', () => {
  const random = seededRandom(11);
  const signs = [...'出金延遲通知比特幣暫停平台公告'];
  const some = (length: number) => Array.from({ length }, () => signs[random.below(signs.length)]).join('');
  for (let n = 0; n < 2_000; n += 1) {
    const text = some(2 + random.below(9));
    const asked = some(1 + random.below(3));
    const pieces = asked.length === 1 ? [asked] : [...asked].slice(1).map((sign, at) => `${asked[at]}${sign}`);
    expect([text, asked, finds(text, asked)]).toEqual([text, asked, pieces.every((piece) => text.includes(piece))]);
  }
});

/** Slow and obvious: words between blanks, each by how it begins. */
test('words of a Latin text are found by how they begin', () => {
  const random = seededRandom(13);
  const some = () => Array.from({ length: 1 + random.below(4) }, () => 'aäbBé'[random.below(5)]).join('');
  const plain = (text: string) => text.toLowerCase().replaceAll('ä', 'a').replaceAll('é', 'e');
  for (let n = 0; n < 2_000; n += 1) {
    const text = Array.from({ length: 1 + random.below(4) }, some).join(' ');
    const asked = Array.from({ length: 1 + random.below(2) }, some).join(', ');
    const found = plain(asked)
      .split(', ')
      .every((word) =>
        plain(text)
          .split(' ')
          .some((one) => one.startsWith(word)),
      );
    expect([text, asked, finds(text, asked)]).toEqual([text, asked, found]);
  }
});

test('a text in its compared form stays as it is', () => {
  const random = seededRandom(17);
  for (let n = 0; n < 2_000; n += 1) {
    const text = String.fromCodePoint(...Array.from({ length: 6 }, () => random.below(0xd7ff)));
    const once = searchForm(text);
    expect(searchForm(once)).toBe(once);
  }
});

describe('pieces of what is few', () => {
  const eur = 'EURUSD EUR/USD Euro / US dollar';

  test.each(['eur', 'EUR/USD', 'eurusd', 'eur usd', 'dollar', '', '  euro ', 'ＥＵＲ', '\u202eeur'])(
    '"%s" finds EUR/USD',
    (typed) => {
      expect(hasWords(eur, typed)).toBe(true);
    },
  );

  test.each(['jpy', 'eur jpy', 'gold'])('"%s" does not find EUR/USD', (typed) => {
    expect(hasWords(eur, typed)).toBe(false);
  });

  test.each([
    ['XAU/USD الذهب', 'ذهب'],
    ['大華證券有限公司', '證券'],
    ['Société Générale', 'societe gene'],
    ['Ölhandel Müller', 'OLHANDEL'],
    ['Банк Жизнь', 'жизнь'],
    ['شركة الأمان', 'الامان'],
  ])('%s is found by %s', (text, typed) => {
    expect(hasWords(text, typed)).toBe(true);
  });
});
