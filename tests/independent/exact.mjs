// Exact fractions of whole numbers, and the two roundings that the rules name. Knows no trading; shares nothing with the server.

/** A fraction; never rounded unless asked to. */
export class Exact {
  constructor(num, den = 1n) {
    if (den === 0n) throw new Error('division by zero');
    this.num = den < 0n ? -num : num;
    this.den = den < 0n ? -den : den;
  }

  /** Reads plain decimal text: "-12.50". Throws on anything else. */
  static of(text) {
    const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(text));
    if (!match) throw new Error(`"${text}" is not a plain decimal`);
    const [, sign, whole, fraction = ''] = match;
    const value = BigInt(whole + fraction);
    return new Exact(sign === '-' ? -value : value, 10n ** BigInt(fraction.length));
  }

  plus(other) {
    // Decimals mostly: without this the parts of a long sum would grow without end.
    if (this.den % other.den === 0n) return new Exact(this.num + other.num * (this.den / other.den), this.den);
    if (other.den % this.den === 0n) return new Exact(this.num * (other.den / this.den) + other.num, other.den);
    return new Exact(this.num * other.den + other.num * this.den, this.den * other.den);
  }

  minus(other) {
    return this.plus(other.negated());
  }

  times(other) {
    return new Exact(this.num * other.num, this.den * other.den);
  }

  over(other) {
    return new Exact(this.num * other.den, this.den * other.num);
  }

  negated() {
    return new Exact(-this.num, this.den);
  }

  /** -1, 0 or 1. */
  compare(other) {
    const left = this.num * other.den;
    const right = other.num * this.den;
    return left < right ? -1 : left > right ? 1 : 0;
  }

  equals(other) {
    return this.compare(other) === 0;
  }

  get isNegative() {
    return this.num < 0n;
  }

  /** To the nearest multiple of 10^-places; a tie goes to the even one. */
  halfEven(places) {
    const scale = 10n ** BigInt(places);
    const scaled = this.num * scale;
    let floor = scaled / this.den;
    if (scaled < 0n && floor * this.den !== scaled) floor -= 1n;
    const twice = 2n * (scaled - floor * this.den);
    const up = twice > this.den || (twice === this.den && floor % 2n !== 0n);
    return new Exact(up ? floor + 1n : floor, scale);
  }

  /** To the next multiple of 10^-places that is not smaller. */
  roundedUp(places) {
    const scale = 10n ** BigInt(places);
    const scaled = this.num * scale;
    let floor = scaled / this.den;
    if (scaled < 0n && floor * this.den !== scaled) floor -= 1n;
    return new Exact(floor * this.den === scaled ? floor : floor + 1n, scale);
  }

  /** Decimal text, cut after 12 places for display only. */
  toString() {
    const shown = this.halfEven(12);
    const digits = (shown.num < 0n ? -shown.num : shown.num).toString().padStart(13, '0');
    const fraction = digits.slice(-12).replace(/0+$/, '');
    return `${shown.num < 0n ? '-' : ''}${digits.slice(0, -12)}${fraction && `.${fraction}`}`;
  }
}

export const ZERO = new Exact(0n);
export const ONE = new Exact(1n);

/** Whether a text is a decimal of exactly this value; garbled text is simply not equal. */
export function says(text, value) {
  try {
    return Exact.of(text).equals(value);
  } catch {
    return false;
  }
}
