// SQL lives in table files only: a file called table.ts or …-table.ts, the database platform, the command pipeline and the log. Read from the syntax
// tree, so that a comment or a sentence is not taken for a statement.

import * as fs from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const allowed = /(^|[/-])table\.ts$|^server\/platform\/database\/|\.test\.ts$/;
const statement =
  /^\s*(SELECT\s|INSERT\s+INTO\s|UPDATE\s+\w[\w."\s]*\sSET\s|DELETE\s+FROM\s|WITH\s+(RECURSIVE\s+)?\w+[\s\S]*\bAS\s*(MATERIALIZED\s*)?\(|LOCK\s+TABLE\s|TRUNCATE\s|(CREATE|ALTER|DROP)\s+(TABLE|INDEX|ROLE|DATABASE)\s|COPY\s+\w+\s)/;

interface Text {
  readonly text: string;
  readonly at: number;
}

function texts(file: string, source: string): Text[] {
  const found: Text[] = [];
  const visitor = new Visitor({
    Literal(node) {
      if (typeof node.value === 'string') found.push({ text: node.value, at: node.start });
    },
    TemplateLiteral(node) {
      found.push({ text: node.quasis.map((quasi) => quasi.value.raw).join('x'), at: node.start });
    },
  });
  visitor.visit(parseSync(file, source).program);
  return found;
}

const files = fs
  .globSync('server/**/*.ts', { cwd: root, exclude: (name) => name === 'node_modules' })
  .map((file) => file.split(path.sep).join('/'));
let wrong = 0;
for (const file of files.filter((name) => !allowed.test(name))) {
  const source = fs.readFileSync(path.join(root, file), 'utf8');
  for (const { text, at } of texts(file, source)) {
    if (!statement.test(text)) continue;
    wrong += 1;
    console.log(`${file}:${source.slice(0, at).split('\n').length} holds SQL; only a table file may.`);
  }
}
console.log(`${files.length} files read, ${wrong} statements outside the table files`);
process.exitCode = wrong === 0 && files.length > 0 ? 0 : 1;
