// Builds the users' app and the console when their sources changed since the last build; otherwise does nothing, quickly.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const shared = ['kernel', 'contract', 'engine', 'ui'];
const single = ['package-lock.json', 'package.json', 'tsconfig.json', 'scripts/build.ts'];

for (const app of ['web', 'console']) build(app);

function build(app: string): void {
  const folder = path.join(root, app);
  if (!fs.existsSync(path.join(folder, 'index.html'))) return;
  const stamp = path.join(folder, 'dist', '.sources');
  const wanted = hashOf([...shared, app]);
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wanted) return;
  console.log(`Building ${app}.`);
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  execFileSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: folder, stdio: 'inherit' });
  fs.writeFileSync(stamp, wanted);
}

/** Over names and contents, so that a removed file counts too. */
function hashOf(folders: readonly string[]): string {
  const hash = createHash('sha256');
  const found = folders.flatMap((folder) =>
    fs.globSync(`${folder}/**/*`, {
      cwd: root,
      withFileTypes: true,
      exclude: (entry) => entry.name === 'node_modules' || entry.name === 'dist',
    }),
  );
  const files = found.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  for (const file of [...files, ...single.map((name) => path.join(root, name))].sort()) {
    if (/\.test\.tsx?$/.test(file)) continue;
    hash.update(path.relative(root, file)).update('\0').update(fs.readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}
