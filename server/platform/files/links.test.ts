// Who a link lets in: the viewer it was made for, for five minutes, to that file, on that port.

import { ManualClock } from '@fairtick/kernel/clock';
import { systemEntropy } from '@fairtick/kernel/random';
import { expect, test } from 'vitest';
import { Keys, type MasterKey } from '../keys/keys.ts';
import { FileLinks, type Viewer } from './links.ts';

const FILE = '0123456789abcdef0123456789abcdef';
const OTHER = 'f'.repeat(32);
const master = (id: number): MasterKey => ({ id, secret: new Uint8Array(32).fill(id) });
const user: Viewer = { kind: 'user', id: 7n };
const staff: Viewer = { kind: 'staff', id: 7n };

const clock = new ManualClock(1_000_000);
const links = new FileLinks(new Keys([master(1)], systemEntropy), clock);
const partsOf = (link: string) => {
  const url = new URL(link, 'http://localhost');
  return { path: url.pathname, e: url.searchParams.get('e') ?? '', s: url.searchParams.get('s') ?? '' };
};

test('a link is good until 299,999 ms later, and not at 300,000', () => {
  const at = new ManualClock(5);
  const own = new FileLinks(new Keys([master(1)], systemEntropy), at);
  const { e, s } = partsOf(own.link(FILE, user));
  at.advance(299_999);
  expect(own.viewerOf('users', FILE, e, s)).toEqual(user);
  at.advance(1);
  expect(own.viewerOf('users', FILE, e, s)).toBeUndefined();
});

test('users have theirs on the app’s port, the staff on the console’s', () => {
  const [mine, theirs] = [partsOf(links.link(FILE, user)), partsOf(links.link(FILE, staff))];
  expect([mine.path, theirs.path]).toEqual([`/v3/api/files/${FILE}`, `/staff/api/files/${FILE}`]);
  expect(links.viewerOf('staff', FILE, mine.e, mine.s)).toBeUndefined();
  expect(links.viewerOf('users', FILE, theirs.e, theirs.s)).toBeUndefined();
});

test('nothing of it can be changed', () => {
  const { e, s } = partsOf(links.link(FILE, user));
  const mac = s.slice(2);
  const changed: readonly (readonly [string, string, string])[] = [
    [OTHER, e, s],
    [FILE, String(Number(e) + 1), s],
    [FILE, `0${e}`.slice(0, 15), `8.${mac}`],
    [FILE, e, `8.${mac}`],
    [FILE, e, `07.${mac}`],
    [FILE, e, `7.${mac.slice(0, -2)}`],
    [FILE, e, `7.${mac}.`],
    [FILE, e, '7.'],
    [FILE, e, mac],
    [FILE, e, ''],
    [FILE, '', s],
    [FILE, '-1', s],
    [FILE, '1e300', s],
    [FILE, '9'.repeat(400), s],
  ];
  for (const [file, end, said] of changed) expect(links.viewerOf('users', file, end, said)).toBeUndefined();
  expect(links.viewerOf('users', FILE, e, s)).toEqual(user);
});

test('it outlives a change of the master key, and not the end of the old one', () => {
  const { e, s } = partsOf(links.link(FILE, user));
  const rotated = new FileLinks(new Keys([master(2), master(1)], systemEntropy), clock);
  expect(rotated.viewerOf('users', FILE, e, s)).toEqual(user);
  const without = new FileLinks(new Keys([master(2)], systemEntropy), clock);
  expect(without.viewerOf('users', FILE, e, s)).toBeUndefined();
});
