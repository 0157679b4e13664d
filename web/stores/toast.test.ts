import { expect, test } from 'vitest';
import { onToast, sayToast, type Toast } from './toast.ts';

test('what is said before anybody listens is heard by whoever listens first, once', () => {
  sayToast({ tone: 'error', text: '', local: 'only_real' });
  const [first, second]: Toast[][] = [[], []];
  const ends = [onToast((toast) => first?.push(toast)), onToast((toast) => second?.push(toast))];
  expect(first).toEqual([{ tone: 'error', text: '', local: 'only_real' }]);
  expect(second).toEqual([]);
  for (const end of ends) end();
});
