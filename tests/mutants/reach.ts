// Which test file reaches which function, and what it costs: found once by running every test over marked code, and kept.

import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { z } from 'zod';
import { root, type Scratch } from '../planted-bugs/scratch.ts';
import { Host } from './hosting.ts';
import { marked } from './mutations.ts';
import { testFiles } from './scope.ts';

const TEST_LIMIT_MS = 1_200_000;

const shape = z.object({
  /** Of the code and of the names of the tests that it was found with. */
  of: z.string(),
  tests: z.array(z.object({ test: z.string(), costMs: z.number(), reached: z.array(z.string()) })),
});
export type Reach = z.infer<typeof shape>['tests'];

const textOf = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
export const placeOf = (file: string, within: number): string => `${file}#${within}`;

export async function reachOf(scratch: Scratch, files: readonly string[], keptIn: string): Promise<Reach> {
  const hash = createHash('sha256').update(testFiles().join());
  for (const file of files) hash.update(textOf(file));
  const of = hash.digest('hex');
  const kept = path.join(keptIn, `reach-${of.slice(0, 12)}.json`);
  if (fs.existsSync(kept)) return shape.parse(JSON.parse(fs.readFileSync(kept, 'utf8'))).tests;
  const tests = await findReach(scratch, files);
  fs.writeFileSync(kept, JSON.stringify({ of, tests }));
  return tests;
}

async function findReach(scratch: Scratch, files: readonly string[]): Promise<Reach> {
  const said = fs.mkdtempSync(path.join(os.tmpdir(), 'fairtick-reached-'));
  const write = (file: string, text: string): void => fs.writeFileSync(path.join(scratch.folder, file), text);
  for (const file of files)
    write(
      file,
      marked(file, textOf(file), (within) => `globalThis.reached__?.(${JSON.stringify(placeOf(file, within))})`),
    );
  const host = new Host(scratch.folder, { FAIRTICK_REACHED: said });
  const found: Reach = [];
  try {
    for (const test of testFiles()) {
      const told = await host.run([test], TEST_LIMIT_MS);
      if (!told || told.failed) throw new Error(`${test} fails without a mutant: ${told?.said ?? 'it does not end'}`);
      const reached = fs.readdirSync(said).flatMap((name) => {
        const file = path.join(said, name);
        const { reached: places } = z
          .object({ reached: z.array(z.string()) })
          .parse(JSON.parse(fs.readFileSync(file, 'utf8')));
        fs.rmSync(file);
        return places;
      });
      const costMs = told.took.reduce((sum, [, ms]) => sum + ms, 0);
      found.push({ test, costMs, reached });
      console.log(`${test}: reaches ${reached.length} functions in ${(costMs / 1_000).toFixed(1)} s of a processor`);
    }
  } finally {
    host.end();
    for (const file of files) write(file, textOf(file));
    fs.rmSync(said, { recursive: true, force: true });
  }
  return found;
}
