// Runs steps, tells each one's outcome, and closes with `N passed, N failed` as the last line.

import type { How } from './run-node.ts';

export interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** What failed and why, some lines each: told once more at the end, where whoever reads the last lines alone finds it. */
  readonly faults?: readonly string[];
  /** How long its test files took, where it has some. */
  readonly files?: readonly TimedFile[];
}

export interface TimedFile {
  readonly file: string;
  readonly seconds: number;
}

export interface Step {
  readonly name: string;
  /** Computes for long and waits for nothing: it takes what other steps leave of the processors, and they do not wait for it. */
  readonly patient?: boolean;
  /** Measures time or what moves on a screen: nothing patient runs beside it. */
  readonly measures?: boolean;
  run(how: How): Promise<Count>;
}

export interface Plan {
  /** One group after the other, the steps of a group at once; a patient step goes on beside the groups after its own. */
  readonly groups: readonly (readonly Step[])[];
}

const SLOWEST = 10;

/** Runs every step whatever the others say. Sets the exit code. */
export async function runSteps({ groups }: Plan): Promise<void> {
  const counts: Count[] = [];
  const lines: string[] = [];
  const run = async (step: Step, how: How): Promise<void> => {
    if (!how.atEnd) console.log(`\n── ${step.name}`);
    const begun = performance.now();
    const count = await step.run(how);
    counts.push(count);
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : '';
    const line = `${count.failed === 0 ? 'ok  ' : 'FAIL'} ${step.name}: ${count.passed} good, ${count.failed} bad${skipped} (${seconds} s)`;
    lines.push(line);
    console.log(line);
  };
  const alone = groups.flat().length === 1;
  let patient: Promise<void>[] = [];
  const rest = async (): Promise<void> => {
    await Promise.all(patient);
    patient = [];
  };
  for (const group of groups) {
    if (group.some(({ measures }) => measures)) await rest();
    for (const step of group.filter((one) => one.patient && !alone)) {
      console.log(`\n── beside what follows: ${step.name}`);
      patient.push(run(step, { atEnd: true, patient: true }));
    }
    const others = group.filter((one) => !one.patient || alone);
    const atEnd = others.length > 1;
    if (atEnd) console.log(`\n── at once: ${others.map(({ name }) => name).join(', ')}`);
    await Promise.all(others.map((step) => run(step, { atEnd })));
  }
  await rest();
  for (const fault of counts.flatMap(({ faults = [] }) => faults)) console.log(`\n${fault}`);
  const slow = slowest(counts.flatMap(({ files = [] }) => files));
  if (slow.length > 0) console.log(`\nThe slowest files:\n${slow.join('\n')}`);
  const sum = (key: 'passed' | 'failed'): number => counts.reduce((all, count) => all + count[key], 0);
  console.log(`\n${lines.join('\n')}\n${sum('passed')} passed, ${sum('failed')} failed`);
  process.exitCode = sum('failed') === 0 && sum('passed') > 0 ? 0 : 1;
}

/** Where the time of a run goes, for whoever wants it shorter. */
function slowest(files: readonly TimedFile[]): string[] {
  const sorted = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  return sorted.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
}
