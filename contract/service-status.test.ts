// A version of the service's status: read from JSON whole, or not at all.

import { expect, test } from 'vitest';
import { statusFacts } from './service-status.ts';

const CLOSING = { status: 2, reason: 'incident', from: 0, until: 1_700_000_000_000, url: '', min_version: 0 };

test('a status is read whole', () => {
  expect(statusFacts(JSON.stringify(CLOSING))).toEqual(CLOSING);
});

test.each(['', '{', '[]', '{"status":2}', JSON.stringify({ ...CLOSING, url: 4 })])('%s is none', (json) => {
  expect(statusFacts(json)).toBeUndefined();
});
