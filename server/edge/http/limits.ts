// How often somebody may call: a generic cell rate limiter (one number a key), with a written bound on the keys it remembers.

import type { Clock } from '@fairtick/kernel/clock';

const MAX_KEYS = 50_000;

export class RateLimiter {
  readonly #clock: Clock;
  readonly #stepMs: number;
  readonly #spanMs: number;
  readonly #maxKeys: number;
  /** When a key's allowance is whole again, on the monotonic clock; least recently used first. */
  readonly #fullAt = new Map<string | bigint, number>();

  /** `max` at once, and then again as `perSeconds` pass. */
  constructor(clock: Clock, max: number, perSeconds: number, maxKeys = MAX_KEYS) {
    this.#clock = clock;
    this.#spanMs = perSeconds * 1_000;
    this.#stepMs = this.#spanMs / max;
    this.#maxKeys = maxKeys;
  }

  /** 0 when it may go on (and it is counted); else the milliseconds until the next may. A refused try costs nothing. */
  take(key: string | bigint): number {
    const now = this.#clock.monotonic();
    const fullAt = Math.max(this.#fullAt.get(key) ?? now, now) + this.#stepMs;
    // A thousandth of a step of tolerance: the sums are of floats.
    const waitMs = fullAt - now - this.#spanMs;
    if (waitMs > this.#stepMs / 1_000) return waitMs;
    this.#fullAt.delete(key);
    this.#fullAt.set(key, fullAt);
    this.#trim(now);
    return 0;
  }

  /** Whether nothing is left, without counting. */
  spent(key: string | bigint): boolean {
    const now = this.#clock.monotonic();
    return (this.#fullAt.get(key) ?? now) + this.#stepMs - now - this.#spanMs > this.#stepMs / 1_000;
  }

  get size(): number {
    return this.#fullAt.size;
  }

  #trim(now: number): void {
    // Two a call: old keys go faster than new ones come, and no call pays for many.
    for (let i = 0; i < 2; i += 1) {
      const [oldest] = this.#fullAt;
      if (!oldest) return;
      if (oldest[1] > now && this.#fullAt.size <= this.#maxKeys) return;
      this.#fullAt.delete(oldest[0]);
    }
  }
}

/** Who an address stands for: a household or a server has a whole IPv6 /64. */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
