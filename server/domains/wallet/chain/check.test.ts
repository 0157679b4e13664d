// What may be booked by what a chain said, or did not say.

import { expect, test } from 'vitest';
import { bookable, type ChainCheck } from './check.ts';

const came = { reference: `${'a'.repeat(64)}:0`, amount: 5n };
const said = (check: ChainCheck): unknown => {
  const seen = bookable(check, came);
  return seen.ok ? seen.value : seen.error.error;
};

test('what nobody answered of is the word of whoever books it; two nodes that disagree are nobody’s word to put aside', () => {
  for (const why of ['no_node', 'no_transaction', 'no_option', 'silent', 'token_unreadable', 'inside'] as const)
    expect(said({ state: 'not_checked', why })).toBeUndefined();
  for (const why of ['disagree', 'other_chain', 'wrong'] as const)
    expect(said({ state: 'not_checked', why })).toBe('CHAIN_DIFFERS');
});

test('what was checked is booked as the chain has it', () => {
  const seen = { confirmations: 12, outputs: [{ index: 0, amount: 5n, from: '0x0' }] };
  expect(said({ state: 'checked', seen })).toBe(12);
  expect(said({ state: 'differs', why: 'too_few', seen })).toBe('CHAIN_DIFFERS');
  for (const outputs of [[{ index: 1, amount: 5n, from: '0x0' }], [{ index: 0, amount: 6n, from: '0x0' }]])
    expect(said({ state: 'checked', seen: { confirmations: 12, outputs } })).toBe('CHAIN_DIFFERS');
});
