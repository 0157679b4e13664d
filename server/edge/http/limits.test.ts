// How often somebody may call, and that remembering it is bounded.

import { ManualClock } from '@fairtick/kernel/clock';
import { describe, expect, test } from 'vitest';
import { addressKey, RateLimiter } from './limits.ts';

describe('rate limits', () => {
  test('the whole allowance at once, then one more as each share of the time passes', () => {
    const clock = new ManualClock(0);
    const limiter = new RateLimiter(clock, 20, 3_600);
    for (let i = 0; i < 20; i += 1) expect(limiter.take('a')).toBe(0);
    expect(limiter.take('a')).toBeCloseTo(180_000);
    clock.advance(179_000);
    expect(limiter.take('a')).toBeGreaterThan(0);
    clock.advance(1_000);
    expect(limiter.take('a')).toBe(0);
    expect(limiter.take('a')).toBeGreaterThan(0);
  });

  test('one key does not pay for another, and refused tries cost nothing', () => {
    const clock = new ManualClock(0);
    const limiter = new RateLimiter(clock, 2, 10);
    limiter.take('a');
    limiter.take('a');
    for (let i = 0; i < 50; i += 1) expect(limiter.take('a')).toBeGreaterThan(0);
    expect(limiter.take('b')).toBe(0);
    clock.advance(10_000);
    expect(limiter.take('a')).toBe(0);
    expect(limiter.take('a')).toBe(0);
    expect(limiter.take('a')).toBeGreaterThan(0);
  });

  test('asking whether it is spent counts nothing', () => {
    const limiter = new RateLimiter(new ManualClock(0), 1, 1);
    expect(limiter.spent('a')).toBe(false);
    limiter.take('a');
    expect(limiter.spent('a')).toBe(true);
  });

  test('keys are bounded; those who called last are remembered', () => {
    const limiter = new RateLimiter(new ManualClock(0), 1, 60, 100);
    for (let i = 0; i < 1_000; i += 1) limiter.take(`k${i}`);
    expect(limiter.size).toBeLessThanOrEqual(100);
    expect(limiter.take('k999')).toBeGreaterThan(0);
  });

  test('keys whose allowance is whole again are let go', () => {
    const clock = new ManualClock(0);
    const limiter = new RateLimiter(clock, 1, 1);
    for (let i = 0; i < 100; i += 1) limiter.take(`k${i}`);
    for (let i = 0; i < 100; i += 1) {
      clock.advance(2_000);
      limiter.take('one');
    }
    expect(limiter.size).toBeLessThan(10);
  });
});

describe('who an address stands for', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s is %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});
