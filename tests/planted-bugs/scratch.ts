// A copy of the project in which bugs are planted, so that the project itself is never touched. Packages are lent by links; the house's own
// workspaces are linked to the copy, or the tests would run the code without the bug.

import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type PlantedBug, planted } from './bug.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const LEFT_OUT = new Set(['node_modules', 'dist', '.git', '.data', 'artifacts']);
const OWN = '@fairtick';

export interface Scratch {
  readonly folder: string;
  plant(bug: PlantedBug): void;
  /** Puts the files of the bug back as they are in the project. */
  mend(bug: PlantedBug): void;
  remove(): void;
}

export function makeScratch(): Scratch {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairtick-planted-'));
  fs.cpSync(root, folder, { recursive: true, filter: (source) => !LEFT_OUT.has(path.basename(source)) });
  lendPackages(folder);
  const original = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
  return {
    folder,
    plant(bug) {
      const texts = new Map<string, string>();
      for (const edit of bug.edits) texts.set(edit.file, planted(texts.get(edit.file) ?? original(edit.file), edit));
      for (const [file, text] of texts) fs.writeFileSync(path.join(folder, file), text);
    },
    mend(bug) {
      for (const { file } of bug.edits) fs.writeFileSync(path.join(folder, file), original(file));
    },
    remove: () => fs.rmSync(folder, { recursive: true, force: true }),
  };
}

function lendPackages(folder: string): void {
  const lent = path.join(root, 'node_modules');
  const own = path.join(folder, 'node_modules');
  fs.mkdirSync(path.join(own, OWN), { recursive: true });
  for (const name of fs.readdirSync(lent))
    if (name !== OWN && name !== '.vite') fs.symlinkSync(path.join(lent, name), path.join(own, name));
  for (const name of fs.readdirSync(path.join(lent, OWN)))
    fs.symlinkSync(path.join(folder, name), path.join(own, OWN, name));
  // What a workspace alone uses may lie in a folder of its own.
  for (const name of fs.readdirSync(root)) {
    const apart = path.join(root, name, 'node_modules');
    if (fs.existsSync(apart)) fs.symlinkSync(apart, path.join(folder, name, 'node_modules'));
  }
}
