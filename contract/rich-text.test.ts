// What may stand in a text, and where a text is told to be wrong.

import { expect, test } from 'vitest';
import { isLink } from './content-kinds.ts';
import { readRichText } from './rich-text.ts';

const doc = (...content: unknown[]) => JSON.stringify({ type: 'doc', content });
const words = (text: string, ...marks: unknown[]) => ({ type: 'text', text, ...(marks.length > 0 && { marks }) });
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content });
const link = (href: string) => ({ type: 'link', attrs: { href } });
const cell = (type: string, text: string, more = {}) => ({ type, content: [paragraph(words(text))], ...more });
const table = (...rows: unknown[][]) => ({
  type: 'table',
  content: rows.map((content) => ({ type: 'tableRow', content })),
});
const PICTURE = 'a'.repeat(32);

test('headings, lists, quotes, pictures, marks and links within and out of the app are taken as they are', () => {
  const text = doc(
    { type: 'heading', attrs: { level: 2 }, content: [words('Title')] },
    paragraph(words('bold', { type: 'bold' }), { type: 'hardBreak' }, words('here', link('#/trade'))),
    { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(words('one'))] }] },
    { type: 'blockquote', content: [paragraph(words('said'))] },
    { type: 'image', attrs: { src: PICTURE, alt: 'A chart' } },
    table(
      [cell('tableHeader', 'Pair'), cell('tableHeader', 'Fee')],
      [cell('tableHeader', 'EUR/USD'), cell('tableCell', '1')],
    ),
  );
  expect(readRichText(text)).toEqual({ ok: true, value: JSON.parse(text) });
});

test.each([
  ['an unknown node', doc({ type: 'script', content: [words('alert(1)')] }), 'content.0.type'],
  ['a further attribute', doc({ ...paragraph(words('a')), onclick: 'x' }), 'content.0'],
  ['a heading of the page', doc({ type: 'heading', attrs: { level: 1 } }), 'content.0.attrs.level'],
  ['a link that is code', doc(paragraph(words('a', link('javascript:alert(1)')))), 'marks.0.attrs.href'],
  ['a picture of elsewhere', doc({ type: 'image', attrs: { src: 'https://x.example/a.jpg', alt: '' } }), 'attrs.src'],
  ['a cell that spans others', doc(table([cell('tableCell', 'a', { attrs: { colspan: 2 } })])), 'content.0.content.0'],
  ['rows of different lengths', doc(table([cell('tableCell', 'a')], [])), 'content.0.content'],
  ['a row without a table', doc({ type: 'tableRow', content: [cell('tableCell', 'a')] }), 'content.0.type'],
  ['a wide table', doc(table(Array.from({ length: 13 }, () => cell('tableCell', 'a')))), 'content.0.content.0.content'],
  [
    'a picture in a cell',
    doc(table([{ type: 'tableCell', content: [{ type: 'image', attrs: { src: PICTURE, alt: '' } }] }])),
    'content.0',
  ],
  ['a link twice', doc(paragraph(words('a', link('#/trade'), link('#/news')))), 'content.0.content.0'],
  ['no document', '{"type":"paragraph"}', 'type'],
  ['no JSON', '<p>text</p>', ''],
])('%s is refused with its place', (_, text, place) => {
  const read = readRichText(text);
  expect(read.ok).toBe(false);
  expect(read.ok || read.place).toContain(place);
});

test('nine nodes deep, too long or too many is refused before anything walks it', () => {
  const nested = (depth: number): unknown =>
    depth === 0 ? paragraph(words('deep')) : { type: 'blockquote', content: [nested(depth - 1)] };
  expect(readRichText(doc(nested(5))).ok).toBe(true);
  expect(readRichText(doc(nested(6))).ok).toBe(false);
  expect(readRichText(doc(nested(5_000))).ok).toBe(false);
  expect(readRichText(doc(paragraph(words('a'.repeat(50_000))))).ok).toBe(true);
  expect(readRichText(doc(paragraph(words('a'.repeat(50_001))))).ok).toBe(false);
  expect(readRichText(doc(...Array.from({ length: 5_000 }, () => paragraph()))).ok).toBe(false);
});

test.each([
  ['https://example.com/a?b=c', true],
  ['#/mine/transfer?type=0', true],
  ['http://example.com', false],
  ['//example.com', false],
  ['https://bank.example@evil.example/', false],
  ['https://evil.example\u202e/', false],
  ['java\tscript:alert(1)', false],
  ['data:text/html,x', false],
  ['#javascript:alert(1)', false],
  ['https://', false],
])('%s is a link: %s', (href, good) => {
  expect(isLink(href)).toBe(good);
});
