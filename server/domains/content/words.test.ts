import { hash } from 'node:crypto';
import type { RichText } from '@fairtick/contract/rich-text';
import { expect, test } from 'vitest';
import { plainText, WORDS_RULE, wordsOfText } from './words.ts';

const TREE: RichText = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Fees' }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'With', marks: [{ type: 'bold' }] },
        { type: 'text', text: 'drawals' },
        { type: 'hardBreak' },
        { type: 'text', text: '出金' },
      ],
    },
    {
      type: 'blockquote',
      content: [
        {
          type: 'bulletList',
          content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'deep' }] }] }],
        },
      ],
    },
    { type: 'image', attrs: { src: 'a'.repeat(32), alt: 'A chart' } },
  ],
};

test('a tree says the words of every node, and a word in two forms is one', () => {
  expect(plainText(TREE)).toBe('Fees\nWithdrawals\n出金\ndeep\nA chart');
});

test('a table says its cells one after the other', () => {
  const cell = (text: string) => ({
    type: 'tableCell' as const,
    content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text }] }],
  });
  const row = (...texts: string[]) => ({ type: 'tableRow' as const, content: texts.map(cell) });
  const table = { type: 'table' as const, content: [row('a', 'b'), row('出金', 'd')] };
  expect(plainText({ type: 'doc', content: [table] })).toBe('a\nb\n出金\nd');
});

test('a text is found by its title, its summary and what it says', () => {
  const { title, all } = wordsOfText({ title: 'الرسوم', summary: 'In short', body: TREE });
  expect(title).toEqual(['الرسوم', 'رسوم']);
  for (const word of [...title, 'short', 'withdrawals', '出金', '金', 'deep', 'chart']) expect(all).toContain(word);
});

/** Where this fails, texts have other words than those that are kept: raise the rule, so that a start makes them anew. */
test('the rule is raised when the words of a text change', () => {
  const sample =
    'Größe Đồng İstanbul ＡＢＣ 出金延遲通知 金 データ 출금 ถอนเงิน والسحوبات مُهِمّة عــلى إعلان निकासी BTC出金2026 1️⃣ ❤️ ' +
    'x'.repeat(100);
  const { all } = wordsOfText({ title: sample, summary: '', body: TREE });
  expect([WORDS_RULE, hash('sha256', all.join(' ')).slice(0, 16)]).toEqual([1, '810f581f4c834fd9']);
});
