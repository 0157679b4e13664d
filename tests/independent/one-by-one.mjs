// Rechecks single orders of what a client collected, each with another proof in the place of its own: whether the script notices a forged one.
// Usage: node one-by-one.mjs <evidence.json> <proofs.jsonl>, a line of the file {user, family, id, answer}. Writes a line [disagreements] for each.

import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Findings } from './findings.mjs';
import { Market } from './market.mjs';
import { recheckOrder } from './order.mjs';
import { storiesOf } from './stories.mjs';

const [evidenceFile, proofsFile] = process.argv.slice(2);
const evidence = JSON.parse(readFileSync(evidenceFile, 'utf8'));
const market = new Market(evidence, new Findings());
const users = new Map(evidence.users.map((user) => [user.name, storiesOf(user, new Findings())]));

for await (const line of createInterface({ input: createReadStream(proofsFile) })) {
  const { user, family, id, answer } = JSON.parse(line);
  const story = users.get(user).find((one) => one.family === family && one.id === id);
  const findings = new Findings();
  // Whoever forges the proof writes the list of orders, too.
  const row = { ...story.row, ...answer?.order };
  recheckOrder({ market, evidence, findings }, { ...story, row, proof: answer });
  process.stdout.write(`${JSON.stringify(findings.disagreements)}\n`);
}
