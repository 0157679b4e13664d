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

const shape = z.object({ test: z.string(), costMs: z.number(), reached: z.array(z.string()) });
export type Reach = z.infer<typeof shape>[];

const textOf = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
export const placeOf = (file: string, within: number): string => `${file}#${within}`;

export async function reachOf(scratch: Scratch, files: readonly string[], keptIn: string): Promise<Reach> {
  const hash = createHash('sha256').update(testFiles().join());
  for (const file of files) hash.update(textOf(file));
  // By the code and the names of the tests that it was found with; a line a test, so that a run that was ended goes on.
  const kept = path.join(keptIn, `reach-${hash.digest('hex').slice(0, 12)}.jsonl`);
  const found = fs.existsSync(kept) ? fs.readFileSync(kept, 'utf8').split('\n').filter(Boolean) : [];
  const known = found.map((text) => shape.parse(JSON.parse(text)));
  const left = testFiles().filter((test) => !known.some((one) => one.test === test));
  if (left.length > 0)
    await findReach(scratch, files, left, (one) => {
      known.push(one);
      fs.appendFileSync(kept, `${JSON.stringify(one)}\n`);
    });
  return known;
}

async function findReach(
  scratch: Scratch,
  files: readonly string[],
  tests: readonly string[],
  onFound: (one: Reach[number]) => void,
): Promise<void> {
  const said = fs.mkdtempSync(path.join(os.tmpdir(), 'fairtick-reached-'));
  const write = (file: string, text: string): void => fs.writeFileSync(path.join(scratch.folder, file), text);
  for (const file of files)
    write(
      file,
      marked(file, textOf(file), (within) => `globalThis.reached__?.(${JSON.stringify(placeOf(file, within))})`),
    );
  const host = new Host(scratch.folder, { FAIRTICK_REACHED: said });
  try {
    for (const test of tests) {
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
      onFound({ test, costMs, reached });
      console.log(`${test}: reaches ${reached.length} functions in ${(costMs / 1_000).toFixed(1)} s of a processor`);
    }
  } finally {
    host.end();
    for (const file of files) write(file, textOf(file));
    fs.rmSync(said, { recursive: true, force: true });
  }
}
