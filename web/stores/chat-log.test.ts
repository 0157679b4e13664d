// Order, once each, and what is still missing.

import { expect, test } from 'vitest';
import { type ChatMessage, merged, nextToSend, type Outgoing, wholeUpTo } from './chat-log.ts';

const message = (seq: number): ChatMessage => ({
  ...{ seq, author: 'user', name: '', text: String(seq), event: null, masked: [], image: '', time: seq },
});
const seqs = (messages: readonly ChatMessage[]): number[] => messages.map(({ seq }) => seq);

test('what comes twice is there once, and in its order', () => {
  expect(seqs(merged([1, 2, 5].map(message), [4, 3, 5, 2].map(message)))).toEqual([1, 2, 3, 4, 5]);
});

test('a hole is asked for from its beginning', () => {
  expect(wholeUpTo([])).toBe(0);
  expect(wholeUpTo([7, 8, 9].map(message))).toBe(9);
  expect(wholeUpTo([7, 8, 10, 11].map(message))).toBe(8);
});

test('one goes after the other, and none past one that was not taken', () => {
  const out = (...states: Outgoing['state'][]): Outgoing[] =>
    states.map((state, at) => ({ key: String(at), text: '', image: '', state, why: '' }));
  expect(nextToSend(out('waiting', 'waiting'))?.key).toBe('0');
  expect(nextToSend(out('sending', 'waiting'))).toBeUndefined();
  expect(nextToSend(out('failed', 'waiting'))).toBeUndefined();
  expect(nextToSend([])).toBeUndefined();
});
