// `npm run forger -- [--orders N] [--every N] [--evidence FILE]`: a server of its own, users who trade a recording on it, and every proof that they are given forged
// in every way. A table says what each kind of forgery was caught by; ends with 1 where one that must be caught was not.

import * as fs from 'node:fs';
import { parseArgs } from 'node:util';
import type { Evidence } from '../independent/collect.ts';
import { forge } from './forger/forge.ts';
import { playForForger } from './forger/play.ts';
import { rowsOf, verdictOf } from './forger/table.ts';

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '1' },
    every: { type: 'string', default: '1' },
    evidence: { type: 'string' },
  },
});
const [orders, every] = [Number(values.orders), Number(values.every)];
if (![orders, every].every((number) => Number.isSafeInteger(number) && number > 0)) {
  console.error('--orders takes how many orders of each kind are forged, --every 2 each second forgery of a value.');
  process.exit(2);
}

const onNote = (text: string): void => console.log(text);
const file = values.evidence;
const session = file === undefined ? await play() : undefined;
try {
  const evidenceFile = session?.evidenceFile ?? file ?? '';
  const evidence: Evidence = JSON.parse(fs.readFileSync(evidenceFile, 'utf8'));
  const result = await forge({ evidence, evidenceFile, orders, every, onNote });
  for (const row of rowsOf(result)) console.log(row);
  const { sentence, good } = verdictOf(result);
  console.log(sentence);
  process.exitCode = good ? 0 : 1;
} finally {
  session?.remove();
}

function play() {
  onNote('A server is started, and three users trade on a recording for three quarters of a minute.');
  return playForForger({ until: '2014-05-02T12:46:00Z', speed: 24, withMicro: true, onNote });
}
