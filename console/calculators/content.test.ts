import { readRichText } from '@fairtick/contract/rich-text';
import { expect, test } from 'vitest';
import { countriesOf, fromLocalInput, toLocalInput, treeOf } from './content.ts';

test('what an editor adds beside the text goes, and the contract takes the rest', () => {
  const edited = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2, textAlign: null }, content: [{ type: 'text', text: 'Title' }] },
      {
        type: 'orderedList',
        attrs: { start: 1, type: null },
        content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'one' }] }] }],
      },
      {
        type: 'paragraph',
        content: [
          {
            type: 'text',
            text: 'a link',
            marks: [{ type: 'link', attrs: { href: '#/trade', target: '_blank', rel: 'x', class: null } }],
          },
          { type: 'hardBreak' },
        ],
      },
      { type: 'image', attrs: { src: `/content/${'a'.repeat(32)}.jpg`, alt: null, title: null } },
      { type: 'horizontalRule' },
    ],
  };
  const tree = treeOf(edited);
  expect(readRichText(JSON.stringify(tree))).toEqual({ ok: true, value: tree });
  expect(tree.content.map(({ type }) => type)).toEqual(['heading', 'orderedList', 'paragraph', 'image']);
  expect(tree.content[3]).toEqual({ type: 'image', attrs: { src: 'a'.repeat(32), alt: '' } });
});

test('a table keeps its cells; one that spans others is followed by empty ones, and a short row is filled', () => {
  const cell = (type: string, text: string, attrs = {}) => ({
    ...{ type, attrs: { colspan: 1, rowspan: 1, colwidth: null, ...attrs } },
    content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
  });
  const row = (...content: unknown[]) => ({ type: 'tableRow', content });
  const tree = treeOf({
    type: 'doc',
    content: [
      {
        type: 'table',
        content: [
          row(cell('tableHeader', 'a'), cell('tableHeader', 'b'), cell('tableHeader', 'c')),
          row(cell('tableCell', 'd', { colspan: 2 })),
        ],
      },
    ],
  });
  expect(readRichText(JSON.stringify(tree))).toEqual({ ok: true, value: tree });
  expect(JSON.stringify(tree)).not.toContain('colspan');
  const [table] = tree.content;
  expect(table?.type === 'table' && table.content.map(({ content }) => content.map(({ type }) => type))).toEqual([
    ['tableHeader', 'tableHeader', 'tableHeader'],
    ['tableCell', 'tableCell', 'tableCell'],
  ]);
});

test('a moment typed in the browser is the one that is shown', () => {
  const time = Date.UTC(2026, 10, 24, 13, 5);
  expect(fromLocalInput(toLocalInput(time))).toBe(time);
  expect(fromLocalInput('soon')).toBeUndefined();
});

test('countries are typed with commas, blanks or both', () => {
  expect(['', ' hk, SG ', 'DE،FR', 'HK', 'China', 'H1'].map(countriesOf)).toEqual([
    ...['', 'HK,SG', 'DE,FR', 'HK'],
    ...[undefined, undefined],
  ]);
});
