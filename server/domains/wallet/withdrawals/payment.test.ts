import { expect, test } from 'vitest';
import { readPayment } from './payment.ts';

const HASH = 'Ab'.repeat(32);

test.each([
  ['evm:1', HASH, `0x${HASH.toLowerCase()}`],
  ['evm:1', ` 0X${HASH}\n`, `0x${HASH.toLowerCase()}`],
  ['bitcoin', HASH, HASH.toLowerCase()],
  ['tron', `0x${HASH}`, HASH.toLowerCase()],
])('on %s %j is %j', (network, typed, kept) =>
  expect(readPayment({ kind: 'coin', network }, typed)).toEqual({ ok: true, value: kept }),
);

test.each([HASH.slice(1), `${HASH}0`, 'g'.repeat(64), `https://x/${HASH}`])('%j is no transaction', (typed) =>
  expect(readPayment({ kind: 'coin', network: 'evm:1' }, typed).ok).toBe(false),
);

test('a bank’s number is one in whatever way it is typed', () => {
  const bank = { kind: 'bank', network: '' } as const;
  expect(readPayment(bank, ' e2e 12-ab ')).toEqual({ ok: true, value: 'E2E12-AB' });
  expect(readPayment(bank, '\u200b ').ok).toBe(false);
});
