// No message of another server is missed unnoticed, and no silence either.

import { expect, test } from 'vitest';
import { Peers } from './peers.ts';

const NEXT = { fresh: true, missed: false };
const MISSED = { fresh: true, missed: true };
const OLD = { fresh: false, missed: false };

function listened(): Peers {
  const peers = new Peers(2_000);
  peers.listened();
  return peers;
}

test('a hole in the numbers, and a server that begins with another number than 1', () => {
  const peers = listened();
  expect(peers.heard(7, 1, 0)).toEqual(NEXT);
  expect(peers.heard(7, 2, 0)).toEqual(NEXT);
  expect(peers.heard(8, 1, 0)).toEqual(NEXT);
  expect(peers.heard(7, 4, 0)).toEqual(MISSED);
  expect(peers.heard(7, 5, 0)).toEqual(NEXT);
  expect(peers.heard(9, 12, 0)).toEqual(MISSED);
});

test('nothing is heard twice', () => {
  const peers = listened();
  peers.heard(7, 1, 0);
  expect(peers.heard(7, 1, 0)).toEqual(OLD);
  expect(peers.heard(7, 2, 0)).toEqual(NEXT);
});

test('who listens before the database is read takes numbers as they come, and afterwards no longer', () => {
  const peers = listened();
  peers.heard(7, 1, 0);
  peers.listen();
  expect(peers.heard(7, 40, 0)).toEqual(NEXT);
  expect(peers.heard(7, 42, 0)).toEqual(MISSED);
  peers.listened();
  expect(peers.heard(8, 40, 0)).toEqual(MISSED);
});

test('a silent server is told of once and comes back as one of which something was missed; one that said good-bye is not silent', () => {
  const peers = listened();
  peers.heard(7, 1, 1_000);
  peers.heard(8, 1, 1_000);
  peers.left(8);
  expect(peers.silent(3_000)).toEqual([]);
  expect(peers.silent(3_001)).toEqual([7]);
  expect(peers.silent(9_000)).toEqual([]);
  expect(peers.heard(7, 2, 9_000)).toEqual(MISSED);
});
