// Docs that can't drift: every path they name exists, every number that names its constant is that constant's, and their lists are the code's.

import * as fs from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The first four are about today; a decision is about its day, and names places of then. */
const PAGES = ['ARCHITECTURE.md', 'README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...docsOfToday()];
/** The first part of what counts as a path of this project. */
const PLACES =
  /^(kernel|contract|engine|server|web|ui|console|database|tests|docs|scripts)(\/|$)|^(package\.json|vitest\.config\.ts)$/;

function docsOfToday(): string[] {
  return fs
    .globSync('docs/{*,runbooks/*,accounting/*}.md', { cwd: root })
    .map((file) => file.split(path.sep).join('/'));
}

const faults: string[] = [];
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');

/** `name` stands for whatever a sample names. */
const isSample = (place: string): boolean => /[<>*{}…]|NNNN|example/.test(place);

function checkPaths(page: string, text: string): void {
  for (const [, quoted = ''] of text.matchAll(/`([^`\n]+)`/g)) {
    const place = quoted.replace(/:\d+$/, '');
    if (!PLACES.test(place) || /\s/.test(place) || isSample(place)) continue;
    if (!fs.existsSync(path.join(root, place))) faults.push(`${page} names ${place}, which is not there`);
  }
  for (const [, link = ''] of text.matchAll(/\]\(([^)#:]+)\)/g))
    if (!fs.existsSync(path.join(root, path.dirname(page), link)))
      faults.push(`${page} links ${link}, which is not there`);
}

const constants = new Map<string, number>();
for (const file of fs.globSync('{kernel,contract,engine,server}/**/*.ts', { cwd: root }))
  if (!file.includes('node_modules'))
    for (const [, name = '', value = ''] of read(file).matchAll(/const ([A-Z][A-Z_]+) = ([\d_]+);/g))
      constants.set(name, Number(value.replaceAll('_', '')));

/** Written as `1,000 (`BATCH_LIMIT`)`. */
function checkNumbers(page: string, text: string): void {
  for (const [, number = '', name = ''] of text.matchAll(/([\d,]+)\s+\(`([A-Z][A-Z_]+)`\)/g)) {
    const value = constants.get(name);
    if (value === undefined) faults.push(`${page} names ${name}, which is no constant`);
    else if (value !== Number(number.replaceAll(',', '')))
      faults.push(`${page} says ${number} for ${name}, which is ${value}`);
  }
}

function checkCommands(page: string, text: string): void {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));
  for (const [, name = ''] of text.matchAll(/npm run ([\w-]+)/g))
    if (!Object.hasOwn(scripts, name)) faults.push(`${page} names npm run ${name}, which is no command`);
}

/** The README's settings are those that the server reads, but for those of failure tests. */
function checkSettings(): void {
  // The rehearsals of failure tests are asked for under conditions of their own.
  const files = fs.globSync('server/platform/config/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  const code = files
    .map(read)
    .join('\n')
    .replaceAll(/RATE_FACTOR|FAILPOINT|PUSH_HOSTS|NODE_ENV/g, '');
  const known = new Set([...code.matchAll(/env, '([A-Z][A-Z\d_]+)'/g)].map(([, name]) => name));
  const table = read('README.md').split('## Settings')[1]?.split('\n## ')[0] ?? '';
  const named = new Set(
    [...table.matchAll(/^\| ([A-Z][A-Z\d_, ]+) \|/gm)].flatMap(([, names = '']) => names.split(', ')),
  );
  for (const name of named)
    if (!known.has(name)) faults.push(`README.md names the setting ${name}, which nothing reads`);
  for (const name of known)
    if (name !== undefined && !named.has(name)) faults.push(`README.md leaves out the setting ${name}`);
  if (known.size === 0) faults.push('no setting was found in the code');
}

/** The levels of the domains are told as `.dependency-cruiser.cjs` holds them. */
function checkLevels(): void {
  const held = /const levels = \[([\s\S]*?)\n\];/.exec(read('.dependency-cruiser.cjs'))?.[1] ?? '';
  const levels = [...held.matchAll(/\[(.*?)\]/g)].map(([, names = '']) => names.replaceAll("'", ''));
  const told = /only downward \(([^)]+)\)/.exec(read('ARCHITECTURE.md'))?.[1]?.replaceAll(/\s+/g, ' ');
  if (levels.length === 0 || told !== levels.join(' ← '))
    faults.push(`ARCHITECTURE.md tells the levels of the domains as ${told}, and they are ${levels.join(' ← ')}`);
}

for (const page of PAGES) {
  const text = read(page);
  checkPaths(page, text);
  checkNumbers(page, text);
  checkCommands(page, text);
}
checkSettings();
checkLevels();
for (const fault of faults) console.log(fault);
console.log(`${PAGES.length} pages read, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
