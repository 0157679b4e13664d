// Randomness as something handed in. `seededRandom` is what can be repeated, `entropyRandom` what nobody can foretell; secrets come from `systemEntropy`.

export interface Random {
  /** A whole number in [0, 2^32). */
  uint32(): number;
  /** In [0, 1), 32 bits of resolution. Never used for money. */
  unit(): number;
  /** A whole number in [0, bound), bound <= 2^32. */
  below(bound: number): number;
  /** Standard normal deviate. */
  normal(): number;
}

/** xoshiro128** seeded by splitmix32 of `seed`: small, fast, the same everywhere. Not for secrets. */
export function seededRandom(seed: number): Random {
  let mix = seed >>> 0;
  const split = (): number => {
    mix = (mix + 0x9e3779b9) >>> 0;
    let z = mix;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return (z ^ (z >>> 16)) >>> 0;
  };
  let a = split();
  let b = split();
  let c = split();
  let d = split();
  const uint32 = (): number => {
    const scaled = Math.imul(b, 5);
    const result = Math.imul((scaled << 7) | (scaled >>> 25), 9) >>> 0;
    const t = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= t;
    d = (d << 11) | (d >>> 21);
    return result;
  };
  return drawnFrom(uint32);
}

const BLOCK = 4_096;

/** Each number from `entropy`, taken by the block: whoever has seen all numbers so far knows nothing of the next. */
export function entropyRandom(entropy: Entropy): Random {
  let block = new DataView(new ArrayBuffer(0));
  let at = 0;
  return drawnFrom(() => {
    if (at === block.byteLength) {
      block = new DataView(entropy.bytes(BLOCK).buffer);
      at = 0;
    }
    at += 4;
    return block.getUint32(at - 4);
  });
}

function drawnFrom(uint32: () => number): Random {
  const unit = (): number => uint32() / 4294967296;
  const normal = (): number => {
    const radius = Math.sqrt(-2 * Math.log(1 - unit()));
    return radius * Math.cos(2 * Math.PI * unit());
  };
  return { uint32, unit, below: (bound) => Math.floor(unit() * bound), normal };
}

export interface Entropy {
  bytes(length: number): Uint8Array<ArrayBuffer>;
}

export const systemEntropy: Entropy = {
  bytes: (length) => globalThis.crypto.getRandomValues(new Uint8Array(length)),
};
