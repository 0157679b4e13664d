import { expect, test } from 'vitest';
import { plainBlocks } from './plain-html.ts';

test('headings and paragraphs are read with their signs', () => {
  expect(
    plainBlocks('<h2>A &amp; B</h2><p>1 &lt; 2, &quot;so&quot; &#39;it&#39; is &gt; 0 &amp;lt;</p><p></p>'),
  ).toEqual([
    { kind: 'heading', text: 'A & B' },
    { kind: 'paragraph', text: `1 < 2, "so" 'it' is > 0 &lt;` },
    { kind: 'paragraph', text: '' },
  ]);
  expect(plainBlocks('')).toEqual([]);
});

test.each([
  '<p>a</p> ',
  ' <p>a</p>',
  '<p>a<br></p>',
  '<p>a</h2>',
  '<p>a &nbsp; b</p>',
  '<p>a & b</p>',
  '<p style="display:none">a</p>',
  '<p>a</p><script>b</script>',
  '<p>a',
])('%j is not shown as a whole', (html) => {
  expect(plainBlocks(html)).toBeUndefined();
});
