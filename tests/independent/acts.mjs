// Checks the log of the staff's acts as a stranger does: from its public files alone, sharing no code with the server.
// Usage: node acts.mjs <address of the server> [--key name+id+key] [--seen FILE] [--shown FILE]. Any Node from 18 on, no package.
//   --key    the log's verifier key; without it the one that the server names, which proves only that the server agrees with itself
//   --seen   a checkpoint kept from before: what is shown now must begin with the acts that it signed
//   --shown  records that somebody was given, as JSON: [{"index": 3, "salt": "<hex>", "contents": "<text as it was stored>"}, ...]
// Ends with 0 where everything agrees, with 1 on any disagreement.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Findings } from './findings.mjs';
import { leafHash, readBundle, readCheckpoint, Tree } from './log.mjs';

const BUNDLE = 256;

async function read(base, path) {
  const answer = await fetch(`${base}/tlog/acts/${path}`);
  if (!answer.ok) throw new Error(`${path} is not shown: status ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

/** As tlog-tiles names them: groups of three digits, all but the last after an x. */
function bundlePath(n, width) {
  const digits = String(n).padStart(Math.ceil(String(n).length / 3) * 3, '0');
  const groups = digits.match(/\d{3}/g).map((group, i, all) => (i < all.length - 1 ? `x${group}` : group));
  return `tile/entries/${groups.join('/')}${width === BUNDLE ? '' : `.p/${width}`}`;
}

async function readEntries(base, size) {
  const entries = [];
  while (entries.length < size) {
    const width = Math.min(BUNDLE, size - entries.length);
    const bundle = readBundle(await read(base, bundlePath(entries.length / BUNDLE, width)));
    if (bundle.length !== width) throw new Error(`${bundle.length} acts are shown where ${width} were asked for`);
    entries.push(...bundle);
  }
  return entries;
}

/** The act in an entry. Throws unless it has the published form. */
function readAct(bytes, index) {
  const lines = bytes.toString('utf8').split('\n');
  const [header, place, time, kind, hash, end] = lines;
  const form = lines.length === 6 && header === 'fairtick/act/v1' && end === '' && /^\d+$/.test(time);
  if (!form || place !== String(index) || !/^[a-z_]+$/.test(kind) || Buffer.from(hash, 'base64').length !== 32)
    throw new Error(`entry ${index} is no act of its place`);
  return { time: Number(time), kind, hash };
}

function checkShown(acts, shown, findings) {
  for (const { index, salt, contents } of shown) {
    findings.count('records held against the log');
    const hash = createHash('sha256').update(Buffer.from(salt, 'hex')).update(contents, 'utf8').digest('base64');
    if (acts[index]?.hash !== hash)
      findings.add(`act ${index}`, 'the record that was shown is not the one that was logged');
  }
}

function checkSeen(tree, seen, size, findings) {
  if (seen.size > size) findings.add('the log', `${seen.size} acts were signed before, now ${size} are shown`);
  else if (!tree.root(seen.size).equals(seen.root))
    findings.add('the log', `the first ${seen.size} acts are not those that were signed before`);
}

async function check(base, { key, seen, shown }) {
  const findings = new Findings();
  const verifierKey = key ?? (await read(base, 'key')).toString('utf8').trim();
  const { size, root } = readCheckpoint((await read(base, 'checkpoint')).toString('utf8'), verifierKey);
  const entries = await readEntries(base, size);
  const tree = new Tree(entries.map(leafHash));
  if (!tree.root(size).equals(root)) findings.add('the log', 'the acts that are shown are not those that were signed');
  const acts = entries.map(readAct);
  for (const { kind } of acts) findings.count(`acts: ${kind}`);
  findings.count('acts', size);
  if (seen) checkSeen(tree, readCheckpoint(readFileSync(seen, 'utf8'), verifierKey), size, findings);
  if (shown) checkShown(acts, JSON.parse(readFileSync(shown, 'utf8')), findings);
  return findings;
}

function optionsOf(words) {
  const options = {};
  for (let at = 0; at < words.length; at += 2) options[words[at].replace(/^--/, '')] = words[at + 1];
  return options;
}

async function main([url, ...words]) {
  if (!url) {
    console.error('Usage: node acts.mjs <address> [--key name+id+key] [--seen FILE] [--shown FILE]');
    return 2;
  }
  const findings = await check(url.replace(/\/+$/, ''), optionsOf(words));
  for (const [what, number] of [...findings.counts].sort(([a], [b]) => (a < b ? -1 : 1)))
    console.log(`${what}: ${number}`);
  for (const line of findings.disagreements) console.log(`DISAGREES ${line}`);
  return findings.disagreements.length === 0 ? 0 : 1;
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    console.log(`DISAGREES ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  },
);
