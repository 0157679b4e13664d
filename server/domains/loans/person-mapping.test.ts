// The calls' fields and the domain's words meet in one place.

import { expect, test } from 'vitest';
import { namesForCall, namesFromCall } from './person-mapping.ts';

test('the field called name is the last name, and last_name the first; there and back it is the same', () => {
  expect(namesFromCall({ name: 'Lovelace', last_name: 'Ada' })).toEqual({ firstName: 'Ada', lastName: 'Lovelace' });
  expect(namesForCall({ firstName: 'Ada', lastName: 'Lovelace' })).toEqual({ name: 'Lovelace', last_name: 'Ada' });
});
