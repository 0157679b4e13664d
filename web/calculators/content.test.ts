import { expect, test } from 'vitest';
import { linkTarget } from './content.ts';

test('a link out of the app says its host, one within it nothing', () => {
  expect(linkTarget('#/mine/wallet')).toBeUndefined();
  expect(linkTarget('https://example.com/terms?a=1')).toBe('example.com');
  // A host in other letters is shown as the browser will ask for it.
  expect(linkTarget('https://exаmple.com/')).toBe('xn--exmple-4nf.com');
});
