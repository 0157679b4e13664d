// What is kept of a user's answers when somebody else comes to the browser: nothing.

import { expect, test } from 'vitest';
import { forgetPersonal, QUERY, queryClient } from './query.ts';

/** The same for everybody; whatever is added to QUERY is somebody's own until it is added here and there. */
const FOR_EVERYBODY = ['basics', 'categories', 'market', 'spark', 'candles', 'settings', 'main-status', 'entry'];

test('of whoever was signed in nothing is kept for whoever is next; what is the same for everybody stays', () => {
  for (const name of Object.values(QUERY)) queryClient.setQueryData([name, 'page', 1], `of ${name}`);
  forgetPersonal();
  const kept = queryClient.getQueryCache().getAll();
  expect(kept.map(({ queryKey }) => queryKey[0]).toSorted()).toEqual(FOR_EVERYBODY.toSorted());
  queryClient.clear();
});
