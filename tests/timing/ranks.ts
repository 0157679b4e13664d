// Whether two samples come from one distribution, by their ranks alone (Mann-Whitney): no assumption about how times are spread.

/** Two-sided, by the normal approximation with ties: for samples of 20 and more. Small where one sample tends to be larger than the other. */
export function mannWhitney(one: readonly number[], other: readonly number[]): number {
  const all = [...one.map((value) => ({ value, mine: true })), ...other.map((value) => ({ value, mine: false }))].sort(
    (a, b) => a.value - b.value,
  );
  const [n, m, total] = [one.length, other.length, all.length];
  let ranks = 0;
  let ties = 0;
  for (let from = 0; from < total; ) {
    let to = from;
    while (to < total && all[to]?.value === all[from]?.value) to += 1;
    const count = to - from;
    ranks += ((from + 1 + to) / 2) * all.slice(from, to).filter(({ mine }) => mine).length;
    ties += count ** 3 - count;
    from = to;
  }
  const spread = Math.sqrt(((n * m) / 12) * (total + 1 - ties / (total * (total - 1))));
  if (spread === 0) return 1;
  return 2 * upperTail(Math.abs(ranks - (n * (n + 1)) / 2 - (n * m) / 2) / spread);
}

/** Of the standard normal distribution, to 7 places (Abramowitz and Stegun 26.2.17). */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
}
