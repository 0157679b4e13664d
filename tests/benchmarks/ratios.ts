// How a benchmark says what it saw against its limit.

/** Processor time of this process so far, in microseconds: what counts on a machine that is busy with other things too. */
export function cpuUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** One line: what, how much, the limit, and whether it holds. */
export function limited(bench: string, what: string, seen: number, sign: '>=' | '<=', limit: number): string {
  const holds = sign === '>=' ? seen >= limit : seen <= limit;
  return `${bench.padEnd(8)} ${holds ? 'ok    ' : 'MISSED'} ${what}: ${seen.toFixed(seen < 10 ? 2 : 0)} (limit ${sign} ${limit})`;
}
