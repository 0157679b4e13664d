// What a product's picture may be.

import { expect, test } from 'vitest';
import { fundsSettings } from './settings.ts';

const [products] = fundsSettings;
const shown = (image: string): unknown => {
  const [first] = structuredClone(products?.first) as [object];
  return products?.valueOf({ key: 'fund_products', version: 1, value: [{ ...first, image }], effectiveFrom: 0 });
};

test('a picture is on our own pages, and nowhere else', () => {
  for (const image of ['//evil.example/p.png', '///p.png', 'p.png', 'https://evil.example/p.png'])
    expect(() => shown(image)).toThrow();
  expect(shown('/images/p.png')).toMatchObject([{ image: '/images/p.png' }]);
});
