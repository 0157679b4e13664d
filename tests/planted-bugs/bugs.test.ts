// Every planted bug still fits the code it was written for; `npm run planted-bugs` plants them and runs the tests that must notice.

import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import { planted } from './bug.ts';
import { BUGS } from './bugs.ts';
import { root } from './scratch.ts';

test('there are at least twenty, each with a name of its own', () => {
  expect(BUGS.length).toBeGreaterThanOrEqual(20);
  expect(new Set(BUGS.map((bug) => bug.name)).size).toBe(BUGS.length);
});

test.each(BUGS.map((bug) => [bug.name, bug] as const))(
  '%s: each edit fits exactly once, its tests are there',
  (_, bug) => {
    const texts = new Map<string, string>();
    for (const edit of bug.edits) {
      const text = texts.get(edit.file) ?? fs.readFileSync(path.join(root, edit.file), 'utf8');
      texts.set(edit.file, planted(text, edit));
    }
    for (const file of bug.tests) expect(`${file} ${fs.existsSync(path.join(root, file))}`).toBe(`${file} true`);
  },
);

const MIGRATIONS = 'database/migrations/';

/** The function in whose body the place is; undefined outside of one. */
function functionAt(sql: string, place: number): string | undefined {
  const before = [...sql.slice(0, place).matchAll(/CREATE (?:OR REPLACE )?FUNCTION (\w+)/g)].at(-1);
  if (!before) return undefined;
  const end = sql.indexOf('END $$;', before.index);
  return end > place ? before[1] : undefined;
}

test('no bug is planted in a function that a later migration replaces: nothing could notice it', () => {
  const files = fs.readdirSync(path.join(root, MIGRATIONS)).sort();
  const dead: string[] = [];
  for (const { name, edits } of BUGS)
    for (const { file, find } of edits.filter((one) => one.file.startsWith(MIGRATIONS))) {
      const sql = fs.readFileSync(path.join(root, file), 'utf8');
      const within = functionAt(sql, sql.indexOf(find));
      if (within === undefined) continue;
      const again = new RegExp(`CREATE OR REPLACE FUNCTION ${within}\\b`);
      const later = files.filter((one) => MIGRATIONS + one > file);
      const replaced = later.find((one) => again.test(fs.readFileSync(path.join(root, MIGRATIONS, one), 'utf8')));
      if (replaced !== undefined) dead.push(`${name}: ${within} is replaced by ${replaced}`);
    }
  expect(dead).toEqual([]);
});

test('an edit that fits nowhere or twice is refused', () => {
  const edit = { file: 'x.ts', find: 'a', replace: 'b' };
  expect(() => planted('b', edit)).toThrow('0 places');
  expect(() => planted('a a', edit)).toThrow('2 places');
  expect(planted('xax', edit)).toBe('xbx');
});
