import { expect, test } from 'vitest';
import { picturesOf, readDraft } from './draft.ts';

const BODY = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Words' }] }] };
const said = (change: Readonly<Record<string, unknown>> = {}): Uint8Array =>
  new TextEncoder().encode(
    JSON.stringify({ title: 'A title', summary: '', picture: null, body: JSON.stringify(BODY), ...change }),
  );
const place = (bytes: Uint8Array): unknown => {
  const read = readDraft(bytes);
  return read.ok ? 'ok' : read.error.params?.place;
};

test('a version is its title on one line, its summary, its picture and its tree', () => {
  expect(readDraft(said({ title: ' A \n title\u202e ', picture: 'a'.repeat(32) }))).toEqual({
    ok: true,
    value: { title: 'A title', summary: '', picture: 'a'.repeat(32), body: BODY },
  });
});

test('of its tree is kept what is seen: nothing turns a line round or hides in a word, and blanks between its pieces stay', () => {
  const piece = (text: string, ...marks: string[]) => ({
    type: 'text',
    text,
    ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
  });
  const body = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [piece('Pay \u202e0.0'), piece('\u2066', 'bold')] },
      { type: 'blockquote', content: [{ type: 'paragraph', content: [piece('One\u200b '), piece('two', 'bold')] }] },
      {
        type: 'orderedList',
        content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [piece('a\u202eb')] }] }],
      },
      { type: 'image', attrs: { src: 'a'.repeat(32), alt: '\u202eA chart' } },
    ],
  };
  const read = readDraft(said({ body: JSON.stringify(body) }));
  expect(read.ok && read.value.body.content).toEqual([
    { type: 'heading', attrs: { level: 2 }, content: [piece('Pay 0.0')] },
    { type: 'blockquote', content: [{ type: 'paragraph', content: [piece('One '), piece('two', 'bold')] }] },
    { type: 'orderedList', content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [piece('ab')] }] }] },
    { type: 'image', attrs: { src: 'a'.repeat(32), alt: 'A chart' } },
  ]);
});

test.each([
  ['title', said({ title: ' \u200b ' })],
  ['title', said({ title: 'x'.repeat(201) })],
  ['summary', said({ summary: 'x'.repeat(501) })],
  ['picture', said({ picture: '../../etc' })],
  ['body', said({ body: '{"type":"doc","content":[]}' })],
  ['body.content.0.type', said({ body: '{"type":"doc","content":[{"type":"iframe"}]}' })],
  [
    'body.content.0.attrs.alt',
    said({
      body: JSON.stringify({
        type: 'doc',
        content: [{ type: 'image', attrs: { src: 'a'.repeat(32), alt: '\u0958'.repeat(200) } }],
      }),
    }),
  ],
  ['', said({ more: 1 })],
  ['', new Uint8Array([0xff, 0xfe])],
])('refused at %j', (where, bytes) => {
  expect(place(bytes)).toBe(where);
});

test('every picture that is shown is asked for, each once, also within lists', () => {
  const image = (id: string) => ({ type: 'image', attrs: { src: id.repeat(32), alt: '' } });
  const body = {
    type: 'doc',
    content: [image('b'), { type: 'bulletList', content: [{ type: 'listItem', content: [image('c'), image('b')] }] }],
  };
  const read = readDraft(said({ picture: 'a'.repeat(32), body: JSON.stringify(body) }));
  expect(read.ok && picturesOf(read.value)).toEqual(['a', 'b', 'c'].map((id) => id.repeat(32)));
});
