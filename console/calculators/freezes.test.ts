import { expect, test } from 'vitest';
import { confirmableBy, freezableBy } from './freezes.ts';

const HELD = [
  { lock: 'withdrawals', again: 'confirms' },
  { lock: 'orders', again: 'nothing' },
] as const;

test('a lock that somebody else set is offered to be confirmed, and not to be set once more', () => {
  expect(confirmableBy(HELD)).toEqual(['withdrawals']);
  expect(freezableBy(() => true, HELD)).toEqual(['sign_in']);
});

test('a shorter lock is offered to be replaced, not to be confirmed', () => {
  const held = [{ lock: 'withdrawals', again: 'replaces' }] as const;
  expect(confirmableBy(held)).toEqual([]);
  expect(freezableBy(() => true, held)).toEqual(['withdrawals', 'orders', 'sign_in']);
});

test('nobody is offered a lock that their roles do not carry, alone or with a second person', () => {
  expect(freezableBy((act, ...grants) => act === 'freeze_orders' && grants.includes('propose'), [])).toEqual([
    'orders',
  ]);
});
