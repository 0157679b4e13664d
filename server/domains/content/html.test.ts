// Whatever a text says, its HTML has the elements of its tree and no others.

import type { RichText } from '@fairtick/contract/rich-text';
import { expect, test } from 'vitest';
import { htmlOf } from './html.ts';

const CORPUS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '<xmp><p title="</xmp><svg/onload=alert(1)>">',
  '<svg><style><!--</style><img src=x onerror=alert(1)>-->',
  '&lt;script&gt;',
  'a&colon;b',
  '\u202ereversed',
];

const said = (text: string) => [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text }] }];
const headed = (text: string) => ({ type: 'tableHeader' as const, content: said(text) });
const celled = (text: string) => ({ type: 'tableCell' as const, content: said(text) });

test('every node becomes its element', () => {
  const tree: RichText = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 3 }, content: [{ type: 'text', text: 'A & B' }] },
      {
        type: 'paragraph',
        content: [
          {
            type: 'text',
            text: 'here',
            marks: [{ type: 'bold' }, { type: 'link', attrs: { href: 'https://x.example/?a=1&b=2' } }],
          },
          { type: 'hardBreak' },
        ],
      },
      { type: 'orderedList', content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] },
      { type: 'image', attrs: { src: 'b'.repeat(32), alt: 'a "chart"' } },
      {
        type: 'table',
        content: [{ type: 'tableRow', content: [headed('Fee'), celled('<b>')] }],
      },
    ],
  };
  expect(htmlOf(tree)).toBe(
    '<h3>A &amp; B</h3><p><strong><a href="https://x.example/?a=1&amp;b=2" rel="noopener noreferrer nofollow">here</a></strong><br></p>' +
      `<ol><li><p></p></li></ol><img src="/content/${'b'.repeat(32)}.jpg" alt="a &quot;chart&quot;"><table><tr><th><p>Fee</p></th><td><p>&lt;b&gt;</p></td></tr></table>`,
  );
});

test.each(CORPUS)('%s stays a text, in words and in attributes', (said) => {
  const html = htmlOf({
    type: 'doc',
    content: [
      { type: 'paragraph', content: [{ type: 'text', text: said }] },
      { type: 'image', attrs: { src: 'c'.repeat(32), alt: said } },
    ],
  });
  // Without the elements of the tree itself, nothing is left that a browser takes for markup.
  const rest = html
    .replace('<p>', '')
    .replace('</p>', '')
    .replace('<img src="', '')
    .replace(/" alt="/, '')
    .replace(/">$/, '');
  expect(rest).not.toMatch(/[<>"']/);
});
