import { firstLanguage } from '@fairtick/contract/languages';
import { expect, test } from 'vitest';
import { settingsFrom } from './settings.ts';

test('what can not be read falls back field by field', () => {
  const read = settingsFrom({ theme: 'dark', period: '2min', chartZone: 'Mars/Base', lang: 'tw', microAmount: 5 });
  expect(read).toMatchObject({ theme: 'dark', period: '5min', zone: 'Asia/Tokyo', lang: 'hk', microAmount: '' });
  expect(settingsFrom(undefined).theme).toBe('system');
});

test('a first visit is in the first of the browser’s languages that is ours, in hk where none is', () => {
  const heard = [['sw-KE', 'de-CH', 'en'], ['zh-CN'], ['es-419'], ['IT'], ['sw'], []].map(firstLanguage);
  expect(heard).toEqual(['de', 'hk', 'spa', 'it', 'hk', 'hk']);
});

test('the family is read by its own name and by the product’s, under which older versions stored it', () => {
  const names = ['forex', 'micro', 'futures', 'contracts', 'spot', undefined];
  const read = names.map((family) => settingsFrom({ family }).family);
  expect(read).toEqual(['forex', 'micro', 'forex', 'micro', 'forex', 'forex']);
});

test('a zone that was chosen for the chart alone is the zone of everything', () => {
  expect(settingsFrom({ chartZone: 'Europe/Paris' }).zone).toBe('Europe/Paris');
  expect(settingsFrom({ chartZone: 'Europe/Paris', zone: 'UTC' }).zone).toBe('UTC');
  expect(settingsFrom({ zone: 5 }).zone).toBe('Asia/Tokyo');
});
