// Rules' sums done again, slowly, as fractions of whole numbers. Shares nothing with kernel/decimal or the engine, so that both can be wrong apart.

export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

export function fraction(text: string): Fraction {
  const [whole = '', decimals = ''] = text.replace('-', '').split('.');
  const over = BigInt(whole + decimals);
  return { over: text.startsWith('-') ? -over : over, under: 10n ** BigInt(decimals.length) };
}

export const plus = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.under + b.over * a.under,
  under: a.under * b.under,
});
export const minus = (a: Fraction, b: Fraction): Fraction => plus(a, { over: -b.over, under: b.under });
export const times = (...factors: readonly Fraction[]): Fraction =>
  factors.reduce((a, b) => ({ over: a.over * b.over, under: a.under * b.under }), { over: 1n, under: 1n });
export const divided = (a: Fraction, b: Fraction): Fraction =>
  b.over < 0n
    ? { over: -a.over * b.under, under: a.under * -b.over }
    : { over: a.over * b.under, under: a.under * b.over };

const floor = (a: bigint, b: bigint): bigint => (a >= 0n ? a / b : -((-a + b - 1n) / b));

function write(units: bigint, places: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
  const cut = digits.length - places;
  const text = `${digits.slice(0, cut)}.${digits.slice(cut)}`.replace(/\.?0*$/, '');
  return units < 0n && /[1-9]/.test(text) ? `-${text}` : text;
}

/** To so many places, a tie to the even neighbour; as plain text without trailing zeros. */
export function halfEven(value: Fraction, places: number): string {
  const scaled = value.over * 10n ** BigInt(places) * 2n;
  const twice = floor(scaled, value.under);
  const exactTie = twice * value.under === scaled && (twice & 1n) === 1n;
  const below = floor(twice, 2n);
  if (exactTie) return write((below & 1n) === 0n ? below : below + 1n, places);
  return write(floor(twice + 1n, 2n), places);
}

/** To so many places, up. For values that are not negative. */
export function upTo(value: Fraction, places: number): string {
  const scaled = value.over * 10n ** BigInt(places);
  return write((scaled + value.under - 1n) / value.under, places);
}

/** USD for one unit of a quote currency out of the bid and ask of the pair that gives it (rules §6). */
export function quoteRate(bid: string, ask: string, precision: number, inverse: boolean): Fraction {
  const mid = fraction(halfEven(divided(plus(fraction(bid), fraction(ask)), fraction('2')), precision));
  return inverse ? fraction(halfEven(divided(fraction('1'), mid), 12)) : mid;
}

export const ONE = fraction('1');
