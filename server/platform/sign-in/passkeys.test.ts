// What is known of passkeys before any browser is asked.

import { expect, test } from 'vitest';
import { Passkeys, passkeyLabel } from './passkeys.ts';

test('what is kept of a label is what is seen of it, and never more than the table takes', () => {
  expect(passkeyLabel(' my\u202e \n phone ')).toBe('my phone');
  // In its one form this sign is three.
  expect(passkeyLabel('\ufb2c'.repeat(60))).toHaveLength(60);
  expect(passkeyLabel(`${'a'.repeat(59)}😀`)).toBe('a'.repeat(59));
});

test('no passkey is made for an address that is an IP', () => {
  const possible = (url: string): boolean => new Passkeys(() => url).possible;
  expect(possible('http://localhost:8080')).toBe(true);
  expect(possible('https://trade.example.com')).toBe(true);
  expect(possible('http://127.0.0.1:8080')).toBe(false);
  expect(possible('http://[::1]:8080')).toBe(false);
});
