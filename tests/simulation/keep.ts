// Failures that are kept: small cases in files, played again by a test for ever.

import * as fs from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { kindOf } from './events.ts';
import type { Case } from './run.ts';
import type { Shrunk } from './shrink.ts';

const folder = fileURLToPath(new URL('./regressions/', import.meta.url));

const shape = z.object({
  rule: z.string(),
  /** What broke when it was found, for the reader. */
  message: z.string(),
  seed: z.number().int(),
  strange: z.boolean().optional(),
  events: z.array(z.tuple([z.string(), z.number().int()])),
});

export function keep({ case: { seed, events, strange }, failure }: Shrunk): string {
  const name = `${failure.rule.replace(/[^a-z0-9]+/gi, '-').toLowerCase()}-${seed}.json`;
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, name);
  // One event a line, as the formatter wants it: so a later change of one shows as one.
  const lines = events.map(([name, dice]) => `    [${JSON.stringify(name)}, ${dice}]`).join(',\n');
  const head = { rule: failure.rule, message: failure.message.split('\n')[0] ?? '', seed, strange };
  fs.writeFileSync(file, `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "events": [\n${lines}\n  ]\n}\n`);
  return file;
}

export function readCase(file: string): Case {
  const { seed, events, strange } = shape.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
  return { seed, strange, events: events.map(([name, dice]) => [kindOf(name), dice]) };
}

export function keptCases(): { readonly name: string; readonly case: Case }[] {
  if (!fs.existsSync(folder)) return [];
  const names = fs.readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => ({ name, case: readCase(path.join(folder, name)) }));
}
