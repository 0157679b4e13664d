// `npm test`: every check and every test of the project; the last line is the sum. `npm test -- unit integration` runs only those parts.

import { budgetStep, buildStep, checks, runSteps, type Step, simulationStep, suite } from './steps.ts';

const parts: Readonly<Record<string, readonly Step[]>> = {
  check: checks,
  unit: [suite('unit')],
  simulation: [simulationStep],
  integration: [suite('integration')],
  security: [suite('security')],
  chaos: [suite('chaos')],
  build: [buildStep],
  e2e: [suite('e2e')],
  weight: [budgetStep],
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`Unknown part ${unknown.join(', ')}: use ${Object.keys(parts).join(', ')}.`);
  process.exitCode = 2;
} else {
  await runSteps(
    Object.entries(parts).flatMap(([name, steps]) => (wanted.length === 0 || wanted.includes(name) ? steps : [])),
  );
}
