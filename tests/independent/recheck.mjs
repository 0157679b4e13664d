// Recomputes every order of a replay from the recording and from what a client could collect, sharing no code with the server.
// Usage: node recheck.mjs <folder of recordings> <evidence.json>. Any Node from 18 on, no package. Ends with 1 on any disagreement.

import { readFileSync } from 'node:fs';
import { checkBalances } from './account.mjs';
import { Findings } from './findings.mjs';
import { compareWithRecordings, Market } from './market.mjs';
import { recheckOrder } from './order.mjs';
import { readRecordings } from './recording.mjs';
import { checkStopOuts } from './stop-outs.mjs';
import { storiesOf } from './stories.mjs';

const SHOWN = 200;

function recheck(folder, evidence) {
  const findings = new Findings();
  const market = new Market(evidence, findings);
  compareWithRecordings(market, readRecordings(folder), evidence.ended, findings);
  for (const user of evidence.users) recheckUser(market, evidence, user, findings);
  return findings;
}

function recheckUser(market, evidence, user, findings) {
  const context = { market, evidence, findings, stopOuts: [], unasked: [] };
  findings.count('users');
  for (const { code } of user.actions) findings.count(code === 1 ? 'calls accepted' : `calls refused with ${code}`);
  const stories = storiesOf(user, findings);
  for (const story of stories) recheckOrder(context, story);
  const reset = user.actions.findLastIndex(({ call, code }) => call === 'resetForexDemoAccount' && code === 1);
  const since = stories.filter(({ placedAt }) => placedAt > reset);
  try {
    checkBalances(findings, user, since);
    checkStopOuts(
      context,
      user,
      since.filter(({ family }) => family === 'forex'),
    );
  } catch (error) {
    findings.add(user.name, `its account cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

function main([folder, file]) {
  if (!folder || !file) {
    console.error('Usage: node recheck.mjs <folder of recordings> <evidence.json>');
    return 2;
  }
  const findings = recheck(folder, JSON.parse(readFileSync(file, 'utf8')));
  for (const [what, number] of [...findings.counts].sort(([a], [b]) => (a < b ? -1 : 1)))
    console.log(`${what}: ${number}`);
  const { disagreements } = findings;
  for (const line of disagreements.slice(0, SHOWN)) console.log(`DISAGREES ${line}`);
  if (disagreements.length > SHOWN) console.log(`DISAGREES … and ${disagreements.length - SHOWN} more`);
  console.log(disagreements.length === 0 ? 'everything agrees' : `${disagreements.length} disagreements`);
  return disagreements.length === 0 ? 0 : 1;
}

process.exitCode = main(process.argv.slice(2));
