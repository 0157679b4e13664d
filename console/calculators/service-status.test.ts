// The service's status in the console: read from JSON, or left as it came.

import { expect, test } from 'vitest';
import { statusFact, statusFacts, statusField } from './service-status.ts';

const CLOSING = { status: 2, reason: 'incident', from: 0, until: 1_700_000_000_000, url: '', min_version: 0 };

test('a status is read whole', () => {
  expect(statusFacts(JSON.stringify(CLOSING))).toEqual(CLOSING);
});

test.each(['', '{', '[]', '{"status":2}', JSON.stringify({ ...CLOSING, url: 4 })])('%s is none', (json) => {
  expect(statusFacts(json)).toBeUndefined();
});

test('a line of a difference is about one of its fields, or about the version', () => {
  expect(statusField('value.status')).toBe('status');
  expect(statusField('from')).toBeUndefined();
  expect(statusField('value.value')).toBeUndefined();
  expect(['2', '"incident"', '', '{}'].map(statusFact)).toEqual([2, 'incident', '', '']);
});
