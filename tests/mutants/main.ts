// `npm run mutants -- [--sample N] [--seed S] [--only PART …] [--again]`: plants small mistakes by the hundred in the code that decides and reckons, runs
// the unit tests that reach each of them, and prints the score of each part and what survived, with file and line. What was tried stays known in
// .data/mutants as long as its file is the same, so a run that was ended goes on; `--again` tries survivors anew.

import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { parseArgs } from 'node:util';
import { seededRandom } from '@fairtick/kernel/random';
import { z } from 'zod';
import { makeScratch, root, type Scratch } from '../planted-bugs/scratch.ts';
import { Host } from './hosting.ts';
import { type Mutation, mutated, mutationsOf } from './mutations.ts';
import { placeOf, type Reach, reachOf } from './reach.ts';
import { filesTried } from './scope.ts';

/** So much time of a processor is spent on one mutant, the tests beside its file first. */
const BUDGET_MS = 20_000;
/** A machine that is busy with something else is slower by so much. */
const SLOWER = 20;
const LEAST_LIMIT_MS = 60_000;

const verdicts = z.enum(['killed', 'never ended', 'survived', 'unreached']);
type Verdict = z.infer<typeof verdicts>;
const line = z.object({ id: z.string(), verdict: verdicts });

interface Mutant extends Mutation {
  readonly file: string;
  readonly id: string;
}

const { values } = parseArgs({
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', multiple: true, default: [] },
    again: { type: 'boolean', default: false },
  },
});

const keptIn = path.join(root, '.data', 'mutants');
const ledger = path.join(keptIn, 'tried.jsonl');

function mutantsOf(file: string): Mutant[] {
  const text = fs.readFileSync(path.join(root, file), 'utf8');
  const known = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return mutationsOf(file, text).map((one) => ({ ...one, file, id: `${file}@${known} ${one.from} ${one.becomes}` }));
}

/** In an order by the seed, so that a larger sample goes on where a smaller one ended. */
function sampled(all: readonly Mutant[], seed: number, count: number): Mutant[] {
  const random = seededRandom(seed);
  const dice = all.map((mutant) => ({ mutant, at: random.uint32() }));
  return dice
    .sort((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ mutant }) => mutant);
}

function readTried(): Map<string, Verdict> {
  const tried = new Map<string, Verdict>();
  if (!fs.existsSync(ledger)) return tried;
  for (const text of fs.readFileSync(ledger, 'utf8').split('\n').filter(Boolean)) {
    const { id, verdict } = line.parse(JSON.parse(text));
    tried.set(id, verdict);
  }
  return tried;
}

/** Tests that reach the mutant, those beside it first, then the cheapest, within the budget. */
function testsFor({ file, within }: Mutant, reach: Reach): { tests: string[]; costMs: number } {
  const beside = (test: string): number => (path.dirname(test) === path.dirname(file) ? 0 : 1);
  const all = reach
    .filter(({ reached }) => reached.includes(placeOf(file, within)))
    .sort((a, b) => beside(a.test) - beside(b.test) || a.costMs - b.costMs);
  const tests: string[] = [];
  let costMs = 0;
  for (const one of all) {
    if (tests.length > 0 && costMs + one.costMs > BUDGET_MS) continue;
    tests.push(one.test);
    costMs += one.costMs;
  }
  return { tests, costMs };
}

async function tryOne(scratch: Scratch, host: Host, mutant: Mutant, reach: Reach): Promise<Verdict> {
  const { tests, costMs } = testsFor(mutant, reach);
  if (tests.length === 0) return 'unreached';
  const place = path.join(scratch.folder, mutant.file);
  // Of the copy: the project may have become another meanwhile.
  const text = fs.readFileSync(place, 'utf8');
  fs.writeFileSync(place, mutated(text, mutant));
  host.changed(mutant.file);
  const told = await host.run(tests, LEAST_LIMIT_MS + SLOWER * costMs);
  fs.writeFileSync(place, text);
  host.changed(mutant.file);
  return told === undefined ? 'never ended' : told.failed ? 'killed' : 'survived';
}

const partOf = (file: string): string =>
  file.startsWith('server/domains/') ? file.split('/').slice(0, 3).join('/') : (file.split('/')[0] ?? '');

function report(chosen: readonly Mutant[], tried: ReadonlyMap<string, Verdict>): void {
  const open = chosen.filter(({ id }) => ['survived', 'unreached'].includes(tried.get(id) ?? ''));
  for (const { id, file, line: at, kind, becomes } of open)
    console.log(`${tried.get(id)}: ${file}:${at} ${kind} (${becomes.replace(/\s+/g, ' ').slice(0, 60)})`);
  for (const [part, own] of Map.groupBy(chosen, ({ file }) => partOf(file))) {
    const of = (verdict: Verdict): number => own.filter(({ id }) => tried.get(id) === verdict).length;
    const killed = of('killed') + of('never ended');
    const all = own.filter(({ id }) => tried.has(id)).length;
    console.log(
      `${part}: ${killed} of ${all} killed (${Math.floor((100 * killed) / Math.max(1, all))} %), ${of('survived')} survived, ${of('unreached')} reached by no unit test`,
    );
  }
}

const files = filesTried(values.only);
const all = files.flatMap(mutantsOf);
if (all.length === 0) throw new Error(`Nothing of ${values.only.join(', ')} is tried.`);
const chosen = sampled(all, Number(values.seed), values.sample === undefined ? all.length : Number(values.sample));
console.log(`${chosen.length} of ${all.length} mutants of ${files.length} files, seed ${values.seed}`);
fs.mkdirSync(keptIn, { recursive: true });
const tried = readTried();
const scratch = makeScratch();
const host = new Host(scratch.folder);
const remove = (): void => {
  host.end();
  scratch.remove();
};
process.once('SIGINT', () => {
  remove();
  process.exit(130);
});
try {
  const reach = await reachOf(scratch, files, keptIn);
  for (const [at, mutant] of chosen.entries()) {
    const known = tried.get(mutant.id);
    const open = known === undefined || (values.again && (known === 'survived' || known === 'unreached'));
    if (!open) continue;
    const verdict = await tryOne(scratch, host, mutant, reach);
    tried.set(mutant.id, verdict);
    fs.appendFileSync(ledger, `${JSON.stringify({ id: mutant.id, verdict })}\n`);
    console.log(`${at + 1}/${chosen.length} ${verdict}: ${mutant.file}:${mutant.line} ${mutant.kind}`);
  }
} finally {
  remove();
}
report(chosen, tried);
