import { expect, test } from 'vitest';
import { errorText } from './texts/index.ts';
import { closedRefusal, TRADABILITY } from './tradability.ts';

const SAID = TRADABILITY.filter((one) => one !== 'open' && one !== 'feed_down');

test.each(SAID)('why a pair does not trade (%s) names the pair in every language, and has words of its own', (why) => {
  const refusal = closedRefusal(why, 'EUR/GBP');
  if (!refusal) throw new Error('it trades');
  for (const lang of ['en', 'hk', 'ar'] as const)
    expect(errorText(lang, refusal.error, refusal.params)).toContain('EUR/GBP');
});

test('no source at all, and none for this pair, are two things', () => {
  expect(closedRefusal('no_feed', 'EUR/GBP')?.error).not.toBe(closedRefusal('feed_down', 'EUR/GBP')?.error);
});
