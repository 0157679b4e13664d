// Which notices are kept with a batch, and which of them leave as letters.

import { expect, test } from 'vitest';
import { booksOf } from '../commands/books.ts';

const KINDS = ['verified', 'verification_rejected', 'frozen', 'unfrozen', 'filled', 'micro_win'] as const;

function writtenBy(realm: 'live' | 'demo') {
  const books = booksOf({}, { newId: () => 1n });
  const state = { newId: () => 1n, place: undefined, notices: [], messages: [], acts: [] };
  const notices = KINDS.map((kind) => ({ userId: 7n, kind, orderId: undefined, params: { reason: 'R' } }));
  books.apply(state, { notices }, { actor: { kind: 'staff', id: 1n }, realm });
  return books.write(state).map((write) => ('name' in write ? write : undefined));
}

test('what decides over an account leaves as a letter, of real users only; the rest is kept for the app', () => {
  expect(writtenBy('demo').map((write) => write?.name)).toEqual(['notices_insert']);
  const [notices, letters] = writtenBy('live');
  expect(notices?.values[3]).toMatchObject({ plain: KINDS.slice(0, 5) });
  const payload = (template: string) => JSON.stringify({ template, params: { reason: 'R' } });
  expect(letters?.values.slice(0, 3)).toMatchObject([
    { plain: ['mail', 'mail', 'mail', 'mail'] },
    { plain: [7n, 7n, 7n, 7n] },
    { plain: KINDS.slice(0, 4).map(payload) },
  ]);
});

test('a batch without such notices writes nothing more', () => {
  const state = { newId: () => 1n, place: undefined, notices: [], messages: [], acts: [] };
  expect(booksOf({}, { newId: () => 1n }).write(state)).toEqual([]);
});
