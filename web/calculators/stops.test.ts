import { price, readUnits } from '@fairtick/kernel/decimal';
import { expect, test } from 'vitest';
import { proposedStop } from './stops.ts';

test('a proposed stop lies 0.3 % away on the right side', () => {
  const at = price(readUnits('1.1'));
  expect(proposedStop('buy', 'stop_loss', at, 5)).toBe('1.09670');
  expect(proposedStop('buy', 'take_profit', at, 5)).toBe('1.10330');
  expect(proposedStop('sell', 'stop_loss', at, 5)).toBe('1.10330');
});
