// Files stay under 400 lines and functions under 70, or say in a comment "Long because …" why they don't.

import * as fs from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const FILE_LINES = 400;
const FUNCTION_LINES = 70;
const REASON = 'Long because';
/** A file says it at its head, a function in the lines above it. */
const HEAD_LINES = 6;
const ABOVE_LINES = 4;

interface Piece {
  readonly start: number;
  readonly end: number;
}

/** Every function of a file but the ones within other functions that are reported already. */
function functionsOf(file: string, source: string): Piece[] {
  const found: Piece[] = [];
  const keep = ({ start, end }: Piece): void => void found.push({ start, end });
  const visitor = new Visitor({
    FunctionDeclaration: keep,
    FunctionExpression: keep,
    ArrowFunctionExpression: keep,
  });
  visitor.visit(parseSync(file, source).program);
  return found;
}

const lineOf = (source: string, at: number): number => source.slice(0, at).split('\n').length;
const saysWhy = (lines: readonly string[]): boolean => lines.some((line) => line.includes(REASON));

const files = fs
  .globSync('{kernel,contract,engine,server,ui,web,console,scripts,tests}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  })
  .map((file) => file.split(path.sep).join('/'));
let wrong = 0;
const complain = (what: string): void => {
  wrong += 1;
  console.log(`${what}; shorten it, or say why it is: // ${REASON} …`);
};
for (const file of files) {
  const source = fs.readFileSync(path.join(root, file), 'utf8');
  const lines = source.split('\n');
  if (lines.length > FILE_LINES && !saysWhy(lines.slice(0, HEAD_LINES))) complain(`${file} has ${lines.length} lines`);
  // A suite is one function by its form, and a list of tests by its meaning.
  if (/\.test\.tsx?$/.test(file)) continue;
  for (const { start, end } of functionsOf(file, source)) {
    const [first, last] = [lineOf(source, start), lineOf(source, end)];
    if (last - first < FUNCTION_LINES || saysWhy(lines.slice(Math.max(0, first - 1 - ABOVE_LINES), first))) continue;
    complain(`${file}:${first} is a function of ${last - first + 1} lines`);
  }
}
console.log(`${files.length} files read, ${wrong} too long without a reason`);
process.exitCode = wrong === 0 && files.length > 0 ? 0 : 1;
