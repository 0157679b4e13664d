// What a line of a difference says of the service's status.

import { expect, test } from 'vitest';
import { statusFact, statusField } from './service-status.ts';

test('a line of a difference is about one of its fields, or about the version', () => {
  expect(statusField('value.status')).toBe('status');
  expect(statusField('from')).toBeUndefined();
  expect(statusField('value.value')).toBeUndefined();
  expect(['2', '"incident"', '', '{}'].map(statusFact)).toEqual([2, 'incident', '', '']);
});
