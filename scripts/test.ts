// `npm test`: every check and every test of the project; the last line is the sum. `npm test -- quick` answers in about a minute, `npm test --
// unit integration` runs these parts, `npm test -- FILE… [-t NAME]` the test files of these names (or parts of their paths).

import * as fs from 'node:fs';
import { root } from './run-node.ts';
import { type Plan, runSteps, type Step } from './run-steps.ts';
import { buildStep, checks, simulation, weightStep } from './steps.ts';
import { suite, vitest } from './suites.ts';

/** One file each of a command's way, of a tick's way and of the books, on the real PostgreSQL. */
const SLICE = ['commands/keys', 'trading/trading', 'ledger/promises'].map(
  (name) => `tests/integration/${name}.test.ts`,
);

const measured = (project: string): Step => ({ ...suite(project), measures: true });

/** By part, in the order in which they run: what measures comes last, when the simulation is over. */
const order: readonly (readonly [part: string, group: readonly Step[]])[] = [
  ['check', checks],
  ['unit', [suite('unit')]],
  ['simulation', [simulation(200, 5_000)]],
  ['integration', [suite('integration')]],
  ['security', [suite('security')]],
  ['build', [buildStep]],
  ['e2e', [suite('e2e')]],
  ['chaos', [suite('chaos')]],
  ['weight', [weightStep]],
  ['e2e', [measured('layout')]],
  // A server that was killed must be back within 10 s.
  ['chaos', [measured('kills')]],
  ['chaos', [measured('chaos-timed')]],
  ['security', [measured('attacks')]],
];
const parts = [...new Set(order.map(([part]) => part))];
const quick: Plan = {
  groups: [checks, [suite('unit'), suite('integration', SLICE), simulation(6, 1_000)]],
};

await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<void> {
  if (words.length === 0) return runSteps(planOf(parts));
  if (words.length === 1 && words[0] === 'quick') return runSteps(quick);
  if (words.every((word) => parts.includes(word))) return runSteps(planOf(words));
  return runFiles(words);
}

function planOf(wanted: readonly string[]): Plan {
  return { groups: order.flatMap(([part, group]) => (wanted.includes(part) ? [group] : [])) };
}

/** Vitest finds the project of a file by itself; what a browser looks at must have been built. */
async function runFiles(words: readonly string[]): Promise<void> {
  const named = words.indexOf('-t');
  const wanted = words.filter((word, at) => !word.startsWith('-') && (named < 0 || at !== named + 1));
  const all = fs.globSync('{kernel,contract,engine,server,ui,web,console,scripts,tests}/**/*.test.{ts,tsx}', {
    cwd: root,
  });
  const unknown = wanted.filter((word) => !all.some((file) => file.includes(word)));
  if (unknown.length > 0) {
    console.error(`Neither a test file nor a part: ${unknown.join(', ')}. Parts are quick, ${parts.join(', ')}.`);
    process.exitCode = 2;
    return;
  }
  const found = all.filter((file) => wanted.length === 0 || wanted.some((word) => file.includes(word)));
  const looked = found.some((file) => file.startsWith('tests/e2e/'));
  await runSteps({ groups: [...(looked ? [[buildStep]] : []), [vitest(words.join(' '), words)]] });
}
