// Which notices are kept with a batch, and which of them are told outside the app.

import { expect, test } from 'vitest';
import { booksOf } from '../commands/books.ts';
import type { UserNotice } from '../commands/command.ts';

const newSalt = (): Uint8Array => new Uint8Array(32);
const KINDS = ['verified', 'stop_out', 'frozen', 'unfrozen', 'filled', 'micro_win'] as const;

function writtenBy(realm: 'live' | 'demo', kinds: readonly UserNotice['kind'][] = KINDS) {
  let id = 0n;
  const newId = (): bigint => {
    id += 1n;
    return id;
  };
  const books = booksOf({}, { newId, newSalt });
  const state = { newId, newSalt, place: undefined, notices: [], messages: [], acts: [], acceptances: [] };
  const notices = kinds.map((kind) => ({ userId: 7n, kind, orderId: undefined, params: { reason: 'R' } }));
  books.apply(state, { notices }, { actor: { kind: 'staff', id: 1n }, realm });
  return books.write(state).map((write) => ('name' in write ? write : undefined));
}

test('what decides over an account or its money leaves as a letter, of real users only; every stored kind is pushed', () => {
  expect(writtenBy('demo').map((write) => write?.name)).toEqual(['notices_insert']);
  const [notices, told] = writtenBy('live');
  expect(notices?.values[3]).toMatchObject({ plain: KINDS.slice(0, 5) });
  expect(told?.values).toMatchObject([
    { plain: [1n, 1n, 2n, 2n, 3n, 3n, 4n, 4n, 5n] },
    { plain: ['mail', 'push', 'mail', 'push', 'mail', 'push', 'mail', 'push', 'push'] },
    { plain: ['account', 'account', 'trading', 'trading', null, null, null, null, 'trading'] },
  ]);
});

test('a batch without such notices writes nothing more', () => {
  const state = { newId: () => 1n, newSalt, place: undefined, notices: [], messages: [], acts: [], acceptances: [] };
  expect(booksOf({}, { newId: () => 1n, newSalt }).write(state)).toEqual([]);
});

test('an answer in the chat reaches who is away by letter too, unless they turned that off', () => {
  const [, told] = writtenBy('live', ['chat_answer']);
  expect(told?.values).toMatchObject([
    { plain: [1n, 1n] },
    { plain: ['mail', 'push'] },
    { plain: ['account', 'account'] },
  ]);
});
